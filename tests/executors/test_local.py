"""Tasks here and in other processes; what came of them in the order of their numbers."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from functools import partial

import pytest

from loseta.executors import WorkersFail, in_order
from loseta.executors.local import Local


def adder(base: int) -> Callable[[int], tuple[int, int]]:
    return lambda task: (base + task, os.getpid())


def ender() -> Callable[[int], int]:
    def end(task: int) -> int:
        os._exit(1)

    return end


def later_first() -> Callable[[float], float]:
    def wait(seconds: float) -> float:
        time.sleep(seconds)
        return seconds

    return wait


def test_one_job_is_done_here_and_only_when_it_is_asked_for() -> None:
    ended = Local().map(partial(adder, 10), range(10**9))
    assert [next(ended) for _ in range(3)] == [(n, (10 + n, os.getpid())) for n in range(3)]


def test_results_come_in_the_order_of_their_numbers() -> None:
    ended = (each for each in [(2, "c"), (0, "a"), (3, "d"), (1, "b")])
    assert list(in_order(ended)) == ["a", "b", "c", "d"]


def test_leaving_early_leaves_the_work() -> None:
    ended = Local().map(partial(adder, 0), range(10))
    results = in_order(ended)
    next(results)
    results.close()
    assert list(ended) == []


def test_several_jobs_are_done_by_other_processes() -> None:
    results = list(in_order(Local(2).map(partial(adder, 5), range(40))))
    assert [value for value, _ in results] == list(range(5, 45))
    assert os.getpid() not in {process for _, process in results}


@pytest.mark.long
def test_what_ends_first_comes_first() -> None:
    ended = list(Local(2).map(later_first, [5.0, 0.01]))
    assert ended == [(1, 0.01), (0, 5.0)]


@pytest.mark.long
def test_processes_that_end_are_told() -> None:
    with pytest.raises(WorkersFail):
        list(Local(2).map(ender, range(4)))
