"""Computer players at live tables: asked as soon as their decision is awaited."""

from __future__ import annotations

import asyncio
import logging
import random

from loseta.dealer import player_seed
from loseta.game import State
from loseta.server.match.commands import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.refusals import Refused
from loseta.server.room.table import Table
from loseta.server.workers import Pool, ThinkingFailed

LOG = logging.getLogger(__name__)
FIRST_PAUSE, LONGEST_PAUSE = 0.5, 10.0
"""Seconds before a move that could not be stored is tried again."""


class ComputerPlayers:
    def __init__(self, pool: Pool) -> None:
        self._pool = pool
        self._thinking: dict[tuple[str, int], asyncio.Task[None]] = {}

    def prompt(self, table: Table) -> None:
        """Let those computer players think whose decision is awaited and who do not yet."""
        log = table.loaded
        if log is None:
            return
        for seat in log.waiting():
            if log.computer_at(seat) and (table.row.id, seat) not in self._thinking:
                task = asyncio.create_task(self._play(table, seat))
                self._thinking[table.row.id, seat] = task

    def busy_at(self, table: Table) -> bool:
        return any(game == table.row.id for game, _ in self._thinking)

    async def stop(self) -> None:
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, table: Table, seat: int) -> None:
        try:
            pause = FIRST_PAUSE
            while not await self._decide(table, seat):
                await asyncio.sleep(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        except Exception:
            LOG.exception("a computer player failed")
        finally:
            del self._thinking[table.row.id, seat]
        self.prompt(table)

    async def _decide(self, table: Table, seat: int) -> bool:
        """Make one decision of a seat. False when it could not be stored."""
        try:
            await table.ready()
            log = table.loaded
            level = log.computer_at(seat) if log else None
            if log is None or level is None or seat not in log.waiting():
                return True
            state, number = log.state_for(seat).view(seat), log.number
            seed = f"{player_seed(table.row.seed, seat)}/{number}"
            await self._act(table, seat, number, await self._choice(state, level, seed))
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

    async def _act(self, table: Table, seat: int, number: int, choice: tuple[str, str]) -> None:
        position, action = choice

        def decide(handlers: CommandHandlers) -> None:
            log = table.loaded
            if log is not None and _stands(log, seat, number, position):
                handlers.act(seat, log.ply, [action])

        await table.rule(seat, None, decide)


def _stands(log: GameLog, seat: int, number: int, position: str) -> bool:
    """Whether the decision is still the one that was thought about."""
    if seat not in log.waiting() or not log.computer_at(seat):
        return False
    return log.number == number or log.state_for(seat).view(seat).to_text() == position
