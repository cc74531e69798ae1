"""Ratings of many players from all their meetings together.

**The model** is that of `elo.py`: of n seats A has one and B the others, and A wins with the
probability a / (a + (n-1) b). In the logarithms of the strengths that is a logistic regression:
logit p = α - β - log(n-1). Equal players have p = 1/n. A shared victory counts as its share, a draw
of two as half a win.

**The fit** maximises the likelihood of all meetings together, with Firth's correction. It removes
most of the bias of few games, and is finite even for a player that has won or lost everything: each
meeting gets half a win and half a loss more, times its leverage. Meetings of very unequal players
have hardly any leverage, so they are not pulled towards equality.

**The intervals** (95 %) are those of the difference to the anchor, from the Fisher information. It
treats games as independent. Games on the same deals with the seats changed are not: luck evens out,
so the true intervals are slightly smaller.
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
"""The Elo difference for a difference of 1 in the logarithms of the strengths."""
LARGEST_STEP = 2.0
STEPS = 200


@dataclass(frozen=True)
class Rating:
    value: float
    low: float
    high: float


def rate(meetings: Sequence[Meeting], seats: int, anchor: str, at: float) -> dict[str, Rating]:
    """The ratings of the anchor, which is rated `at`, and of all players connected with it by
    games. Raises MissingExtra."""
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
    """The expected share of the victories for an Elo difference."""
    return 1 / (1 + (seats - 1) * math.exp(-difference / ELO))


def _connected(meetings: Sequence[Meeting], anchor: str) -> list[str]:
    """The players connected with the anchor by games, directly or through others."""
    found = [anchor]
    for name in found:  # the list grows meanwhile
        for each in meetings:
            if each.games and name in (each.a, each.b):
                found += [other for other in (each.a, each.b) if other not in found]
    return found


# --- The fit --------------------------------------------------------------------------------

_Row = tuple[int | None, int | None, float, float]
"""The numbers of A and B (None: the anchor, at 0), the games, and A's victories."""


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
        # Clipped, so that no chance is so close to 0 or 1 that a meeting has no weight.
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
    """The module numpy. Raises MissingExtra, which says how to install it."""
    try:
        import numpy  # only ratings need it
    except ImportError as error:
        raise MissingExtra.of("ladder", error) from None
    return numpy
