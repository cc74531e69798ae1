"""The pool of worker processes: which job is next, how long it may take, and what happens when a
process dies."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import itertools
import json
import logging
import sys
import time
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from loseta.executors.local import processors
from loseta.server import metrics
from loseta.server.workers.thinking import (
    Heard,
    Request,
    Thinking,
    ThinkingFailed,
    seconds_of,
    unheard,
    within_budget,
)

LOG = logging.getLogger(__name__)
TRIES = 3
"""How often a job is tried when its worker dies."""
PATIENCE = 30.0
"""Seconds beyond a job's time budget after which its worker counts as dead."""
FIRST_PATIENCE = 240.0
"""The same for the first job of its kind in a process, which may have to compile code."""
WEIGHTS = {"effects": 0.0, "move": 0.2, "think": 2.0, "analyse": 0.5}
"""The seconds added to the deadline by which jobs of each kind are ordered. So short jobs go first,
but none waits forever."""

UNDISTURBED = 0.5
"""Seconds for which an analysis is never interrupted. After that it ends as soon as another job
waits for a worker."""
STOP = b'{"kind": "stop"}\n'

FAILURES = (OSError, ValueError, RuntimeError, asyncio.IncompleteReadError)
"""The errors that mean that a process has died or does not answer. uvloop raises RuntimeError for
writing to a process whose end it has just noticed."""

Exchange = Callable[[asyncio.subprocess.Process, Request, float, Heard], Awaitable[dict[str, Any]]]
"""Sends a request to a process and waits for its answer. The number is how many seconds beyond its
time budget the job may take."""


