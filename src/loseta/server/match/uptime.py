"""The server's uptime: heartbeats and outages. Players' clocks stand still while the server is not
running or cannot store anything."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from loseta.server.match.clock import Outages
from loseta.server.match.time_source import TimeSource
from loseta.server.store import ALIVE, Cluster, Store, Unavailable
from loseta.server.store_errors import store_errors

HEARTBEAT = 2.0
"""Seconds between two heartbeats. After a crash, clocks are off by no more than this."""
PATIENCE = 3 * HEARTBEAT
"""Seconds without a heartbeat that count as an outage even if the server was running: the computer
was asleep or too busy."""


class Uptime:
    heartbeat = HEARTBEAT

    def __init__(self, store: Store, time_source: TimeSource | None = None) -> None:
        self.time = time_source or TimeSource()
        self.outages = Outages()
        self._store = store
        self._alive = 0
        """The time of the last heartbeat that was stored."""
        self._noting = asyncio.Lock()

    def now(self) -> int:
        return self.time.now()

    async def resume(self) -> None:
        """Start the time source where the server last stopped, or later. Then no event or outage
        lies in the future, even if the computer's clock was wrong in the past; otherwise players'
        clocks would stand still until that time."""
        alive = int(await self._store.setting(ALIVE, str(self.time.date())) or 0)
        last = await self._store.last_clocked_event()
        # A recent event also proves that the server was running. One long after the last heartbeat
        # does not: an older version stored it while the computer's clock was ahead.
        self._alive = last if 0 < last - alive <= 1000 * PATIENCE else alive
        self.time.start(max(alive, last))
        await self._store.end_outages(self.now())
        self.outages = Outages(await self._store.outages())
        await self.note_alive(patience=0)

    async def note_alive(self, patience: float = PATIENCE) -> None:
        """Store a heartbeat. If the last one is more than `patience` seconds old, or storing has
        failed since, store the time between as an outage. Raises Unavailable if nothing can be
        stored."""
        async with self._noting:
            now = self.now()
            was_away = self._store.failed or now - self._alive > 1000 * patience
            await self._store.set_alive(now, self._alive if was_away else None)
            if was_away:
                self.outages.add(self._alive, now)
            self._alive = now

    async def note_outage(self) -> None:
        """Store an outage that has just ended, if there was one, before clocks are checked. Raises
        Refused."""
        if self._store.failed or self.now() - self._alive > 1000 * PATIENCE:
            with store_errors():
                await self.note_alive()

    async def learn(self) -> bool:
        """Read outages that other processes noted; returns whether any are new. A single server has
        none to read. Raises Refused."""
        return False


class SharedUptime(Uptime):
    """The uptime of several servers with one database: an outage is a time in which none of them
    was running. All follow the database's clock and read the outages that others noted."""

    heartbeat = 1.0

    def __init__(
        self, store: Store, cluster: Cluster, time_source: TimeSource | None = None
    ) -> None:
        super().__init__(store, time_source)
        self.live: frozenset[str] = frozenset()
        """The processes that are alive."""
        self.all_hear = True
        """Whether the bus reaches all live processes."""
        self.on_outage: Callable[[int], None] = lambda began: None
        """Called with the beginning of each newly known outage."""
        self._cluster = cluster
        self._known_until = 0

    async def resume(self) -> None:
        self.outages = Outages(await self._store.outages())
        await self.note_alive()

    async def note_alive(self, patience: float = 3 * heartbeat) -> None:
        async with self._noting:
            failed = self._store.failed
            try:
                # Outages that end at the same time as the last known one may be new, too.
                since = self._known_until - 1
                beat = await self._cluster.beat(ALIVE, int(1000 * patience), failed, since)
            except Unavailable:
                self._store.failed = True
                raise
            self._store.failed = False
            self.time.follow(beat.now)
            self.live, self.all_hear = beat.live, beat.all_hear
            self._alive = self.now()
            for began, ended in beat.outages:
                self._known_until = max(self._known_until, ended)
                if self.outages.between(began, ended) < ended - began:
                    self.outages.add(began, ended)
                    self.on_outage(began)

    async def note_outage(self) -> None:
        if self._store.failed or self.now() - self._alive > 3000 * self.heartbeat:
            with store_errors():
                await self.note_alive()

    async def learn(self) -> bool:
        before = self.outages.between(0, self.now())
        with store_errors():
            await self.note_alive()
        return self.outages.between(0, self.now()) > before
