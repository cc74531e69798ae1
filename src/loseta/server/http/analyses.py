"""Analyses of positions: the search's best lines, streamed while a client listens."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Any

import orjson

from loseta.server.http.reviews import refusal_line
from loseta.server.refusals import Refused
from loseta.server.workers import Thinking, ThinkingFailed

MOST_STRETCHES = 8
"""The most stretches of one analysis; each may end early to make way for other jobs."""
SHORTEST = 0.5
"""With less time left than this, in seconds, an analysis does not continue."""


class Analyses:
    """All analyses of a server. A guest has one at a time; a new one ends the one before."""

    def __init__(self, pool: Thinking) -> None:
        self._pool = pool
        self._newest: dict[str, asyncio.Queue[dict[str, Any] | None]] = {}

    async def lines(
        self, identity: str, game: str, view: str, seconds: float, best: int, lang: str
    ) -> AsyncIterator[bytes]:
        """Stream an analysis as lines of JSON, each with the complete results so far; the last has
        `done`. The search ends when the client stops listening."""
        news: asyncio.Queue[dict[str, Any] | None] = asyncio.Queue()
        if identity in self._newest:
            self._newest[identity].put_nowait(None)
        self._newest[identity] = news
        asking = asyncio.create_task(self._think(game, view, seconds, best, news))
        asking.add_done_callback(lambda _: news.put_nowait(None))
        try:
            while (part := await news.get()) is not None:
                yield orjson.dumps(part) + b"\n"
            if asking.done():
                yield orjson.dumps(asking.result() | {"done": True}) + b"\n"
        except ThinkingFailed:
            async for line in refusal_line(Refused("no_thought"), lang):
                yield line
        finally:
            if self._newest.get(identity) is news:
                del self._newest[identity]
            asking.cancel()
            with suppress(asyncio.CancelledError, ThinkingFailed):
                await asking

    async def _think(
        self,
        game: str,
        view: str,
        seconds: float,
        best: int,
        news: asyncio.Queue[dict[str, Any] | None],
    ) -> dict[str, Any]:
        """Search in stretches. A stretch ends early if other jobs wait for a worker; the next one
        continues later. Raises ThinkingFailed."""
        before = {"nodes": 0, "seconds": 0.0}

        def summed(part: dict[str, Any]) -> dict[str, Any]:
            return part | {name: before[name] + part[name] for name in before}

        for _ in range(MOST_STRETCHES):
            rest = seconds - before["seconds"]
            found = summed(
                await self._pool.analyse(
                    game, view, rest, best, lambda part: news.put_nowait(summed(part))
                )
            )
            before = {name: found[name] for name in before}
            if seconds - before["seconds"] < SHORTEST:
                break
            news.put_nowait(found)
        return found
