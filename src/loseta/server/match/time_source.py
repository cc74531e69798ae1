"""The server's time. It never goes back, and it never jumps while the server runs, whatever happens
to the computer's own clock.

Players' clocks are computed from the times of stored events. So these times must increase, and
their differences must be real durations. Only the monotonic clock guarantees that, but its values
mean nothing to another process. So each process starts from the computer's clock.
"""

from __future__ import annotations

import time
from collections.abc import Callable

SLACK = 50
"""Milliseconds by which two servers' times may differ."""


def _computers_ms() -> int:
    return time.time_ns() // 1_000_000


def _monotonic_ms() -> int:
    return time.monotonic_ns() // 1_000_000


class TimeSource:
    """A clock that never goes back. All times are milliseconds since 1970."""

    def __init__(
        self,
        computers: Callable[[], int] = _computers_ms,
        monotonic: Callable[[], int] = _monotonic_ms,
    ) -> None:
        self._computers = computers
        self._monotonic = monotonic
        self.start(0)

    def start(self, not_before: int) -> None:
        """Begin at the computer's time, or at `not_before`, where an earlier process stopped, if
        that is later."""
        self._offset = max(self._computers(), not_before) - self._monotonic()
        self._not_before = not_before

    def follow(self, now: int) -> None:
        """Synchronize with another clock, whose time is `now`. Differences up to `SLACK` are
        ignored, because they may be the delay of its answer. If this clock is ahead, it stands
        still until the other has caught up."""
        if abs(now - self.now()) > SLACK:
            self._not_before = self.now()
            self._offset = now - self._monotonic()

    def now(self) -> int:
        return max(self._offset + self._monotonic(), self._not_before)

    def date(self) -> int:
        """The time of the computer's clock: for people to read, not to measure durations."""
        return self._computers()
