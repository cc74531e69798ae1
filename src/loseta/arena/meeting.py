"""The summed results of two players' games: what a ladder keeps of a match."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any

from loseta.arena.match import A, B, Result

Pair = tuple[float, float]
"""A number for A, and one for B."""


@dataclass(frozen=True)
class Meeting:
    """Games of A, with one seat, against B, with all others."""

    a: str
    b: str
    games: int
    won: float
    """The sum of A's shares of the victory."""
    scored: Pair
    """The sum of the final scores of all seats, in the games played to their end."""
    scores: Pair
    """How many scores are in `scored`."""
    moves: Pair
    seconds: Pair
    forfeits: Pair

    @classmethod
    def of(cls, result: Result) -> Meeting:
        plan, played = result.plan, result.counted
        points: tuple[list[int], list[int]] = [], []
        for game in played:
            for seat, score in enumerate(game.scores or ()):
                points[plan.side(game.number, seat)].append(score)
        sides = (A, B)
        lost = [forfeit.side for forfeit in result.forfeits]
        return cls(
            a=plan.a.name,
            b=plan.b.name,
            games=len(played),
            won=float(sum((game.share for game in played), Fraction(0))),
            scored=_pair(map(sum, points)),
            scores=_pair(map(len, points)),
            moves=_pair(sum(game.moves[side] for game in played) for side in sides),
            seconds=_pair(sum(game.seconds[side] for game in played) for side in sides),
            forfeits=_pair(map(lost.count, sides)),
        )

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Meeting:
        """Read the output of `as_json`. Raises ValueError, TypeError or KeyError for anything
        else."""
        games, won = int(data["games"]), float(data["won"])
        if not 0 <= won <= games:
            raise ValueError(won)
        names = str(data["a"]), str(data["b"])
        kept = ("scored", "scores", "moves", "seconds", "forfeits")
        return cls(*names, games, won, *(_pair(data[name]) for name in kept))

    def sides_of(self, player: str) -> list[int]:
        """The sides that a player has: A, B, or none."""
        return [side for side, name in enumerate((self.a, self.b)) if name == player]


def _pair(values: Any) -> Pair:
    a, b = map(float, values)
    return a, b
