"""Elo differences between two players, their confidence intervals, and a sequential test.

Everything is computed from shares. The share of a game is A's part of the victory: 1, 0, or 1/n if
n players share it. The share of a *group*, games on the same deals with A at each seat once, is the
mean of its games. Games of a group depend on each other, groups do not, so only the shares of
groups are used. With two players this is the pentanomial model of chess programmers: a group is a
pair, and its share is 0, ¼, ½, ¾ or 1.

**Elo.** With `n` players the model is that of Bradley and Terry: A wins with the probability
a / (a + (n-1) b), and the difference is 400 log10(a/b). It is 0 for a share of 1/n.

**Bets.** Both the interval and the test ask: if the true share were m, how much would a bet against
that have won? A stake s (-1/(1-m) ≤ s ≤ 1/m, so that the money never becomes negative) multiplies
the money by 1 + s (x - m) for each share x.

- The interval for a fixed number of groups has every m against which even the best stake *in
  hindsight* has won little: Owen's empirical likelihood, for shares between 0 and 1. It needs no
  variance, so it is also right if all groups ended alike: 50 groups that were all won mean that the
  true share is above 0.96, not that it is 1.
- The test after every group spreads its money over stakes fixed *beforehand*. If m is the true
  share, that money is a martingale, and by Ville's inequality the probability that it ever grows to
  1/α is at most α, however often one looks.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from statistics import NormalDist

CONFIDENCE = 0.95
STOP_ERROR = 0.01
"""The highest probability of ever stopping early if both players are equally strong."""

FEWEST_GROUPS = 4
"""With fewer groups the interval is 0 to 1."""

_STAKES = [sign * 0.5**halved for sign in (1, -1) for halved in range(7)]
"""The stakes, as parts of the largest one. A stake that is √2 too large or too small still earns
five sixths."""

Interval = tuple[float, float]
Shares = Counter[Fraction]
"""The number of groups for each share."""
_Points = list[tuple[float, int]]


def difference(share: float, players: int = 2) -> float:
    """The Elo difference that leads to a share of the victories; infinite for 0 and 1."""
    if share <= 0:
        return -math.inf
    if share >= 1:
        return math.inf
    return 400 * math.log10((players - 1) * share / (1 - share))


def mean(shares: Shares) -> Fraction:
    return sum((x * n for x, n in shares.items()), Fraction(0)) / shares.total()


def interval(shares: Shares) -> Interval:
    """The 95 % confidence interval of the true share, after a fixed number of groups."""
    groups = shares.total()
    if groups < FEWEST_GROUPS:
        return 0.0, 1.0
    quantile = _student(0.5 + CONFIDENCE / 2, groups - 1)
    return _below(shares, _best_bet, quantile**2 / 2)


def interval_at_any_time(shares: Shares) -> Interval:
    """The 95 % confidence interval of the true share, valid even if the number of groups depended
    on their results; wider than `interval`."""
    if not shares:
        return 0.0, 1.0
    return _below(shares, _spread_bet, -math.log(1 - CONFIDENCE))


def decided(shares: Shares, players: int) -> bool:
    """Whether the test after every group may stop now (see above, with α = `STOP_ERROR`)."""
    return _spread_bet(_points(shares), 1 / players) >= -math.log(STOP_ERROR)


# --- Bets -----------------------------------------------------------------------------------


def _below(shares: Shares, won: Callable[[_Points, float], float], bound: float) -> Interval:
    """The interval around the mean in which bets have won less than the bound (a logarithm)."""
    middle, points = float(mean(shares)), _points(shares)

    def edge(end: float) -> float:
        inside, outside = middle, end
        for _ in range(40):
            between = (inside + outside) / 2
            if won(points, between) < bound:
                inside = between
            else:
                outside = between
        return inside

    return (edge(0.0) if middle > 0 else 0.0), (edge(1.0) if middle < 1 else 1.0)


def _points(shares: Shares) -> _Points:
    return [(float(x), n) for x, n in shares.items() if n]


def _money(points: _Points, true: float, stake: float) -> float:
    """The logarithm of the money that 1 has become with a stake against the share `true`."""
    total = 0.0
    for x, n in points:
        factor = 1 + stake * (x - true)
        if factor <= 1e-12:  # the whole stake was lost
            return -math.inf
        total += n * math.log(factor)
    return total


def _best_bet(points: _Points, true: float) -> float:
    """The logarithm of the money of the best stake in hindsight, by bisection: it is concave in the
    stake."""
    low, high = -1 / (1 - true), 1 / true
    for _ in range(50):
        stake = (low + high) / 2
        if sum(n * (x - true) / (1 + stake * (x - true)) for x, n in points) > 0:  # it still grows
            low = stake
        else:
            high = stake
    return _money(points, true, (low + high) / 2)


def _spread_bet(points: _Points, true: float) -> float:
    """The logarithm of the money if equal parts of it are bet with each of the stakes."""
    largest = {1: 1 / true, -1: 1 / (1 - true)}
    logs = [_money(points, true, part * largest[1 if part > 0 else -1]) for part in _STAKES]
    most = max(logs)
    return most + math.log(sum(math.exp(log - most) for log in logs) / len(logs))


def _student(probability: float, freedom: int) -> float:
    """The quantile of Student's t by the Cornish-Fisher expansion; correct to 1 % from 3 degrees of
    freedom on. Owen recommends it over the normal distribution for few observations."""
    z = NormalDist().inv_cdf(probability)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )
