"""A match: the authority over one game. It carries out commands one after the other and stores the
events that they make.

A match holds a copy of the stored log. Events count only once they are stored: if storing fails, or
another process stored events first, the copy is discarded and read again. A copy that has fallen
behind reads the missing events (`catch_up`). The clients to be notified are the business of
`room/`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any

from loseta.game import Refusal
from loseta.games import game_named
from loseta.server import metrics
from loseta.server.match.clock import Clock
from loseta.server.match.command_handlers import CommandHandlers, seat_out_of_time
from loseta.server.match.commands import Command, CommandId, DeclineRematch, OfferRematch, StandIn
from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent, CarriedOut
from loseta.server.match.rematch import next_game
from loseta.server.match.step_states import follow, give_state
from loseta.server.match.summary import result_of, summary_of
from loseta.server.match.uptime import Uptime
from loseta.server.refusals import Refused
from loseta.server.store import (
    Conflict,
    EventRow,
    GameRow,
    Lease,
    LeaseLost,
    NewGame,
    SeatRow,
    Store,
)
from loseta.server.store_errors import store_errors

TRIES = 3
"""How often a command is tried if another process keeps storing events first."""


@dataclass(frozen=True, slots=True)
class Executed:
    """The result of a command that was carried out and stored."""

    number: int
    """The number of its first event; if it made none, that of the last event in the log."""
    events: Sequence[AppliedEvent] = ()
    """The events that it made; empty if it was carried out before under the same id."""


class Match:
    def __init__(
        self,
        store: Store,
        row: GameRow,
        seats: list[SeatRow],
        uptime: Uptime,
        is_new: bool = False,
    ) -> None:
        """`is_new`: the table was just created, so there are no events to read."""
        self.row = row
        """The game's row. Its summary may be outdated; `_summary` is the latest."""
        self.seats = seats
        self.number = -1
        """The last event known to be stored; -1 before the log was first read."""
        self.generation = store.generation
        """The generation of the database that the log was read from."""
        self.storing = False
        """Whether `log` is ahead of what is stored."""
        self.before_storing: Callable[[GameLog, Sequence[AppliedEvent]], None] = lambda *_: None
        """Called with events that have taken effect in the log and are not stored yet."""
        self._store = store
        self._uptime = uptime
        self._log: GameLog | None = None
        self._fresh: list[AppliedEvent] = []
        """The events that the last call of a method here has added to the log."""
        self._summary = row.summary
        """The summary in the database; None if another process may have changed it."""
        self._lock = asyncio.Lock()
        if is_new:
            self._log, self.number = self._new_log(), 0

    def now(self) -> int:
        """The server's time."""
        return self._uptime.now()

    @property
    def log(self) -> GameLog | None:
        """The log, if it is in memory. It may be ahead of what is stored; see `reading`."""
        return self._log

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[GameLog]:
        """The log as stored, locked against changes inside the `async with`. Raises Refused."""
        async with self._lock:
            self._fresh = []
            yield await self._load()

    # --- Reading from the store ---------------------------------------------------------------

    def _new_log(self) -> GameLog:
        row = self.row
        levels = {seat.seat: seat.level for seat in self.seats if seat.level}
        clock = None
        if row.clock is not None:
            clock = Clock(len(self.seats), row.clock, row.increment or 0, self._uptime.outages)
        return GameLog(game_named(row.game), row.options, row.seed, levels, clock, row.start)

    async def _load(self) -> GameLog:
        """The log, read from the store if it is not in memory or from an older generation of the
        database. The caller must hold the lock."""
        if self._log is None or self.generation != self._store.generation:
            with metrics.LOAD_SECONDS.time(), store_errors():
                rows = await self._store.events(self.row.id)
                log = self._new_log()
                late: list[AppliedEvent] = []
                is_first = self.number < 0
                log.load([row for row in rows if is_first or row.number <= self.number])
                for row in rows:
                    if row.number > log.number:
                        follow(log, late, row)
            if self.generation != self._store.generation:  # in another database, all may differ
                self.generation = self._store.generation
            else:
                self._fresh += late
            self._log, self.number = log, log.number
        return self._log

    async def catch_up(self, heard: Sequence[EventRow] = ()) -> None:
        """Apply the events that other processes have stored. Uses `heard`, the rows that came over
        the bus, if they continue the log without a gap; otherwise reads the store. Raises
        Refused."""
        async with self._lock:
            self._fresh = []
            log = await self._load()
            rows = [row for row in heard if row.number > log.number]
            numbers = [row.number for row in rows]
            none_missing = numbers == list(range(log.number + 1, log.number + len(rows) + 1))
            if rows and none_missing and not any(row.kind == "rematch" for row in rows):
                self._read_on(log, rows)
            else:
                await self._read_from_store(log)

    async def _read_from_store(self, log: GameLog) -> bool:
        """Apply new events from the store; returns whether there were any. Raises Refused."""
        with store_errors():
            rows = await self._store.events(self.row.id, after=log.number)
        if rows:
            await self._reload_row()
        self._read_on(log, rows)
        return bool(rows)

    def _read_on(self, log: GameLog, rows: Sequence[EventRow]) -> None:
        for row in rows:
            follow(log, self._fresh, row)
        self.number = log.number
        if changes := self._changes(log):
            self.row = replace(self.row, **changes)
        self._summary = None

    def events_since(self, number: int) -> list[AppliedEvent] | None:
        """The stored events after event `number`; None if they are no longer in memory."""
        if number >= self.number:
            return []
        if not self._fresh or self._fresh[0].row.number > number + 1:
            return None
        return [each for each in self._fresh if each.row.number > number]

    # --- The start ----------------------------------------------------------------------------

    async def ready(self) -> None:
        """Load the game, and start it if all seats are taken. Raises Refused."""
        async with self._lock:
            self._fresh = []
            await self._start_if_full()

    async def reload_seats(self) -> None:
        """Read the seats again after one was taken; the game starts once all are. Raises
        Refused."""
        async with self._lock:
            self._fresh = []
            await self._reload_row()
            with store_errors():
                self.seats = await self._store.seats(self.row.id)
            if self._log is not None and not self._log.has_started:
                self._log = None  # a log is made with its computer players, who may be new
            await self._start_if_full()

    async def rename(self, identity: str, name: str | None) -> None:
        """Replace the name of a player in `seats`; it is stored already."""
        async with self._lock:  # a concurrent `reload_seats` must not restore the old name
            self.seats = [
                replace(seat, name=name) if seat.identity == identity else seat
                for seat in self.seats
            ]

    async def _start_if_full(self) -> None:
        log = await self._load()
        if not log.has_started and all(seat.identity or seat.level for seat in self.seats):
            handlers = CommandHandlers(log, self._uptime.now())
            handlers.start()
            try:
                await self._append(log, handlers.new_events)
            except Conflict:  # another process has started it
                await self._reload_row()
                await self._load()

    # --- Commands -----------------------------------------------------------------------------

    async def execute(
        self,
        seat: int,
        command_id: CommandId | None,
        command: Command,
        lease: Lease | None = None,
    ) -> Executed:
        """Carry out a command of a seat; returns once it is stored. Raises Refusal, and LeaseLost
        if it needs a lease that another process has taken.

        A command whose id was used before is not carried out again and gets the same answer as
        then; a different command under that id is refused.
        """
        async with self._lock:
            self._fresh = []
            for _ in range(TRIES):
                try:
                    return await self._try(seat, command_id, command, lease)
                except LeaseLost:
                    raise
                except Conflict:
                    await self._reload_row()
                except Refusal:
                    # This copy may have been behind.
                    log = self._log
                    if not self._store.is_shared or log is None:
                        raise
                    if not await self._read_from_store(log):
                        raise
            raise Refused("stale")

    async def _try(
        self, seat: int, command_id: CommandId | None, command: Command, lease: Lease | None
    ) -> Executed:
        try:
            await self._flag_if_out_of_time()
            log = await self._load()
            give_state(self._fresh, log.state)
            found = log.recent.carried_out(seat, command_id.text) if command_id else None
            if found is not None and command_id is not None:
                return Executed(_number_if_same(found, command_id))
            if isinstance(command, StandIn):
                # Its event belongs to another seat, so the store cannot detect a repeated id.
                known = await self._number_of(seat, command_id)
                if known is not None:
                    return await self._done_before(known)
            if isinstance(command, DeclineRematch) and self.row.rematch is not None:
                raise Refused("rematch_started")
            handlers = CommandHandlers(log, self._uptime.now(), seat, command_id)
            handlers.handle(seat, command)
            events, following = handlers.new_events, self._following(log, seat, command)
            await self._append(log, events, following, lease)
            return Executed(events[0].row.number if events else log.number, events)
        except (Refusal, Conflict):
            known = await self._number_of(seat, command_id)
            if known is not None:
                return await self._done_before(known)
            raise
        except BaseException:
            self._log = None  # after any other error, only what is stored counts
            raise

    async def _done_before(self, number: int) -> Executed:
        """The result of a command that was carried out before. Its event may have been stored by
        another process, so catch up to it."""
        if number > self.number:
            log = await self._load()
            if number > log.number:
                await self._read_from_store(log)
        return Executed(number)

    async def _number_of(self, seat: int, command_id: CommandId | None) -> int | None:
        """The event that a command with this id has made, or None. Raises Refused if that command
        was a different one."""
        if command_id is None:
            return None
        found = self._log.recent.carried_out(seat, command_id.text) if self._log else None
        if found is None:
            with store_errors():
                found = await self._store.carried_out(self.row.id, seat, command_id.text)
        return None if found is None else _number_if_same(found, command_id)

    def _following(self, log: GameLog, seat: int, command: Command) -> NewGame | None:
        """The new game for a rematch, once all persons have accepted; None before. If there is a
        clock, they must also all be present."""
        if not isinstance(command, OfferRematch) or self.row.rematch is not None:
            return None
        away = command.away - {seat} if self.row.clock else frozenset()
        if not log.all_want_rematch() or away & set(log.rematch.accepted):
            return None
        return next_game(self.row, self.seats, command.identity, command.date)

    async def _reload_row(self) -> None:
        """Read the game's row from the store again. Raises Refused."""
        with store_errors():
            self.row = await self._store.game(self.row.id) or self.row
        self._summary = self.row.summary

    # --- Clocks -------------------------------------------------------------------------------

    async def check_clocks(self, lease: Lease | None = None) -> None:
        """Flag the seat whose time is up, if there is one. Raises Refused and LeaseLost."""
        async with self._lock:
            self._fresh = []
            try:
                await self._flag_if_out_of_time(lease)
            except LeaseLost:
                raise
            except Conflict:  # another process has stored an event first
                await self._reload_row()
                await self._load()

    async def _flag_if_out_of_time(self, lease: Lease | None = None) -> None:
        log = await self._load()
        if log.clock is None:
            return
        await self._uptime.note_outage()
        seat = seat_out_of_time(log, self._uptime.now())
        if seat is not None and await self._uptime.learn():  # another process noted an outage
            self._log = None
            log = await self._load()
            seat = seat_out_of_time(log, self._uptime.now())
        if seat is not None:
            handlers = CommandHandlers(log, self._uptime.now())
            handlers.flag(seat)
            await self._append(log, handlers.new_events, lease=lease)

    async def recount_clocks(self, since: int) -> None:
        """Recompute the clocks if they were charged for an outage that began at `since` and has
        become known only now. Raises Refused."""
        async with self._lock:
            self._fresh = []
            if self._log is not None and self._log.clock is not None and self._log.at > since:
                self._log = None
                await self._load()

    async def note_deadline(self) -> None:
        """Correct the stored time at which the first clock runs out, if it is wrong: older versions
        did not store it, and an outage may have begun before the last event. Raises Refused."""
        async with self.reading() as log:
            due = log.due()
            if due != self.row.due:
                with store_errors():
                    await self._store.set_due(self.row.id, due)
                self.row = replace(self.row, due=due)

    # --- Writing to the store -----------------------------------------------------------------

    def _changes(self, log: GameLog) -> dict[str, Any]:
        """The columns of the game's row that the log has changed, with their new values."""
        changes: dict[str, Any] = {}
        if log.has_started and self.row.status == "open":
            changes["status"] = "playing"
        if log.ending is not None and self.row.status != "over":
            changes |= {"status": "over", "result": result_of(log), "ended": log.ending.reason}
        if log.due() != self.row.due:
            changes["due"] = log.due()
        return changes

    async def _append(
        self,
        log: GameLog,
        events: Sequence[AppliedEvent],
        following: NewGame | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Store events that have taken effect in the log. If that fails, the log is discarded.
        Raises Conflict and Refused."""
        if not events and following is None:
            return
        changes = self._changes(log)
        if following is not None:
            changes["rematch"] = following[0].id
        rows: list[EventRow] = [each.row for each in events]
        summary = summary_of(log)
        new = None if summary == self._summary else summary
        self.storing = True
        try:
            if not changes:
                self.before_storing(log, events)
            with store_errors():
                await self._store.append(
                    self.row.id, rows, changes, self.generation, new, following, lease
                )
        except BaseException:  # even after a cancellation it is unknown what was stored
            self._log = None
            raise
        finally:
            self.storing = False
        if changes:
            self.row = replace(self.row, **changes, summary=summary)
        self._summary = summary
        self.number = log.number
        self._fresh += events
        for each in events:
            metrics.events_of(each.row.kind).inc()


def _number_if_same(found: CarriedOut, command_id: CommandId) -> int:
    """The number of the event that a command has made before. Raises Refused (`id_used`) if the
    earlier command was a different one."""
    number, said = found
    if said is not None and said != command_id.digest:
        raise Refused("id_used")
    return number
