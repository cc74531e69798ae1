"""Matches: who sits where on which deals, and what is counted."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from loseta.arena.match import A, B, Contestant, Plan, Played, Result, match
from loseta.arena.report import figures
from loseta.game import BadOption, State
from loseta.players import UnknownPlayer

from .unruly import Kept, Tame, contestant

TABLES: list[tuple[str, dict[str, str], int]] = [
    ("azul", {}, 2),
    ("azul", {"players": "3", "wall": "gray"}, 3),
    ("azul", {"players": "4"}, 4),
    ("duel", {"tablets": "random-3"}, 2),
]
each_table = pytest.mark.parametrize(("game", "options", "seats"), TABLES)

GREEDY, RANDOM = Contestant.named("greedy"), Contestant.named("random")


def plan(games: int, a: Contestant = GREEDY, b: Contestant = RANDOM, **settings: Any) -> Plan:
    return Plan(a, b, games, **settings)


def without_times(result: Result) -> list[Played]:
    return [replace(played, seconds=(0.0, 0.0)) for played in result.counted]


# --- Repeatable -----------------------------------------------------------------------------


@each_table
def test_the_result_does_not_depend_on_the_jobs(
    game: str, options: dict[str, str], seats: int
) -> None:
    wanted = plan(10, contestant(Tame), game=game, options=options)
    alone, together = match(wanted, jobs=1), match(wanted, jobs=2)
    assert without_times(alone) == without_times(together)
    assert alone.games == seats * -(-10 // seats)
    assert alone.elo_interval == together.elo_interval


def test_the_jobs_do_not_change_when_a_match_stops() -> None:
    alone, together = (match(plan(200), jobs, stop=True) for jobs in (1, 2))
    assert without_times(alone) == without_times(together)
    assert alone.games == 22
    assert alone.stopped_early
    assert together.stopped_early


def test_another_seed_gives_other_games() -> None:
    first, again, other = (match(plan(2, seed=seed)) for seed in ("1", "1", "2"))
    assert without_times(first) == without_times(again) != without_times(other)


# --- Deals and seats ------------------------------------------------------------------------


class Witness:
    """Makes players of both sides that note what is dealt and where A sits."""

    def __init__(self) -> None:
        self.dealt: list[str] = []
        self.seats_of_a: list[set[int]] = []
        self.seeds: list[str] = []
        self._at_the_start = False

    def contestant(self, name: str) -> Contestant:
        def make(*, seed: str, time: float | None) -> Tame:
            self.seeds.append(seed)
            self._at_the_start = True
            return Noting(seed=seed, time=time)

        class Noting(Tame):
            def choose(noting, state: State) -> Any:  # noqa: N805
                assert state.to_move is not None
                if self._at_the_start:
                    self._at_the_start = False
                    self.dealt.append(state.to_text())
                    self.seats_of_a.append(set())
                if name == "a":
                    self.seats_of_a[-1].add(state.to_move)
                return super().choose(state)

        return Contestant(name, make)


@each_table
def test_the_games_of_a_group_have_the_same_deals_and_a_sits_everywhere(
    game: str, options: dict[str, str], seats: int
) -> None:
    witness = Witness()
    a, b = witness.contestant("a"), witness.contestant("b")
    match(plan(3 * seats, a, b, game=game, options=options))
    groups = [witness.dealt[at : at + seats] for at in range(0, 3 * seats, seats)]
    assert [len(set(group)) for group in groups] == [1, 1, 1]
    assert len(set(witness.dealt)) == 3
    assert witness.seats_of_a == [{seat} for seat in range(seats)] * 3


def test_players_cannot_tell_the_deals_from_their_seeds() -> None:
    witness = Witness()
    match(plan(6, witness.contestant("a"), witness.contestant("b"), seed="secret"))
    assert len(set(witness.seeds)) == 12
    assert not any("secret" in seed for seed in witness.seeds)


def test_the_time_is_passed_on() -> None:
    times = []

    def factory(*, seed: str, time: float | None) -> Tame:
        times.append(time)
        return Tame(seed=seed, time=time)

    match(plan(2, Contestant("a", factory), time=0.25))
    assert times == [0.25, 0.25]


def test_the_second_player_may_have_another_time() -> None:
    times: list[tuple[str, float | None]] = []

    def named(name: str) -> Contestant:
        def factory(*, seed: str, time: float | None) -> Tame:
            times.append((name, time))
            return Tame(seed=seed, time=time)

        return Contestant(name, factory)

    result = match(plan(2, named("a"), named("b"), time=0.25, time_b=1.0))
    assert sorted(times) == [("a", 0.25), ("a", 0.25), ("b", 1.0), ("b", 1.0)]
    told = figures(result)
    assert (told["time"], told["time_b"]) == (0.25, 1.0)


# --- Players that are kept ------------------------------------------------------------------


@each_table
def test_a_player_that_can_be_told_of_a_new_game_is_made_once_for_a_chair(
    game: str, options: dict[str, str], seats: int
) -> None:
    Kept.made = 0
    kept = plan(3 * seats, contestant(Kept), contestant(Kept), game=game, options=options)
    anew = plan(3 * seats, contestant(Tame), contestant(Tame), game=game, options=options)
    assert without_times(match(kept)) == without_times(match(anew))
    assert Kept.made == seats


# --- What is counted ------------------------------------------------------------------------


@each_table
def test_greedy_beats_random(game: str, options: dict[str, str], seats: int) -> None:
    result = match(plan(6 * seats, game=game, options=options), jobs=None)
    assert result.wins + result.draws + result.losses == result.games == 6 * seats
    assert result.wins >= 5 * seats
    assert result.stronger == A
    assert (result.mean_score(A) or 0) > (result.mean_score(B) or 0) + 15
    mirrored = match(plan(2 * seats, RANDOM, GREEDY, game=game, options=options))
    assert (mirrored.share or 0) < 1 / seats / 2
    assert mirrored.elo < -100


def played(number: int, share: Fraction | int, scores: tuple[int, ...]) -> Played:
    return Played(number, Fraction(share), scores, None, (10, 20), (0.5, 0.1))


def test_the_figures_of_a_match_by_hand() -> None:
    games = (
        played(0, 1, (40, 30)),
        played(1, 1, (10, 20)),
        played(2, Fraction(1, 2), (33, 33)),
        played(3, 0, (50, 30)),
    )
    result = Result(plan(4), games)
    assert (result.wins, result.draws, result.losses) == (2, 1, 1)
    assert result.share == 5 / 8
    assert result.elo == pytest.approx(88.74, abs=0.01)  # 400 log10 (5/3)
    assert result.mean_score(A) == (40 + 20 + 33 + 30) / 4
    assert result.mean_score(B) == (30 + 10 + 33 + 50) / 4
    assert result.ms_per_move(A) == pytest.approx(50)
    assert result.ms_per_move(B) == pytest.approx(5)
    assert sorted(result.shares.items()) == [(Fraction(1, 4), 1), (Fraction(1), 1)]
    assert result.stronger is None


def test_a_victory_of_three_is_shared() -> None:
    games = (
        played(0, Fraction(1, 3), (30, 30, 30)),
        played(1, Fraction(1, 2), (30, 30, 10)),
        played(2, 0, (30, 30, 10)),
    )
    result = Result(plan(3, options={"players": "3"}), games)
    assert (result.wins, result.draws, result.losses) == (0, 2, 1)
    assert result.share == pytest.approx(5 / 18)
    assert result.mean_score(A) == (30 + 30 + 10) / 3
    assert result.mean_score(B) == (60 + 40 + 60) / 6


def test_a_match_of_no_games_has_no_figures() -> None:
    told = figures(match(plan(0)))
    assert told["games"] == told["wins"] == 0
    for name in ("mean_score_a", "elo", "elo_low", "elo_high", "ms_per_move_b", "share"):
        assert told[name] is None


def test_what_cannot_be_played_is_refused_before_the_first_game() -> None:
    for wrong in (
        {"game": "chess"},
        {"options": {"players": "5"}},
        {"game": "duel", "options": {"wall": "gray"}},
        {"time": 2.0, "limit": 2.0},
        {"time": 0.1, "time_b": 2.0, "limit": 2.0},
    ):
        with pytest.raises(BadOption):
            plan(2, **wrong)
    with pytest.raises(UnknownPlayer):
        Contestant.named("nobody")
