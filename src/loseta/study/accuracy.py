"""Accuracy: how well a game was played, judged by the review of its decisions."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Any

Reviewed = Mapping[str, Any]
"""A decision of a review: `ply`, `seat`, `round`, `played` and `candidates`."""

ENOUGH = 150
"""The visits from which a candidate's win chance is reliable."""
BARELY = ENOUGH // 5
"""The visits that must suffice if there is no other evidence of a win chance."""
TURNING = 0.2
"""A turning point gives away at least this fraction of an even share of the win chances."""
FULL, STEEPNESS, SHIFT = 103.1668, 4.354, 3.1668
"""Parameters of the curve that lichess uses for chess: a loss of 0.1 win chance gives 64%."""


def chance_after(decision: Reviewed, following: Reviewed | None, seats: int) -> float | None:
    """The win chance of the deciding seat after the action it played; None if it is not known.
    `following`: the next decision, if nothing was drawn in between."""
    if following is not None and needs_following(decision, seats):
        best = float(following["candidates"][0]["win_chance"])
        return best if following["seat"] == decision["seat"] else 1 - best
    found = _played(decision)
    return float(found["win_chance"]) if found and found["visits"] >= BARELY else None


def needs_following(decision: Reviewed, seats: int) -> bool:
    """Whether the following decision would be a better estimate of what the played action was
    worth: only in games of two, and if the action has too few visits."""
    found = _played(decision)
    return seats == 2 and (found is None or found["visits"] < ENOUGH)


def _played(decision: Reviewed) -> Mapping[str, Any] | None:
    found = (each for each in decision["candidates"] if each["action"] == decision["played"])
    return next(found, None)


def loss(decision: Reviewed, following: Reviewed | None, seats: int) -> float | None:
    """The win chance that a decision gave away; None if it is not known."""
    best = decision["candidates"][0]
    if best["action"] == decision["played"]:
        return 0.0
    after = chance_after(decision, following, seats)
    return None if after is None else max(0.0, best["win_chance"] - after)


def turning(seats: int) -> float:
    """The least win chance that a turning point gives away."""
    return TURNING / seats


def judged(decision: Reviewed, following: Reviewed | None, seats: int) -> dict[str, Any]:
    """A decision with the win chance after it, its loss, and whether it was a turning point."""
    after, lost = chance_after(decision, following, seats), loss(decision, following, seats)
    turned = lost is not None and lost >= turning(seats)
    return {**decision, "after": after, "loss": lost, "turning_point": turned}


def all_judged(decisions: Iterable[Reviewed], seats: int) -> list[dict[str, Any]]:
    """The decisions of a game, judged, in the order of play."""
    by_ply = {each["ply"]: each for each in decisions}
    return [judged(each, by_ply.get(ply + 1), seats) for ply, each in sorted(by_ply.items())]


def percentage(lost: float) -> float:
    """The accuracy of a decision, from the win chance it gave away: 100 for none."""
    return min(100.0, max(0.0, FULL * math.exp(-STEEPNESS * lost) - SHIFT))


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The mean accuracy of some decisions, and their number."""

    decisions: int
    percentage: float

    @classmethod
    def of(cls, losses: Sequence[float]) -> Accuracy:
        return cls(len(losses), fmean(map(percentage, losses)))


@dataclass(frozen=True, slots=True)
class SeatAccuracy:
    """The accuracy of a seat in the whole game and in each round."""

    seat: int
    whole: Accuracy
    rounds: dict[int, Accuracy]


def accuracies(decisions: Iterable[Reviewed], seats: int) -> list[SeatAccuracy]:
    """The accuracy of each seat with at least one decision whose loss is known."""
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
