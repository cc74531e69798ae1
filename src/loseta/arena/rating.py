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

from loseta.arena.elo import CONFIDENCE
from loseta.arena.meeting import Meeting

ELO = 400 / math.log(10)
"""A difference of 1 in the logarithms of the strengths, in Elo."""
LARGEST_STEP = 2.0
STEPS = 200

Matrix = list[list[float]]


@dataclass(frozen=True)
class Rating:
    value: float
    low: float
    high: float


def rate(meetings: Sequence[Meeting], seats: int, anchor: str, at: float) -> dict[str, Rating]:
    """The ratings of all who are connected with the anchor by games, itself included."""
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
        value = at + ELO * logs[n]
        margin = ELO * quantile * math.sqrt(covariance[n][n])
        ratings[name] = Rating(value, value - margin, value + margin)
    return ratings


def expected(difference: float, seats: int = 2) -> float:
    """The share of the victories that an Elo difference leads to."""
    return 1 / (1 + (seats - 1) * math.exp(-difference / ELO))


def _connected(meetings: Sequence[Meeting], anchor: str) -> list[str]:
    """Whoever has met the anchor, or somebody who has, and so on."""
    found = [anchor]
    for name in found:  # it grows on the way
        for each in meetings:
            if each.games and name in (each.a, each.b):
                found += [other for other in (each.a, each.b) if other not in found]
    return found


# --- The fit --------------------------------------------------------------------------------

_Row = tuple[int | None, int | None, float, float]
"""Who is A and who is B (None: the anchor, at 0), games, and how much of them A won."""


def _fit(rows: Sequence[_Row], size: int, handicap: float) -> tuple[list[float], Matrix]:
    """The logarithms of the strengths, and their covariances (Newton's method)."""
    logs = [0.0] * size
    covariance: Matrix = [[0.0] * size for _ in range(size)]
    for _ in range(STEPS):
        chances = [_logistic(_at(logs, a) - _at(logs, b) - handicap) for a, b, _, _ in rows]
        weights = [row[2] * p * (1 - p) for row, p in zip(rows, chances, strict=True)]
        covariance = _inverse(_information(rows, weights, size))
        slope = [0.0] * size
        for row, p, weight in zip(rows, chances, weights, strict=True):
            a, b, games, won = row
            leverage = weight * _variance(covariance, a, b)
            pull = won - games * p + leverage * (0.5 - p)
            for n, sign in ((a, 1), (b, -1)):
                if n is not None:
                    slope[n] += sign * pull
        step = [sum(map(float.__mul__, line, slope)) for line in covariance]
        longest = max(map(abs, step), default=0.0)
        shorter = min(1.0, LARGEST_STEP / longest) if longest else 1.0
        logs = [log + shorter * change for log, change in zip(logs, step, strict=True)]
        if longest < 1e-9:
            break
    return logs, covariance


def _logistic(x: float) -> float:
    """Never so near to 0 or 1 that a meeting tells nothing at all."""
    return 1 / (1 + math.exp(-max(-25.0, min(25.0, x))))


def _at(logs: Sequence[float], n: int | None) -> float:
    return 0.0 if n is None else logs[n]


def _information(rows: Sequence[_Row], weights: Sequence[float], size: int) -> Matrix:
    found = [[0.0] * size for _ in range(size)]
    for (a, b, _, _), weight in zip(rows, weights, strict=True):
        for n, other in ((a, b), (b, a)):
            if n is not None:
                found[n][n] += weight
                if other is not None:
                    found[n][other] -= weight
    return found


def _variance(covariance: Matrix, a: int | None, b: int | None) -> float:
    """Of the difference of two."""

    def entry(n: int | None, m: int | None) -> float:
        return 0.0 if n is None or m is None else covariance[n][m]

    return entry(a, a) + entry(b, b) - 2 * entry(a, b)


def _inverse(matrix: Matrix) -> Matrix:
    """Of a symmetric, positive definite matrix (Gauss and Jordan)."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        best = max(range(n, size), key=lambda m: abs(rows[m][n]))
        rows[n], rows[best] = rows[best], rows[n]
        pivot = rows[n][n]
        rows[n] = [x / pivot for x in rows[n]]
        for m in range(size):
            if m != n and rows[m][n]:
                factor = rows[m][n]
                rows[m] = [x - factor * y for x, y in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
