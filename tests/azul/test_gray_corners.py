"""Corners of the gray wall that are easily got wrong."""

import pytest

from loseta.azul import FloorScored, LineDropped, Place, State, TilePlaced
from loseta.game import IllegalAction

from .positions import (
    board,
    counts,
    field,
    floor_of,
    lines_of,
    only,
    play,
    position,
    texts,
    wall_of,
)


def gray(*boards: str, **fields: object) -> State:
    """A gray position at the last pick of the round, by the last seat into its line 5."""
    seats = len(boards)
    fields = {"first": seats, "turn": seats} | fields
    return position(*boards, players=seats, wall="gray", factories=["KKKK"], **fields)


NO_SPACE_FOR_RED = {3: "BY...", 1: "..R..", 4: "...R.", 5: "....R"}
"""Row 3 has three free spaces, and red stands in each of their columns."""


@pytest.mark.parametrize(
    ("floor", "after", "spaces", "penalty"),
    [
        ("", "RRR", 3, 4),
        ("WWWW", "WWWWRRR", 7, 14),
        ("WWWWW", "WWWWWRR", 7, 14),
        ("WWWWWW", "WWWWWWR", 7, 14),
        ("WWWWWWW", "WWWWWWW", 7, 14),
    ],
)
def test_a_dropped_line_fills_the_floor_and_the_rest_goes_to_the_lid(
    floor: str, after: str, spaces: int, penalty: int
) -> None:
    """A7.4, A2.9: as with any fallen tiles, seven lie and the others go to the lid."""
    lines = {3: "RRR", 5: "YYYYY"}
    seat = board(score=40, lines=lines, wall=NO_SPACE_FOR_RED, floor=floor)
    state = gray(seat, board())
    events = play(state, "1K5")
    # The drop comes before the choice for line 5, so that it can be seen.
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert floor_of(state, 0) == after
    over = len(floor) + 3 - len(after)
    assert field(state, "lid") == counts("R" * over)
    assert [(e.row, e.count) for e in only(events, LineDropped)] == [(2, 3)]
    events = play(state, "5:1")
    (scored,) = [e for e in only(events, FloorScored) if e.seat == 0]
    assert (scored.spaces, scored.penalty) == (spaces, penalty)
    assert field(state, "lid") == counts("RRR" + floor + "YYYY")
    assert state.boards[0].score == 40 + 1 - penalty


def test_the_marker_on_the_floor_line_keeps_its_place_when_a_line_drops() -> None:
    """A7.4, A3.4: the marker counts as a tile and is kept."""
    seat = board(score=40, lines={3: "RRR"}, wall=NO_SPACE_FOR_RED, floor="WW1WW")
    state = gray(seat, board(), marker=1)
    events = play(state, "1K5")
    (scored,) = [e for e in only(events, FloorScored) if e.seat == 0]
    assert (scored.spaces, scored.lost) == (7, 14)
    assert field(state, "lid") == counts("RRRWWWW")
    assert state.first == 0


COMPETING = {2: "BYK..", 3: "YB..K", 5: "..R.."}
"""Red may go to columns 4 and 5 in row 2, but only to column 4 in row 3."""


def competing() -> State:
    state = gray(board(score=10, lines={2: "RR", 3: "RRR"}, wall=COMPETING), board())
    play(state, "1K5")
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert texts(state) == {"2:4", "2:5"}
    return state


def test_the_upper_line_can_take_the_last_column_of_the_lower_one() -> None:
    """A7.2, A7.3, A7.4: the lower line then has no legal space and falls."""
    state = competing()
    events = play(state, "2:4")
    assert [(e.row, e.column, e.points) for e in only(events, TilePlaced)] == [(1, 3, 4)]
    assert [(e.row, e.colour, e.count) for e in only(events, LineDropped)] == [(2, 2, 3)]
    assert wall_of(state, 0)[1:3] == ["BYKR.", "YB..K"]
    assert state.boards[0].score == 10 + 4 - 4
    assert field(state, "lid") == counts("R" + "RRR")
    assert state.phase == "deal"


def test_the_upper_line_can_leave_the_column_to_the_lower_one() -> None:
    """A7.2, A7.3: the lower line is then forced and not asked."""
    state = competing()
    events = play(state, "2:5")
    placed = [(e.row, e.column, e.across, e.down) for e in only(events, TilePlaced)]
    assert placed == [(1, 4, 0, 2), (2, 3, 2, 0)]
    assert only(events, LineDropped) == []
    assert wall_of(state, 0)[1:3] == ["BYK.R", "YB.RK"]
    assert state.boards[0].score == 10 + 2 + 2
    assert state.phase == "deal"


