"""How a game ended: by the rules, or because somebody gave up or had no time left."""

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
        """Each seat placed by its worth; those who are out come after the others."""
        ranks = [(seat not in out, value) for seat, value in enumerate(worth)]
        places = tuple(1 + sum(other > rank for other in ranks) for rank in ranks)
        winners = tuple(seat for seat, place in enumerate(places) if place == 1)
        return cls(reason, scores, winners, places)
