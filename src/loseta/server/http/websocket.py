"""Live connections: the websocket between a client and a table."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from typing import Any

from pydantic import ValidationError
from starlette.websockets import WebSocket, WebSocketDisconnect

from loseta.game import Refusal
from loseta.server import metrics
from loseta.server.http import coaching, costs
from loseta.server.http.live_protocol import WRITE
from loseta.server.http.middleware import language_of
from loseta.server.http.sessions import Sessions, address
from loseta.server.http.shared_limits import ConnectionCounts
from loseta.server.match import commands, queries
from loseta.server.refusals import Misread, Refused, error_json, slow_down
from loseta.server.room import messages
from loseta.server.room.connection import POLICY, TRY_LATER, Connection
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.room.table_setup import levels
from loseta.server.workers import ThinkingFailed

LOG = logging.getLogger(__name__)
STAND_IN = "ai:4"
"""The level that stands in for an absent player."""
SLOW = messages.Hint | messages.Coach | messages.Effects
_RESULTS = {result: metrics.COMMANDS.labels(result) for result in ("done", "refused")}
MOST_THOUGHTS = 4
"""The most slow queries that a connection may have open at a time, because all connections share
the workers."""


class Live:
    def __init__(self, lobby: Lobby, sessions: Sessions) -> None:
        self._lobby = lobby
        self._sessions = sessions
        self._limits = lobby.settings.limits
        self._open = ConnectionCounts(lobby.bus, lobby.live_processes)

    async def serve(self, socket: WebSocket, game: str, seen: int | None, lang: str | None) -> None:
        """Serve a connection from its handshake to its end. `seen`: the last event that the client
        knows."""
        lang = lang or language_of(socket.headers)
        await socket.accept()
        try:
            identity, room, seat = await self._admit(socket, game)
        except Refusal as refusal:
            error = error_json(refusal, lang)
            metrics.REFUSALS.labels(error["code"]).inc()
            with contextlib.suppress(WebSocketDisconnect, RuntimeError):  # the client has gone
                await socket.send_json({"type": "error", "id": None, **error})
                await socket.close(POLICY)
            return
        write = socket.scope["extensions"][WRITE]
        connection = Connection(socket, identity, seat, lang, self._limits, write)
        pump = asyncio.create_task(connection.pump())
        self._open.add(identity)
        metrics.CONNECTIONS.inc()
        try:
            if await self._snapshot(room, connection, seen):
                self._lobby.enter(room, connection)  # nothing was stored since the snapshot
                # A task of its own, so that a message does not resume the whole stack of coroutines
                # around this one.
                await asyncio.create_task(self._listen(socket, room, connection))
            else:
                connection.close(TRY_LATER, "storage")
                await pump
        finally:
            metrics.CONNECTIONS.dec()
            self._open.remove(identity)
            room.leave(connection)
            pump.cancel()

    async def _admit(self, socket: WebSocket, game: str) -> tuple[str, Room, int | None]:
        identity = await self._sessions.required(socket)
        if self._open.of(identity) >= self._limits.connections_per_guest:
            raise Refused("too_many_connections")
        if self._open.total >= self._limits.connections:
            raise Refused("busy")
        room = await self._lobby.room_for(identity, game)
        seat = room.seat_of(identity)
        if seat is None and room.match.row.host != identity:
            if room.match.row.private:
                raise Refused("private")
            if room.presence.spectators >= self._limits.spectators:
                raise Refused("too_many_connections")
        return identity, room, seat

    async def _snapshot(self, room: Room, connection: Connection, seen: int | None) -> bool:
        try:
            await room.snapshot(connection, seen)
        except Refusal as refusal:
            connection.refuse(refusal, None)
            return False
        return True

    async def _listen(self, socket: WebSocket, room: Room, connection: Connection) -> None:
        """Read and answer messages until either side ends the connection."""
        later: set[asyncio.Task[None]] = set()
        where = address(socket)
        try:
            while True:
                message = self._read(connection, await socket.receive_text())
                if message is None or not self._pay(connection, where, message):
                    continue
                if isinstance(message, SLOW) and len(later) == MOST_THOUGHTS:
                    connection.refuse(slow_down(1), message.id)
                elif isinstance(message, SLOW):  # must not delay moves
                    task = asyncio.create_task(self._answer(room, connection, message))
                    later.add(task)
                    task.add_done_callback(later.discard)
                else:
                    await self._answer(room, connection, message)
        except (WebSocketDisconnect, RuntimeError, KeyError):
            return  # the client has gone, or has sent bytes instead of text
        finally:
            for task in later:
                task.cancel()

    def _read(self, connection: Connection, text: str) -> messages.Command | messages.Query | None:
        """Parse a message. If it is invalid, too long or comes too fast, refuse it and return
        None."""
        if wait := connection.bucket.take():
            connection.refuse(slow_down(wait), None)
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

    def _pay(
        self, connection: Connection, where: str, message: messages.Command | messages.Query
    ) -> bool:
        """Charge the cost of a message; returns False after refusing one that exceeds a budget."""
        cost = costs.of_message(message.type)
        try:
            self._sessions.budgets.charge(connection.identity, where, cost)
        except Refused as refusal:
            connection.refuse(refusal, message.id)
            return False
        return True

    async def _answer(
        self,
        room: Room,
        connection: Connection,
        message: messages.Command | messages.Query,
    ) -> None:
        began = time.perf_counter()
        result = "refused"
        try:
            if isinstance(message, messages.Command):
                number = await self.command(room, connection.seat, message)
                connection.send({"type": "done", "id": message.id, "number": number})
            else:
                found = await self._query(room, connection, message)
                connection.send({"type": "answer", "id": message.id, "answer": found})
            result = "done"
        except Refusal as refusal:
            connection.refuse(refusal, message.id)
            if isinstance(refusal, Refused) and refusal.code == "stale":
                await self._snapshot(room, connection, None)
        except Exception:
            LOG.exception("a message failed")
            connection.refuse(Refused("failure"), message.id)
        _RESULTS[result].inc()
        metrics.COMMAND_SECONDS.observe(time.perf_counter() - began)

    # --- Commands -----------------------------------------------------------------------------

    async def command(self, room: Room, seat: int | None, message: messages.Command) -> int:
        """Carry out a command of a seat; returns the number of its event. Raises Refusal."""
        if seat is None:
            raise Refused("spectator")
        command_id = commands.CommandId(message.id, messages.digest(message))
        executed = await room.execute(seat, command_id, self._command(room, message))
        return executed.number

    def _command(self, room: Room, message: messages.Command) -> commands.Command:
        """The command of the match that a message stands for."""
        match message:
            case messages.Act():
                return commands.Act(message.ply, message.actions)
            case messages.Undo():
                return commands.Undo(message.ply)
            case messages.TakeBack():
                return commands.TakeBack()
            case messages.Answer():
                return commands.Answer(message.agree)
            case messages.Resign():
                return commands.Resign()
            case messages.ComeBack():
                return commands.ComeBack()
            case messages.Say():
                return commands.Say(message.phrase)
            case messages.StandIn():
                level = STAND_IN if STAND_IN in levels(room.match.row.game) else "greedy"
                absent, patience = room.absent_for(message.seat), self._limits.absent_seconds
                return commands.StandIn(message.seat, level, absent, patience)

    # --- Queries ------------------------------------------------------------------------------

    async def _query(self, room: Room, connection: Connection, message: messages.Query) -> Any:
        seat, row = connection.seat, room.match.row
        async with room.reading() as log:
            match message:
                case messages.Ping():
                    return None
                case messages.Preview():
                    return queries.preview(log, seat, message.ply, message.actions)
                case messages.Why():
                    return queries.why(log, seat, message.actions, connection.lang)
                case messages.Projection():
                    return queries.projection(log, seat)
                case messages.Hint() if not row.hints:
                    raise Refused("no_hints")
                case messages.Hint():
                    self._sessions.budgets.think(connection.identity)
                case messages.Coach():
                    coaching.check(room, seat)
                    self._sessions.budgets.think(connection.identity)
                    coaching.check_move(log, seat, message.ply, message.action)
            view = queries.deciding_state(log, seat).view(seat)
        if isinstance(message, messages.Coach):
            asked = coaching.opinion(self._lobby.pool, view, message.action, message.least)
            return await self._think(asked)
        position = view.to_text()
        if isinstance(message, messages.Effects):
            return await self._think(self._lobby.pool.effects(row.game, position))
        seconds = min(message.seconds, self._limits.thinking_seconds)
        return await self._think(self._lobby.pool.think(row.game, position, seconds))

    async def _think(self, thinking: Any) -> Any:
        try:
            return await thinking
        except ThinkingFailed:
            raise Refused("no_thought") from None
