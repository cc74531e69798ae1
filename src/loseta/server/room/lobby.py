"""The room with all tables: opening one, taking a seat, coming back to it, leaving it."""

from __future__ import annotations

import asyncio
import logging
import time

from loseta.game import Refusal
from loseta.games import GAMES
from loseta.server import metrics
from loseta.server.match.clock import Outages
from loseta.server.match.time_source import TimeSource
from loseta.server.refusals import Refused
from loseta.server.room import rematch
from loseta.server.room.computer_players import ComputerPlayers
from loseta.server.room.connection import RESTART
from loseta.server.room.keys import Keys, fresh_key, is_id
from loseta.server.room.table import Table
from loseta.server.room.table_setup import TableSetup, check_level
from loseta.server.settings import Settings
from loseta.server.store import ALIVE, Conflict, Database, Store, Unavailable
from loseta.server.store_errors import store_errors
from loseta.server.workers import Pool

LOG = logging.getLogger(__name__)
HEARTBEAT = 2.0
"""Seconds between two notes that the server is there: after a crash clocks are right to that."""
PATIENCE = 3 * HEARTBEAT
"""Seconds without such a note after which the server counts as having been away, though it ran:
the computer slept, or was too busy."""
WATCH = 30.0
"""Seconds between two looks for clocks that run out soon."""
STAND_IN = "ai:4"


