"""The pool of remote workers: jobs go into the queue, and `loseta workers` answers them.

Games go on whatever happens to the queue. A job that was lost is put in again. While Redis cannot
be reached or there are no workers, a process of this server does the jobs. The first answer counts.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from loseta.server import metrics
from loseta.server.redis_client import REDIS_ERRORS
from loseta.server.workers.job_queue import BEAT, PREFIX, Entry, JobQueue
from loseta.server.workers.pool import FIRST_PATIENCE, Pool, settle
from loseta.server.workers.thinking import (
    Heard,
    Request,
    Thinking,
    ThinkingFailed,
    seconds_of,
    unheard,
)

LOG = logging.getLogger(__name__)
GRACE = 3.0
"""Seconds without a working queue after which this server does the jobs itself."""
PATIENCE = 60.0 + FIRST_PATIENCE
"""Seconds beyond its time budget after which a job is given up, because the workers are too
busy."""


@dataclass(eq=False)
class _Job:
    request: Request
    done: asyncio.Future[Any]
    heard: Heard = unheard
    entry: Entry | None = None
    putting: bool = False
    local_task: asyncio.Task[None] | None = None
    """The task of doing the job on this server, once it does so."""
    asked: float = field(default_factory=time.monotonic)


class RemotePool(Thinking):
    def __init__(self, url: str, prefix: str = PREFIX) -> None:
        """Raises Refusal for an invalid URL."""
        self._queue = JobQueue(url, prefix)
        self._own = Pool(1)  # starts its process with the first job
        self._name = secrets.token_hex(8)
        self._jobs: dict[str, _Job] = {}
        self._useless_since: float | None = None
        self._stopping = False  # checked as well: the Redis client may swallow a cancellation
        self._listening: asyncio.Task[None] | None = None
        self._withdrawing: set[asyncio.Task[None]] = set()

    def start(self) -> None:
        self._own.start()
        self._listening = asyncio.create_task(self._listen())

    async def stop(self) -> None:
        self._stopping = True
        if self._listening is not None:
            self._listening.cancel()
            await asyncio.gather(self._listening, return_exceptions=True)
        for job in self._jobs.values():
            job.done.cancel()
        while self._jobs or self._withdrawing:  # let the callers of `ask` finish
            await asyncio.sleep(0.01)
            await asyncio.gather(*self._withdrawing)
        await self._own.stop()
        with suppress(*REDIS_ERRORS):
            await self._queue.close()

    async def prepare(self, games: Iterable[str]) -> None:
        """Does nothing: `loseta workers` prepares at its own start."""

    @property
    def is_idle(self) -> bool:
        """Whether no job of this server waits; those of other servers are not known here."""
        return not self._jobs

    async def ask(self, request: Request, heard: Heard = unheard) -> Any:
        key = secrets.token_hex(8)
        job = _Job(request, asyncio.get_running_loop().create_future(), heard)
        self._jobs[key] = job
        metrics.THINKING_QUEUE.set(len(self._jobs))
        try:
            async with asyncio.timeout(PATIENCE + (seconds_of(request) or 0.0)):
                if self._is_useless():
                    self._do_locally(job)
                else:
                    await self._put(key, job)
                return await job.done
        except TimeoutError:
            raise ThinkingFailed from None
        finally:
            del self._jobs[key]
            metrics.THINKING_QUEUE.set(len(self._jobs))
            if job.local_task is not None:
                job.local_task.cancel()
            if job.entry is not None:
                withdrawing = asyncio.create_task(self._withdraw(job.entry))
                self._withdrawing.add(withdrawing)
                withdrawing.add_done_callback(self._withdrawing.discard)

    async def _put(self, key: str, job: _Job) -> None:
        """Put a job into the queue. If that fails, `_listen` tries again."""
        job.putting = True
        try:
            job.entry = await self._queue.put(self._name, key, job.request)
        except REDIS_ERRORS:
            job.entry = None
        finally:
            job.putting = False

    async def _withdraw(self, entry: Entry) -> None:
        with suppress(*REDIS_ERRORS):
            await self._queue.withdraw([entry])

    # --- Answers and lost jobs ----------------------------------------------------------------

    async def _listen(self) -> None:
        """Keep taking answers, and once per `BEAT` check for workers and lost jobs. One task does
        both, because a job counts as lost only when all answers have been taken."""
        looked = -BEAT
        while not self._stopping:
            try:
                found = await self._queue.next_answer(self._name, BEAT)
                if found is not None:
                    self._settle(*found)
                if time.monotonic() - looked >= BEAT:
                    looked = time.monotonic()
                    await self._queue.say_alive(self._name)
                    self._note_use(await self._queue.roll_call() > 0)
                    await self._put_lost_jobs()
            except REDIS_ERRORS as error:
                self._note_use(False, type(error).__name__)
                await asyncio.sleep(BEAT)
            if self._is_useless():
                for job in list(self._jobs.values()):
                    self._do_locally(job)

    def _settle(self, key: str, result: dict[str, Any]) -> None:
        job = self._jobs.get(key)
        if job is not None and "part" in result:
            job.heard(result["part"])
        elif job is not None:
            job.entry = None
            settle(job.done, result)

    def _note_use(self, of_use: bool, why: str = "no worker") -> None:
        if of_use:
            if self._useless_since is not None:
                LOG.info("the queue of the workers is there again")
            self._useless_since = None
        elif self._useless_since is None:
            LOG.warning("the queue of the workers is of no use: %s", why)
            self._useless_since = time.monotonic()

    def _is_useless(self) -> bool:
        since = self._useless_since
        return since is not None and time.monotonic() - since >= GRACE

    async def _put_lost_jobs(self) -> None:
        jobs = {key: job for key, job in self._jobs.items() if not job.putting}
        entries = {job.entry for job in jobs.values() if job.entry is not None}
        lost = await self._queue.lost(self._name, entries)
        for key, job in jobs.items():
            if key in self._jobs and (job.entry is None or job.entry in lost):
                await self._put(key, job)

    # --- Without the queue ----------------------------------------------------------------------

    def _do_locally(self, job: _Job) -> None:
        if job.local_task is None and not job.done.done():
            metrics.THINKING_AT_HOME.inc()
            job.local_task = asyncio.create_task(self._think_locally(job))

    async def _think_locally(self, job: _Job) -> None:
        try:
            result = {"answer": await self._own.ask(job.request, job.heard)}
        except ThinkingFailed as error:
            result = {"error": str(error)}
        settle(job.done, result)
