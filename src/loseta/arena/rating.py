"""Ratings of many players from all their meetings together.

**The model** is that of `elo.py`: of n at a table, one seat is A's and the others are B's, and A
wins with the probability a / (a + (n-1) b). With the logarithms of the strengths that is a logistic
regression: logit p = α - β - log(n-1). Equal players have p = 1/n. A shared victory counts as its
share, a draw of two as half a win.

**The fit** is the maximum of the likelihood of all meetings at once, with Firth's correction, which
takes away most of the bias of few games and is finite also for a player who has won or lost
everything: each meeting gets half a win and half a loss more, times its leverage. Meetings of very
unequal players have hardly any leverage, so that they are not pulled towards equality.

**The intervals** (95 %) are those of the difference to the player at the anchor, from the Fisher
information. It takes games as independent. Those on the same deals with the seats changed are not:
luck of the deal evens out, so the true intervals are rather smaller.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

from loseta.arena.elo import CONFIDENCE
from loseta.arena.meeting import Meeting
from loseta.players import MissingExtra

ELO = 400 / math.log(10)
"""A difference of 1 in the logarithms of the strengths, in Elo."""
LARGEST_STEP = 2.0
STEPS = 200


@dataclass(frozen=True)
class Rating:
    value: float
    low: float
    high: float


def rate(meetings: Sequence[Meeting], seats: int, anchor: str, at: float) -> dict[str, Rating]:
    """The ratings of all who are connected with the anchor by games, itself included. Raises
    MissingExtra."""
    names = _connected(meetings, anchor)
    others = {name: n for n, name in enumerate(name for name in names if name != anchor)}
    rows = [
        (others.get(each.a), others.get(each.b), float(each.games), each.won)
        for each in meetings
        if each.games and each.a in names and each.a != each.b
    ]
    logs, covariance = _fit(rows, len(others), math.log(seats - 1))
    quantile = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    ratings = {anchor: Rating(at, at, at)}
    for name, n in others.items():
        value = at + ELO * float(logs[n])
        margin = ELO * quantile * math.sqrt(covariance[n, n])
        ratings[name] = Rating(value, value - margin, value + margin)
    return ratings


def expected(difference: float, seats: int = 2) -> float:
    """The share of the victories that an Elo difference leads to."""
    return 1 / (1 + (seats - 1) * math.exp(-difference / ELO))


def _connected(meetings: Sequence[Meeting], anchor: str) -> list[str]:
    """The players connected with the anchor by games, directly or through others."""
    found = [anchor]
    for name in found:  # it grows on the way
        for each in meetings:
            if each.games and name in (each.a, each.b):
                found += [other for other in (each.a, each.b) if other not in found]
    return found


# --- The fit --------------------------------------------------------------------------------

_Row = tuple[int | None, int | None, float, float]
"""Who is A and who is B (None: the anchor, at 0), games, and how much of them A won."""


def _fit(rows: Sequence[_Row], size: int, handicap: float) -> tuple[Any, Any]:
    """The logarithms of the strengths, and their covariances (Newton's method)."""
    np = needs_numpy()
    signs = np.zeros((len(rows), size))
    for n, (a, b, _, _) in enumerate(rows):
        for player, sign in ((a, 1.0), (b, -1.0)):
            if player is not None:
                signs[n, player] = sign
    games = np.array([row[2] for row in rows])
    won = np.array([row[3] for row in rows])
    logs = np.zeros(size)
    covariance = np.zeros((size, size))
    for _ in range(STEPS):
        # Never so near to 0 or 1 that a meeting tells nothing at all.
        chances = 1 / (1 + np.exp(-np.clip(signs @ logs - handicap, -25.0, 25.0)))
        weights = games * chances * (1 - chances)
        covariance = np.linalg.inv(signs.T @ (weights[:, None] * signs))
        leverages = weights * np.einsum("ni,ij,nj->n", signs, covariance, signs)
        slope = signs.T @ (won - games * chances + leverages * (0.5 - chances))
        step = covariance @ slope
        longest = float(np.abs(step).max(initial=0.0))
        logs += step * min(1.0, LARGEST_STEP / longest if longest else 1.0)
        if longest < 1e-9:
            break
    return logs, covariance


def needs_numpy() -> Any:
    """numpy, or the sentence that says how to get it. Raises MissingExtra."""
    try:
        import numpy  # only where ratings are wanted
    except ImportError as error:
        raise MissingExtra.of("ladder", error) from None
    return numpy
