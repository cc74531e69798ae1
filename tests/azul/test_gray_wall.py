"""A7: the variant with the gray wall."""

import pytest

from loseta.azul import (
    BLACK,
    BonusScored,
    FloorScored,
    LineDropped,
    Place,
    State,
    Take,
    TilePlaced,
)
from loseta.game import DEALER, IllegalAction

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


def gray(*boards: str, last: str = "K", **fields: object) -> State:
    """A gray position at the last pick of the round, by the last seat into its line 5."""
    seats = len(boards)
    fields = {"first": seats, "turn": seats} | fields
    return position(*boards, players=seats, wall="gray", factories=[last * 4], **fields)


def test_a_tile_may_go_to_any_space_of_its_row() -> None:
    """A7.1: the player chooses the space."""
    state = gray(board(lines={3: "RRR"}), board())
    events = play(state, "1K5")
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert only(events, TilePlaced) == []
    assert texts(state) == {"3:1", "3:2", "3:3", "3:4", "3:5"}


@pytest.mark.parametrize("column", [1, 2, 3, 4, 5])
def test_the_tile_goes_where_the_player_says(column: int) -> None:
    """A7.1: everything else as on the coloured wall: points, lid, next round."""
    state = gray(board(lines={3: "RRR"}), board())
    events = play(state, "1K5", f"3:{column}")
    assert wall_of(state, 0)[2] == "." * (column - 1) + "R" + "." * (5 - column)
    (placed,) = only(events, TilePlaced)
    assert (placed.row, placed.column, placed.points) == (2, column - 1, 1)
    assert state.boards[0].score == 1
    assert field(state, "lid") == counts("RR")
    assert (state.phase, state.to_move, state.round) == ("deal", DEALER, 9)


def test_an_occupied_space_takes_no_tile() -> None:
    """A7.1: only free spaces."""
    state = gray(board(lines={3: "RRR"}, wall={3: "B..Y."}), board())
    play(state, "1K5")
    assert texts(state) == {"3:2", "3:3", "3:5"}
    assert state.why_illegal(Place(2, 0)) is not None


def test_no_colour_stands_twice_in_a_column() -> None:
    """A7.2: the columns that have the colour above or below are illegal."""
    state = gray(board(lines={3: "RRR"}, wall={1: ".R...", 5: "....R"}), board())
    play(state, "1K5")
    before = state.to_text()
    assert texts(state) == {"3:1", "3:3", "3:4"}
    reason = state.why_illegal(Place(2, 1))
    assert reason is not None
    assert reason.rule == "A7.2"
    with pytest.raises(IllegalAction) as caught:
        state.apply(Place(2, 4))
    assert caught.value.reason.rule == "A7.2"
    assert state.to_text() == before


def test_no_colour_stands_twice_in_a_row() -> None:
    """A7.2, A2.6: the line cannot even be begun."""
    state = gray(board(), board(wall={5: "..K.."}))
    assert texts(state) == {"1K1", "1K2", "1K3", "1K4", "1KF"}
    reason = state.why_illegal(Take(1, BLACK, 4))
    assert reason is not None
    assert reason.rule == "A2.6"


def test_lines_are_chosen_from_top_to_bottom_each_scored_before_the_next() -> None:
    """A7.3: one line at a time."""
    state = gray(board(lines={2: "RR", 4: "YYYY"}), board())
    play(state, "1K5")
    assert {a.split(":")[0] for a in texts(state)} == {"2"}
    assert state.why_illegal(Place(3, 0)) is not None
    play(state, "2:4")
    assert state.boards[0].score == 1
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert {a.split(":")[0] for a in texts(state)} == {"4"}


def test_a_player_s_lines_and_floor_are_cleared_when_the_own_tiling_is_done() -> None:
    """A7.3: the other tiles of a line stay until the last choice; then the floor is scored."""
    state = gray(board(score=20, lines={2: "RR", 4: "YYYY"}, floor="WWW"), board())
    play(state, "1K5")
    events = play(state, "2:1")
    assert lines_of(state, 0) == ["", "R", "", "YYYY", ""]
    assert floor_of(state, 0) == "WWW"
    assert only(events, FloorScored) == []
    assert field(state, "lid") == counts("")
    play(state, "4:1")
    assert lines_of(state, 0) == [""] * 5
    assert floor_of(state, 0) == ""
    assert state.boards[0].score == 20 + 2 - 4
    assert field(state, "lid") == counts("RYYYWWW")


def test_choices_go_in_seat_order_from_the_player_who_had_the_first_turn() -> None:
    """A7.3: one player after the other."""
    lines = board(lines={1: "R", 2: "BB"})
    state = gray(lines, lines, lines, board(), first=3, turn=4)
    play(state, "1K5")
    asked = []
    while state.phase == "tiling":
        action = state.legal_actions()[0]
        assert isinstance(action, Place)
        asked.append((state.to_move, action.row))
        state.apply(action)
    assert asked == [(2, 0), (2, 1), (0, 0), (0, 1), (1, 0), (1, 1)]


