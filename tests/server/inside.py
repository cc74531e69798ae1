"""A server without a network in the process of the test, so that its work can be counted."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any

import httpx
from sqlalchemy import event

from loseta.server.http.app import make_app
from loseta.server.http.histories import Histories
from loseta.server.match.log import GameLog
from loseta.server.match.summary import summary_of
from loseta.server.room.keys import COOKIE
from loseta.server.room.lobby import Lobby
from loseta.server.settings import Limits, Settings
from loseta.server.store import GameRow, SeatRow

from .game_logs import Play


class Guest(httpx.AsyncClient):
    """A guest with a cookie, at an address of its own."""

    identity = ""

    async def ask(self, method: str, path: str, body: Any = None) -> httpx.Response:
        return await self.request(method, f"/api/v1{path}", json=body)

    async def told(self, method: str, path: str, body: Any = None) -> Any:
        answer = await self.ask(method, path, body)
        assert answer.status_code < 300, answer.text
        return answer.json()


class Inside:
    def __init__(self, lobby: Lobby) -> None:
        self.lobby = lobby
        self.app = make_app(lobby)
        self.histories: Histories = self.app.state.histories
        self._guests: list[Guest] = []

    async def guest(self, address: str = "") -> Guest:
        came_from = address or f"192.0.2.{len(self._guests)}"
        transport = httpx.ASGITransport(self.app, client=(came_from, 1))
        guest = Guest(transport=transport, base_url="http://localhost")
        self._guests.append(guest)
        await guest.told("GET", "/me")
        guest.identity = self.lobby.keys.identity(guest.cookies[COOKIE]) or ""
        return guest

    async def close(self) -> None:
        for guest in self._guests:
            await guest.aclose()

    async def game(
        self,
        id_: str,
        kind: str,
        *seats: Guest,
        most: int = 10_000,
        play: Callable[[Play], None] | None = None,
    ) -> GameLog:
        """A stored game that was played before, at random or as given."""
        made = Play(kind)
        if play is not None:
            play(made)
        else:
            for _ in made.random_steps(random.Random(1), most):
                pass
        over = made.log.ending is not None
        row = GameRow(
            id_, made.game, made.options, made.seed, seats[0].identity, 1,
            "over" if over else "playing", False, True, summary=summary_of(made.log),
        )  # fmt: skip
        taken = [SeatRow(n, seat.identity, None, 0) for n, seat in enumerate(seats)]
        await self.lobby.store.add_game(row, taken)
        await self.lobby.store.append(id_, made.rows)
        return made.log

    @contextmanager
    def queries(self) -> Iterator[list[str]]:
        """The statements that reach the database, commits included. What each move stores, its
        events and the game's summary, is none of them: the driver itself does that."""
        database = self.lobby.store.database
        engines = database.engine.sync_engine, database.file_engine
        seen: list[str] = []

        def statement(_: Any, __: Any, text: str, *___: Any) -> None:
            seen.append(text)

        def commit(_: Any) -> None:
            seen.append("COMMIT")

        for engine in engines:
            event.listen(engine, "before_cursor_execute", statement)
            event.listen(engine, "commit", commit)
        try:
            yield seen
        finally:
            for engine in engines:
                event.remove(engine, "before_cursor_execute", statement)
                event.remove(engine, "commit", commit)


@asynccontextmanager
async def inside(folder: Path, **limits: Any) -> AsyncIterator[Inside]:
    """A server of its own, in which nothing happens by itself: rooms stay in memory."""
    database = f"sqlite:///{folder / 'tables.db'}"
    allowed = Limits(**{"idle_seconds": 3600.0, **limits})
    lobby = Lobby(Settings(database, workers=1, prepare=False, limits=allowed))
    await lobby.open()
    await lobby.freeze()  # its heartbeat would be counted, too
    server = Inside(lobby)
    try:
        yield server
    finally:
        await server.close()
        await lobby.close()
