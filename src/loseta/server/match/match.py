"""A match: the authority over one game. It takes commands, one after the other, and stores the
events that they make.

A match is a copy of the log in the store. Events count once they are stored: if that fails, or
another process was first, the copy is thrown away and read again. A copy that has fallen behind
reads on (`catch_up`). Nothing here knows who listens; `room/` does.
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
"""How often a command is tried when another process was first."""


@dataclass(frozen=True, slots=True)
class Executed:
    """A command that is stored."""

    number: int
    """Of its first event; of the last event of all if it made none."""
    events: Sequence[AppliedEvent] = ()
    """None if it was carried out before, under the same id."""


class Match:
    def __init__(
        self,
        store: Store,
        row: GameRow,
        seats: list[SeatRow],
        uptime: Uptime,
        is_new: bool = False,
    ) -> None:
        """`is_new`: nobody else knows of it yet, so there is nothing to read."""
        self.row = row
        """Its summary may be an earlier one; `_summary` is the last."""
        self.seats = seats
        self.number = -1
        """The last event that is known to be stored; -1 before the log was first read."""
        self.generation = store.generation
        """Of the database that the log was read from."""
        self.storing = False
        """Whether `log` is ahead of what is stored."""
        self.before_storing: Callable[[GameLog, Sequence[AppliedEvent]], None] = lambda *_: None
        """Called with events that have taken effect in the log and are not stored yet."""
        self._store = store
        self._uptime = uptime
        self._log: GameLog | None = None
        self._fresh: list[AppliedEvent] = []
        """What the last call of a method here has added to the log."""
        self._summary = row.summary
        """How the game stands by what is stored; None: another process knows."""
        self._lock = asyncio.Lock()
        if is_new:
            self._log, self.number = self._new_log(), 0

    def now(self) -> int:
        """The server's time."""
        return self._uptime.now()

    @property
    def log(self) -> GameLog | None:
        """The game, if it is in memory. It may be ahead of what is stored; see `reading`."""
        return self._log

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[GameLog]:
        """The game as it is stored; nothing changes it meanwhile. Raises Refused."""
        async with self._lock:
            self._fresh = []
            yield await self._load()

    # --- From the store -----------------------------------------------------------------------

    def _new_log(self) -> GameLog:
        row = self.row
        levels = {seat.seat: seat.level for seat in self.seats if seat.level}
        clock = None
        if row.clock is not None:
            clock = Clock(len(self.seats), row.clock, row.increment or 0, self._uptime.outages)
        return GameLog(game_named(row.game), row.options, row.seed, levels, clock, row.start)

    async def _load(self) -> GameLog:
        """Hold the lock."""
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
            if self.generation != self._store.generation:  # another database, another game
                self.generation = self._store.generation
            else:
                self._fresh += late
            self._log, self.number = log, log.number
        return self._log

    async def catch_up(self, heard: Sequence[EventRow] = ()) -> None:
        """Read on what other processes have stored: from what they told (`heard`) as long as
        nothing is missing, else from the store. Raises Refused."""
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
        """Whether there was something new. Raises Refused."""
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
        """What was stored after an event, if it is still in memory."""
        if number >= self.number:
            return []
        if not self._fresh or self._fresh[0].row.number > number + 1:
            return None
        return [each for each in self._fresh if each.row.number > number]

    # --- The start ----------------------------------------------------------------------------

    async def ready(self) -> None:
        """Have the game in memory, and start it if all seats are taken. Raises Refused."""
        async with self._lock:
            self._fresh = []
            await self._start_if_all_are_there()

    async def reload_seats(self) -> None:
        """Somebody took a seat; once all are taken the game starts. Raises Refused."""
        async with self._lock:
            self._fresh = []
            await self._reload_row()
            with store_errors():
                self.seats = await self._store.seats(self.row.id)
            if self._log is not None and not self._log.has_started:
                self._log = None  # it must know of new computer players
            await self._start_if_all_are_there()

    async def rename(self, identity: str, name: str | None) -> None:
        """Somebody has another name, which is stored already."""
        async with self._lock:  # seats that were read before must not come after it
            self.seats = [
                replace(seat, name=name) if seat.identity == identity else seat
                for seat in self.seats
            ]

    async def _start_if_all_are_there(self) -> None:
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

        A command whose id was used before is answered as then, and not carried out again; one that
        says something else under that id is refused.
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
                # Its event is another seat's: the store does not notice an id that was used before.
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
            self._log = None  # after any error, only what is stored counts
            raise

    async def _done_before(self, number: int) -> Executed:
        """A command made an event before, maybe in another process: have that here, too."""
        if number > self.number:
            log = await self._load()
            if number > log.number:
                await self._read_from_store(log)
        return Executed(number)

    async def _number_of(self, seat: int, command_id: CommandId | None) -> int | None:
        """The event that a command made before. Raises Refused if it said something else."""
        if command_id is None:
            return None
        found = self._log.recent.carried_out(seat, command_id.text) if self._log else None
        if found is None:
            with store_errors():
                found = await self._store.carried_out(self.row.id, seat, command_id.text)
        return None if found is None else _number_if_same(found, command_id)

    def _following(self, log: GameLog, seat: int, command: Command) -> NewGame | None:
        """The rematch, once everybody wants it. Where there is a clock it waits for those who are
        away."""
        if not isinstance(command, OfferRematch) or self.row.rematch is not None:
            return None
        away = command.away - {seat} if self.row.clock else frozenset()
        if not log.all_want_rematch() or away & set(log.rematch.accepted):
            return None
        return next_game(self.row, self.seats, command.identity, command.date)

    async def _reload_row(self) -> None:
        """Raises Refused."""
        with store_errors():
            self.row = await self._store.game(self.row.id) or self.row
        self._summary = self.row.summary

    # --- Clocks -------------------------------------------------------------------------------

    async def check_clocks(self, lease: Lease | None = None) -> None:
        """Flag the seat whose time is up, if one's is. Raises Refused and LeaseLost."""
        async with self._lock:
            self._fresh = []
            try:
                await self._flag_if_out_of_time(lease)
            except LeaseLost:
                raise
            except Conflict:  # another process was first
                await self._reload_row()
                await self._load()

    async def _flag_if_out_of_time(self, lease: Lease | None = None) -> None:
        log = await self._load()
        if log.clock is None:
            return
        await self._uptime.note_outage()
        seat = seat_out_of_time(log, self._uptime.now())
        if seat is not None and await self._uptime.learn():  # of an outage that others noted
            self._log = None
            log = await self._load()
            seat = seat_out_of_time(log, self._uptime.now())
        if seat is not None:
            handlers = CommandHandlers(log, self._uptime.now())
            handlers.flag(seat)
            await self._append(log, handlers.new_events, lease=lease)

    async def recount_clocks(self, since: int) -> None:
        """Nobody was there since a moment, as is known only now: clocks that were charged for it
        are worked out again. Raises Refused."""
        async with self._lock:
            self._fresh = []
            if self._log is not None and self._log.clock is not None and self._log.at > since:
                self._log = None
                await self._load()

    async def note_deadline(self) -> None:
        """Store when the first clock runs out, if something else is stored: an older version did
        not, and an outage may begin before the last event. Raises Refused."""
        async with self.reading() as log:
            due = log.due()
            if due != self.row.due:
                with store_errors():
                    await self._store.set_due(self.row.id, due)
                self.row = replace(self.row, due=due)

    # --- To the store -------------------------------------------------------------------------

    def _changes(self, log: GameLog) -> dict[str, Any]:
        """What in the game's row is different after what is in the log."""
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
        except BaseException:  # a cancelled wait, too, leaves it open what was stored
            self._log = None
            raise
        finally:
            self.storing = False
        if changes:  # seldom
            self.row = replace(self.row, **changes, summary=summary)
        self._summary = summary
        self.number = log.number
        self._fresh += events
        for each in events:
            metrics.events_of(each.row.kind).inc()


def _number_if_same(found: CarriedOut, command_id: CommandId) -> int:
    """The event of a command that is in the log. Raises Refused if it said something else."""
    number, said = found
    if said is not None and said != command_id.digest:
        raise Refused("id_used")
    return number
