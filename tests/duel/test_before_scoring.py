"""The state between an action and what it leads to: what the eye sees before tiles are laid."""

import random

import pytest

from loseta.dealer import Dealer
from loseta.duel import State, Take
from loseta.game import DEALER, IllegalAction


def test_nothing_is_laid_or_scored_yet() -> None:
    """D2.B1, D2.C1: taken tiles lie in a line, are broken or gone, and no dome has changed."""
    chance = random.Random(5)
    kinds = set()
    for seed in range(6):
        state, dealer = State.new(), Dealer(str(seed))
        while state.to_move is not None:
            if state.to_move == DEALER:
                state.apply(dealer.action(state))
                continue
            action = chance.choice(state.legal_actions())
            before, seat = state.copy(), state.turn
            later = state.before_scoring(action)
            assert state.to_text() == before.to_text(), "pure"
            assert [board.tiles for board in later.boards] == [b.tiles for b in before.boards]
            if isinstance(action, Take):
                # D3: every taken tile lies in a line, is broken, or has gone to the tower.
                own, had = later.boards[seat], before.boards[seat]
                kept = sum(own.line_counts) - sum(had.line_counts)
                gone = len(own.broken) - len(had.broken) + sum(later.tower) - sum(before.tower)
                assert kept + gone == tiles(before) - tiles(later)
                assert kept + gone > 0
            events = state.apply(action)
            if not events:
                # What follows without any scoring touches no board.
                assert later.boards[seat].line_counts == state.boards[seat].line_counts
                continue
            kinds.add(type(action).__name__)
            assert later.scores == before.scores
    assert {"TakeChip", "PlaceTile"} <= kinds


def tiles(state: State) -> int:
    """On the factories."""
    return sum(map(sum, state.suns)) + sum(map(len, state.moons)) + sum(state.loose)


def test_an_illegal_action_is_refused() -> None:
    """D2.B1: nothing can be taken before the deal."""
    with pytest.raises(IllegalAction):
        State.new(first=0).before_scoring(Take(1, 0, 0))
