"""Rate limits: token buckets, one for each client."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable

Clock = Callable[[], float]
NEVER = 60.0
"""The wait, in seconds, reported where nothing is allowed at all."""


class Bucket:
    """A token bucket: `size` tokens, refilled steadily within `seconds`; each use takes some."""

    __slots__ = ("_at", "_clock", "_rate", "_size", "_tokens")

    def __init__(self, size: float, seconds: float, clock: Clock = time.monotonic) -> None:
        self._size = self._tokens = float(size)
        self._rate = size / seconds
        self._clock = clock
        self._at = clock()

    def wait(self, amount: float = 1) -> float:
        """Seconds until `amount` tokens are available, 0 if they are. An amount above the size of
        the bucket waits for a full bucket."""
        now = self._clock()
        self._tokens = min(self._size, self._tokens + (now - self._at) * self._rate)
        self._at = now
        missing = min(amount, max(self._size, 1)) - self._tokens
        if missing <= 0:
            return 0.0
        return missing / self._rate if self._rate else NEVER

    def take(self, amount: float = 1) -> float:
        """Take `amount` tokens and return 0; if there are too few, take none and return the seconds
        to wait."""
        wait = self.wait(amount)
        if not wait:
            self.spend(amount)
        return wait

    def spend(self, amount: float) -> None:
        """Take tokens that `wait` has just reported as available."""
        self._tokens -= min(amount, self._size)

    def charge(self, amount: float) -> None:
        """Deduct tokens that were taken in another process. The balance may become negative."""
        self.wait()
        self._tokens = max(-self._size, self._tokens - amount)


class Limiter:
    """A bucket for each client. Keeps `remembered` of them and forgets the least recently used."""

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
        """Called with the client and the amount after each successful `take`."""
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
        """Take from the client's bucket, as `Bucket.take` does."""
        wait = self.of(who).take(amount)
        if not wait:
            self.on_take(who, amount)
        return wait
