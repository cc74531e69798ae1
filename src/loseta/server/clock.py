"""The time that each player has left, worked out from the times of the events."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

Outage = tuple[int, int]
"""When the server was not there, in milliseconds: nobody's clock runs then."""


class Clock:
    """Times are in milliseconds. Only what is folded in from events counts, so that a table that
    comes back from its events has the same clock."""

    def __init__(
        self, seats: int, initial: int, increment: int, outages: Sequence[Outage] = ()
    ) -> None:
        self.left = [initial] * seats
        self.increment = increment
        self._outages = outages

    def elapsed(self, began: int, ended: int) -> int:
        """The time between two moments, without that in which the server was not there."""
        away = sum(
            max(0, min(ended, up) - max(began, down))
            for down, up in self._outages
            if up > began and down < ended
        )
        return max(0, ended - began - away)

    def charge(self, seats: Iterable[int], began: int, ended: int) -> None:
        used = self.elapsed(began, ended)
        for seat in seats:
            self.left[seat] = max(0, self.left[seat] - used)

    def reward(self, seats: Iterable[int]) -> None:
        """The increment for those who have decided."""
        for seat in seats:
            self.left[seat] += self.increment
