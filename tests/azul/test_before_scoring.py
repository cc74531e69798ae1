"""The state between an action and what it leads to: what the eye sees before tiles are laid."""

import random

import pytest

from loseta.azul import Place, State, Take
from loseta.dealer import Dealer
from loseta.game import DEALER, IllegalAction


def put_by_hand(before: State, take: Take) -> tuple[list[int], int, int]:
    """The lines' lengths, tiles on the floor line and in the lid that a take leads to (A2)."""
    board = before.boards[before.turn]
    count = before.sources[take.source][take.colour]
    lines = list(board.line_counts)
    fits = min(count, take.line + 1 - lines[take.line]) if take.line < 5 else 0
    if fits:
        lines[take.line] += fits
    marker = take.source == 0 and before.marker < 0
    floor = len(board.floor) + marker + count - fits
    return (
        lines,
        min(floor, 7),
        sum(before.lid) + max(0, floor - 7 - (marker and floor - count > 7)),
    )


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_nothing_is_laid_or_scored_yet(wall: str) -> None:
    """A2.4, A2.7, A2.9, A2.10: the tiles lie where they were taken to, and no wall has grown."""
    chance = random.Random(wall)
    scored = set()
    for seed in range(4):
        state, dealer = State.new(players=2, wall=wall), Dealer(str(seed))
        while state.to_move is not None:
            if state.to_move == DEALER:
                state.apply(dealer.action(state))
                continue
            action = chance.choice(state.legal_actions())
            before, seat = state.copy(), state.turn
            later = state.before_scoring(action)
            assert state.to_text() == before.to_text(), "pure"
            assert later.scores == before.scores
            assert [board.wall for board in later.boards] == [b.wall for b in before.boards]
            if isinstance(action, Take):
                lines, floor, lid = put_by_hand(before, action)
                assert list(later.boards[seat].line_counts) == lines
                assert len(later.boards[seat].floor) == floor
                assert sum(later.lid) == lid
            else:
                assert isinstance(action, Place)
                assert later.to_text() == before.to_text()
            if state.apply(action):
                scored.add(type(action))
            elif isinstance(action, Take):
                assert later.boards[seat].key() == state.boards[seat].key()
    assert scored == ({Take} if wall == "coloured" else {Take, Place})


def test_an_illegal_action_is_refused() -> None:
    """A2.2: nothing can be taken before the deal."""
    state = State.new(first=0)
    with pytest.raises(IllegalAction):
        state.before_scoring(Take(1, 0, 0))
