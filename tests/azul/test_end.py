"""A6: the end of the game."""

import pytest

from loseta.azul import BonusScored, GameEnded, State, TilePlaced
from loseta.game import DEALER

from .positions import COLOURED_WALL, board, field, only, play, position, wall_of

ROW = {1: "BYRK."}
"""With a white tile in line 1 this row is complete: 5 points for the tile, 2 for the row."""

FULL = {1: "BYRKW"}


def ending(*boards: str, **fields: object) -> State:
    """A position whose last pick, by the last seat into its line 5, ends the round."""
    last = len(boards)
    return position(*boards, players=last, first=last, factories=["KKKK"], **fields)


def last_pick(state: State) -> list[object]:
    return play(state, "1K5")


def test_the_game_ends_after_the_tiling_in_which_a_row_is_completed() -> None:
    """A6.1: right after the phase; there is nothing more to move."""
    state = ending(board(lines={1: "W"}, wall=ROW), board())
    events = last_pick(state)
    assert (state.phase, state.to_move) == ("over", None)
    assert state.legal_actions() == []
    assert state.outcome is not None
    assert state.outcome.reason == "row"
    (ended,) = only(events, GameEnded)
    assert ended.outcome == state.outcome
    assert events[-1] is ended


@pytest.mark.parametrize("seat", [0, 1, 2])
def test_all_players_finish_the_phase_in_which_the_game_ends(seat: int) -> None:
    """A6.1: the others still tile, score and lose points, whoever completed the row."""
    ender = board(lines={1: "W"}, wall=ROW)
    other = board(score=9, lines={2: "RR"}, floor="YYY")
    boards = [other, other, other]
    boards[seat] = ender
    state = ending(*boards)
    last_pick(state)
    assert state.outcome is not None
    for n in range(3):
        assert state.outcome.scores[n] == (7 if n == seat else 9 + 1 - 4)
        assert wall_of(state, n)[1] == ("....." if n == seat else "...R.")


def test_the_game_does_not_end_in_the_middle_of_the_offer() -> None:
    """A6.1: a line that will complete a row is played like any other."""
    state = position(board(wall=ROW), factories=["WWWW", "KKKK"], first=1)
    play(state, "1W1")
    assert (state.phase, state.to_move, state.outcome) == ("offer", 1, None)
    play(state, "2K5")
    assert state.phase == "over"


def test_a_complete_column_does_not_end_the_game() -> None:
    """A6.1: horizontal rows only."""
    column = {2: "W....", 3: "K....", 4: "R....", 5: "Y...."}
    state = ending(board(lines={1: "B"}, wall=column), board())
    (placed,) = only(last_pick(state), TilePlaced)
    assert placed.points == 5
    assert (state.phase, state.to_move, state.outcome) == ("deal", DEALER, None)
    assert state.boards[0].score == 5


def test_a_complete_row_brings_two_points() -> None:
    """A6.2: 2 for each complete row."""
    state = ending(board(lines={1: "W"}, wall=ROW), board())
    events = last_pick(state)
    bonuses = [(e.seat, e.kind, e.which, e.points) for e in only(events, BonusScored)]
    assert bonuses == [(0, "row", 0, 2)]
    assert state.outcome is not None
    assert state.outcome.scores == (7, 0)
    assert state.boards[0].score == 7


def test_two_complete_rows_bring_four_points() -> None:
    """A6.2: each row counts."""
    wall = {1: "BYRK.", 5: "YRKW."}
    state = ending(board(lines={1: "W", 5: "BBBBB"}, wall=wall), board())
    events = last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (5 + 5 + 2 + 2, 0)
    assert [e.which for e in only(events, BonusScored)] == [0, 4]