class Lobby:
    def __init__(self, settings: Settings, time_source: TimeSource | None = None) -> None:
        self.settings = settings
        self.time = time_source or TimeSource()
        self.store = Store(Database(settings.database_url))
        self.pool = Pool(settings.workers)
        self.computers = ComputerPlayers(self.pool)
        self.keys = Keys("")
        self._tables: dict[str, Table] = {}
        self._loading: dict[str, asyncio.Task[Table]] = {}
        self._outages = Outages()
        self._alive = 0
        """When something could last be stored."""
        self._noting = asyncio.Lock()
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._opened = False

    async def open(self) -> None:
        await self.store.open()
        self.keys = Keys(str(await self.store.setting("key", fresh_key())))
        await self._go_on_in_time()
        self._opened = True
        self.pool.start()
        if self.settings.prepare:
            self._spawn(self.pool.prepare(GAMES))
        self._spawn(self._beat())
        self._spawn(self._sweep())
        self._spawn(self._watch_clocks())

    async def _go_on_in_time(self) -> None:
        """Begin where the server stopped, or later. Whatever the computer's clock has said in the
        past, no event and no outage lies in the future then: clocks would stand still until it."""
        alive = int(await self.store.setting(ALIVE, str(self.time.date())) or 0)
        last = await self.store.last_clocked_event()
        # An event shows, too, that the server was there; one long after its last note does not:
        # an older version stored it while the computer's clock was ahead.
        self._alive = last if 0 < last - alive <= 1000 * PATIENCE else alive
        self.time.start(max(alive, last))
        await self.store.end_outages(self.time.now())
        self._outages = Outages(await self.store.outages())
        await self.note_alive(patience=0)

    async def say_goodbye(self) -> None:
        """Tell all clients that the server goes; they come back by themselves."""
        pumps = []
        for table in self._tables.values():
            for connection in list(table.connections):
                connection.close(RESTART, "restart")
                pumps.append(connection.closed.wait())
        if pumps:
            await asyncio.wait([asyncio.ensure_future(each) for each in pumps], timeout=2.0)

    async def close(self) -> None:
        if not self._opened:
            await self.store.close()
            return
        for timer in self._timers.values():
            timer.cancel()
        tasks = [*self._tasks, *self._loading.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await self.computers.stop()
        await self.pool.stop()
        try:
            await self.note_alive()
        except (Unavailable, Conflict):
            LOG.warning("the database is not there at the end")
        await self.store.close()

    def _spawn(self, work: object) -> None:
        task: asyncio.Task[None] = asyncio.create_task(work)  # type: ignore[arg-type]
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- While it runs ------------------------------------------------------------------------

    async def note_alive(self, patience: float = PATIENCE) -> None:
        """Store that the server is there. If it was not for longer than `patience` seconds, or
        could store nothing, nobody's clock ran meanwhile. Raises Unavailable when it can store
        nothing now."""
        async with self._noting:
            now = self.time.now()
            was_away = self.store.failed or now - self._alive > 1000 * patience
            await self.store.set_alive(now, self._alive if was_away else None)
            if was_away:
                self._outages.add(self._alive, now)
            self._alive = now

    async def _be_alive(self) -> None:
        """Before a clock is looked at: the time in which nothing could be stored is noted."""
        if self.store.failed or self.time.now() - self._alive > 1000 * PATIENCE:
            with store_errors():
                await self.note_alive()

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(HEARTBEAT)
            try:
                await self.note_alive()
            except (Unavailable, Conflict):
                LOG.warning("the database is not there")

    async def _sweep(self) -> None:
        """Tables at which nobody is leave the memory; they come back when they are needed."""
        while True:
            await asyncio.sleep(min(10.0, self.settings.limits.idle_seconds))
            for table in list(self._tables.values()):
                if self._is_idle(table):
                    del self._tables[table.row.id]
                    self._stop_timer(table)
            metrics.TABLES.set(len(self._tables))

    def _is_idle(self, table: Table) -> bool:
        return (
            not table.connections
            and self._is_forgotten(table)
            and not self._is_due_soon(table)
            and not self.computers.busy_at(table)
        )

    def _is_forgotten(self, table: Table) -> bool:
        return time.monotonic() - table.used > self.settings.limits.idle_seconds

    def _soon(self) -> int:
        """By the time of `GameLog.due`: before the clocks are watched the next time, and some."""
        now = self.time.now()
        return now - self._outages.between(0, now) + int(2000 * WATCH)

    def _is_due_soon(self, table: Table) -> bool:
        due = table.loaded.due() if table.loaded else None
        return due is not None and due <= self._soon()

    async def _watch_clocks(self) -> None:
        """Games with a clock go on although nobody looks: where one runs out soon, the table comes
        into memory and sets its timer. The others need not be there."""
        while True:
            try:
                for game in await self.store.games_due(self._soon()):
                    await self._watch_clock(game)
            except Unavailable:
                LOG.warning("clocks could not be watched")
            await asyncio.sleep(WATCH)

    async def _watch_clock(self, game: str) -> None:
        try:
            await (await self.table(game)).note_deadline()
        except (Conflict, Refusal):
            LOG.warning("the clock of a game could not be watched")
        except Exception:  # whatever is wrong with one game, the clocks of the others run
            LOG.exception("a game could not be loaded")

    def look_after(self, table: Table) -> None:
        """After every change: prompt the computer players, set the timer of the clock."""
        if table.connections or not self._is_forgotten(table):
            self.computers.prompt(table)  # where nobody looks they need not play
        self._stop_timer(table)
        log = table.loaded
        if log is None or log.clock is None or not log.running():
            return
        left = min(log.clock.left[seat] for seat in log.running())
        wait = max(0, left - log.clock.elapsed(log.at, self.time.now())) / 1000 + 0.01
        loop = asyncio.get_running_loop()
        self._timers[table.row.id] = loop.call_later(wait, self._time_is_up, table)

    def _stop_timer(self, table: Table) -> None:
        timer = self._timers.pop(table.row.id, None)
        if timer is not None:
            timer.cancel()

    def _time_is_up(self, table: Table) -> None:
        async def check() -> None:
            try:
                await table.check_clocks()
                self.look_after(table)
            except (Refusal, Conflict):  # nothing can be stored just now
                await asyncio.sleep(1.0)
                self._time_is_up(table)

        self._spawn(check())

    # --- Tables -------------------------------------------------------------------------------

    async def table(self, game: str) -> Table:
        """A table, brought back if it is not in memory. Raises Refused."""
        if not is_id(game):
            raise Refused("unknown_table")
        found = self._tables.get(game)
        if found is not None:
            found.used = time.monotonic()
            return found
        loading = self._loading.get(game)
        if loading is None:
            loading = self._loading[game] = asyncio.create_task(self._load(game))
            loading.add_done_callback(lambda _: self._loading.pop(game, None))
        return await asyncio.shield(loading)  # all who wait get the same table, or none

    async def _load(self, game: str) -> Table:
        with store_errors():
            row = await self.store.game(game)
            if row is None:
                raise Refused("unknown_table")
            seats = await self.store.seats(game)
            table = Table(self.store, row, seats, self._outages, self.time)
        table.on_change = self.look_after
        table.before_clocks = self._be_alive
        await table.ready()
        self._tables[game] = table
        metrics.TABLES.set(len(self._tables))
        return table

    async def open_table(self, identity: str, setup: TableSetup) -> Table:
        """Raises Refusal."""
        row, seats = setup.rows(identity, self.time.date())
        await self._check_tables_of(identity)
        with store_errors():
            await self.store.add_game(row, seats)
        return await self._seated(row.id)

    async def _check_tables_of(self, identity: str) -> None:
        """Raises Refused when somebody has opened as many as one may have."""
        most = self.settings.limits.tables_per_guest
        with store_errors():
            if await self.store.open_games_of(identity) >= most:
                raise Refused("too_many_tables", n=most)

    async def _seated(self, game: str) -> Table:
        """A table whose seats have changed: it starts if all are taken."""
        table = await self.table(game)
        await table.reload_seats()
        return table

    async def join(self, identity: str, game: str, secret: str) -> Table:
        """Take the seat that an invitation is for. Raises Refused."""
        table = await self.table(game)
        for seat in table.seats:
            if self.keys.is_invitation(secret, game, seat.seat, seat.invitation):
                break
        else:
            raise Refused("bad_invitation")
        held = table.seat_of(identity)
        if held == seat.seat:  # the link was opened once more
            await table.ready()
            return table
        if held is not None:
            raise Refused("two_seats")
        try:
            with store_errors():
                await self.store.take_seat(game, seat.seat, seat.invitation, identity)
        except Conflict:
            raise Refused("seat_taken") from None
        return await self._seated(game)

    async def fill(self, identity: str, game: str, seat: int, level: str) -> Table:
        """The host puts a computer player into an open seat."""
        table = await self.table(game)
        if table.row.host != identity:
            raise Refused("not_yours")
        check_level(level)
        try:
            with store_errors():
                await self.store.fill_seat(game, seat, level)
        except Conflict:
            raise Refused("seat_taken") from None
        return await self._seated(game)

    async def rematch(self, identity: str, game: str) -> Table:
        """Offer a rematch, or agree to the one that is offered. Once all persons have, it starts.
        Raises Refused."""
        table, seat = await self._own_seat(identity, game)
        if table.row.rematch is None:
            await self._check_tables_of(identity)
            patience = self.settings.limits.absent_seconds
            await rematch.offer(table, seat, identity, self.time.date(), patience)
        if table.row.rematch is not None:
            await self._seated(table.row.rematch)
        return table

    async def decline_rematch(self, identity: str, game: str) -> Table:
        """Decline a rematch that is offered, or withdraw from it. Raises Refused."""
        table, seat = await self._own_seat(identity, game)
        await rematch.decline(table, seat)
        return table

    async def _own_seat(self, identity: str, game: str) -> tuple[Table, int]:
        table = await self.table(game)
        seat = table.seat_of(identity)
        if seat is None:
            raise Refused("not_yours")
        return table, seat

    async def plays_without_hints(self, identity: str) -> bool:
        """Whether somebody is in a game that goes on and allows no help. Raises Refused."""
        with store_errors():
            return await self.store.plays_without_hints(identity)

    @property
    def outages(self) -> Outages:
        """When the server was not there."""
        return self._outages

    @property
    def live(self) -> dict[str, Table]:
        return self._tables
