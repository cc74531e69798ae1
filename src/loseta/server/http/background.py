"""Longer work for requests, done so that it does not delay the players."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
SLICE = 8
"""How many parts of a job are done in one slice: about two milliseconds if each makes a frame of a
game."""


class Background:
    """Runs one job at a time. However many there are, other requests are served between two slices
    of a job."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def in_slices(self, work: Iterator[T], slice_: int = SLICE) -> list[T]:
        """Run a job in slices; returns everything that it yields."""
        found: list[T] = []
        async with self._free:
            while part := list(islice(work, slice_)):
                found += part
                await asyncio.sleep(0)
        return found

    async def in_thread(self, function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """Run work that cannot be cut into slices in a thread. The interpreter switches back to the
        event loop every few milliseconds, which is often enough with one such thread at a time."""
        async with self._free:
            return await asyncio.to_thread(function, *args, **options)
