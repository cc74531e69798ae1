"""Computer players: asked as soon as their decision is awaited."""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Mapping

from loseta.dealer import player_seed
from loseta.game import State
from loseta.server.match.commands import ComputerMove
from loseta.server.refusals import Refused
from loseta.server.room.room import Room
from loseta.server.workers import Pool, ThinkingFailed

LOG = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before a move that could not be stored is tried again."""


class ComputerPlayers:
    """A subscriber of the bus. `idle_seconds`: where nobody has looked for so long, they stop."""

    def __init__(self, pool: Pool, rooms: Mapping[str, Room], idle_seconds: float) -> None:
        self._pool = pool
        self._rooms = rooms
        self._idle_seconds = idle_seconds
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    def hear(self, game: str, number: int) -> None:
        if game in self._rooms:
            self.prompt(self._rooms[game])

    def prompt(self, room: Room) -> None:
        """Let those computer players think whose decision is awaited and who do not yet."""
        if room.connections or time.monotonic() - room.used <= self._idle_seconds:
            self._think(room)

    def _think(self, room: Room) -> None:
        log = room.match.log
        if log is None:
            return
        for seat in log.waiting():
            if log.computer_at(seat) and (room.id, seat) not in self._thinking:
                self._thinking[room.id, seat] = asyncio.create_task(self._play(room, seat))

    def busy_at(self, room: Room) -> bool:
        return any(game == room.id for game, _ in self._thinking)

    async def stop(self) -> None:
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, room: Room, seat: int) -> None:
        try:
            pause = FIRST_PAUSE
            while not await self._decide(room, seat):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        except Exception:
            LOG.exception("a computer player failed")
        finally:
            del self._thinking[room.id, seat]
        self._think(room)

    async def _decide(self, room: Room, seat: int) -> bool:
        """Make one decision of a seat. False when it could not be stored."""
        try:
            async with room.reading() as log:
                level = log.computer_at(seat)
                if level is None or seat not in log.waiting():
                    return True
                state, number = log.state_for(seat).view(seat), log.number
            seed = f"{player_seed(room.match.row.seed, seat)}/{number}"
            position, action = await self._choice(state, level, seed)
            await room.execute(seat, None, ComputerMove(number, position, action))
        except Refused as refused:
            return refused.code != "storage"
        return True

    async def _choice(self, state: State, level: str, seed: str) -> tuple[str, str]:
        """The position that was thought about, and an action that is legal in it."""
        position = state.to_text()
        legal = [action.text for action in state.legal_actions()]
        try:
            chosen = await self._pool.move(state.game.name, position, level, seed)
        except ThinkingFailed:
            chosen = ""
        if chosen not in legal:  # whatever went wrong, the game must go on
            LOG.error("%s did not choose; an action is drawn", level)
            chosen = random.Random(seed).choice(legal)
        return position, chosen
