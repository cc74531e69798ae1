"""How often somebody may do something."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """Tokens that fill up steadily; each use takes one."""

    __slots__ = ("_at", "_rate", "_size", "_tokens")

    def __init__(self, size: float, seconds: float) -> None:
        self._size = self._tokens = float(size)
        self._rate = size / seconds
        self._at = time.monotonic()

    def take(self) -> bool:
        """False when there is none left."""
        now = time.monotonic()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Limiter:
    """A bucket for everybody who comes along; the longest unused are forgotten."""

    def __init__(self, size: float, seconds: float, remembered: int = 10_000) -> None:
        self._size, self._seconds, self._remembered = size, seconds, remembered
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, who: str) -> bool:
        bucket = self._buckets.pop(who, None) or Bucket(self._size, self._seconds)
        self._buckets[who] = bucket
        if len(self._buckets) > self._remembered:
            self._buckets.popitem(last=False)
        return bucket.take()
