"""Longer work of requests, which must not keep those who play waiting."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import islice
from typing import ParamSpec, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
SLICE = 8
"""So many parts of a work are done in one piece: about two milliseconds, if each makes a frame of a
game."""


class Background:
    """One work at a time: however many ask, between two slices everybody else has a turn."""

    def __init__(self) -> None:
        self._free = asyncio.Lock()

    async def in_slices(self, work: Iterator[T], slice_: int = SLICE) -> list[T]:
        """Everything that a work yields."""
        found: list[T] = []
        async with self._free:
            while part := list(islice(work, slice_)):
                found += part
                await asyncio.sleep(0)
        return found

    async def in_thread(self, function: Callable[P, T], *args: P.args, **options: P.kwargs) -> T:
        """For what cannot be cut into slices. The interpreter lets the loop go on every few
        milliseconds, as long as no more threads want to."""
        async with self._free:
            return await asyncio.to_thread(function, *args, **options)
