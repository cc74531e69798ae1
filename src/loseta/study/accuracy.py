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
"""Visits that have to suffice where nothing else tells the chance."""
TURNING = 0.2
"""A turning point gives away at least this part of an even share of the chances to win."""
FULL, STEEPNESS, SHIFT = 103.1668, 4.354, 3.1668
"""Of the curve that lichess uses for chess: a loss of a tenth of the chances is worth 64%."""


def chance_after(decision: Reviewed, following: Reviewed | None, seats: int) -> float | None:
    """The chance to win of the seat that decided, after what it played; None if that is not known.
    `following`: the decision right after it, if nothing was drawn in between."""
    if following is not None and needs_following(decision, seats):
        best = float(following["candidates"][0]["win_chance"])
        return best if following["seat"] == decision["seat"] else 1 - best
    found = _played(decision)
    return float(found["win_chance"]) if found and found["visits"] >= BARELY else None


def needs_following(decision: Reviewed, seats: int) -> bool:
    """Whether the following decision, if there is one, says better what the played action was
    worth. It does only among two."""
    found = _played(decision)
    return seats == 2 and (found is None or found["visits"] < ENOUGH)


def _played(decision: Reviewed) -> Mapping[str, Any] | None:
    found = (each for each in decision["candidates"] if each["action"] == decision["played"])
    return next(found, None)


def loss(decision: Reviewed, following: Reviewed | None, seats: int) -> float | None:
    """What of the chance to win a decision gave away; None if that is not known."""
    best = decision["candidates"][0]
    if best["action"] == decision["played"]:
        return 0.0
    after = chance_after(decision, following, seats)
    return None if after is None else max(0.0, best["win_chance"] - after)


def turning(seats: int) -> float:
    """How much of the chance to win a turning point gives away, at least."""
    return TURNING / seats


def judged(decision: Reviewed, following: Reviewed | None, seats: int) -> dict[str, Any]:
    """A decision with the chance to win after it, its loss, and whether it was a turning point."""
    after, lost = chance_after(decision, following, seats), loss(decision, following, seats)
    turned = lost is not None and lost >= turning(seats)
    return {**decision, "after": after, "loss": lost, "turning_point": turned}


def all_judged(decisions: Iterable[Reviewed], seats: int) -> list[dict[str, Any]]:
    """The decisions of a game, in its order."""
    by_ply = {each["ply"]: each for each in decisions}
    return [judged(each, by_ply.get(ply + 1), seats) for ply, each in sorted(by_ply.items())]


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
    losses: dict[int, dict[int, list[float]]] = {}
    for each in all_judged(decisions, seats):
        if each["loss"] is not None:
            losses.setdefault(each["seat"], {}).setdefault(each["round"], []).append(each["loss"])
    return [
        SeatAccuracy(
            seat,
            Accuracy.of([each for found in rounds.values() for each in found]),
            {number: Accuracy.of(found) for number, found in rounds.items()},
        )
        for seat, rounds in sorted(losses.items())
    ]
