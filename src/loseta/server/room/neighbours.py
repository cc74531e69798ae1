"""The other processes that serve the same database: which of them are alive, who is connected to
them, and which of their events the bus has not delivered."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Iterator, Mapping
from itertools import islice

from loseta.game import Refusal
from loseta.server import metrics
from loseta.server.match.uptime import SharedUptime
from loseta.server.room.bus import Bus, Notice
from loseta.server.room.leases import SharedLeases
from loseta.server.room.room import Room
from loseta.server.store import Cluster, Counts, Store, Unavailable

LOG = logging.getLogger(__name__)
PRESENCE_PAUSE = 0.1
"""Seconds between two writes of this process's presence to the database."""
PAUSE = 0.5
"""Seconds between two readings of the log while the bus may lose messages."""
SELDOM = 15.0
"""The same while the bus works, in case it has lost messages without noticing."""
AT_ONCE = 500
"""The most tables in one query."""


class Neighbours:
    def __init__(
        self,
        store: Store,
        cluster: Cluster,
        uptime: SharedUptime,
        leases: SharedLeases,
        rooms: Mapping[str, Room],
    ) -> None:
        self._store = store
        self._cluster = cluster
        self._uptime = uptime
        self._leases = leases
        self._rooms = rooms
        self._presence: dict[str, Counts] = {}
        """Who is connected to this process, for the tables where that is not stored yet."""
        self._gap = asyncio.Event()
        self._missed: set[str] = set()
        """Games whose messages may have been lost."""
        self._missed_any = False
        """Whether messages of any game may have been lost."""
        self._live: frozenset[str] = frozenset()
        self._tasks: list[asyncio.Task[None]] = []
        uptime.on_outage = self._recount_clocks

    def start(self, bus: Bus) -> None:
        bus.subscribe(self._hear)
        works = self._store_presence(), self._follow(bus), self._forget_the_dead()
        self._tasks = [asyncio.create_task(work) for work in works]

    async def freeze(self) -> None:
        """Stop all background work."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def stop(self) -> None:
        """Stop, and leave the cluster: its leases and presence are removed."""
        await self.freeze()
        try:
            await self._cluster.leave()
        except Unavailable:
            LOG.warning("the database is not there at the end")

    async def _forget_the_dead(self) -> None:
        with contextlib.suppress(Unavailable):  # the next process that starts does it
            await self._cluster.forget_the_dead()

    def note_gap(self, game: str | None = None) -> None:
        """Note that the bus may have lost messages of one game, or (None) of any."""
        if game is None:
            self._missed_any = True
        else:
            self._missed.add(game)
        self._gap.set()

    async def welcome(self, room: Room) -> None:
        """Read who is connected elsewhere to a table that was just loaded. Raises Unavailable."""
        found = await self._cluster.presence_of([room.id])
        for process, counts in found[room.id].items():
            room.presence.learn(process, counts)

    # --- Presence -----------------------------------------------------------------------------

    def _hear(self, notice: Notice) -> None:
        if notice.kind == "presence" and not notice.process and notice.presence is not None:
            self._presence[notice.game] = notice.presence

    async def _store_presence(self) -> None:
        while True:
            await asyncio.sleep(PRESENCE_PAUSE)
            changed = dict(islice(self._presence.items(), AT_ONCE))
            if not changed:
                continue
            try:
                await self._cluster.set_presence(changed)
            except Unavailable:
                await asyncio.sleep(PAUSE)
                continue
            for game, counts in changed.items():
                if self._presence.get(game) is counts:
                    del self._presence[game]

    # --- After each heartbeat -----------------------------------------------------------------

    async def after_beat(self) -> None:
        """React to processes that came or died, and release leases that another process should
        hold. Raises Unavailable."""
        if self._uptime.live != self._live:
            # A process that died could not publish its last changes, and the presence of one that
            # counted as dead was forgotten.
            self._live = self._uptime.live
            self.note_gap()
        metrics.PROCESSES.set(len(self._uptime.live))
        metrics.LEASES.set(len(self._leases.games))
        for room in list(self._rooms.values()):
            if room.presence.forget_all_but(self._uptime.live):
                room.tell_table()
        for game in self._leases.games:
            room_held = self._rooms.get(game)
            if room_held is None or (
                not room_held.connections and room_held.presence.is_used_elsewhere
            ):
                await self._leases.release(game)  # to the process with the connections

    def _recount_clocks(self, began: int) -> None:
        for room in list(self._rooms.values()):
            log = room.match.log
            if log is not None and log.clock is not None and log.at > began:
                self._tasks.append(asyncio.create_task(self._recount(room, began)))
        self._tasks = [task for task in self._tasks if not task.done()]

    async def _recount(self, room: Room, began: int) -> None:
        try:
            await room.recount_clocks(began)
        except Refusal:
            return  # the log was discarded: loading it again computes the clocks correctly

    # --- Reading what was missed --------------------------------------------------------------

    async def _follow(self, bus: Bus) -> None:
        """Keep reading the log of the loaded tables, more often while the bus may lose messages."""
        looked = time.monotonic()
        while True:
            metrics.BUS_HEALTHY.set(bus.is_healthy)
            self._cluster.hears = bus.is_healthy
            try:
                async with asyncio.timeout(PAUSE):
                    await self._gap.wait()
            except TimeoutError:
                hears_all = bus.is_healthy and self._uptime.all_hear
                if hears_all and time.monotonic() - looked < SELDOM:
                    continue
                self._missed_any = True
            self._gap.clear()
            missed, self._missed = self._missed, set()
            if self._missed_any:
                self._missed_any, looked = False, time.monotonic()
                missed = set(self._rooms)
            try:
                for games in _parts(sorted(missed & self._rooms.keys())):
                    await self._read_logs(games)
            except Unavailable:
                LOG.warning("the log cannot be read")
                await asyncio.sleep(PAUSE)
                self._missed |= missed
                self._gap.set()

    async def _read_logs(self, games: list[str]) -> None:
        numbers = await self._cluster.last_events(games)
        seats = await self._store.seats_of(games)
        presence = await self._cluster.presence_of(games)
        for game in games:
            room = self._rooms.get(game)
            if room is None:
                continue
            news = [room.presence.learn(*each) for each in presence[game].items()]
            if any(news):
                room.tell_table()
            if seats[game] != room.match.seats:
                room.reload_soon()
            room.hear_of(numbers.get(game, 0))


def _parts(games: list[str]) -> Iterator[list[str]]:
    for first in range(0, len(games), AT_ONCE):
        yield games[first : first + AT_ONCE]
