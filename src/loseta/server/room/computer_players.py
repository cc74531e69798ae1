"""Starts computer players as soon as it is their turn."""

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
from loseta.server.room.bus import Notice
from loseta.server.room.leases import Leases
from loseta.server.room.room import Room
from loseta.server.store import LeaseLost, Unavailable
from loseta.server.workers import Thinking, ThinkingFailed

LOG = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before a move that could not be stored is tried again."""
LEASE_PAUSE = 0.5
"""Seconds before the next attempt to get a lease that another process has."""


class ComputerPlayers:
    """Plays for the computer players of the loaded tables, as a subscriber of the bus. They pause
    at a table that nobody has used for `idle_seconds`."""

    def __init__(
        self, pool: Thinking, rooms: Mapping[str, Room], leases: Leases, idle_seconds: float
    ) -> None:
        self._pool = pool
        self._rooms = rooms
        self._leases = leases
        self._idle_seconds = idle_seconds
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._acquiring: dict[str, asyncio.Task[None]] = {}

    def hear(self, notice: Notice) -> None:
        if notice.kind == "events" and notice.game in self._rooms:
            self.prompt(self._rooms[notice.game])

    def prompt(self, room: Room) -> None:
        """Start the computer players that are to move, unless they are thinking already."""
        if self._is_in_use(room):
            self._think(room)

    def _is_in_use(self, room: Room) -> bool:
        return bool(room.connections) or time.monotonic() - room.used <= self._idle_seconds

    def _think(self, room: Room) -> None:
        log = room.match.log
        awaited = [seat for seat in log.waiting() if log.computer_at(seat)] if log else []
        if awaited and not self._leases.holds(room.id):
            if room.id not in self._acquiring:
                self._acquiring[room.id] = asyncio.create_task(self._acquire(room))
            return
        for seat in awaited:
            if (room.id, seat) not in self._thinking:
                self._thinking[room.id, seat] = asyncio.create_task(self._play(room, seat))

    async def _acquire(self, room: Room) -> None:
        """Try to get the lease of a table as long as its computer players are to move, because its
        holder may die or release it."""
        try:
            while self._is_awaited(room) and not self._leases.holds(room.id):
                try:
                    if await self._leases.acquire(room.id):
                        break
                except Unavailable:
                    LOG.warning("no lease can be had")
                await asyncio.sleep(LEASE_PAUSE)
        finally:
            del self._acquiring[room.id]
        if self._leases.holds(room.id):
            self.prompt(room)

    def _is_awaited(self, room: Room) -> bool:
        """Whether a computer player is to move in a room that is in use."""
        log = room.match.log
        awaited = log is not None and any(log.computer_at(seat) for seat in log.waiting())
        return awaited and self._is_in_use(room) and self._rooms.get(room.id) is room

    def busy_at(self, room: Room) -> bool:
        return any(game == room.id for game, _ in self._thinking)

    async def stop(self) -> None:
        tasks = [*self._thinking.values(), *self._acquiring.values()]
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
        """Make one decision of a seat. Returns False if it must be tried again."""
        try:
            async with room.reading() as log:
                level = log.computer_at(seat)
                if level is None or seat not in log.waiting():
                    return True
                state, number = log.state_for(seat).view(seat), log.number
            seed = f"{player_seed(room.match.row.seed, seat)}/{number}"
            position, action = await self._choice(state, level, seed)
            lease = self._leases.of(room.id)
            if lease is None and not self._leases.holds(room.id):
                return True
            await room.execute(seat, None, ComputerMove(number, position, action), lease)
        except LeaseLost:
            self._leases.lost(room.id)
            return False  # the log was discarded: find out again who is to move
        except Refused as refused:
            return refused.code != "storage"
        return True

    async def _choice(self, state: State, level: str, seed: str) -> tuple[str, str]:
        """Choose an action at a level. Returns the position as text, and the action, which is legal
        in it."""
        position = state.to_text()
        legal = [action.text for action in state.legal_actions()]
        try:
            chosen = await self._pool.move(state.game.name, position, level, seed)
        except ThinkingFailed:
            chosen = ""
        if chosen not in legal:  # the game must go on, whatever went wrong
            LOG.error("%s did not choose; an action is drawn", level)
            chosen = random.Random(seed).choice(legal)
        return position, chosen
