"""The lobby: all rooms of this process. Opening a table, taking a seat, coming back to it."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Collection, Coroutine
from dataclasses import replace
from typing import Any

from loseta import __version__
from loseta.games import games_with
from loseta.server import metrics
from loseta.server.ids import fresh_id, is_id
from loseta.server.match.commands import DeclineRematch, OfferRematch
from loseta.server.match.match import Match
from loseta.server.match.time_source import TimeSource
from loseta.server.match.uptime import SharedUptime, Uptime
from loseta.server.refusals import Refused
from loseta.server.room.bus import Bus, LocalBus, Notice
from loseta.server.room.clock_timers import WATCH, ClockTimers
from loseta.server.room.computer_players import ComputerPlayers
from loseta.server.room.connection import RESTART, Connection
from loseta.server.room.keys import Keys, fresh_key
from loseta.server.room.leases import Leases, LocalLeases, SharedLeases
from loseta.server.room.neighbours import Neighbours
from loseta.server.room.open_tables import OpenTables
from loseta.server.room.room import Room
from loseta.server.room.table_setup import TableSetup, check_level
from loseta.server.settings import Settings
from loseta.server.store import Cluster, Committer, Conflict, Database, Store, Unavailable
from loseta.server.store_errors import store_errors
from loseta.server.workers import make_pool

LOG = logging.getLogger(__name__)
SHARED_WATCH = 2.0
"""`WATCH` for a cluster, where the process that watches a clock may die and another must take
over."""


def _redis_bus(
    url: str, database: Database, process: str, gap: Callable[[str | None], None]
) -> Bus:
    """The bus over Redis. Raises Refusal if the extra is missing, or for an invalid URL."""
    from loseta.server.room.redis_bus import RedisBus  # needs the extra loseta[redis]

    return RedisBus(url, database.name, process, gap)


class Lobby:
    def __init__(
        self,
        settings: Settings,
        time_source: TimeSource | None = None,
        committer: Callable[[Database], Committer] = Committer,
    ) -> None:
        self.settings = settings
        self.rooms: dict[str, Room] = {}
        database = Database(settings.database_url, shared=bool(settings.bus))
        self.store = Store(database, committer)
        self.uptime: Uptime
        self.bus: Bus
        self.leases: Leases
        self._neighbours: Neighbours | None = None
        games_due, pause = self.store.games_due, WATCH
        if settings.bus:
            cluster = Cluster(database, fresh_id(), __version__)
            self.uptime = uptime = SharedUptime(self.store, cluster, time_source)
            self.leases = leases = SharedLeases(cluster)
            self._neighbours = Neighbours(self.store, cluster, uptime, leases, self.rooms)
            gap = self._neighbours.note_gap
            self.bus = _redis_bus(settings.bus, database, cluster.process, gap)
            games_due, pause = cluster.unheld_games_due, SHARED_WATCH
        else:
            self.uptime = Uptime(self.store, time_source)
            self.leases = LocalLeases()
            self.bus = LocalBus()
        self.pool = make_pool(settings)
        self.keys = Keys("")
        listed = settings.limits.listed_seconds
        self.open_tables = OpenTables(self.store, self.uptime, self.rooms, listed)
        self._loading: dict[str, asyncio.Task[Room]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened = False
        idle = settings.limits.idle_seconds
        self._computers = ComputerPlayers(self.pool, self.rooms, self.leases, idle)
        self.timers = ClockTimers(self.uptime, self.rooms, self.leases, games_due, self.room, pause)
        self.bus.subscribe(self._computers.hear)
        self.bus.subscribe(self.timers.hear)

    # --- Startup and shutdown -----------------------------------------------------------------

    async def open(self) -> None:
        await self.store.open()
        self.keys = Keys(str(await self.store.setting("key", fresh_key())))
        await self.uptime.resume()
        await self.bus.start()
        metrics.CAN_STORE.set(1)
        metrics.PROCESSES.set(1)
        metrics.BUS_HEALTHY.set(1)
        if self._neighbours is not None:
            self._neighbours.start(self.bus)
        self._opened = True
        self.pool.start()
        if self.settings.prepare:
            self._spawn(self.pool.prepare(games_with("players.search")))
        self._spawn(self._beat())
        self._spawn(self._sweep())
        self._spawn(self._keep_tables_open())
        self._spawn(self.timers.watch())

    async def say_goodbye(self) -> None:
        """Notify all clients that the server shuts down; they reconnect by themselves."""
        pumps = []
        for room in self.rooms.values():
            for connection in list(room.connections):
                connection.close(RESTART, "restart")
                pumps.append(connection.closed.wait())
        if pumps:
            await asyncio.wait([asyncio.ensure_future(each) for each in pumps], timeout=2.0)

    async def freeze(self) -> None:
        """Stop all background work."""
        tasks = [*self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._neighbours is not None:
            await self._neighbours.freeze()
        await self.timers.stop()
        await self._computers.stop()

    async def close(self) -> None:
        if not self._opened:
            await self.store.close()
            return
        await self.freeze()
        await self.pool.stop()
        try:
            await self.uptime.note_alive()
        except (Unavailable, Conflict):
            LOG.warning("the database is not there at the end")
        if self._neighbours is not None:
            await self._neighbours.stop()
        await self.bus.stop()
        await self.store.close()

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.uptime.heartbeat)
            try:
                await self.uptime.note_alive()
                metrics.CAN_STORE.set(1)
                if self._neighbours is not None:
                    await self._neighbours.after_beat()
            except (Unavailable, Conflict):
                metrics.CAN_STORE.set(0)
                LOG.warning("the database is not there")

    async def _sweep(self) -> None:
        """Unload idle rooms; they are loaded again when needed."""
        while True:
            await asyncio.sleep(min(10.0, self.settings.limits.idle_seconds))
            for room in list(self.rooms.values()):
                if self._is_idle(room):
                    del self.rooms[room.id]
                    self.timers.forget(room.id)
                    room.close()
                    await self._release(room.id)
            metrics.TABLES.set(len(self.rooms))

    async def _keep_tables_open(self) -> None:
        """Keep open tables listed while their hosts are connected here."""
        while True:
            await asyncio.sleep(self.settings.limits.listed_seconds / 3)
            await self._renew_open_tables()

    async def _renew_open_tables(self, rooms: Collection[Room] | None = None) -> None:
        try:
            await self.open_tables.renew(rooms)
        except (Unavailable, Conflict):
            LOG.warning("the open tables could not be kept on their list")

    async def _release(self, game: str) -> None:
        try:
            await self.leases.release(game)
        except Unavailable:
            LOG.warning("a lease could not be released")

    def _is_idle(self, room: Room) -> bool:
        return (
            not room.connections
            and time.monotonic() - room.used > self.settings.limits.idle_seconds
            and not self.timers.is_due_soon(room)
            and not self._computers.busy_at(room)
        )

    # --- Rooms --------------------------------------------------------------------------------

    async def room(self, game: str) -> Room:
        """The room of a table, loaded if necessary. Raises Refused."""
        if not is_id(game):
            raise Refused("unknown_table")
        found = self.rooms.get(game)
        if found is not None:
            found.used = time.monotonic()
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)  # one caller's cancellation must not affect the others

    async def room_for(self, identity: str, game: str) -> Room:
        """As `room`, but sees a seat that this guest has just taken at another process, even before
        the bus reports it. Raises Refused."""
        room = await self.room(game)
        is_open = any(seat.kind == "open" for seat in room.match.seats)
        if self.is_shared and is_open and room.seat_of(identity) is None:
            await room.reload_seats(publish=False)
        return room

    async def _load(self, game: str) -> Room:
        with store_errors():
            row = await self.store.game(game)
            if row is None:
                raise Refused("unknown_table")
            seats = await self.store.seats(game)
        return await self._add(Match(self.store, row, seats, self.uptime))

    async def _add(self, match: Match) -> Room:
        """Add a room for a match, start its timer and prompt its computer players. Raises
        Refused."""
        room = Room(match, self.bus)
        try:
            await room.ready()
            if self._neighbours is not None:
                with store_errors():
                    await self._neighbours.welcome(room)
        except BaseException:
            room.close()
            raise
        self.rooms[room.id] = room
        if self._neighbours is not None:
            self._neighbours.note_gap(room.id)  # others may have stored events meanwhile
        metrics.TABLES.set(len(self.rooms))
        self.timers.set(room)
        self._computers.prompt(room)
        return room

    def enter(self, room: Room, connection: Connection) -> None:
        """Add a connection to a room, and prompt its computer players, which pause while nobody is
        there."""
        room.enter(connection)
        self._computers.prompt(room)
        row = room.match.row
        if connection.identity == row.host and row.listed_until is not None:
            self._spawn(self._renew_open_tables([room]))  # it may have been off the list

    # --- Tables -------------------------------------------------------------------------------

    async def open_table(self, identity: str, setup: TableSetup) -> Room:
        """Open a table for its host. Raises Refusal."""
        row, seats = setup.rows(identity, self.uptime.time.date())
        await self._check_tables_of(identity)
        if setup.listed:
            row = replace(row, listed_until=self.open_tables.until(row))
        with store_errors():
            await self.store.add_game(row, seats)
            named = await self.store.seats(row.id)
        self.open_tables.forget()
        return await self._add(Match(self.store, row, named, self.uptime, is_new=True))

    async def _check_tables_of(self, identity: str) -> None:
        """Raises Refused if a guest has as many open tables as allowed."""
        most = self.settings.limits.tables_per_guest
        with store_errors():
            if await self.store.open_games_of(identity) >= most:
                raise Refused("too_many_tables", n=most)

    async def _seated(self, game: str) -> Room:
        """Reload a table after a seat was taken; the game starts if that was the last one."""
        room = await self.room(game)
        await room.reload_seats()
        self.open_tables.forget()
        return room

    async def sit_down(self, identity: str, game: str) -> Room:
        """Take a free seat of a table that anybody may join. Raises Refused."""
        room = await self.room(game)
        for _ in room.match.seats:
            await room.reload_seats(publish=False)  # others may be taking seats at the same time
            if room.seat_of(identity) is not None:
                return room
            free = next((seat for seat in room.match.seats if seat.kind == "open"), None)
            if free is None:
                raise Refused("seat_taken")
            if not self.open_tables.is_listed(room.match.row):
                raise Refused("not_listed")
            try:
                with store_errors():
                    await self.store.take_seat(game, free.seat, free.invitation, identity)
            except Conflict:
                continue
            return await self._seated(game)
        raise Refused("seat_taken")

    async def join(self, identity: str, game: str, secret: str) -> Room:
        """Take the seat that an invitation is for. Raises Refused."""
        room = await self.room(game)
        for seat in room.match.seats:
            if self.keys.is_invitation(secret, game, seat.seat, seat.invitation):
                break
        else:
            raise Refused("bad_invitation")
        held = room.seat_of(identity)
        if held == seat.seat:  # the link was opened once more
            await room.ready()
            return room
        if held is not None:
            raise Refused("two_seats")
        try:
            with store_errors():
                await self.store.take_seat(game, seat.seat, seat.invitation, identity)
        except Conflict:
            # It may be theirs, taken at another process that failed before it answered.
            if (await self._seated(game)).seat_of(identity) != seat.seat:
                raise Refused("seat_taken") from None
            return room
        return await self._seated(game)

    async def fill(self, identity: str, game: str, seat: int, level: str) -> Room:
        """The host puts a computer player into an open seat. Raises Refused."""
        room = await self.room(game)
        if room.match.row.host != identity:
            raise Refused("not_yours")
        check_level(level, room.match.row.game)
        try:
            with store_errors():
                await self.store.fill_seat(game, seat, level)
        except Conflict:
            raise Refused("seat_taken") from None
        return await self._seated(game)

    async def rematch(self, identity: str, game: str) -> Room:
        """Offer a rematch, or accept the one on offer. It starts once all persons have accepted; a
        game with a clock also waits until they are all present. Raises Refused."""
        room, seat = await self._own_seat(identity, game)
        if room.match.row.rematch is None:
            await self._check_tables_of(identity)
            patience = self.settings.limits.absent_seconds
            seats = range(len(room.match.seats))
            away = frozenset(each for each in seats if room.absent_for(each) >= patience)
            offer = OfferRematch(identity, self.uptime.time.date(), away)
            await room.execute(seat, None, offer)
        if room.match.row.rematch is not None:
            await self._seated(room.match.row.rematch)
        return room

    async def decline_rematch(self, identity: str, game: str) -> Room:
        """Decline the rematch on offer, or withdraw from it. Raises Refused."""
        room, seat = await self._own_seat(identity, game)
        await room.execute(seat, None, DeclineRematch())
        return room

    async def _own_seat(self, identity: str, game: str) -> tuple[Room, int]:
        room = await self.room_for(identity, game)
        seat = room.seat_of(identity)
        if seat is None:
            raise Refused("not_yours")
        return room, seat

    def live_processes(self) -> Collection[str]:
        """The live processes of the cluster; empty for a single server."""
        return self.uptime.live if isinstance(self.uptime, SharedUptime) else ()

    @property
    def is_shared(self) -> bool:
        """Whether other processes serve the same database."""
        return self._neighbours is not None

    async def publish_name(self, identity: str) -> None:
        """Notify other processes that a guest has a new name. Raises Refused."""
        if self._neighbours is not None:
            with store_errors():
                games = await self.store.games_of(identity)
            for row in games:
                self.bus.publish(Notice(row.id, "seats"))

    async def plays_without_hints(self, identity: str) -> bool:
        """Whether a guest has a seat in a running game that allows no hints. Raises Refused."""
        with store_errors():
            return await self.store.plays_without_hints(identity)
