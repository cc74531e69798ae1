"""The health check: whether a move can be stored. Requests at about the same time share one."""

from __future__ import annotations

import asyncio

from loseta.server.room.lobby import Lobby
from loseta.server.store_errors import store_errors

FRESH_SECONDS = 1.0
"""Seconds for which a result is reused, because each check costs a commit and anybody may ask."""


class Health:
    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._trying: asyncio.Task[None] | None = None

    async def check(self) -> None:
        """Raises Refused if nothing can be stored."""
        if self._trying is None:
            self._trying = asyncio.create_task(self._try())
            self._trying.add_done_callback(self._done)
        with store_errors():
            await asyncio.shield(self._trying)

    async def _try(self) -> None:
        await self._lobby.uptime.note_alive()

    def _done(self, trying: asyncio.Task[None]) -> None:
        if not trying.cancelled():
            trying.exception()  # marks it as retrieved; it was raised in the callers
        asyncio.get_running_loop().call_later(FRESH_SECONDS, self._forget)

    def _forget(self) -> None:
        self._trying = None