def test_a_player_is_done_before_the_next_one_is_asked() -> None:
    """A7.3: lines cleared and floor scored when that player's own tiling is done."""
    seat = board(score=9, lines={2: "RR"}, floor="W")
    state = gray(seat, seat, board(), first=1, turn=3)
    play(state, "1K5", "2:5")
    assert (state.phase, state.to_move) == ("tiling", 1)
    assert field(state, "seat1") == "9:-,-,-,-,-:.....,....R,.....,.....,.....:-"
    assert field(state, "seat2") == "9:-,RR,-,-,-:.....,.....,.....,.....,.....:W"
    assert field(state, "lid") == counts("RW")


def test_choices_of_players_do_not_affect_each_other() -> None:
    """A7.3: each wall for itself."""
    seat = board(lines={2: "RR"})
    state = gray(seat, seat, board(), first=1, turn=3)
    play(state, "1K5", "2:5")
    assert texts(state) == {"2:1", "2:2", "2:3", "2:4", "2:5"}


def test_a_forced_placement_is_not_asked() -> None:
    """A7.1, A7.3: with one legal space left there is nothing to choose."""
    state = gray(board(lines={2: "RR"}, wall={2: "BYK..", 4: "...R."}), board())
    events = play(state, "1K5")
    (placed,) = only(events, TilePlaced)
    assert (placed.row, placed.column, placed.across) == (1, 4, 0)
    assert (placed.down, placed.points) == (0, 1)
    assert state.phase == "deal"


NO_SPACE = {2: "BYK..", 4: "...R.", 5: "....R"}
"""Row 2 has two free spaces, and red stands in both of their columns."""


def test_a_line_without_a_legal_space_falls_to_the_floor() -> None:
    """A7.4: all its tiles, before the floor line is scored."""
    seat = board(score=10, lines={2: "RR"}, wall=NO_SPACE, floor="W")
    state = gray(seat, board())
    events = play(state, "1K5")
    (dropped,) = only(events, LineDropped)
    assert (dropped.seat, dropped.row, dropped.colour, dropped.count) == (0, 1, 2, 2)
    (scored,) = [e for e in only(events, FloorScored) if e.seat == 0]
    assert (scored.spaces, scored.penalty, scored.lost) == (3, 4, 4)
    assert only(events, TilePlaced) == []
    assert state.boards[0].score == 6
    assert lines_of(state, 0)[1] == ""
    assert wall_of(state, 0)[1] == "BYK.."
    assert field(state, "lid") == counts("RRW")


def test_a_line_without_a_legal_space_falls_at_once() -> None:
    """A7.4: before a lower line of the same player is chosen."""
    seat = board(lines={2: "RR", 3: "WWW"}, wall=NO_SPACE, floor="W")
    state = gray(seat, board())
    play(state, "1K5")
    assert (state.phase, state.to_move) == ("tiling", 0)
    assert floor_of(state, 0) == "WRR"
    assert lines_of(state, 0)[1:3] == ["", "WWW"]
    assert {a.split(":")[0] for a in texts(state)} == {"3"}


def test_a_dropped_line_counts_as_no_wall_tile() -> None:
    """A7.4, A5.5: the round brought no tile to any wall."""
    state = gray(board(lines={2: "RR"}, wall=NO_SPACE), board(), idle=2)
    play(state, "1K5")
    assert (state.phase, state.idle) == ("deal", 3)
    state = gray(board(lines={2: "RR"}, wall=NO_SPACE), board(), idle=4, round=20)
    play(state, "1K5")
    assert state.outcome is not None
    assert state.outcome.reason == "idle"


def test_five_tiles_of_a_colour_anywhere_bring_ten_points() -> None:
    """A7.5, A6.2: on the gray wall the colour stands once in each row and column."""
    reds = {1: "R....", 2: "..R..", 3: "....R", 4: ".R...", 5: "...R."}
    seat = board(lines={1: "W"}, wall=reds | {1: "RBYK."})
    state = gray(seat, board())
    events = play(state, "1K5")
    bonuses = sorted((e.seat, e.kind, e.which, e.points) for e in only(events, BonusScored))
    assert bonuses == [(0, "colour", 2, 10), (0, "row", 0, 2)]
    assert state.outcome is not None
    assert state.outcome.scores == (5 + 10 + 2, 0)


def test_the_projection_assumes_the_placement_with_most_points() -> None:
    """A7.1, A4.2: beside its neighbour rather than apart."""
    seat = board(score=4, lines={2: "RR"}, wall={2: "B.Y.."}, floor="W")
    state = gray(seat, board())
    shown = state.projection()[0]
    assert [(e.row, e.column, e.points) for e in shown.placed] == [(1, 1, 3)]
    assert (shown.points, shown.penalty, shown.score) == (3, 1, 6)
    assert state.phase == "offer"
