"""Ratings of many from all their meetings: what went in comes out again."""

from __future__ import annotations

import math
import random
from itertools import combinations

import pytest

from loseta.arena.elo import difference
from loseta.arena.meeting import Meeting
from loseta.arena.rating import expected, rate

NOTHING = (0.0, 0.0)
each_size = pytest.mark.parametrize("seats", [2, 3, 4])


def meeting(a: str, b: str, games: int, won: float) -> Meeting:
    return Meeting(a, b, games, won, NOTHING, NOTHING, NOTHING, NOTHING, NOTHING)


@each_size
def test_two_players_get_the_difference_of_a_match(seats: int) -> None:
    ratings = rate([meeting("a", "b", 100_000, 70_000)], seats, "b", 1000)
    assert ratings["b"].value == ratings["b"].low == ratings["b"].high == 1000
    assert ratings["a"].value == pytest.approx(1000 + difference(0.7, seats), abs=0.1)
    assert expected(ratings["a"].value - 1000, seats) == pytest.approx(0.7, abs=1e-4)


@each_size
def test_who_wins_a_fair_part_is_equal(seats: int) -> None:
    ratings = rate([meeting("a", "b", 1200, 1200 / seats)], seats, "b", 0)
    assert ratings["a"].value == pytest.approx(0, abs=1)
    assert ratings["a"].low < 0 < ratings["a"].high


def test_one_among_others_and_others_around_one_are_told_apart() -> None:
    """At three, a alone against two b wins 60 %, b alone against two a then wins a seventh."""
    both = [meeting("a", "b", 60_000, 36_000), meeting("b", "a", 70_000, 10_000)]
    ratings = rate(both, 3, "b", 0)
    assert ratings["a"].value == pytest.approx(difference(0.6, 3), abs=0.1)
    assert ratings["a"].value == pytest.approx(-difference(1 / 7, 3), abs=0.1)


@each_size
def test_strengths_are_found_again_and_lie_in_their_intervals(seats: int) -> None:
    source = random.Random(seats)
    true = {f"p{n}": 1000.0 + 120 * n for n in range(8)}
    inside = tried = 0
    for _ in range(30):
        meetings = []
        for (a, of_a), (b, of_b) in combinations(true.items(), 2):
            if abs(of_a - of_b) < 400:
                p = expected(of_b - of_a, seats)
                meetings.append(meeting(b, a, 60, sum(source.random() < p for _ in range(60))))
        ratings = rate(meetings, seats, "p3", true["p3"])
        for name, rating in ratings.items():
            assert rating.value == pytest.approx(true[name], abs=200)
            if name != "p3":
                tried += 1
                inside += rating.low < true[name] < rating.high
    assert inside / tried > 0.9


def test_the_interval_is_that_of_the_information() -> None:
    ratings = rate([meeting("a", "b", 400, 200)], 2, "b", 0)
    margin = 1.96 * (400 / math.log(10)) / math.sqrt(400 / 4)
    assert ratings["a"].high - ratings["a"].value == pytest.approx(margin, rel=0.01)


def test_who_has_won_everything_has_a_rating_all_the_same() -> None:
    few, many = (rate([meeting("a", "b", n, n)], 2, "b", 0)["a"] for n in (10, 1000))
    assert 300 < few.value < 700
    assert 900 < many.value < 1500
    assert few.low < many.low


def test_games_of_very_unequal_players_pull_nobody_to_the_middle() -> None:
    near = [meeting("b", "a", 1000, 750), meeting("c", "b", 1000, 750)]
    alone = rate(near, 2, "a", 0)
    far = expected(800)
    with_far = rate([*near, meeting("d", "c", 1000, 990), meeting("d", "a", 20, 20)], 2, "a", 0)
    assert far > 0.98
    assert with_far["c"].value == pytest.approx(alone["c"].value, abs=10)


def test_a_draw_is_half_a_win() -> None:
    drawn = rate([meeting("a", "b", 10, 5)], 2, "b", 0)["a"]
    assert drawn.value == pytest.approx(0, abs=1e-6)


def test_those_whom_no_game_connects_are_left_out() -> None:
    ratings = rate([meeting("a", "b", 10, 5), meeting("c", "d", 10, 5)], 2, "b", 0)
    assert set(ratings) == {"a", "b"}
    assert set(rate([], 2, "b", 0)) == {"b"}
    assert set(rate([meeting("a", "b", 0, 0)], 2, "b", 0)) == {"b"}
