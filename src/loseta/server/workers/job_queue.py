"""The job queue between servers and workers, in Redis: one stream for quick jobs and one for jobs
with a time budget.

A job stays in its stream until it is answered or not wanted any more, so the length of a stream is
the number of open jobs. A worker keeps reporting which jobs it holds. A job without such a report
for DEAD_AFTER seconds goes to another worker, but only to MOST_DELIVERIES of them, because the job
itself may be what kills them. Answers go into a list for the server that asked. Steps that must
happen together are a script, which Redis runs atomically.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from loseta.server.redis_client import ResponseError, connect
from loseta.server.workers.thinking import Request, seconds_of

PREFIX = "loseta:"
VERSION = "2"
"""Part of all keys, so that workers only see jobs that they understand."""
GROUP = CONSUMER = "workers"
"""All workers share one name, because it only matters whether a job is held, not by which one."""
BEAT = 1.0
"""Seconds between two reports of a worker or a server."""
DEAD_AFTER = 5.0
"""Seconds without a report after which a worker or a server counts as dead."""
ALIVE_MS = int(DEAD_AFTER * 1000)
MOST_DELIVERIES = 3
"""How many workers may get the same job. If all of them died, the job may be the cause."""
LONGEST = 10_000
"""The most jobs in a stream, which limits the memory of Redis. Jobs that are dropped are put in
again by their servers."""
KEPT_SECONDS = 60
"""Seconds for which answers wait for their server."""

_ANSWER = """
if redis.call('XACK', KEYS[1], ARGV[1], ARGV[2]) == 0 then return 0 end
redis.call('XDEL', KEYS[1], ARGV[2])
if ARGV[3] ~= '' then
    redis.call('RPUSH', KEYS[2], ARGV[3])
    redis.call('EXPIRE', KEYS[2], ARGV[4])
end
return 1
"""
_ROLL_CALL = """
local time = redis.call('TIME')
local now = time[1] + time[2] / 1000000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - ARGV[1])
if ARGV[2] ~= '' then redis.call('ZADD', KEYS[1], now, ARGV[2]) end
return redis.call('ZRANGE', KEYS[1], 0, -1)
"""
"""Registers a worker and returns all live ones. It uses the clock of Redis, because those of the
machines may differ."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The place of a job in the queue."""

    stream: str
    id: str


@dataclass(frozen=True, slots=True)
class Job:
    """A job as a worker receives it."""

    entry: Entry
    server: str
    """The server that asks."""
    key: str
    """The server's own key for the job."""
    request: Request
    deliveries: int = 1
    """How many workers have received it so far."""


