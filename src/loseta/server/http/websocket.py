"""Live connections: a client sits at a table and talks."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import Counter
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from loseta.game import Refusal
from loseta.server import metrics
from loseta.server.http.middleware import language_of
from loseta.server.http.sessions import Sessions
from loseta.server.limiter import Limiter
from loseta.server.match import queries
from loseta.server.match.commands import CommandHandlers
from loseta.server.refusals import Misread, Refused, error_json
from loseta.server.room import messages
from loseta.server.room.connection import POLICY, TRY_LATER, Connection
from loseta.server.room.lobby import STAND_IN, Lobby
from loseta.server.room.table import Table
from loseta.server.room.table_setup import levels
from loseta.server.workers import ThinkingFailed

LOG = logging.getLogger(__name__)
SLOW = messages.Hint | messages.Effects
MOST_THOUGHTS = 4
"""So many of them a connection may wait for: workers are there for all."""


class Live:
    def __init__(self, lobby: Lobby, sessions: Sessions) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._limits = lobby.settings.limits
        self._open: Counter[str] = Counter()
        self._thoughts = Limiter(self._limits.thoughts, 60)

    async def serve(self, socket: WebSocket, game: str, seen: int | None, lang: str | None) -> None:
        """A connection from its beginning to its end."""
        lang = lang or language_of(socket.headers)
        await socket.accept()
        try:
            identity, table, seat = await self._admit(socket, game)
        except Refusal as refusal:
            told = {"type": "error", "id": None, **error_json(refusal, lang)}
            await socket.send_json(told)
            await socket.close(POLICY)
            return
        connection = Connection(socket, identity, seat, lang, self._limits)
        pump = asyncio.create_task(connection.pump())
        self._open[identity] += 1
        metrics.CONNECTIONS.inc()
        try:
            if await self._snapshot(table, connection, seen):
                table.enter(connection)  # nothing can have happened since the snapshot
                await self._listen(socket, table, connection)
            else:
                connection.close(TRY_LATER, "storage")
                await pump
        finally:
            metrics.CONNECTIONS.dec()
            self._open[identity] -= 1
            if not self._open[identity]:
                del self._open[identity]
            table.leave(connection)
            pump.cancel()

    async def _admit(self, socket: WebSocket, game: str) -> tuple[str, Table, int | None]:
        identity = await self._sessions.required(socket)
        if self._open[identity] >= self._limits.connections_per_guest:
            raise Refused("too_many_connections")
        if self._open.total() >= self._limits.connections:
            raise Refused("busy")
        table = await self._lobby.table(game)
        seat = table.seat_of(identity)
        if seat is None and table.row.host != identity:
            if table.row.private:
                raise Refused("private")
            if sum(c.seat is None for c in table.connections) >= self._limits.spectators:
                raise Refused("too_many_connections")
        return identity, table, seat

    async def _snapshot(self, table: Table, connection: Connection, seen: int | None) -> bool:
        try:
            await table.snapshot(connection, seen)
        except Refusal as refusal:
            connection.refuse(refusal, None)
            return False
        return True

    async def _listen(self, socket: WebSocket, table: Table, connection: Connection) -> None:
        """Read one message after the other until either side ends the connection."""
        later: set[asyncio.Task[None]] = set()
        try:
            while True:
                message = self._read(connection, await socket.receive_text())
                if isinstance(message, SLOW) and len(later) == MOST_THOUGHTS:
                    connection.refuse(Refused("slow_down"), message.id)
                elif isinstance(message, SLOW):  # thinking must not keep the player from playing
                    task = asyncio.create_task(self._answer(table, connection, message))
                    later.add(task)
                    task.add_done_callback(later.discard)
                elif message is not None:
                    await self._answer(table, connection, message)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return  # it is gone, or it sent bytes where text was due
        finally:
            for task in later:
                task.cancel()

    def _read(self, connection: Connection, text: str) -> messages.Command | messages.Query | None:
        """A message, if it is one and may come now; otherwise the client is told."""
        if not connection.bucket.take():
            connection.refuse(Refused("slow_down"), None)
            connection.close(POLICY, "rate")
            return None
        if len(text) > self._limits.message_bytes:
            connection.refuse(Refused("too_large", n=self._limits.message_bytes), None)
            return None
        try:
            return messages.FROM_CLIENT.validate_json(text)
        except ValidationError as error:
            first = error.errors(include_url=False, include_context=False, include_input=False)[0]
            connection.refuse(Misread(first["type"], first["loc"]), None)
            return None

    async def _answer(
        self,
        table: Table,
        connection: Connection,
        message: messages.Command | messages.Query,
    ) -> None:
        began = time.perf_counter()
        result = "refused"
        try:
            if isinstance(message, messages.Command):
                number = await self.command(table, connection.seat, message)
                connection.send({"type": "done", "id": message.id, "number": number})
            else:
                found = await self._query(table, connection, message)
                connection.send({"type": "answer", "id": message.id, "answer": found})
            result = "done"
        except Refusal as refusal:
            connection.refuse(refusal, message.id)
            if isinstance(refusal, Refused) and refusal.code == "stale":
                await self._snapshot(table, connection, None)
        except Exception:
            LOG.exception("a message failed")
            connection.refuse(Refused("failure"), message.id)
        metrics.COMMANDS.labels(result).inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)

    # --- Commands -----------------------------------------------------------------------------

    async def command(self, table: Table, seat: int | None, message: messages.Command) -> int:
        """Carry out a command of a seat; the number of its event. Raises Refusal."""
        if seat is None:
            raise Refused("spectator")

        def decide(handlers: CommandHandlers) -> None:
            match message:
                case messages.Act():
                    handlers.check_in_person(seat)
                    handlers.act(seat, message.ply, message.actions)
                case messages.Undo():
                    handlers.undo(seat, message.ply)
                case messages.TakeBack():
                    handlers.ask(seat)
                case messages.Answer():
                    handlers.answer(seat, message.agree)
                case messages.Resign():
                    handlers.resign(seat)
                case messages.ComeBack():
                    handlers.come_back(seat)
                case messages.Say():
                    handlers.say(seat, message.phrase)
                case messages.StandIn():
                    self._check_absent(table, message.seat)
                    level = STAND_IN if STAND_IN in levels() else "greedy"
                    handlers.stand_in(message.seat, level)

        digest = messages.digest(message)
        if isinstance(message, messages.StandIn):
            await table.check_id(seat, message.id, digest)
        return await table.rule(seat, message.id, decide, digest)

    def _check_absent(self, table: Table, seat: int) -> None:
        if seat >= len(table.seats) or table.seats[seat].identity is None:
            raise Refused("is_computer")
        if table.absent_for(seat) < self._lobby.settings.limits.absent_seconds:
            raise Refused("not_absent", n=int(self._lobby.settings.limits.absent_seconds))

    # --- Queries ------------------------------------------------------------------------------

    async def _query(self, table: Table, connection: Connection, message: messages.Query) -> Any:
        await table.ready()
        log, seat = table.loaded, connection.seat
        assert log is not None
        match message:
            case messages.Ping():
                return None
            case messages.Preview():
                return queries.preview(log, seat, message.ply, message.actions)
            case messages.Why():
                return queries.why(log, seat, message.actions, connection.lang)
            case messages.Projection():
                return queries.projection(log, seat)
            case messages.Effects():
                state = queries.deciding_state(log, seat).view(seat)
                return await self._think(self._lobby.pool.effects(table.row.game, state.to_text()))
            case messages.Hint():
                if not table.row.hints:
                    raise Refused("no_hints")
                if not self._thoughts.take(connection.identity):
                    raise Refused("slow_down")
                state = queries.deciding_state(log, seat).view(seat)
                seconds = min(message.seconds, self._limits.thinking_seconds)
                thinking = self._lobby.pool.think(table.row.game, state.to_text(), seconds)
                return await self._think(thinking)

    async def _think(self, thinking: Any) -> Any:
        try:
            return await thinking
        except ThinkingFailed:
            raise Refused("no_thought") from None
