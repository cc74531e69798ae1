"""The accuracy of a game, computed from its review."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bench.accuracy import Kept, Reached, by_visits, smoothed
from loseta.arena.series import Series
from loseta.players.search.budget import Budget
from loseta.puzzles.part import variant_name
from loseta.study.accuracy import Accuracy, accuracies, all_judged, loss, percentage
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


def test_decisions_are_told_with_the_chance_after_them_and_their_loss() -> None:
    one = decision(4, 0, "b", candidate("a", 0.6), candidate("b", 0.5, visits=20))
    reply = decision(5, 1, "y", candidate("x", 0.75), candidate("y", 0.5))
    alone = decision(8, 1, "y", candidate("x", 0.75))
    told = all_judged([alone, reply, one], 2)
    assert [each["ply"] for each in told] == [4, 5, 8]
    assert [each["after"] for each in told] == [0.25, 0.5, None]
    assert [each["loss"] for each in told] == [pytest.approx(0.35), 0.25, None]
    assert [each["turning_point"] for each in told] == [True, True, False]


@pytest.mark.parametrize(("seats", "turns"), [(2, False), (3, True), (4, True)])
def test_a_turning_point_gives_away_a_fifth_of_an_even_share(seats: int, turns: bool) -> None:
    """With three a fifteenth of the victory, with two a tenth."""
    one = decision(4, 0, "b", candidate("a", 0.5), candidate("b", 0.42))
    assert [each["turning_point"] for each in all_judged([one], seats)] == [turns]


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
    same = Calibration(0.2, (("ai:1", 90.0), ("ai:2", 90.0)))
    assert same.like(Accuracy(30, 88.0)) is None, "nothing can be told by it"


def test_what_was_measured_is_shipped_and_nothing_else_is_said() -> None:
    found = calibration(variant_name("azul", {}))
    assert found is not None
    assert [name for name, _ in found.levels] == [f"ai:{n}" for n in range(1, 9)]
    reached = [percentage for _, percentage in found.levels]
    assert reached == sorted(reached)
    assert reached[0] < reached[-1]
    assert calibration("chess") is None


def test_levels_that_cannot_be_told_apart_are_taken_together() -> None:
    def reached(*means: float, spread: float = 2.0) -> list[Reached]:
        return [Reached(16, mean, spread) for mean in means]

    assert smoothed(reached(80, 85, 83, 90)) == [80.0, 84.0, 84.0, 90.0]
    assert smoothed(reached(90, 80, 70)) == [80.0, 80.0, 80.0]
    assert smoothed(reached(80, 81, 90)) == [80.5, 80.5, 90.0]
    assert smoothed(reached(80, 82, 90)) == [80.0, 82.0, 90.0]
    assert smoothed(reached(80, 82, 90, spread=9)) == [81.0, 81.0, 90.0]


@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_every_coloured_wall_and_duel_were_measured(players: str) -> None:
    for variant in (variant_name("azul", {"players": players}), variant_name("duel", {})):
        found = calibration(variant)
        assert found is not None
        assert found.like(Accuracy(30, 50.0)) is not None


def test_who_plays_by_the_clock_is_measured_by_visits() -> None:
    """Five times those of the review, which takes a fifth of a second."""
    (champion,) = by_visits(20_000).items()
    assert champion[0] == "ai:8"
    assert champion[1].effort(3, False).budget == Budget(visits=100_000)


@pytest.mark.long
def test_a_calibration_goes_on_after_the_last_game(tmp_path: Path) -> None:
    kept = tmp_path / "kept.jsonl"
    series = Series("azul", {"players": "2", "wall": "gray"}, ("random", "random"), "seed")
    found = Kept(kept).measured(series, 0, visits=2)
    assert [name for name, _ in found] == ["random", "random"]
    assert kept.read_text().count("\n") == 1
    kept.write_text(kept.read_text().replace(str(found[0][1]), "12.5"))
    again = Kept(kept).measured(series, 0, visits=2)
    assert again[0][1] == 12.5, "it was not played again"
    assert Kept(kept).measured(series, 0, visits=3) != again
