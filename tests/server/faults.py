"""Random faults of a cluster, determined by a seed."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from .cluster import TestCluster
from .servers import ServerProcess

T = TypeVar("T")
LONGEST = 8.0
"""Seconds that a part may be gone or stopped."""
LONGEST_STALL = 13.0
"""Seconds that nothing may pass: longer than a server waits for an answer."""


class Faults:
    """Each kind at least once, if there is time for it. Several may be there at once."""

    def __init__(self, cluster: TestCluster, seed: str, note: Callable[[str], None]) -> None:
        self._cluster = cluster
        self._chance = random.Random(seed)
        self._note = note
        self._busy: set[object] = set()
        """Parts that something is wrong with: one thing at a time."""
        self._tasks: set[asyncio.Task[None]] = set()
        self.counts: Counter[str] = Counter()
        self._kinds: dict[str, Callable[[], Awaitable[None]]] = {
            "server killed": self._kill_server,
            "all servers killed": self._kill_all_servers,
            "server stopped": self._stop_server,
            "servers replaced": self._replace_servers,
            "worker killed": self._kill_worker,
            "Redis killed": self._kill_redis,
            "PostgreSQL restarted": self._restart_postgres,
            "PostgreSQL killed": self._kill_postgres,
            "connections dropped": self._drop,
            "bytes delayed": self._delay,
            "bytes stalled": self._stall,
        }

    async def rage(self, seconds: float) -> None:
        """For so long; then mend everything."""
        loop = asyncio.get_running_loop()
        until = loop.time() + seconds
        kinds: list[str] = []
        while loop.time() < until:
            if not kinds:
                kinds = self._chance.sample(list(self._kinds), len(self._kinds))
            self._begin(kinds.pop())
            await asyncio.sleep(self._chance.uniform(1.0, 4.0))
        await asyncio.gather(*self._tasks)

    def _begin(self, kind: str) -> None:
        task = asyncio.ensure_future(self._kinds[kind]())
        self._tasks.add(task)

    async def _take(self, kind: str, *parts: T) -> T:
        """One that nothing is wrong with, drawn by lot."""
        while not (free := [part for part in parts if part not in self._busy]):
            await asyncio.sleep(0.1)
        part = self._chance.choice(free)
        self._busy.add(part)
        self.counts[kind] += 1
        return part

    # --- Processes ----------------------------------------------------------------------------

    async def _kill_server(self) -> None:
        pause = self._chance.choice([0.0, self._chance.uniform(0, LONGEST)])
        await self._kill(await self._take("server killed", *self._cluster.servers), pause)

    async def _kill_all_servers(self) -> None:
        pause = self._chance.uniform(0, LONGEST)
        servers = [each for each in self._cluster.servers if each not in self._busy]
        self._busy.update(servers)
        self.counts["all servers killed"] += 1
        await asyncio.gather(*(self._kill(server, pause) for server in servers))

    async def _kill(self, server: ServerProcess, pause: float) -> None:
        self._note(f"kill server {self._cluster.servers.index(server)}, back in {pause:.1f} s")
        await asyncio.to_thread(server.kill)
        await asyncio.sleep(pause)
        await self._insist(server.start, server.kill)
        self._note(f"server {self._cluster.servers.index(server)} is back")
        self._busy.discard(server)

    async def _insist(self, start: Callable[[], None], kill: Callable[[], object]) -> None:
        """A process does not start while what it needs is not there."""
        while True:
            try:
                await asyncio.to_thread(start)
            except AssertionError:
                await asyncio.to_thread(kill)
                await asyncio.sleep(0.5)
            else:
                return

    async def _stop_server(self) -> None:
        """SIGSTOP: it does nothing, and does not know."""
        seconds = self._chance.uniform(0.5, LONGEST)
        server = await self._take("server stopped", *self._cluster.servers)
        self._note(f"stop server {self._cluster.servers.index(server)} for {seconds:.1f} s")
        os.kill(server.pid, signal.SIGSTOP)
        await asyncio.sleep(seconds)
        os.kill(server.pid, signal.SIGCONT)
        self._busy.discard(server)

    async def _replace_servers(self) -> None:
        """As an upgrade does: each is asked to end, and the next one when it is back."""
        self.counts["servers replaced"] += 1
        for number, server in enumerate(self._cluster.servers):
            while server in self._busy:
                await asyncio.sleep(0.1)
            self._busy.add(server)
            self._note(f"replace server {number}")
            await asyncio.to_thread(server.stop)
            await self._insist(server.start, server.kill)
            self._note(f"server {number} is replaced")
            self._busy.discard(server)

    async def _kill_worker(self) -> None:
        pause = self._chance.uniform(0, LONGEST)
        workers = await self._take("worker killed", self._cluster.workers)
        assert workers is not None
        self._note(f"kill the worker, back in {pause:.1f} s")
        await asyncio.to_thread(workers.kill)
        await asyncio.sleep(pause)
        await self._insist(workers.start, workers.kill)
        self._busy.discard(workers)

    async def _kill_redis(self) -> None:
        pause = self._chance.uniform(0, LONGEST)
        redis = await self._take("Redis killed", self._cluster.redis)
        self._note(f"kill Redis, back in {pause:.1f} s")
        await asyncio.to_thread(redis.kill)
        await asyncio.sleep(pause)
        await asyncio.to_thread(redis.start)
        self._busy.discard(redis)

    async def _restart_postgres(self) -> None:
        await self._postgres_away("PostgreSQL restarted", 0.0, lambda: None)

    async def _kill_postgres(self) -> None:
        pause = self._chance.uniform(0, LONGEST)
        await self._postgres_away("PostgreSQL killed", pause, self._cluster.postgres.kill)

    async def _postgres_away(self, kind: str, pause: float, kill: Callable[[], None]) -> None:
        postgres = await self._take(kind, self._cluster.postgres)
        self._note(f"{kind}, back in {pause:.1f} s")
        await asyncio.to_thread(kill)
        await asyncio.sleep(pause)
        await asyncio.to_thread(postgres.restart)
        self._note("PostgreSQL is back")
        self._busy.discard(postgres)

    # --- The network ----------------------------------------------------------------------------

    async def _drop(self) -> None:
        relay = await self._take("connections dropped", *self._cluster.relays)
        self._note(f"drop {relay.name}")
        relay.drop()
        self._busy.discard(relay)

    async def _delay(self) -> None:
        seconds = self._chance.uniform(1, LONGEST)
        relay = await self._take("bytes delayed", *self._cluster.relays)
        self._note(f"delay {relay.name} for {seconds:.1f} s")
        await relay.delay(seconds, self._chance.uniform(0.01, 0.3))
        self._busy.discard(relay)

    async def _stall(self) -> None:
        seconds = self._chance.uniform(1, LONGEST_STALL)
        relay = await self._take("bytes stalled", *self._cluster.relays)
        self._note(f"stall {relay.name} for {seconds:.1f} s")
        await relay.stall(seconds)
        if self._chance.random() < 0.5:
            relay.drop()
        self._busy.discard(relay)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        with suppress(asyncio.CancelledError):
            await asyncio.gather(*self._tasks, return_exceptions=True)
