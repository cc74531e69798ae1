"""Tasks on this machine."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import resource_tracker
from typing import Any

from loseta.executors import R, T, WorkersFail

UNIX = hasattr(signal, "pthread_sigmask") and hasattr(os, "setsid")


def processors() -> int:
    """How many this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def interrupt_held() -> Iterator[None]:
    """Ctrl-C waits, and what is started meanwhile is deaf to it until it has its own session."""
    if not UNIX:
        yield
        return
    resource_tracker.ensure_running()  # starting it would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Local:
    """One job: here. Several: in so many other processes."""

    def __init__(self, jobs: int = 1) -> None:
        self._jobs = jobs

    def map(
        self, setup: Callable[[], Callable[[T], R]], tasks: Sequence[T]
    ) -> Generator[tuple[int, R], None, None]:
        return _here(setup, tasks) if self._jobs == 1 else _apart(setup, tasks, self._jobs)


def _here(
    setup: Callable[[], Callable[[T], R]], tasks: Sequence[T]
) -> Generator[tuple[int, R], None, None]:
    work = setup()
    for number, task in enumerate(tasks):
        yield number, work(task)


def _apart(
    setup: Callable[[], Callable[[T], R]], tasks: Sequence[T], jobs: int
) -> Generator[tuple[int, R], None, None]:
    todo = deque(enumerate(tasks))
    running: dict[Future[R], int] = {}
    others = set(multiprocessing.active_children())
    pool = ProcessPoolExecutor(
        min(jobs, max(1, len(todo))),
        multiprocessing.get_context("spawn"),  # nothing of this process leaks into it
        _begin,
        (setup,),
    )
    try:
        while todo or running:
            with interrupt_held():
                while todo and len(running) < 2 * jobs:
                    number, task = todo.popleft()
                    running[pool.submit(_do, task)] = number
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()
    except BrokenProcessPool:
        raise WorkersFail from None
    finally:
        mine = set(multiprocessing.active_children()) - others
        pool.shutdown(wait=False, cancel_futures=True)
        for process in mine:
            process.kill()


# --- In another process ---------------------------------------------------------------------

_work: Callable[[Any], Any]


def _begin(setup: Callable[[], Callable[[Any], Any]]) -> None:
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # whoever has started it ends it
    _work = setup()


def _do(task: Any) -> Any:
    return _work(task)