def test_a_complete_column_brings_seven_points_at_the_end() -> None:
    """A6.2: 7 for each complete column, also for those who did not end the game."""
    column = {1: "B....", 2: "W....", 3: "K....", 4: "R....", 5: "Y...."}
    state = ending(board(lines={1: "W"}, wall=ROW), board(wall=column), board())
    events = last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 7, 0)
    bonuses = [(e.seat, e.kind, e.which, e.points) for e in only(events, BonusScored)]
    assert (1, "column", 0, 7) in bonuses
    assert len(bonuses) == 2


def test_all_five_tiles_of_a_colour_bring_ten_points_at_the_end() -> None:
    """A6.2: 10 for each colour of which all 5 tiles are on the wall."""
    diagonal = {1: "..R..", 2: "...R.", 3: "....R", 4: "R....", 5: ".R..."}
    state = ending(board(lines={1: "W"}, wall=ROW), board(wall=diagonal), board())
    events = last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 10, 0)
    bonuses = [(e.seat, e.kind, e.which, e.points) for e in only(events, BonusScored)]
    assert (1, "colour", 2, 10) in bonuses
    assert len(bonuses) == 2


def test_all_bonuses_are_added_up() -> None:
    """A6.2: a full wall has 5 rows, 5 columns and 5 colours."""
    rows = {n: COLOURED_WALL[n - 1] for n in range(2, 6)}
    state = position(board(score=100, wall=FULL | rows), phase="over", first=1, round=9, turn=None)
    bonuses = state.bonuses(0)
    assert sorted((b.kind, b.which, b.points) for b in bonuses) == sorted(
        [("row", n, 2) for n in range(5)]
        + [("column", n, 7) for n in range(5)]
        + [("colour", n, 10) for n in range(5)]
    )
    assert list(state.bonuses(1)) == []


def test_nothing_but_complete_lines_and_colours_brings_a_bonus() -> None:
    """A6.2: four of five are worth nothing more."""
    wall = {1: "BYRK.", 2: "WBYR.", 3: "KWB..", 4: "R..B."}
    state = ending(board(lines={1: "W"}, wall=ROW), board(score=3, wall=wall), board())
    last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 3, 0)


def test_most_points_win() -> None:
    """A6.3: not who ended the game."""
    state = ending(board(lines={1: "W"}, wall=ROW), board(score=8), board(score=6))
    last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 8, 6)
    assert state.outcome.winners == (1,)
    assert state.outcome.places == (2, 1, 3)


def test_a_tie_is_broken_by_more_complete_rows() -> None:
    """A6.3: the player with the row wins."""
    state = ending(board(score=9), board(lines={1: "W"}, wall=ROW, score=2))
    last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (9, 9)
    assert state.outcome.winners == (1,)
    assert state.outcome.places == (2, 1)


def test_columns_and_colours_break_no_tie() -> None:
    """A6.3: rows only; a remaining tie is a shared victory."""
    column = {1: "B....", 2: "W....", 3: "K....", 4: "R....", 5: "Y...."}
    state = position(
        board(score=12), board(score=5, wall=column), idle=4, round=30, factories=["KKKK"], first=2
    )
    play(state, "1K5")
    assert state.outcome is not None
    assert state.outcome.scores == (12, 12)
    assert state.outcome.winners == (0, 1)
    assert state.outcome.places == (1, 1)


def test_lower_places_are_ranked_the_same_way() -> None:
    """A6.3: points, then rows; equal players share the better place."""
    state = ending(
        board(score=7),
        board(lines={1: "W"}, wall=ROW),
        board(score=20),
        board(score=7),
    )
    last_pick(state)
    assert state.outcome is not None
    assert state.outcome.scores == (7, 7, 20, 7)
    assert state.outcome.winners == (2,)
    assert state.outcome.places == (3, 2, 1, 3)


def test_a_score_goes_beyond_one_hundred() -> None:
    """A6.4: the track ends at 100, the count does not."""
    state = ending(board(score=99, lines={2: "RR", 1: "R"}), board(score=137))
    last_pick(state)
    assert [shown.score for shown in state.boards] == [101, 137]
    assert field(state, "seat2").startswith("137:")
    assert State.from_text(state.to_text()) == state
