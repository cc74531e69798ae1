"""Limits across all processes: what a guest uses at one process counts at the others a moment
later. While the bus is down, each process counts by itself."""

from __future__ import annotations

import asyncio
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from loseta.server.limiter import Limiter
from loseta.server.room.bus import Bus

PAUSE = 0.3
"""Seconds for which changes are collected before they are sent to the other processes."""
REPEATED = 10.0
"""Seconds after which counts are sent again, for processes that have started since."""


class SharedSpending:
    """Broadcasts what is taken from named limiters, and applies what other processes took."""

    def __init__(self, bus: Bus, limiters: Mapping[str, Limiter]) -> None:
        self._bus = bus
        self._limiters = limiters
        self._taken: defaultdict[tuple[str, str], float] = defaultdict(float)
        for name, limiter in limiters.items():
            limiter.on_take = partial(self._note, name)
        bus.listen("taken", self._hear)

    def _note(self, name: str, who: str, amount: float) -> None:
        if not self._taken:
            asyncio.get_running_loop().call_later(PAUSE, self._broadcast)
        self._taken[name, who] += amount

    def _broadcast(self) -> None:
        taken, self._taken = self._taken, defaultdict(float)
        self._bus.broadcast("taken", [[*key, amount] for key, amount in taken.items()])

    def _hear(self, process: str, data: Any) -> None:
        for name, who, amount in data:
            if name in self._limiters:
                self._limiters[name].of(str(who)).charge(float(amount))


class ConnectionCounts:
    """Counts the live connections of each guest at all processes. `live` returns the processes that
    are alive."""

    def __init__(self, bus: Bus, live: Callable[[], Collection[str]]) -> None:
        self._bus = bus
        self._live = live
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, Counter[str]] = {}
        self._changed: set[str] = set()
        self._repeating = False
        bus.listen("connections", self._hear)

    @property
    def total(self) -> int:
        """The number of connections to this process."""
        return self._here.total()

    def of(self, guest: str) -> int:
        """The number of a guest's connections to all live processes."""
        live = self._live()
        self._elsewhere = {name: each for name, each in self._elsewhere.items() if name in live}
        return self._here[guest] + sum(each[guest] for each in self._elsewhere.values())

    def add(self, guest: str) -> None:
        self._here[guest] += 1
        self._broadcast_soon(guest)

    def remove(self, guest: str) -> None:
        self._here[guest] -= 1
        if not self._here[guest]:
            del self._here[guest]
        self._broadcast_soon(guest)

    def _broadcast_soon(self, guest: str) -> None:
        loop = asyncio.get_running_loop()
        if not self._changed:
            loop.call_later(PAUSE, self._broadcast)
        self._changed.add(guest)
        if not self._repeating:
            self._repeating = True
            loop.call_later(REPEATED, self._repeat)

    def _broadcast(self) -> None:
        changed, self._changed = self._changed, set()
        self._bus.broadcast("connections", {guest: self._here[guest] for guest in changed})

    def _repeat(self) -> None:
        """Broadcast the counts again of guests with several connections; the others are not near
        the limit."""
        several = {guest: count for guest, count in self._here.items() if count > 1}
        self._repeating = bool(several)
        if several:
            self._bus.broadcast("connections", several)
            asyncio.get_running_loop().call_later(REPEATED, self._repeat)

    def _hear(self, process: str, data: Any) -> None:
        counts = self._elsewhere.setdefault(process, Counter())
        for guest, count in data.items():
            counts[guest] = int(count)
            if not counts[guest]:
                del counts[guest]
