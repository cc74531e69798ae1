"""The time of a move is that of a turn: in Azul Duel its decisions share it."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from loseta import azul, duel
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.players.search.searcher import searcher_of

FIRST = ("acquire", "opening")
"""Phases with the first decision of a turn."""
SOLVED = ("tile", "pay")
"""Phases whose best action is found without a search, in no time (D4.2, D4.4)."""
FEW_DRAWS = 6
"""Decisions of a turn in which one plate is drawn from the stack."""


def turns(seed: int) -> Iterator[list[duel.State]]:
    """The decisions of each turn of a random game with a choice in them (D2.A1 to D2.D1)."""
    state, dealer, source = duel.State.new(), Dealer(f"turns {seed}"), Random(seed)
    turn: list[duel.State] = []
    while state.to_move is not None:
        if state.to_move == DEALER:
            state.apply(dealer.action(state))
            continue
        if state.phase in FIRST or state.phase in SOLVED:
            if turn:
                yield turn
            turn = []
        if state.phase not in SOLVED and len(state.legal_actions()) > 1:
            turn.append(state.copy())
        state.apply(source.choice(state.legal_actions()))


@pytest.mark.parametrize("seed", range(4))
def test_the_decisions_of_a_turn_share_its_time(seed: int) -> None:
    several = 0
    for turn in turns(seed):
        shares = [searcher_of(state).time_share(state) for state in turn]
        assert all(0 < share <= 1 for share in shares)
        if turn[0].phase in FIRST:
            assert shares[0] == max(shares)
        if len(turn) <= FEW_DRAWS:
            assert sum(shares) <= 1.0 + 1e-9
        several += len(turn) > 1
    assert several > 5


def test_a_turn_of_azul_is_one_decision() -> None:
    state, dealer = azul.State.new(3), Dealer("one")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    assert searcher_of(state).time_share(state) == 1.0
