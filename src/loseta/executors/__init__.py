"""Where tasks are done: in this process, in several others, or on a cluster of machines.

A task is anything that can be pickled. `setup` makes what does them, once in each process: a
function of a module, or a `partial` of one. An executor gives what came of each task as soon as it
has ended, with the task's number; nothing may depend on who did which, or in which order.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Protocol, TypeVar

from loseta.game import Reason, Refusal

T = TypeVar("T")
R = TypeVar("R")


class WorkersFail(Refusal):
    """The processes that should do the tasks end at once."""

    def __init__(self, key: str = "match.workers") -> None:
        super().__init__(Reason("", key))


class Executor(Protocol):
    def map(
        self, setup: Callable[[], Callable[[T], R]], tasks: Sequence[T]
    ) -> Generator[tuple[int, R], None, None]:
        """The numbers of the tasks and what came of them, in the order in which they end. If it is
        left early, so is the work. Raises WorkersFail."""
        ...


def in_order(ended: Generator[tuple[int, R], None, None]) -> Generator[R, None, None]:
    """What came of the tasks, in the order of their numbers."""
    waiting: dict[int, R] = {}
    due = 0
    with closing(ended):
        for number, result in ended:
            waiting[number] = result
            while due in waiting:
                yield waiting.pop(due)
                due += 1
