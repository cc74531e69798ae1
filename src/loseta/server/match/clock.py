"""The time that each seat has left, computed from the times of the events."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable

Outage = tuple[int, int]
"""Begin and end, in milliseconds, of a time in which no server was running. Clocks stand still
then."""


class Outages:
    """All outages, sorted and merged so that no time counts twice."""

    def __init__(self, known: Iterable[Outage] = ()) -> None:
        self._spans: list[Outage] = []
        for outage in sorted(known):
            self.add(*outage)

    def add(self, began: int, ended: int) -> None:
        if ended <= began:
            return
        apart = [span for span in self._spans if span[1] < began or span[0] > ended]
        touching = [span for span in self._spans if span[1] >= began and span[0] <= ended]
        began = min([began, *(span[0] for span in touching)])
        ended = max([ended, *(span[1] for span in touching)])
        self._spans = sorted([*apart, (began, ended)])

    def between(self, began: int, ended: int) -> int:
        """The total length of the outages between two moments."""
        first = max(0, bisect_right(self._spans, (began, began)) - 1)
        away = 0
        for down, up in self._spans[first:]:
            if down >= ended:
                break
            away += max(0, min(ended, up) - max(began, down))
        return away


class Clock:
    """The clocks of all seats, in milliseconds. They depend on the times of events only, so a match
    loaded from the store has the same clocks."""

    def __init__(
        self, seats: int, initial: int, increment: int, outages: Outages | None = None
    ) -> None:
        self.left = [initial] * seats
        self.increment = increment
        self._outages = outages if outages is not None else Outages()

    def elapsed(self, began: int, ended: int) -> int:
        """The time between two moments, without outages."""
        return max(0, ended - began - self._outages.between(began, ended))

    def charge(self, seats: Iterable[int], began: int, ended: int) -> None:
        used = self.elapsed(began, ended)
        for seat in seats:
            self.left[seat] = max(0, self.left[seat] - used)

    def reward(self, seats: Iterable[int]) -> None:
        """Add the increment for seats that have finished a decision."""
        for seat in seats:
            self.left[seat] += self.increment
