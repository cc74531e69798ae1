"""The time in which a player loads or compiles something is charged to nobody."""

from __future__ import annotations

from typing import Any

import pytest

from loseta.arena.match import A, Contestant, Plan, match
from loseta.game import DEALER, State
from loseta.games import game_named

from . import unruly
from .test_match import each_table, without_times
from .unruly import contestant

RANDOM = Contestant.named("random")


@each_table
def test_it_prepares_once_for_a_chair_with_a_position_of_the_game(
    game: str, options: dict[str, str], seats: int
) -> None:
    unruly.Preparing.prepared.clear()
    a = contestant(unruly.Preparing)
    match(Plan(a, RANDOM, 2 * seats, game=game, options=options))
    (text,) = unruly.Preparing.prepared
    state = game_named(game).state_from_text(text)
    assert state.to_move not in (DEALER, None)
    assert state.legal_actions()
    assert state.seats == seats


@pytest.mark.parametrize("jobs", [1, 2])
def test_the_time_it_takes_is_part_of_no_move(jobs: int) -> None:
    result = match(Plan(contestant(unruly.Preparing), RANDOM, 2, limit=0.2), jobs)
    assert not result.forfeits
    assert (result.ms_per_move(A) or 0) < 5


def test_it_changes_no_choice() -> None:
    prepared, plain = (
        match(Plan(contestant(kind), RANDOM, 4)) for kind in (unruly.Preparing, unruly.Tame)
    )
    assert without_times(prepared) == without_times(plain)


def test_the_position_is_none_of_the_match() -> None:
    """Thinking about it beforehand brings nothing."""
    seen = set()

    class Noting(unruly.Preparing):
        def choose(self, state: State) -> Any:
            seen.add(state.to_text())
            return super().choose(state)

    unruly.Preparing.prepared.clear()
    match(Plan(contestant(Noting), contestant(unruly.Tame), 6))
    assert unruly.Preparing.prepared
    assert not seen.intersection(unruly.Preparing.prepared)


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize(
    ("kind", "how", "detail"),
    [
        (unruly.NeverPrepared, "slow", "0.4"),
        (unruly.FailingToPrepare, "raised", "OSError: no weights"),
    ],
)
def test_who_cannot_prepare_loses(
    kind: type[unruly.Tame], how: str, detail: str, jobs: int
) -> None:
    limit = 0.4 if how == "slow" else 60
    result = match(Plan(contestant(kind), contestant(unruly.Tame), 2, preparation=limit), jobs)
    assert result.losses == 2
    assert {(forfeit.kind, forfeit.detail) for forfeit in result.forfeits} == {(how, detail)}