async def exchange(
    process: asyncio.subprocess.Process, request: Request, patience: float, heard: Heard
) -> dict[str, Any]:
    """Send a worker a request and wait for its answer. Raises one of FAILURES if the worker is dead
    or takes too long."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(json.dumps(request).encode() + b"\n")
    async with asyncio.timeout(patience + (seconds_of(request) or 0)):
        await process.stdin.drain()
        while True:
            message: dict[str, Any] = json.loads(await process.stdout.readuntil(b"\n"))
            if "part" not in message:
                return message
            heard(message["part"])


@dataclass(order=True)
class _Job:
    due: float
    order: int
    request: Request = field(compare=False)
    done: asyncio.Future[Any] = field(compare=False)
    heard: Heard = field(default=unheard, compare=False)
    tries: int = field(default=0, compare=False)
    asked: float = field(default_factory=time.monotonic, compare=False)


def usual_size() -> int:
    """The default number of workers: one core is left to the server, and there are at most four."""
    return max(1, min(4, processors() - 1))


class Pool(Thinking):
    """Worker processes on this machine."""

    def __init__(self, workers: int = 0, exchange: Exchange = exchange) -> None:
        self.size = workers or usual_size()
        self._exchange = exchange
        self._jobs: list[_Job] = []
        self._order = itertools.count()
        self._wake = asyncio.Condition()
        self._tasks: list[asyncio.Task[None]] = []
        self.processes: set[asyncio.subprocess.Process] = set()
        self._starting: set[asyncio.Task[asyncio.subprocess.Process]] = set()
        self._busy = 0
        self._analyses: list[tuple[float, asyncio.subprocess.Process]] = []
        """The running analyses, the oldest first: when each began, and its process."""

    def start(self) -> None:
        self._tasks = [
            asyncio.create_task(self._work(), name=f"worker {n}") for n in range(self.size)
        ]

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, *self._starting, return_exceptions=True)
        await asyncio.gather(*map(self._end, list(self.processes)))
        for job in self._jobs:
            job.done.cancel()

    async def prepare(self, games: Iterable[str]) -> None:
        """Compile in a separate process, so that the workers stay free for jobs that need no
        compiled code. They load it when they need it."""
        process = await self._start_process()
        try:
            for game in games:
                result = await self._exchange(
                    process, {"kind": "prepare", "game": game}, FIRST_PATIENCE, unheard
                )
                if "error" in result:
                    LOG.error("%s could not be prepared: %s", game, result["error"])
        except FAILURES as error:
            LOG.warning("nothing more is prepared: %s", type(error).__name__)
        finally:
            await self._end(process)

    @property
    def is_idle(self) -> bool:
        return not self._jobs and self._busy < self.size

    # --- Jobs -------------------------------------------------------------------------------

    async def ask(self, request: Request, heard: Heard = unheard) -> Any:
        done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        # The length of an analysis does not count, because it makes way for other jobs.
        takes = 0.0 if request["kind"] == "analyse" else seconds_of(request) or 0.0
        due = time.monotonic() + WEIGHTS[request["kind"]] + takes
        await self._put(_Job(due, next(self._order), request, done, heard))
        return await done

    async def _put(self, job: _Job) -> None:
        async with self._wake:
            heapq.heappush(self._jobs, job)
            metrics.THINKING_QUEUE.set(len(self._jobs))
            self._wake.notify()
        self._give_way()

    # --- Workers ----------------------------------------------------------------------------

    async def _next(self) -> _Job:
        async with self._wake:
            while True:
                while not self._jobs:
                    await self._wake.wait()
                job = heapq.heappop(self._jobs)
                metrics.THINKING_QUEUE.set(len(self._jobs))
                if not job.done.done():
                    return job

    def _give_way(self) -> None:
        """If a job waits and all workers are busy, end the oldest analysis."""
        if not self._analyses or not self._jobs or self._busy < self.size:
            return
        began, process = self._analyses[0]
        rest = began + UNDISTURBED - time.monotonic()
        if rest > 0:
            asyncio.get_running_loop().call_later(rest, self._give_way)
        else:
            del self._analyses[0]
            _stop(process)

    def _within_budget(self, request: Request) -> Request:
        return within_budget(request, self.size, len(self._jobs) + self._busy)

    async def _work(self) -> None:
        """Run one worker: its process is started with the first job, and again after it died."""
        process: asyncio.subprocess.Process | None = None
        done: set[tuple[str, str]] = set()
        while True:
            job = await self._next()
            self._busy += 1
            try:
                if process is None or process.returncode is not None:
                    process, done = await self._start_process(), set()
                what = job.request["game"], str(job.request.get("level", job.request["kind"]))
                patience = PATIENCE if what in done else FIRST_PATIENCE
                result = await self._answer(process, job, patience)
                done.add(what)
                settle(job.done, result)
            except Exception as error:
                # After any error, or else this worker's place in the pool would stay empty.
                metrics.WORKERS_LOST.inc()
                unexpected = None if isinstance(error, FAILURES) else error
                LOG.warning("a worker died: %s", type(error).__name__, exc_info=unexpected)
                if process is not None:
                    await self._end(process)
                process = None
                await self._retry(job)
            finally:
                self._busy -= 1

    async def _answer(
        self, process: asyncio.subprocess.Process, job: _Job, patience: float
    ) -> dict[str, Any]:
        """Have a process do a job; returns its answer. An analysis ends early when it is cancelled,
        or to make way for other jobs."""
        request = self._within_budget(job.request)
        if request["kind"] != "analyse":
            return await self._exchange(process, request, patience, job.heard)
        going_on = time.monotonic(), process
        self._analyses.append(going_on)

        def stop(_: object) -> None:
            _stop(process)

        job.done.add_done_callback(stop)
        try:
            return await self._exchange(process, request, patience, job.heard)
        finally:
            job.done.remove_done_callback(stop)
            if going_on in self._analyses:
                self._analyses.remove(going_on)

    async def _start_process(self) -> asyncio.subprocess.Process:
        """Start a process. It is shielded: if the caller is cancelled, the process still starts,
        and `stop` can end it."""
        starting = asyncio.create_task(_start())
        self._starting.add(starting)
        starting.add_done_callback(self._started)
        return await asyncio.shield(starting)

    def _started(self, starting: asyncio.Task[asyncio.subprocess.Process]) -> None:
        self._starting.discard(starting)
        if not starting.cancelled() and starting.exception() is None:
            self.processes.add(starting.result())

    async def _end(self, process: asyncio.subprocess.Process) -> None:
        """Kill a process. It stays in `processes` until it has ended, so that `stop` finds it if
        this is cancelled."""
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()
        self.processes.discard(process)

    async def _retry(self, job: _Job) -> None:
        job.tries += 1
        if job.tries >= TRIES:
            if not job.done.done():
                job.done.set_exception(ThinkingFailed())
            return
        await self._put(job)


def _stop(process: asyncio.subprocess.Process) -> None:
    """Tell a process to end its analysis. It ignores this if the analysis has just ended."""
    if process.stdin is not None and not process.stdin.is_closing():
        with contextlib.suppress(*FAILURES):
            process.stdin.write(STOP)


def settle(done: asyncio.Future[Any], result: dict[str, Any]) -> None:
    """Set the result or error of a job from a worker's answer, if anybody still waits for it."""
    if done.done():
        return
    if "error" in result:
        LOG.error("a worker could not do a job: %s", result["error"])
        done.set_exception(ThinkingFailed(result["error"]))
    else:
        done.set_result(result["answer"])


async def _start() -> asyncio.subprocess.Process:
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "loseta.server.workers.worker",
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        limit=2**22,
        start_new_session=True,  # Ctrl-C goes to the server only
    )
