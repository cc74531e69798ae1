"""A room: the audience of a match. It knows who is connected and sends each viewer its messages.

Every change that this process makes to a match goes through its room, which then publishes the
number of the last event on the bus. Each room of that game, in any process, hears of it there and
sends the new events to its clients.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import orjson

from loseta.game import Refusal
from loseta.server.match.commands import Command, CommandId
from loseta.server.match.log import GameLog
from loseta.server.match.match import Executed, Match
from loseta.server.match.missed_events import missed_events
from loseta.server.match.recent_events import MOST_MISSED, MOST_WITH_STATES, AppliedEvent
from loseta.server.match.serializers import Shared, position_json, shared_event_json
from loseta.server.room.bus import Bus, Notice
from loseta.server.room.connection import RESTART, Connection
from loseta.server.room.messages import VERSION
from loseta.server.room.presence import Presence
from loseta.server.room.table_info import table_info
from loseta.server.store import EventRow, Lease


class Room:
    def __init__(self, match: Match, bus: Bus) -> None:
        self.match = match
        self.presence = Presence(match.seats, match.now)
        self.used = time.monotonic()
        self._bus = bus
        self._unsubscribe = bus.subscribe(self._hear, match.row.id)
        self._published = -1
        """The last event that this room has published."""
        self._sent = -1
        """The last event that was sent to the clients in the room."""
        self._generation = match.generation
        self._table_changed = False
        """Whether the clients must be sent the table's state once everything in the log is
        stored."""
        self._prepared: tuple[Sequence[AppliedEvent], Shared] = ((), Shared())
        """Events that are being stored, and the messages about them."""
        match.before_storing = self._prepare
        self._heard = -1
        """The highest event number heard on the bus."""
        self._heard_rows: list[EventRow] = []
        self._catching_up: asyncio.Task[None] | None = None
        self._reloading: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.match.row.id

    def close(self) -> None:
        """Unsubscribe from the bus and stop background tasks, once no client is left."""
        self._unsubscribe()
        for task in (self._catching_up, self._reloading):
            if task is not None:
                task.cancel()

    # --- Changes to the match -----------------------------------------------------------------

    async def execute(
        self,
        seat: int,
        command_id: CommandId | None,
        command: Command,
        lease: Lease | None = None,
    ) -> Executed:
        """Carry out a command of a seat, as `Match.execute` does. Raises Refusal and LeaseLost."""
        if command_id is not None:
            self.used = time.monotonic()
        try:
            return await self.match.execute(seat, command_id, command, lease)
        finally:
            self._publish()

    async def check_clocks(self, lease: Lease | None = None) -> None:
        """Flag a seat whose time is up. Raises Refused and LeaseLost."""
        try:
            await self.match.check_clocks(lease)
        finally:
            self._publish()

    async def recount_clocks(self, since: int) -> None:
        """Recompute the clocks after learning, belatedly, of an outage that began at `since`.
        Raises Refused."""
        try:
            await self.match.recount_clocks(since)
        finally:
            self._publish()
        self.tell_table()

    async def note_deadline(self) -> None:
        """Store when the first clock runs out, as `Match.note_deadline` does. Raises Refused."""
        try:
            await self.match.note_deadline()
        finally:
            self._publish()

    async def ready(self) -> None:
        """Load the game, and start it if all seats are taken. Raises Refused."""
        try:
            await self.match.ready()
        finally:
            self._publish()

    async def rename(self, identity: str, name: str | None) -> None:
        """Show the new name of a player, which is stored already."""
        await self.match.rename(identity, name)
        self.tell_table()

    async def reload_seats(self, publish: bool = True) -> None:
        """Read the seats again after somebody took one or changed their name. `publish`: notify
        other processes, too. Raises Refused."""
        sent_before = self._sent
        try:
            await self.match.reload_seats()
        finally:
            for connection in self.connections:
                connection.seat = self.seat_of(connection.identity)
            self.presence.expect(self.match.seats)
            self._publish()
        if publish:
            self._bus.publish(Notice(self.id, "seats"))
        if self._sent == sent_before:
            self.tell_table()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[GameLog]:
        """The game as stored, locked against changes inside the `async with`. Raises Refused."""
        async with self.match.reading() as log:
            self._publish()
            yield log

    # --- The bus ------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Publish the events that were added to the log, if any."""
        if self.match.generation != self._generation:  # another database, such as a restored one
            self._generation = self.match.generation
            self._sent = self.match.number
            for connection in self.connections:
                connection.close(RESTART, "restart")
        if self.match.number != self._published:
            rows = self.match.events_since(self._published) if self._published >= 0 else None
            self._published = self.match.number
            number, new = self.match.number, [each.row for each in rows or ()]
            self._bus.publish(Notice(self.id, "events", number, new))
        if self._table_changed:
            self.tell_table()

    def _hear(self, notice: Notice) -> None:
        if notice.kind == "events":
            self.hear_of(notice.number, notice.rows)
        elif not notice.process:
            return
        elif notice.kind == "seats":
            self.reload_soon()
        elif notice.presence is not None and self.presence.learn(notice.process, notice.presence):
            self.tell_table()

    def hear_of(self, number: int, rows: Sequence[EventRow] = ()) -> None:
        """Note that the log goes up to event `number`. `rows`: its last events, as far as the
        notice carried them; the others are read from the store."""
        if number <= self.match.number:
            self._send_news()
            return
        self._heard = max(self._heard, number)
        self._heard_rows += rows
        if self._catching_up is None or self._catching_up.done():
            self._catching_up = asyncio.create_task(self._catch_up())

    async def _catch_up(self) -> None:
        while self._heard > self.match.number:
            rows, self._heard_rows = self._heard_rows, []
            before = self.match.number
            try:
                await self.match.catch_up(rows)
            except Refusal:
                return  # the next event or request reads it
            if self.match.number == before:
                return
            self._published = self.match.number  # other processes have published it
            # Subscribers that got the notice before the events were read get it again.
            self._bus.deliver(Notice(self.id, "events", self.match.number))

    def reload_soon(self) -> None:
        """Schedule a reload of the seats, which another process has changed."""
        if self._reloading is None or self._reloading.done():
            self._reloading = asyncio.create_task(self._reload())

    async def _reload(self) -> None:
        await asyncio.sleep(0.01)  # several changes at once are read once
        with contextlib.suppress(Refusal):  # the next request reads them
            await self.reload_seats(publish=False)

    # --- Messages ---------------------------------------------------------------------------------

    def _send_news(self) -> None:
        """Send the clients in this room the events that they have not received yet."""
        log, sent, self._sent = self.match.log, self._sent, self.match.number
        if log is None or sent < 0 or sent == self._sent:
            return
        events = self.match.events_since(sent)
        kind = "update"
        if events is None:  # no longer in memory: a snapshot, as after a lost connection
            kind, events = "snapshot", []
        for connection, text in self._texts(kind, log, events, self._prepared_for(events)):
            connection.send_text(text)
        self._table_changed = False

    def _prepare(self, log: GameLog, events: Sequence[AppliedEvent]) -> None:
        """Serialize the messages about events before these are stored. The game is in the CPU cache
        now; after the wait for the disk it is not, and serializing would take twice as long."""
        self._prepared = (), Shared()
        if events and events[0].row.number == self._sent + 1:
            self._prepared = events, Shared()
            self._texts("update", log, events, self._prepared[1])

    def _prepared_for(self, events: Sequence[AppliedEvent]) -> Shared:
        """The messages prepared for exactly these events; empty if there are none, or if the
        table's state has changed since."""
        prepared, shared = self._prepared
        self._prepared = (), Shared()
        same = len(events) == len(prepared) > 0 and events[-1] is prepared[-1]
        return shared if same and not self._table_changed else Shared()

    def _texts(
        self, kind: str, log: GameLog, events: Sequence[AppliedEvent], shared: Shared
    ) -> list[tuple[Connection, str]]:
        """The message for each client in this room."""
        host = self.match.row.host
        return [
            (each, self._text(kind, log, each.seat, each.identity == host, events, shared))
            for each in self.connections
        ]

    def _text(
        self,
        kind: str,
        log: GameLog,
        seat: int | None,
        host: bool,
        events: Sequence[AppliedEvent],
        shared: Shared,
    ) -> str:
        def write() -> str:
            return orjson.dumps(self._message(kind, log, seat, host, events, shared)).decode()

        text: str = shared.once((seat, host), write)
        return text

    def tell_table(self) -> None:
        """Send the table's state to the clients in this room; if events are being stored, wait
        until that is done."""
        self._table_changed = self.match.storing
        if self._table_changed:
            return
        for connection in self.connections:
            host = connection.identity == self.match.row.host
            connection.send({"type": "table", "table": self.info(connection.seat, host)})

    async def snapshot(self, connection: Connection, seen: int | None = None) -> None:
        """Send the current game, and the events missed since the event `seen`. Raises Refused."""
        if seen is not None and seen > self.match.number:  # another process has sent later events
            await self.match.catch_up()
        async with self.reading() as log:
            connection.seat = self.seat_of(connection.identity)  # it may have been taken just now
            missed: list[AppliedEvent] | None = None
            most = MOST_WITH_STATES if seen else MOST_MISSED
            if seen is not None and 0 <= log.number - seen <= most:
                missed = missed_events(log, seen)
            host = connection.identity == self.match.row.host
            snapshot = self._message("snapshot", log, connection.seat, host, missed or (), Shared())
            connection.send(snapshot)

    def _message(
        self,
        kind: str,
        log: GameLog,
        seat: int | None,
        host: bool,
        events: Sequence[AppliedEvent],
        shared: Shared,
    ) -> dict[str, Any]:
        own = {"you": seat, "host": host}  # the rest of the table's state is the same for everybody
        message = {
            "type": kind,
            **position_json(log, seat, shared),
            "table": shared.once("table", lambda: self.info(None, False)) | own,
            "events": [shared_event_json(log, each, seat, shared) for each in events],
        }
        return message | {"version": VERSION} if kind == "snapshot" else message

    def info(self, viewer: int | None, host: bool) -> dict[str, Any]:
        """Everything at the table except the game."""
        match = self.match
        return table_info(
            match.row,
            match.seats,
            match.log,
            self.presence,
            viewer,
            host,
            match.now(),
        )

    # --- Presence -----------------------------------------------------------------------------

    def seat_of(self, identity: str) -> int | None:
        seats = self.match.seats
        return next((seat.seat for seat in seats if seat.identity == identity), None)

    @property
    def connections(self) -> set[Connection]:
        return self.presence.connections

    def enter(self, connection: Connection) -> None:
        self.presence.enter(connection)
        self.presence_changed()

    def leave(self, connection: Connection) -> None:
        self.presence.leave(connection)
        self.used = time.monotonic()
        self.presence_changed()

    def presence_changed(self) -> None:
        """Send the change in presence to the clients of this process, and to other processes."""
        self._bus.publish(Notice(self.id, "presence", presence=self.presence.counts()))
        self.tell_table()

    def absent_for(self, seat: int) -> float:
        """Seconds since a seat was last seen."""
        return self.presence.absent_for(seat) / 1000
