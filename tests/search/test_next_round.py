"""The use of the time left after a round was searched to its end: rollouts of the next round."""

from __future__ import annotations

import numpy as np
import pytest

from loseta.azul import State
from loseta.kernels.azul.packing import pack
from loseta.players.search.azul import AzulSearcher
from loseta.players.search.azul.alphabeta import CLOSE, MARGIN_SHARE
from loseta.players.search.azul.next_round import NextRound
from loseta.players.search.budget import Budget
from loseta.players.search.thinker import Thinker

from .test_alphabeta import after, brute_force, near_the_end


def ahead(better: int) -> State:
    """The end of a round, after which a seat has nearly won."""
    state = near_the_end("coloured", 3, 5)
    for seat in range(2):
        state.boards[seat].score = 90 if seat == better else 3
    return state


def best(ends: list[State], values: list[float], seat: int, budget: Budget) -> int:
    weights = AzulSearcher().network(ends[0])
    positions = np.concatenate([pack(end) for end in ends])
    return NextRound().best(
        positions, values, seat, weights, MARGIN_SHARE, budget.start(), lambda: False
    )


def test_rollouts_find_the_better_end() -> None:
    """Although the search said that the other one was a little better."""
    ends = [ahead(better=1), ahead(better=0)]
    assert best(ends, [0.5, 0.49], 0, Budget(seconds=600)) == 1
    assert best(ends, [0.5, 0.49], 1, Budget(seconds=600)) == 0


def test_without_time_the_search_decides() -> None:
    assert best([ahead(better=1), ahead(better=0)], [0.5, 0.49], 0, Budget(seconds=0)) == 0


def test_a_move_with_time_is_about_as_good_as_the_best_of_the_round() -> None:
    """It stops by itself, long before its time is up."""
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    for seed in range(6):
        state = near_the_end("coloured", seed, 5)
        seat = state.to_move
        assert seat is not None
        found = thinker.think(state, Budget(seconds=600), most=1)
        assert len(found) == 1
        known: dict[str, float] = {}
        values = {
            action: brute_force(after(state, action), seat, known)
            for action in state.legal_actions()
        }
        assert values[found[0].action] >= max(values.values()) - CLOSE - 2e-5


def test_a_number_of_nodes_leaves_no_time_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """A level is as strong as its number of nodes, whatever the round."""
    monkeypatch.setattr(NextRound, "best", lambda *_: pytest.fail("rollouts"))
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    state = near_the_end("coloured", 3, 5)
    assert thinker.think(state, Budget(visits=1_000_000), most=1)
    assert thinker.think(state, Budget(seconds=600), most=2)
