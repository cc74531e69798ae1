"""Rollouts of one round: repeatable, over when the game is, and worth one win in all."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from loseta.dealer import Dealer
from loseta.game import DEALER, State
from loseta.games import GAMES, part
from loseta.kernels.rollouts import roll_out
from loseta.players import make
from loseta.players.search.searcher import searcher_named

from ..support import Options

VARIANTS = [
    ("azul", {"players": "2", "wall": "coloured"}),
    ("azul", {"players": "4", "wall": "gray"}),
    pytest.param("duel", {}, marks=pytest.mark.long, id="duel"),  # no player uses them yet
]


def played(game: str, options: Options, rounds: int) -> State:
    """A game by random play, before its dealer begins a round, or over."""
    state: State = GAMES[game].new(**options)
    dealer, player = Dealer(f"{game}{rounds}"), make("random", seed="1")
    while state.to_move is not None:
        if state.to_move == DEALER:
            if state.round > rounds:
                break
            state.apply(dealer.action(state))
        else:
            state.apply(player.choose(state))
    return state


def totals(state: State, rollouts: int, seed: int, margin_share: float = 0.5) -> Any:
    kernels = part("kernels", state.game.name)
    positions = kernels.pack(state)
    before = positions.tobytes()
    sums = np.zeros((1, 4))
    weights = searcher_named(state.game.name).network(state)
    states = np.zeros(2, kernels.STATE)
    roll_out(positions, states, rollouts, seed, 4, weights, margin_share, sums)
    assert positions.tobytes() == before
    return sums[0]


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_two_batches_are_one(game: str, options: Options) -> None:
    state = played(game, options, 1)
    both = totals(state, 3, 7) + totals(state, 2, 10)
    assert np.allclose(both, totals(state, 5, 7))
    assert not np.allclose(both, totals(state, 5, 100))


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_the_seats_share_one_win(game: str, options: Options) -> None:
    for rounds in (1, 3):
        state = played(game, options, rounds)
        assert totals(state, 4, 1, margin_share=0.0).sum() == pytest.approx(4.0)


@pytest.mark.parametrize(("game", "options"), VARIANTS)
def test_a_game_that_is_over_is_worth_its_result(game: str, options: Options) -> None:
    state = played(game, options, 99)
    outcome = state.outcome
    assert outcome is not None
    won = [(seat in outcome.winners) / len(outcome.winners) for seat in range(state.seats)]
    assert totals(state, 3, 1, margin_share=0.0)[: state.seats] == pytest.approx(
        [3 * share for share in won]
    )
