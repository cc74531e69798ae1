"""How well a game was played, by what a review says of it."""

from __future__ import annotations

from typing import Any

import pytest

from bench.accuracy import smoothed
from loseta.puzzles.part import variant_name
from loseta.study.accuracy import Accuracy, accuracies, loss, percentage
from loseta.study.likeness import FEWEST, Calibration, calibration


def candidate(action: str, chance: float, visits: int = 1000) -> dict[str, Any]:
    return {"action": action, "win_chance": chance, "visits": visits, "value": 0.0, "line": []}


def decision(ply: int, seat: int, played: str, *candidates: Any, round_: int = 1) -> dict[str, Any]:
    return {
        "ply": ply,
        "seat": seat,
        "round": round_,
        "played": played,
        "candidates": list(candidates),
    }


def test_the_best_is_perfect_and_what_is_lost_counts_less_and_less() -> None:
    assert percentage(0) == 100
    assert percentage(0.1) == pytest.approx(63.6, abs=0.1)
    assert percentage(1) == 0
    assert percentage(0.05) > percentage(0.06)


def test_what_is_known_too_little_is_told_by_the_next_decision() -> None:
    one = decision(4, 0, "b", candidate("a", 0.6), candidate("b", 0.5, visits=20))
    reply = decision(5, 1, "x", candidate("x", 0.7))
    own = decision(5, 0, "x", candidate("x", 0.55))
    assert loss(one, reply, 2) == pytest.approx(0.3)
    assert loss(one, own, 2) == pytest.approx(0.05)
    assert loss(one, None, 2) is None
    assert loss(one, reply, 3) is None, "among three the next does not tell"
    enough = decision(4, 0, "b", candidate("a", 0.6), candidate("b", 0.5))
    assert loss(enough, reply, 2) == pytest.approx(0.1)
    better = decision(4, 0, "b", candidate("a", 0.6), candidate("b", 0.7))
    assert loss(better, None, 2) == 0


def test_each_seat_and_each_round() -> None:
    worst = (candidate("a", 1.0), candidate("b", 0.0))
    told = [
        decision(1, 0, "a", *worst),
        decision(3, 1, "b", *worst),
        decision(9, 0, "b", *worst, round_=2),
        decision(20, 0, "b", candidate("a", 0.5), round_=2),  # nobody knows
    ]
    ana, bea = accuracies(told, 2)
    assert (ana.seat, ana.whole) == (0, Accuracy(2, 50.0))
    assert ana.rounds == {1: Accuracy(1, 100.0), 2: Accuracy(1, 0.0)}
    assert (bea.seat, bea.whole.percentage) == (1, 0.0)
    assert accuracies([], 2) == []


def test_the_nearest_level_is_named_and_those_that_are_as_good() -> None:
    levels = (("ai:1", 80.0), ("ai:2", 90.0), ("ai:3", 90.0), ("ai:4", 97.0))
    known = Calibration(0.2, levels)
    assert known.like(Accuracy(30, 20.0)) == ("ai:1", "ai:1")
    assert known.like(Accuracy(30, 88.0)) == ("ai:2", "ai:3")
    assert known.like(Accuracy(30, 99.0)) == ("ai:4", "ai:4")
    assert known.like(Accuracy(FEWEST - 1, 99.0)) is None


def test_what_was_measured_is_shipped_and_nothing_else_is_said() -> None:
    found = calibration(variant_name("azul", {}))
    assert found is not None
    assert [name for name, _ in found.levels] == [f"ai:{n}" for n in range(1, 9)]
    reached = [percentage for _, percentage in found.levels]
    assert reached == sorted(reached)
    assert reached[0] < reached[-1]
    assert calibration("chess") is None


def test_levels_that_measure_out_of_order_are_taken_together() -> None:
    assert smoothed([80.0, 85.0, 83.0, 90.0]) == [80.0, 84.0, 84.0, 90.0]
    assert smoothed([90.0, 80.0, 70.0]) == [80.0, 80.0, 80.0]
