"""How much somebody may do in a time."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]
NEVER = 60.0
"""Seconds to wait where nothing is allowed at all."""


class Bucket:
    """Tokens that fill up steadily; each use takes some."""

    __slots__ = ("_at", "_clock", "_rate", "_size", "_tokens")

    def __init__(self, size: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self._size = self._tokens = float(size)
        self._rate = size / seconds
        self._clock = clock
        self._at = clock()

    def wait(self, amount: float = 1) -> float:
        """Seconds until there are so many; 0: there are. Nothing takes more than all of them."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        missing = min(amount, max(self._size, 1)) - self._tokens
        if missing <= 0:
            return 0.0
        return missing / self._rate if self._rate else NEVER

    def take(self, amount: float = 1) -> float:
        """Take so many if there are; otherwise take none and say how long to wait."""
        wait = self.wait(amount)
        if not wait:
            self.spend(amount)
        return wait

    def spend(self, amount: float) -> None:
        """Take so many: `wait` has just said that there are."""
        self._tokens -= min(amount, self._size)

    def charge(self, amount: float) -> None:
        """What was taken elsewhere counts here, too; there may be less than none left."""
        self.wait()
        self._tokens = max(-self._size, self._tokens - amount)


class Limiter:
    """A bucket for everybody who comes along; the longest unused are forgotten."""

    def __init__(
        self,
        size: float,
        seconds: float,
        remembered: int = 10_000,
        clock: Clock = time.monotonic,
    ) -> None:
        self._size, self._seconds, self._remembered = size, seconds, remembered
        self._clock = clock
        self.on_take: Callable[[str, float], None] = lambda who, amount: None
        """Called with what somebody has taken."""
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, who: str) -> Bucket:
        bucket = self._buckets.get(who)
        if bucket is not None:
            self._buckets.move_to_end(who)
            return bucket
        bucket = self._buckets[who] = Bucket(self._size, self._seconds, self._clock)
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket

    def take(self, who: str, amount: float = 1) -> float:
        """As `Bucket.take`."""
        wait = self.of(who).take(amount)
        if not wait:
            self.on_take(who, amount)
        return wait
