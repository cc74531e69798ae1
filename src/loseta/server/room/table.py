"""A live table: one command after the other, stored before anybody hears of it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import orjson

from loseta.game import Refusal
from loseta.games import game_named
from loseta.server import metrics
from loseta.server.match.clock import Clock, Outages
from loseta.server.match.commands import CommandHandlers, seat_out_of_time
from loseta.server.match.log import AppliedEvent, GameLog
from loseta.server.match.serializers import Shared, event_json, position_json
from loseta.server.match.time_source import TimeSource
from loseta.server.refusals import Refused
from loseta.server.room.connection import RESTART, Connection
from loseta.server.room.messages import VERSION
from loseta.server.room.table_info import summary_of, table_info
from loseta.server.store import Conflict, GameRow, NewGame, SeatRow, Store
from loseta.server.store_errors import store_errors

MOST_MISSED = 400
"""A client that has missed more events gets the snapshot only."""


class Table:
    """A table in memory. All that changes it goes through `rule`, one at a time."""

    def __init__(
        self,
        store: Store,
        row: GameRow,
        seats: list[SeatRow],
        outages: Outages,
        time_source: TimeSource,
    ) -> None:
        self._store = store
        self.row = row
        self.seats = seats
        self._outages = outages
        self._time = time_source
        self._log: GameLog | None = None
        self._generation = store.generation
        self._lock = asyncio.Lock()
        self.connections: set[Connection] = set()
        self._told = -1
        """The last event that those at the table were told of."""
        self._left_at = {seat.seat: time.monotonic() for seat in seats if seat.identity}
        """When those who are not here were last seen, as far as this table can remember."""
        self.used = time.monotonic()
        self.on_change: Callable[[Table], None] = lambda table: None
        """Called after every change: computer players, clocks."""
        self.before_clocks: Callable[[], Awaitable[None]] = _nothing
        """Awaited before a clock is looked at: what time counts for nobody?"""
        self._storing = False
        """Whether the game in memory is ahead of what is stored."""
        self._table_changed = False
        """Whether those at the table are to be told who is there, as soon as it is not."""

    # --- Bringing it back ---------------------------------------------------------------------

    def _new_log(self) -> GameLog:
        game, row = game_named(self.row.game), self.row
        levels = {seat.seat: seat.level for seat in self.seats if seat.level}
        clock = None
        if row.clock is not None:
            clock = Clock(len(self.seats), row.clock, row.increment or 0, self._outages)
        return GameLog(game, row.options, row.seed, levels, clock)

    async def log(self) -> GameLog:
        """The game as it is stored, replayed if it is not in memory. Hold the lock."""
        if self._log is None or self._generation != self._store.generation:
            with metrics.LOAD_SECONDS.time(), store_errors():
                rows = await self._store.events(self.row.id)
                log = self._new_log()
                happened = [log.apply_event(row) for row in rows]
            self._log = log
            self._tell_late(happened)
            self.on_change(self)
        return self._log

    def _tell_late(self, happened: list[AppliedEvent]) -> None:
        """Tell what was stored although it looked as if it was not."""
        if self._generation != self._store.generation:  # another database: nothing holds any more
            self._generation = self._store.generation
            for connection in self.connections:
                connection.close(RESTART, "restart")
            return
        late = [each for each in happened if each.row.number > self._told]
        if self._told >= 0 and late:
            self.tell(late)
        if happened:
            self._told = happened[-1].row.number

    async def ready(self) -> None:
        """Have the game in memory, and start it if all are there."""
        async with self._lock:
            await self._start_if_all_are_there(await self.log())

    async def reload_seats(self) -> None:
        """Somebody took a seat; once all are taken the game starts."""
        async with self._lock:
            with store_errors():
                row = await self._store.game(self.row.id)
                self.seats = await self._store.seats(self.row.id)
            self.row = row or self.row
            if self._log is not None and not self._log.steps:
                self._log = None  # it must know of new computer players
            for connection in self.connections:
                connection.seat = self.seat_of(connection.identity)
            self._note_absent()
            started = await self._start_if_all_are_there(await self.log())
        if not started:
            self.tell_table()

    async def _start_if_all_are_there(self, log: GameLog) -> bool:
        if log.steps or not all(seat.identity or seat.level for seat in self.seats):
            return False
        handlers = CommandHandlers(log, self._time.now())
        handlers.start()
        await self._keep(handlers.new_events, {"status": "playing"})
        return True

    # --- Changing it --------------------------------------------------------------------------

    async def rule(
        self,
        seat: int | None,
        command: str | None,
        decide: Callable[[CommandHandlers], None],
        digest: str | None = None,
        follow: Callable[[GameLog], NewGame | None] = lambda log: None,
    ) -> int:
        """Carry out a command; the number of its event, once it is stored. Raises Refusal.
        `follow`: the game that is to follow this one, if one is, once the command has taken effect.

        A command that was carried out before is answered as then, and not carried out again; one
        that says something else under its id is refused. `seat`: whose command it is; `digest`: of
        what it says.
        """
        async with self._lock:
            if command is not None:
                self.used = time.monotonic()
            try:
                await self._check_clocks()
                log = await self.log()
                handlers = CommandHandlers(log, self._time.now(), seat, command, digest)
                decide(handlers)
                return await self._keep(handlers.new_events, following=follow(log))
            except (Refusal, Conflict) as error:
                with store_errors():
                    number = await self._number_of(seat, command, digest)
                if number is not None:
                    return number
                if isinstance(error, Conflict):
                    raise Refused("stale") from None
                raise
            except BaseException:
                self._log = None  # whatever went wrong, only what is stored counts
                raise

    async def check_id(self, seat: int, command: str, digest: str) -> None:
        """Raises Refused if a seat has used an id for something else. Storing a second event for
        one seat and id fails by itself; one for another seat does not."""
        with store_errors():
            await self._number_of(seat, command, digest)

    async def _number_of(
        self, seat: int | None, command: str | None, digest: str | None
    ) -> int | None:
        """The event that a command has made before. Raises Refused if it said something else."""
        if seat is None or command is None:
            return None
        found = await self._store.carried_out(self.row.id, seat, command)
        if found is None:
            return None
        number, said = found
        if said is not None and said != digest:
            raise Refused("id_used")
        return number

    async def _check_clocks(self) -> None:
        log = await self.log()
        if log.clock is None:
            return
        await self.before_clocks()
        seat = seat_out_of_time(log, self._time.now())
        if seat is not None:
            handlers = CommandHandlers(log, self._time.now())
            handlers.flag(seat)
            await self._keep(handlers.new_events)

    async def check_clocks(self) -> None:
        async with self._lock:
            await self._check_clocks()

    async def note_deadline(self) -> None:
        """Store when the first clock runs out, if something else is stored: an older version did
        not, and an outage may begin before the last event."""
        async with self._lock:
            due = (await self.log()).due()
            if due != self.row.due:
                with store_errors():
                    await self._store.set_due(self.row.id, due)
                self.row = _with(self.row, due=due)

    async def _keep(
        self,
        made: list[AppliedEvent],
        changes: dict[str, Any] | None = None,
        following: NewGame | None = None,
    ) -> int:
        """Store what has happened, then tell everybody. If it cannot be stored, it has not
        happened: the log is thrown away and comes back from the store."""
        log = self._log
        assert log is not None
        if not made and following is None:
            return log.number
        changes = dict(changes or {})
        if following is not None:
            changes |= {"rematch": following[0].id}
        if log.ending is not None and self.row.status != "over":
            changes |= {"status": "over", "result": log.result, "ended": log.ending.reason}
        if log.due() != self.row.due:
            changes["due"] = log.due()
        rows = [each.row for each in made]
        summary = summary_of(log)
        new = None if summary == self.row.summary else summary
        self._storing = True
        try:
            with store_errors():
                await self._store.append(
                    self.row.id, rows, changes, self._generation, new, following
                )
        except BaseException:  # a cancelled wait, too, leaves it open what was stored
            self._log = None
            raise
        finally:
            self._storing = False
            if self._table_changed and self._log is None:
                self.tell_table()
            self._table_changed = False
        self.row = _with(self.row, **changes, summary=summary)
        for each in made:
            metrics.EVENTS.labels(each.row.kind).inc()
        self.tell(made)
        self._told = log.number
        self.on_change(self)
        return made[0].row.number if made else log.number

    # --- Telling ------------------------------------------------------------------------------

    def tell(self, made: Iterable[AppliedEvent]) -> None:
        """Tell all at the table what has happened, each what it may know."""
        log = self._log
        if log is None:
            return
        texts: dict[tuple[int | None, bool], str] = {}
        shared: Shared = {}
        made = list(made)
        for connection in self.connections:
            key = connection.seat, connection.identity == self.row.host
            if key not in texts:
                message = self._message("update", log, *key, made, shared)
                texts[key] = orjson.dumps(message).decode()
            connection.send_text(texts[key])

    def tell_table(self) -> None:
        """Tell all at the table who is there; what is not stored yet is not told."""
        if self._storing:
            self._table_changed = True
            return
        for connection in self.connections:
            host = connection.identity == self.row.host
            connection.send({"type": "table", "table": self.info(connection.seat, host)})

    async def snapshot(self, connection: Connection, seen: int | None = None) -> None:
        """Send the game as it stands, with what was missed since an event."""
        async with self._lock:
            connection.seat = self.seat_of(connection.identity)  # it may have been taken just now
            log = await self.log()
            missed: list[AppliedEvent] = []
            if seen is not None and 0 <= log.number - seen <= MOST_MISSED:
                missed = await self._retold(seen)
            host = connection.identity == self.row.host
            message = self._message("snapshot", log, connection.seat, host, missed)
            connection.send(message | {"version": VERSION})

    async def _retold(self, seen: int) -> list[AppliedEvent]:
        log = self._new_log()
        with store_errors():
            rows = await self._store.events(self.row.id)
        return [told for told in map(log.apply_event, rows) if told.row.number > seen]

    def _message(
        self,
        kind: str,
        log: GameLog,
        seat: int | None,
        host: bool,
        applied: Iterable[AppliedEvent],
        shared: Shared | None = None,
    ) -> dict[str, Any]:
        return {
            "type": kind,
            **position_json(log, seat, shared),
            "table": self.info(seat, host),
            "events": [event_json(log, each, seat) for each in applied],
        }

    def info(self, viewer: int | None, host: bool) -> dict[str, Any]:
        """Everything at the table except the game."""
        return table_info(
            self.row,
            self.seats,
            self._log,
            self.connections,
            self._left_at,
            viewer,
            host,
            self._time.now(),
        )

    # --- Who is there -------------------------------------------------------------------------

    def seat_of(self, identity: str) -> int | None:
        return next((seat.seat for seat in self.seats if seat.identity == identity), None)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        if connection.seat is not None:
            self._left_at.pop(connection.seat, None)
        self.tell_table()
        self.on_change(self)  # computer players wait for somebody to look

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        self.used = time.monotonic()
        seat = connection.seat
        if seat is not None and all(other.seat != seat for other in self.connections):
            self._left_at[seat] = time.monotonic()
        self.tell_table()

    def _note_absent(self) -> None:
        """Those who have just taken a seat, and are not here yet."""
        here = {connection.seat for connection in self.connections}
        for seat in self.seats:
            if seat.identity and seat.seat not in here:
                self._left_at.setdefault(seat.seat, time.monotonic())

    def absent_for(self, seat: int) -> float:
        """Seconds since a seat was last seen at this table."""
        return time.monotonic() - self._left_at.get(seat, time.monotonic())

    @property
    def loaded(self) -> GameLog | None:
        """The game, if it is in memory."""
        return self._log


async def _nothing() -> None:
    pass


def _with(row: GameRow, **changes: Any) -> GameRow:
    return GameRow(**{name: getattr(row, name) for name in GameRow.__slots__} | changes)