def test_a_forced_upper_line_takes_the_column_without_being_asked() -> None:
    """A7.2, A7.3: then the lower line has one column less to choose from."""
    wall = {2: "BYK..", 4: "....R"}
    state = gray(board(lines={2: "RR", 3: "RRR"}, wall=wall), board())
    events = play(state, "1K5")
    assert [(e.row, e.column) for e in only(events, TilePlaced)] == [(1, 3)]
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert texts(state) == {"3:1", "3:2", "3:3"}


def test_lines_of_different_colours_do_not_compete() -> None:
    """A7.2: a column takes five different colours."""
    state = gray(board(lines={2: "RR", 3: "YYY"}), board())
    play(state, "1K5", "2:4")
    assert texts(state) == {"3:1", "3:2", "3:3", "3:4", "3:5"}


def test_a_forced_lower_line_waits_for_the_choice_of_the_upper_one() -> None:
    """A7.3: strictly from top to bottom, even if a lower line is forced."""
    seat = board(lines={1: "Y", 3: "RRR"}, wall=COMPETING)
    state = gray(seat, board())
    events = play(state, "1K5")
    assert only(events, TilePlaced) == []
    assert wall_of(state, 0)[2] == "YB..K"
    assert lines_of(state, 0)[2] == "RRR"
    assert texts(state) == {"1:3", "1:4", "1:5"}
    events = play(state, "1:4")
    assert [(e.row, e.column) for e in only(events, TilePlaced)] == [(0, 3), (2, 3)]


def test_a_dropping_lower_line_waits_for_the_choice_of_the_upper_one() -> None:
    """A7.3, A7.4: the drop comes when the line is reached."""
    seat = board(lines={2: "WW", 3: "RRR"}, wall=NO_SPACE_FOR_RED)
    state = gray(seat, board())
    events = play(state, "1K5")
    assert only(events, LineDropped) == []
    assert floor_of(state, 0) == ""
    assert lines_of(state, 0)[2] == "RRR"
    events = play(state, "2:1")
    assert len(only(events, LineDropped)) == 1


def test_a_lower_line_cannot_be_placed_out_of_order() -> None:
    """A7.3: nor by another player, nor in another row."""
    state = gray(board(lines={2: "WW", 4: "YYYY"}), board())
    play(state, "1K5")
    before = state.to_text()
    for action in (Place(3, 0), Place(0, 0), Place(4, 2)):
        with pytest.raises(IllegalAction):
            state.apply(action)
        assert state.to_text() == before


@pytest.mark.parametrize("first", [1, 2, 3, 4])
def test_seats_choose_in_order_from_the_first_player_of_the_round(first: int) -> None:
    """A7.3: not from the player who made the last pick, nor from the marker's new owner."""
    seats = [board(lines={2: "RR"}) for _ in range(4)]
    seats[1] = board(lines={2: "RR"}, floor="1")
    state = position(
        *seats, players=4, wall="gray", first=first, turn=3, marker=2, factories=["KKKK"]
    )
    play(state, "1K5")
    asked = []
    while state.phase == "tiling":
        assert state.first == first - 1
        asked.append(state.to_move)
        play(state, "2:3")
    assert asked == [(first - 1 + n) % 4 for n in range(4)]
    assert state.first == 1


def test_a_seat_without_a_choice_is_not_asked_but_tiles_in_its_turn() -> None:
    """A7.3: forced tiles of a later player come after the choices of an earlier one."""
    forced = board(score=5, lines={2: "RR"}, wall={2: "BYK..", 4: "....R"})
    chooser = board(lines={1: "R"})
    state = gray(chooser, forced, chooser, board(), first=1)
    play(state, "1K5")
    assert state.to_move == 0
    assert wall_of(state, 1)[1] == "BYK.."
    events = play(state, "1:1")
    assert [(e.seat, e.row) for e in only(events, TilePlaced)] == [(0, 0), (1, 1)]
    assert state.to_move == 2


def test_the_game_ends_only_after_the_choices_of_all_players() -> None:
    """A6.1, A7.3: a row completed by the first player does not cut the others short."""
    ender = board(lines={1: "W"}, wall={1: "BYRK."})
    state = gray(ender, board(lines={1: "R"}), board(), first=1)
    play(state, "1K5")
    assert (state.phase, state.to_move, state.outcome) == ("tiling", 1, None)
    play(state, "1:5")
    assert state.phase == "over"
    assert state.outcome is not None
    assert state.outcome.scores == (5 + 2, 1, 0)


def test_a_tiling_position_can_be_written_down_and_read() -> None:
    """A7.3: with the other tiles of a line still lying there after its tile has moved."""
    state = gray(board(score=20, lines={2: "RR", 4: "YYYY", 5: "B"}, floor="WWW"), board())
    play(state, "1K5", "2:1")
    again = State.from_text(state.to_text())
    assert again == state
    assert hash(again) == hash(state)
    assert texts(again) == texts(state) == {"4:1", "4:2", "4:3", "4:4", "4:5"}
    play(again, "4:2")
    play(state, "4:2")
    assert again == state
    assert field(again, "lid") == counts("RYYYWWW")
