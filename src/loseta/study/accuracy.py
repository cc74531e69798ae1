"""How well a game was played, from what a review thinks of its decisions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

Reviewed = Mapping[str, Any]
"""A decision as a review tells it: `ply`, `seat`, `round`, `played` and `candidates`."""

ENOUGH = 150
"""A candidate that was looked at less often than this is known too little."""
BARELY = ENOUGH // 5
"""What has to do where nothing else tells."""
FULL, STEEPNESS, SHIFT = 103.1668, 4.354, 3.1668
"""Of the curve that lichess uses for chess: a loss of a tenth of the chances is worth 64%."""


def chance_after(
    decision: Reviewed, following: Reviewed | None, seats: int, enough: int = ENOUGH
) -> float | None:
    """The chance to win of the seat that decided, after what it played; None if that is not known.
    `following`: the decision right after it, if nothing was drawn in between."""
    found = [each for each in decision["candidates"] if each["action"] == decision["played"]]
    if found and found[0]["visits"] >= enough:
        return float(found[0]["win_chance"])
    if following is not None and seats == 2:
        best = float(following["candidates"][0]["win_chance"])
        return best if following["seat"] == decision["seat"] else 1 - best
    return float(found[0]["win_chance"]) if found and found[0]["visits"] >= BARELY else None


def loss(decision: Reviewed, following: Reviewed | None, seats: int) -> float | None:
    """What of the chance to win a decision gave away; None if that is not known."""
    best = decision["candidates"][0]
    if best["action"] == decision["played"]:
        return 0.0
    after = chance_after(decision, following, seats)
    return None if after is None else max(0.0, best["win_chance"] - after)


def percentage(lost: float) -> float:
    """How good a decision was, from what it gave away: 100 for the best."""
    return min(100.0, max(0.0, FULL * math.exp(-STEEPNESS * lost) - SHIFT))


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The mean of some decisions."""

    decisions: int
    percentage: float

    @classmethod
    def of(cls, losses: Sequence[float]) -> Accuracy:
        return cls(len(losses), fmean(map(percentage, losses)))


@dataclass(frozen=True, slots=True)
class SeatAccuracy:
    """How well a seat played."""

    seat: int
    whole: Accuracy
    rounds: dict[int, Accuracy]


def accuracies(decisions: Iterable[Reviewed], seats: int) -> list[SeatAccuracy]:
    """Of each seat that decided something of which it is known what it gave away."""
    by_ply = {each["ply"]: each for each in decisions}
    losses: dict[int, dict[int, list[float]]] = {}
    for ply, each in sorted(by_ply.items()):
        lost = loss(each, by_ply.get(ply + 1), seats)
        if lost is not None:
            losses.setdefault(each["seat"], {}).setdefault(each["round"], []).append(lost)
    return [
        SeatAccuracy(
            seat,
            Accuracy.of([each for found in rounds.values() for each in found]),
            {number: Accuracy.of(found) for number, found in rounds.items()},
        )
        for seat, rounds in sorted(losses.items())
    ]
