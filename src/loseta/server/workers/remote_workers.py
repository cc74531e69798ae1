"""The command `loseta workers`: takes jobs from the queue, has a local pool do them, and puts their
answers into the queue."""

from __future__ import annotations

import asyncio
import logging
import secrets
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from loseta.server.redis_client import REDIS_ERRORS
from loseta.server.workers.job_queue import BEAT, MOST_DELIVERIES, Entry, Job, JobQueue
from loseta.server.workers.pool import Pool
from loseta.server.workers.thinking import Request, ThinkingFailed, within_budget

LOG = logging.getLogger(__name__)
LONG_EVERY = 4
"""Quick jobs go first, but every time this many jobs were taken, a waiting long one comes next. So
no job waits forever."""
TRIES_SECONDS = 30.0
"""Seconds for which sending an answer is retried while Redis cannot be reached."""
FINISHING_SECONDS = 15.0
"""Seconds that running jobs have to finish once this process is asked to stop."""


class RemoteWorkers:
    def __init__(self, queue: JobQueue, pool: Pool) -> None:
        self._queue = queue
        self._pool = pool
        self._name = secrets.token_hex(8)
        self._held: dict[Entry, asyncio.Task[None]] = {}
        self._stopping = False  # checked as well: the Redis client may swallow a cancellation
        self._freed = asyncio.Event()
        self._taken = 0

    async def run(self, stop: asyncio.Event, ready: Callable[[], None]) -> None:
        """Work until `stop` is set. Raises one of REDIS_ERRORS if Redis cannot be reached at the
        start; later it waits until Redis is back."""
        await self._queue.roll_call(self._name, self._pool.size)
        self._pool.start()
        ready()
        tasks = [asyncio.create_task(self._take()), asyncio.create_task(self._beat())]
        try:
            await stop.wait()
            self._stopping = True
            tasks[0].cancel()
            with suppress(*REDIS_ERRORS):
                await self._queue.sign_off(self._name, self._pool.size)
            if self._held:
                await asyncio.wait(self._held.values(), timeout=FINISHING_SECONDS)
        finally:
            tasks += self._held.values()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._pool.stop()
            with suppress(*REDIS_ERRORS):
                await self._queue.close()

    async def _take(self) -> None:
        looked = time.monotonic()
        while not self._stopping:
            free = self._pool.size - len(self._held)
            if free <= 0:
                self._freed.clear()
                await self._freed.wait()
                continue
            try:
                jobs: list[Job] = []
                if time.monotonic() - looked >= BEAT:
                    looked = time.monotonic()
                    jobs = await self._queue.take_over(free)
                if not jobs:
                    long_first = self._taken % LONG_EVERY == LONG_EVERY - 1
                    jobs = await self._queue.take(long_first, BEAT)
                    self._taken += len(jobs)
                for job in jobs:
                    self._begin(job)
            except REDIS_ERRORS as error:
                LOG.warning("no jobs can be had: %s", type(error).__name__)
                await asyncio.sleep(BEAT)

    def _begin(self, job: Job) -> None:
        if job.entry in self._held:  # this machine stalled, so its own job counted as abandoned
            return
        self._held[job.entry] = task = asyncio.create_task(self._do(job))
        task.add_done_callback(lambda _: self._end(job.entry))

    def _end(self, entry: Entry) -> None:
        del self._held[entry]
        self._freed.set()

    async def _beat(self) -> None:
        """Keep reporting that this process is alive and which jobs it holds; cancel those that are
        not wanted any more."""
        while not self._stopping or self._held:
            try:
                if not self._stopping:
                    await self._queue.roll_call(self._name, self._pool.size)
                for entry in await self._queue.hold(list(self._held)):
                    if entry in self._held:
                        self._held[entry].cancel()
            except REDIS_ERRORS:
                pass  # `_take` logs it
            await asyncio.sleep(BEAT)

    async def _do(self, job: Job) -> None:
        result: dict[str, Any] | None
        try:
            if job.deliveries > MOST_DELIVERIES:
                LOG.error("a job is given up: all who had it died")
                result = {"error": "all who had it died"}
            elif await self._queue.is_wanted(job):
                workers, jobs = await self._queue.roll_call(), await self._queue.length()
                request = within_budget(job.request, max(workers, 1), jobs)
                result = {"answer": await self._ask(job, request)}
            else:
                result = None
        except ThinkingFailed as error:
            result = {"error": str(error)}
        except REDIS_ERRORS:
            return  # another worker will take the job over
        await self._answer(job, result)

    async def _ask(self, job: Job, request: Request) -> Any:
        """Have the pool do a job, and pass on its partial results; if they come too fast, only the
        latest ones."""
        news: asyncio.Queue[Any] = asyncio.Queue()
        over = False  # checked as well: the Redis client may swallow a cancellation

        async def pass_on() -> None:
            while not over:
                part = await news.get()
                while not news.empty():
                    part = news.get_nowait()
                with suppress(*REDIS_ERRORS):
                    await self._queue.tell(job, part)

        passing = asyncio.create_task(pass_on())
        try:
            return await self._pool.ask(request, news.put_nowait)
        finally:
            over = True
            passing.cancel()
            await asyncio.gather(passing, return_exceptions=True)

    async def _answer(self, job: Job, result: dict[str, Any] | None) -> None:
        since = time.monotonic()
        while time.monotonic() - since < TRIES_SECONDS:
            try:
                await self._queue.answer(job, result)
                return
            except REDIS_ERRORS:
                await asyncio.sleep(BEAT)
