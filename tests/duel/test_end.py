"""D7: the end."""

from typing import Any

import pytest

from loseta.duel import Action, GameEnded, RoundEnded, State, TabletScored

from .contents import deal_all, dealing, only, scores, texts
from .domes import EVERYWHERE, row, with_dome
from .positions import Seat, play, position, tiled


def end(seat1: Seat, seat2: Seat, **fields: Any) -> tuple[State, list[Any]]:
    """The last chip of round 5 is taken by seat 2."""
    state, events = tiled(seat1, seat2, round=5, **fields)
    assert state.phase == "over"
    return state, events


@pytest.mark.parametrize("number", [1, 2, 3, 4])
def test_no_round_before_the_fifth_ends_the_game(number: int) -> None:
    """D7.1: whatever the scores."""
    state, events = tiled(Seat(score=99), Seat(score=0), round=number)
    assert only(events, GameEnded) == []
    assert state.outcome is None
    assert state.round == number + 1


def test_the_game_ends_after_the_tiling_of_round_five() -> None:
    """D7.1: nothing is to be done any more."""
    state, events = end(Seat(score=9), Seat(score=7))
    assert [e.round for e in only(events, RoundEnded)] == [5]
    (ended,) = only(events, GameEnded)
    assert ended.outcome == state.outcome
    assert state.to_move is None
    assert state.legal_actions() == []
    assert state.outcome is not None
    assert state.outcome.reason == "rounds"
    assert state.round == 5


def test_the_tablets_score_at_the_end_of_the_game_only() -> None:
    """D7.1: two complete rows bring 6 points after the penalties."""
    seat = with_dome(row(1) + row(4), score=20)
    state, events = end(seat, Seat(score=7))
    assert [e.points for e in only(events, TabletScored, 0) if e.tablet == "rows"] == [6]
    assert scores(state) == (26, 5)


def test_the_tablets_score_as_one_sum() -> None:
    """D7.1: 9 points of one make up for what another costs."""
    tablets = "rows+border+corners+specials"
    seat = with_dome(row(1), score=0)
    state, events = end(seat, Seat(score=7), tablets=tablets)
    found = {e.tablet: e.points for e in only(events, TabletScored, 0)}
    assert (found["rows"], found["border"], found["specials"]) == (3, 6, -3 * 5)
    assert scores(state)[0] == 0
    full = with_dome(EVERYWHERE, score=0)
    other, events = end(full, Seat(score=7), tablets="rows+border+corners+specials")
    assert scores(other)[0] == 6 * 3 + 20 + 22


@pytest.mark.parametrize(("score", "total"), [(0, 0), (14, 0), (15, 0), (16, 1)])
def test_the_total_never_drops_below_zero(score: int, total: int) -> None:
    """D7.1: five empty special spaces cost 15."""
    seat = with_dome([], score=score)
    state, _ = end(seat, Seat(score=7), tablets="columns+diagonals+specials")
    assert state.outcome is not None
    assert state.outcome.scores[0] == scores(state)[0] == total


def test_most_points_win() -> None:
    """D7.2: the holder of the starting tile has no advantage but in a tie."""
    state, _ = end(Seat(score=9), Seat(score=10))
    assert state.outcome is not None
    assert state.outcome.scores == (9, 8)
    assert (state.outcome.winners, state.outcome.places) == ((0,), (1, 2))


@pytest.mark.parametrize("holder", [1, 2])
@pytest.mark.parametrize("first", [1, 2])
def test_a_tie_goes_to_the_holder_of_the_starting_tile(holder: int, first: int) -> None:
    """D7.2: whoever started the round."""
    seats = [Seat(score=9), Seat(score=9)]
    seats[holder - 1].score = 11
    state, _ = end(*seats, start=holder, first=first)
    assert state.outcome is not None
    assert state.outcome.scores == (9, 9)
    assert state.outcome.winners == (holder - 1,)
    assert state.outcome.places[holder - 1] == 1
    assert sorted(state.outcome.places) == [1, 2]


@pytest.mark.parametrize("first", [1, 2])
def test_a_tie_without_a_holder_goes_to_who_started_the_round(first: int) -> None:
    """D7.2, D2.C4: the large factory held no tile in round 5."""
    state, _ = end(Seat(score=9), Seat(score=9), start="large", first=first)
    assert state.outcome is not None
    assert state.outcome.scores == (9, 9)
    assert state.outcome.winners == (first - 1,)


def test_the_tablets_decide_before_the_starting_tile() -> None:
    """D7.2, D7.1: 3 points for a row win against the holder."""
    seat = with_dome(row(1), score=9)
    state, _ = end(seat, Seat(score=13))
    assert state.outcome is not None
    assert state.outcome.scores == (12, 11)
    assert state.outcome.winners == (0,)


def test_the_outcome_is_read_back_from_the_text_of_the_end() -> None:
    """D7.1, D7.2: final scores and the tie are in the position."""
    for start in (1, 2, "large"):
        state, _ = end(Seat(score=9), Seat(score=9), start=start)
        again = State.from_text(state.to_text())
        assert again.outcome == state.outcome
        assert again.to_move is None


def test_a_whole_game_has_five_rounds() -> None:
    """D7.1: from the setup to the end, with chance deciding everything."""
    pick = dealing(5)
    state = State.new()
    rounds = []
    while state.to_move is not None:
        action: Action
        if state.to_move == -1:
            action = state.deal(pick)
        else:
            action = state.legal_actions()[pick([1] * len(state.legal_actions()))]
        rounds += [e.round for e in only(state.apply(action), RoundEnded)]
    assert rounds == [1, 2, 3, 4, 5]


def test_nothing_can_be_done_after_the_end() -> None:
    """D7.1: every action is refused."""
    state = position(round=5, moons=["RR"])
    play(state, "MR3")
    assert state.phase == "over"
    assert texts(state) == set()
    for text in ("MR3", "+B", "P1", "draw"):
        with pytest.raises(ValueError):
            play(state, text)
    assert deal_all(state) is state
