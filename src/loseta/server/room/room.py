"""A room: the audience of a match. Who is connected, and what each of them is told.

What changes a match in this process goes through its room, which then publishes on the bus how far
the log goes; from the bus every room of the game learns that there is something to tell.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from typing import Any

import orjson

from loseta.game import Refusal
from loseta.server.match.commands import Command, CommandId
from loseta.server.match.log import GameLog
from loseta.server.match.match import Executed, Match
from loseta.server.match.missed_events import missed_events
from loseta.server.match.recent_events import MOST_MISSED, AppliedEvent
from loseta.server.match.serializers import Shared, event_json, position_json
from loseta.server.room.bus import Bus
from loseta.server.room.connection import RESTART, Connection
from loseta.server.room.messages import VERSION
from loseta.server.room.table_info import table_info


class Room:
    def __init__(self, match: Match, bus: Bus) -> None:
        self.match = match
        self.connections: set[Connection] = set()
        self.used = time.monotonic()
        self._bus = bus
        self._unsubscribe = bus.subscribe(self._hear, match.row.id)
        self._published = -1
        """The last event that this room has published."""
        self._told = -1
        """The last event that those in the room were told of."""
        self._generation = match.generation
        self._table_changed = False
        """Whether they are to be told who is there, as soon as the log holds only what is
        stored."""
        self._left_at = {seat.seat: time.monotonic() for seat in match.seats if seat.identity}
        """When those who are not here were last seen, as far as this room can remember."""
        self._catching_up: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        return self.match.row.id

    def close(self) -> None:
        """Nobody is here any more, and nothing more is to be heard."""
        self._unsubscribe()
        if self._catching_up is not None:
            self._catching_up.cancel()

    # --- What is done with the match ----------------------------------------------------------

    async def execute(self, seat: int, command_id: CommandId | None, command: Command) -> Executed:
        """Carry out a command of a seat. Raises Refusal."""
        if command_id is not None:
            self.used = time.monotonic()
        try:
            return await self.match.execute(seat, command_id, command)
        finally:
            self._publish()

    async def check_clocks(self) -> None:
        """Raises Refused."""
        try:
            await self.match.check_clocks()
        finally:
            self._publish()

    async def ready(self) -> None:
        """Have the game in memory, and start it if all seats are taken. Raises Refused."""
        try:
            await self.match.ready()
        finally:
            self._publish()

    async def rename(self, identity: str, name: str | None) -> None:
        """Somebody has another name, which is stored already."""
        await self.match.rename(identity, name)
        self.tell_table()

    async def reload_seats(self) -> None:
        """Somebody took a seat. Raises Refused."""
        told = self._told
        try:
            await self.match.reload_seats()
        finally:
            for connection in self.connections:
                connection.seat = self.seat_of(connection.identity)
            self._note_absent()
            self._publish()
        if self._told == told:
            self.tell_table()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[GameLog]:
        """The game as it is stored; nothing changes it meanwhile. Raises Refused."""
        async with self.match.reading() as log:
            self._publish()
            yield log

    # --- The bus ------------------------------------------------------------------------------

    def _publish(self) -> None:
        """Let all know how far the log goes, if it has grown."""
        if self.match.generation != self._generation:  # another database: nothing holds any more
            self._generation = self.match.generation
            self._told = self.match.number
            for connection in self.connections:
                connection.close(RESTART, "restart")
        if self.match.number != self._published:
            self._published = self.match.number
            self._bus.publish(self.id, self.match.number)
        if self._table_changed:
            self.tell_table()

    def _hear(self, game: str, number: int) -> None:
        if number > self.match.number:
            if self._catching_up is None or self._catching_up.done():
                self._catching_up = asyncio.create_task(self._catch_up())
        else:
            self._tell_news()

    async def _catch_up(self) -> None:
        try:
            await self.match.catch_up()
        except Refusal:
            return  # the next event, or the next who asks, brings it
        self._published = self.match.number  # others have published it
        self._tell_news()

    # --- What is told -----------------------------------------------------------------------------

    def _tell_news(self) -> None:
        """Tell all here what they have not been told yet."""
        log, told, self._told = self.match.log, self._told, self.match.number
        if log is None or told < 0 or told == self._told:
            return
        events = self.match.events_since(told)
        kind = "update"
        if events is None:  # no longer in memory: as after a lost connection
            kind, events = "snapshot", []
        texts: dict[tuple[int | None, bool], str] = {}
        shared: Shared = {}
        for connection in self.connections:
            key = connection.seat, connection.identity == self.match.row.host
            if key not in texts:
                message = self._message(kind, log, *key, events, shared)
                texts[key] = orjson.dumps(message).decode()
            connection.send_text(texts[key])
        self._table_changed = False

    def tell_table(self) -> None:
        """Tell all here who is there; what is not stored yet is not told."""
        self._table_changed = self.match.storing
        if self._table_changed:
            return
        for connection in self.connections:
            host = connection.identity == self.match.row.host
            connection.send({"type": "table", "table": self.info(connection.seat, host)})

    async def snapshot(self, connection: Connection, seen: int | None = None) -> None:
        """Send the game as it stands, with what was missed since an event. Raises Refused."""
        async with self.reading() as log:
            connection.seat = self.seat_of(connection.identity)  # it may have been taken just now
            missed: list[AppliedEvent] | None = None
            if seen is not None and 0 <= log.number - seen <= MOST_MISSED:
                missed = missed_events(log, seen)
            host = connection.identity == self.match.row.host
            connection.send(self._message("snapshot", log, connection.seat, host, missed or ()))

    def _message(
        self,
        kind: str,
        log: GameLog,
        seat: int | None,
        host: bool,
        events: Iterable[AppliedEvent],
        shared: Shared | None = None,
    ) -> dict[str, Any]:
        message = {
            "type": kind,
            **position_json(log, seat, shared),
            "table": self.info(seat, host),
            "events": [event_json(log, each, seat) for each in events],
        }
        return message | {"version": VERSION} if kind == "snapshot" else message

    def info(self, viewer: int | None, host: bool) -> dict[str, Any]:
        """Everything at the table except the game."""
        match = self.match
        return table_info(
            match.row,
            match.seats,
            match.log,
            self.connections,
            self._left_at,
            viewer,
            host,
            match.now(),
        )

    # --- Presence -----------------------------------------------------------------------------

    def seat_of(self, identity: str) -> int | None:
        seats = self.match.seats
        return next((seat.seat for seat in seats if seat.identity == identity), None)

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)
        if connection.seat is not None:
            self._left_at.pop(connection.seat, None)
        self.tell_table()

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
        for seat in self.match.seats:
            if seat.identity and seat.seat not in here:
                self._left_at.setdefault(seat.seat, time.monotonic())

    def absent_for(self, seat: int) -> float:
        """Seconds since a seat was last seen here."""
        return time.monotonic() - self._left_at.get(seat, time.monotonic())
