"""Elo differences, their intervals, and when a match may stop."""

import math
import random
from collections import Counter
from fractions import Fraction

import pytest

from loseta.arena.elo import Shares, decided, difference, interval, interval_at_any_time, mean

HALF = Fraction(1, 2)
OF_A_PAIR = [Fraction(n, 4) for n in range(5)]
LIKELY = {
    "equal": (0.15, 0.02, 0.66, 0.02, 0.15),
    "seats matter little": (0.25, 0.0, 0.5, 0.0, 0.25),
    "deals decide": (0.4, 0.05, 0.1, 0.05, 0.4),
    "better": (0.1, 0.02, 0.6, 0.03, 0.25),
    "far better": (0.01, 0.0, 0.18, 0.0, 0.81),
}
"""How likely each share of a pair is."""


def pairs(losses: int, draws: int, wins: int) -> Shares:
    return Counter({Fraction(0): losses, HALF: draws, Fraction(1): wins})


@pytest.mark.parametrize(
    ("share", "players", "expected"),
    [
        (0.5, 2, 0.0),
        (0.75, 2, 190.848),  # 400 log10 3
        (0.25, 2, -190.848),
        (10 / 11, 2, 400.0),
        (1 / 3, 3, 0.0),
        (0.5, 3, 120.412),  # 400 log10 2
        (0.25, 4, 0.0),
        (10 / 13, 4, 400.0),  # ten times as strong as each of three others
        (1.0, 2, math.inf),
        (0.0, 4, -math.inf),
    ],
)
def test_the_difference_is_that_of_the_formula(share: float, players: int, expected: float) -> None:
    assert difference(share, players) == pytest.approx(expected, abs=0.001)


def test_the_mean_of_groups_is_exact() -> None:
    assert mean(Counter({Fraction(1, 3): 3, Fraction(2, 3): 1})) == Fraction(5, 12)


def test_the_interval_of_a_match_all_won_ends_where_it_would_be_too_lucky() -> None:
    """The best bet against a share m has won (1/m)^n after n groups all won."""
    low, high = interval(pairs(0, 0, 50))
    student = 2.00958  # 97.5 % with 49 degrees of freedom, from a table
    assert low == pytest.approx(math.exp(-(student**2) / 2 / 50), abs=1e-5)
    assert high == 1
    assert interval(pairs(50, 0, 0)) == pytest.approx((0, 1 - low), abs=1e-9)


def test_the_interval_of_pairs_all_shared_is_not_a_point() -> None:
    """Against m = ½ + d the best bet is that nobody ever wins both: (1/(1 - 2d))^n."""
    low, high = interval(pairs(0, 50, 0))
    student = 2.00958
    assert high - HALF == pytest.approx((1 - math.exp(-(student**2) / 2 / 50)) / 2, abs=1e-5)
    assert HALF - low == pytest.approx(high - HALF, abs=1e-9)


def test_the_interval_of_many_groups_is_that_of_the_normal_distribution() -> None:
    shares = pairs(900, 2000, 1100)
    variance = (900 * 0.525**2 + 2000 * 0.025**2 + 1100 * 0.475**2) / 4000
    wide = 1.96 * math.sqrt(variance / 4000)
    assert interval(shares) == pytest.approx((0.525 - wide, 0.525 + wide), abs=0.0003)


def test_swapping_the_players_mirrors_the_interval() -> None:
    low, high = interval(pairs(3, 9, 8))
    assert interval(pairs(8, 9, 3)) == pytest.approx((1 - high, 1 - low), abs=1e-9)


@pytest.mark.parametrize("find", [interval, interval_at_any_time])
@pytest.mark.parametrize("shares", [pairs(0, 0, 2), pairs(0, 2, 0), pairs(1, 0, 1), pairs(9, 5, 1)])
def test_the_estimate_is_within_its_interval(find: "type", shares: Shares) -> None:
    low, high = find(shares)
    assert 0 <= low <= mean(shares) <= high <= 1


def test_one_group_or_none_says_nothing() -> None:
    assert interval(Counter()) == interval(pairs(0, 0, 1)) == (0, 1)
    assert interval_at_any_time(Counter()) == (0, 1)


@pytest.mark.parametrize("groups", [10, 25])
@pytest.mark.parametrize("chances", LIKELY.values(), ids=LIKELY)
def test_the_interval_has_the_truth_in_it_as_often_as_it_says(
    chances: tuple[float, ...], groups: int
) -> None:
    truth = sum(float(x) * p for x, p in zip(OF_A_PAIR, chances, strict=True))
    source = random.Random(f"{chances} {groups}")
    known: dict[tuple[tuple[Fraction, int], ...], tuple[float, float]] = {}
    hits = 0
    for _ in range(200):
        shares = Counter(source.choices(OF_A_PAIR, chances, k=groups))
        key = tuple(sorted(shares.items()))
        low, high = known[key] if key in known else known.setdefault(key, interval(shares))
        hits += low <= truth <= high
    assert 0.92 <= hits / 200 <= 0.99


# --- Stopping -------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "groups"), [(2, 11), (3, 7), (4, 6)])
def test_a_match_all_won_is_decided_soon(players: int, groups: int) -> None:
    """Seven stakes on A, of 1, ½, ¼ … of what one has, and seven on the others; it takes a
    hundredfold. A won group pays the stake on A (players - 1) times."""
    stakes = [0.5**halved for halved in range(7)]
    for won, enough in ((groups - 1, False), (groups, True)):
        for_a = sum((1 + stake * (players - 1)) ** won for stake in stakes)
        for_others = sum((1 - stake) ** won for stake in stakes)
        assert ((for_a + for_others) / 14 >= 100) is enough
        assert decided(pairs(0, 0, won), players) is enough


def test_equal_players_are_hardly_ever_told_apart() -> None:
    """Looked at after each of 120 groups; of 200 matches 1 % may be decided."""
    source = random.Random("equal")
    stopped = 0
    for _ in range(200):
        shares: Shares = Counter()
        for share in source.choices(OF_A_PAIR, LIKELY["seats matter little"], k=120):
            shares[share] += 1
            if decided(shares, 2):
                stopped += 1
                break
    assert stopped <= 2


def test_what_is_decided_is_outside_of_the_interval_at_any_time() -> None:
    shares = pairs(2, 10, 25)
    assert decided(shares, 2)
    assert interval_at_any_time(shares)[0] > 0.5
    outer, inner = interval_at_any_time(shares), interval(shares)
    assert outer[0] < inner[0] < inner[1] < outer[1]