class JobQueue:
    """The queue of jobs. Every method may raise one of REDIS_ERRORS."""

    def __init__(self, url: str, prefix: str = PREFIX) -> None:
        self._redis = connect(url)
        keys = f"{prefix}thinking:{VERSION}:"
        self.quick, self.long = f"{keys}quick", f"{keys}long"
        self._workers = f"{keys}workers"
        self._answers = f"{keys}answers:"
        self._servers = f"{keys}server:"
        self._do_answer = self._redis.register_script(_ANSWER)
        self._call_roll = self._redis.register_script(_ROLL_CALL)

    async def close(self) -> None:
        await self._redis.aclose()

    async def check(self) -> None:
        """Raises one of REDIS_ERRORS if Redis cannot be reached."""
        await cast(Any, self._redis.ping())

    # --- For servers ------------------------------------------------------------------------

    async def put(self, server: str, key: str, request: Request) -> Entry:
        stream = self.quick if seconds_of(request) is None else self.long
        fields = {"server": server, "key": key, "request": json.dumps(request)}
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.set(self._servers + server, "", px=ALIVE_MS)
            pipe.xadd(stream, cast(Any, fields), maxlen=LONGEST, approximate=True)
            *_, found = await pipe.execute()
        return Entry(stream, str(found))

    async def say_alive(self, server: str) -> None:
        """Report that a server is alive and still wants its answers."""
        await self._redis.set(self._servers + server, "", px=ALIVE_MS)

    async def withdraw(self, entries: Iterable[Entry]) -> None:
        """Remove jobs that are not wanted any more."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for entry in entries:
                pipe.xdel(entry.stream, entry.id)
            await pipe.execute()

    async def next_answer(self, server: str, seconds: float) -> tuple[str, dict[str, Any]] | None:
        """The next answer or partial result for a server, with the key of its job; None if there is
        none within `seconds`."""
        found = await cast(Any, self._redis.blpop([self._answers + server], timeout=seconds))
        if found is None:
            return None
        result = json.loads(found[1])
        return result.pop("key"), result

    async def lost(self, server: str, entries: Collection[Entry]) -> set[Entry]:
        """The jobs that are lost, neither in a stream nor answered: Redis was restarted without
        them, or dropped them. The caller must have handled all answers that it has taken."""
        if not entries:
            return set()
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.llen(self._answers + server)
            for entry in entries:
                pipe.xrange(entry.stream, entry.id, entry.id)
            answers, *found = await pipe.execute()
        if answers:
            return set()
        return {entry for entry, kept in zip(entries, found, strict=True) if not kept}

    # --- For workers ------------------------------------------------------------------------

    async def roll_call(self, name: str = "", size: int = 0) -> int:
        """The number of live workers on all machines. With a name, first registers `size` workers
        under it."""
        own = f"{size}:{name}" if name else ""
        found = await self._call_roll(keys=[self._workers], args=[DEAD_AFTER, own])
        return sum(int(each.partition(":")[0]) for each in cast(list[str], found))

    async def sign_off(self, name: str, size: int) -> None:
        await cast(Any, self._redis.zrem(self._workers, f"{size}:{name}"))

    async def length(self) -> int:
        """The number of jobs that wait or run."""
        async with self._redis.pipeline(transaction=False) as pipe:
            pipe.xlen(self.quick)
            pipe.xlen(self.long)
            return sum(await pipe.execute())

    async def take(self, long_first: bool, seconds: float) -> list[Job]:
        """Take the next job, sometimes one from each stream; empty if there is none within
        `seconds`."""
        streams = (self.long, self.quick) if long_first else (self.quick, self.long)
        try:
            for stream in streams:
                if found := await self._read([stream], None):
                    return found
            return await self._read(streams, seconds)
        except ResponseError as error:
            await self._make_groups_after(error)
            return []

    async def take_over(self, most: int) -> list[Job]:
        """Take over at most `most` jobs of dead workers."""
        jobs: list[Job] = []
        try:
            for stream in (self.quick, self.long):
                if len(jobs) < most:
                    jobs += await self._claim(stream, most - len(jobs))
        except ResponseError as error:
            await self._make_groups_after(error)
        return jobs

    async def is_wanted(self, job: Job) -> bool:
        """Whether the server that asked is still alive."""
        return bool(await cast(Any, self._redis.exists(self._servers + job.server)))

    async def hold(self, entries: Sequence[Entry]) -> list[Entry]:
        """Report that jobs are being worked on. Returns those that are not wanted any more."""
        async with self._redis.pipeline(transaction=False) as pipe:
            for entry in entries:
                pipe.xclaim(entry.stream, GROUP, CONSUMER, 0, [entry.id], justid=True)
            found = await pipe.execute(raise_on_error=False)
        return [entry for entry, held in zip(entries, found, strict=True) if held == []]

    async def tell(self, job: Job, part: Any) -> None:
        """Send a partial result of a job."""
        answers = self._answers + job.server
        async with self._redis.pipeline(transaction=True) as pipe:
            pipe.rpush(answers, json.dumps({"key": job.key, "part": part}))
            pipe.expire(answers, KEPT_SECONDS)
            await pipe.execute()

    async def answer(self, job: Job, result: dict[str, Any] | None) -> bool:
        """Send the answer to a job and remove the job; with None, only remove it. Returns False if
        another worker has answered it already."""
        text = "" if result is None else json.dumps({"key": job.key, **result})
        keys = [job.entry.stream, self._answers + job.server]
        done = await self._do_answer(keys=keys, args=[GROUP, job.entry.id, text, KEPT_SECONDS])
        return bool(done)

    async def _make_groups_after(self, error: ResponseError) -> None:
        """Create the consumer groups, because Redis is new or came back empty. Any other error is
        raised again."""
        if not str(error).startswith("NOGROUP"):
            raise error
        for stream in (self.quick, self.long):
            try:
                await cast(Any, self._redis.xgroup_create(stream, GROUP, id="0", mkstream=True))
            except ResponseError as there_is_one:
                if not str(there_is_one).startswith("BUSYGROUP"):
                    raise

    async def _claim(self, stream: str, most: int) -> list[Job]:
        found = await cast(
            Any, self._redis.xautoclaim(stream, GROUP, CONSUMER, ALIVE_MS, count=most)
        )
        jobs = self._jobs([(stream, found[1])])
        async with self._redis.pipeline(transaction=False) as pipe:
            for job in jobs:
                pipe.xpending_range(stream, GROUP, job.entry.id, job.entry.id, 1)
            pending = await pipe.execute()
        return [
            replace(job, deliveries=each[0]["times_delivered"] if each else job.deliveries)
            for job, each in zip(jobs, pending, strict=True)
        ]

    async def _read(self, streams: Sequence[str], seconds: float | None) -> list[Job]:
        block = None if seconds is None else int(seconds * 1000)
        new = cast(Any, dict.fromkeys(streams, ">"))
        found = await cast(Any, self._redis.xreadgroup(GROUP, CONSUMER, new, count=1, block=block))
        return self._jobs(found)

    def _jobs(self, found: Iterable[tuple[str, Iterable[tuple[str, dict[str, str]]]]]) -> list[Job]:
        return [
            Job(Entry(stream, id_), fields["server"], fields["key"], json.loads(fields["request"]))
            for stream, entries in found
            for id_, fields in entries
            if fields  # an entry that was withdrawn meanwhile is empty
        ]
