"""Executors do tasks in this process, in several others, or on a cluster of machines.

A task is anything that can be pickled. Each process calls `setup` once (a function of a module, or
a `partial` of one) and does its tasks with the function that it returns. An executor yields the
result of each task, with the task's number, as soon as it is available. No result may depend on
which process did which task, or in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Protocol, TypeVar

from loseta.game import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")


class WorkersFail(Refusal):
    """The processes that were doing the tasks have died."""

    def __init__(self, key: str = "match.workers") -> None:
        super().__init__(Reason("", key))


class Executor(Protocol):
    def map(
        self, setup: Callable[[], Callable[[T], R]], tasks: Sequence[T]
    ) -> Generator[tuple[int, R], None, None]:
        """Yield the number and the result of each task, in the order in which the tasks end.
        Closing the generator stops the work. Raises WorkersFail."""
        ...


def in_order(ended: Generator[tuple[int, R], None, None]) -> Generator[R, None, None]:
    """The results of the tasks, in the order of their numbers."""
    waiting: dict[int, R] = {}
    due = 0
    with closing(ended):
        for number, result in ended:
            waiting[number] = result
            while due in waiting:
                yield waiting.pop(due)
                due += 1
