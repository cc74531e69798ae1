"""The end of a game: by the rules, or because seats gave up or ran out of time."""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Ending:
    reason: str
    scores: tuple[int, ...]
    winners: tuple[int, ...]
    places: tuple[int, ...]

    @classmethod
    def ranked(
        cls, reason: str, scores: tuple[int, ...], worth: Sequence[int], out: Container[int]
    ) -> Ending:
        """Rank the seats by `worth`, higher first; those that are out rank behind all others."""
        ranks = [(seat not in out, value) for seat, value in enumerate(worth)]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return cls(reason, scores, winners, places)
