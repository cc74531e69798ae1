"""The time that the server goes by. It never goes back and never jumps while the server runs,
whatever happens to the computer's own clock.

Players' clocks are worked out from the times of stored events. So these times must grow, and what
lies between two of them must have passed. Only the monotonic clock does that, but it means nothing
to the next process: there the computer's clock says how far on to begin.
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
    """All times are milliseconds since 1970."""

    def __init__(
        self,
        computers: Callable[[], int] = _computers_ms,
        monotonic: Callable[[], int] = _monotonic_ms,
    ) -> None:
        self._computers = computers
        self._monotonic = monotonic
        self.start(0)

    def start(self, not_before: int) -> None:
        """Begin at the computer's time, or where an earlier process stopped if that is later."""
        self._offset = max(self._computers(), not_before) - self._monotonic()
        self._not_before = not_before

    def follow(self, now: int) -> None:
        """Go by another clock, which says that it is now so late. A small difference may be the
        way that its answer took; if this one is ahead, it stands still until the other has caught
        up."""
        if abs(now - self.now()) > SLACK:
            self._not_before = self.now()
            self._offset = now - self._monotonic()

    def now(self) -> int:
        return max(self._offset + self._monotonic(), self._not_before)

    def date(self) -> int:
        """What the computer's clock says: for people to read, not to measure time with."""
        return self._computers()
