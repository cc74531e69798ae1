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
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def interrupt_held() -> Iterator[None]:
    """Hold Ctrl-C back. Processes started meanwhile ignore it until they have their own session."""
    if not UNIX:
        yield
        return
    resource_tracker.ensure_running()  # starting it would let Ctrl-C through
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextlib.contextmanager
def process_pool(
    jobs: int, begin: Callable[[Any], None], about: Any
) -> Iterator[ProcessPoolExecutor]:
    """A pool of processes that each begin with `begin(about)` and are killed at the end. Raises
    WorkersFail if one has died."""
    others = set(multiprocessing.active_children())
    context = multiprocessing.get_context("spawn")  # nothing of this process leaks into it
    pool = ProcessPoolExecutor(jobs, context, begin, (about,))
    try:
        yield pool
    except BrokenProcessPool:
        raise WorkersFail from None
    finally:
        mine = set(multiprocessing.active_children()) - others
        pool.shutdown(wait=False, cancel_futures=True)
        for process in mine:
            process.kill()


class Local:
    """An executor on this machine: one job runs in this process, several in as many others."""

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
    with process_pool(min(jobs, max(1, len(todo))), _begin, setup) as pool:
        while todo or running:
            with interrupt_held():
                while todo and len(running) < 2 * jobs:
                    number, task = todo.popleft()
                    running[pool.submit(_do, task)] = number
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                yield running.pop(future), future.result()


# --- In another process ---------------------------------------------------------------------

_work: Callable[[Any], Any]


def _begin(setup: Callable[[], Callable[[Any], Any]]) -> None:
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent process ends it
    _work = setup()


def _do(task: Any) -> Any:
    return _work(task)
