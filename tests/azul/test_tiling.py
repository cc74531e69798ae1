"""A3: the wall tiling on the coloured wall."""

import pytest

from loseta.azul import FloorScored, RoundEnded, TilePlaced
from loseta.game import DEALER

from .positions import (
    board,
    counts,
    field,
    floor_of,
    lines_of,
    only,
    play,
    position,
    wall_of,
)


def test_a_complete_line_moves_one_tile_to_the_space_of_its_colour() -> None:
    """A3.1: to the same wall row, and it scores at once."""
    state = position(board(lines={3: "RRR"}), first=2, factories=["KKKK"])
    events = play(state, "1K5")
    assert wall_of(state, 0) == [".....", ".....", "....R", ".....", "....."]
    assert state.boards[0].score == 1
    (placed,) = only(events, TilePlaced)
    assert (placed.seat, placed.row, placed.column, placed.points) == (0, 2, 4, 1)


def test_lines_are_tiled_from_top_to_bottom() -> None:
    """A3.1: one tile of each complete line, in order."""
    lines = {1: "B", 2: "BB", 3: "BBB", 4: "Y", 5: "RRRRR"}
    state = position(board(lines=lines), first=2, factories=["KKKK"])
    events = play(state, "1K5")
    assert [e.row for e in only(events, TilePlaced)] == [0, 1, 2, 4]
    assert wall_of(state, 0) == ["B....", ".B...", "..B..", ".....", ".R..."]


def test_every_player_tiles_in_the_same_phase() -> None:
    """A3.1: each player goes through the own lines."""
    boards = [board(lines={n: "R" * n}) for n in (1, 2, 3)]
    state = position(*boards, players=3, first=3, factories=["KKKK"])
    events = play(state, "1K5")
    assert sorted((e.seat, e.row) for e in only(events, TilePlaced)) == [(0, 0), (1, 1), (2, 2)]
    assert [wall_of(state, n)[n] for n in range(3)] == ["..R..", "...R.", "....R"]


def test_the_other_tiles_of_a_complete_line_go_to_the_lid() -> None:
    """A3.2: all but the one that moved."""
    state = position(board(lines={4: "RRRR", 1: "B"}), first=2, factories=["KKKK"])
    play(state, "1K5")
    assert field(state, "lid") == counts("RRR")
    assert lines_of(state, 0) == [""] * 5


def test_incomplete_lines_keep_their_tiles() -> None:
    """A3.2: they stay for the next round."""
    lines = {2: "W", 3: "KK", 4: "YYY", 5: "BBBB"}
    state = position(board(score=5, lines=lines), first=2, factories=["KKKK"])
    play(state, "1K5")
    assert lines_of(state, 0) == ["", "W", "KK", "YYY", "BBBB"]
    assert lines_of(state, 1) == ["", "", "", "", "KKKK"]
    assert wall_of(state, 0) == ["....."] * 5
    assert state.boards[0].score == 5
    assert field(state, "lid") == counts("")


@pytest.mark.parametrize(("score", "lost"), [(20, 6), (6, 6), (5, 5), (1, 1), (0, 0)])
def test_each_floor_space_costs_its_points_but_never_below_zero(score: int, lost: int) -> None:
    """A3.3: the score never drops below 0."""
    state = position(board(score=score, floor="RRRR"), first=2, factories=["KKKK"])
    events = play(state, "1K5")
    assert state.boards[0].score == score - lost
    (scored,) = [e for e in only(events, FloorScored) if e.seat == 0]
    assert (scored.spaces, scored.penalty, scored.lost) == (4, 6, lost)


def test_the_floor_is_scored_after_all_lines() -> None:
    """A3.3: the points of the placed tiles are there to be lost."""
    state = position(board(lines={1: "B", 2: "BB"}, floor="RRR"), first=2, factories=["KKKK"])
    play(state, "1K5")
    # 1 + 1 points, then −4, so 0; in the other order 2 points would be left.
    assert state.boards[0].score == 0


def test_a_score_of_zero_does_not_go_into_debt() -> None:
    """A3.3: what could not be lost is not remembered."""
    state = position(board(floor="RRRRRRR"), first=2, factories=["KKKK"])
    play(state, "1K5")
    assert field(state, "seat1").startswith("0:")


def test_the_floor_tiles_go_to_the_lid() -> None:
    """A3.4: and the floor line is empty for the next round."""
    state = position(board(floor="RRBYW"), board(floor="Y"), first=2, factories=["KKKK"])
    play(state, "1K5")
    assert floor_of(state, 0) == floor_of(state, 1) == ""
    assert field(state, "lid") == counts("RRBYWY")


@pytest.mark.parametrize(("floor", "lost"), [("1", 1), ("R1", 2), ("RR1", 4), ("1RRRR", 8)])
def test_the_marker_costs_like_a_tile(floor: str, lost: int) -> None:
    """A3.4, A3.3: it counts as a tile on the floor line."""
    state = position(board(score=30, floor=floor), first=2, marker=1, factories=["KKKK"])
    play(state, "1K5")
    assert state.boards[0].score == 30 - lost


def test_the_owner_of_the_marker_starts_the_next_round() -> None:
    """A3.4: the marker is not put into the lid; its owner starts."""
    state = position(players=3, first=2, turn=2, centre="K")
    play(state, "CK5")
    assert (state.phase, state.to_move, state.first) == ("deal", DEALER, 1)
    state = position(board(floor="1"), players=3, first=2, turn=3, marker=1, centre="K")
    events = play(state, "CK5")
    assert [e.round for e in only(events, RoundEnded)] == [8]
    assert state.first == 0
    assert state.marker == -1
    assert field(state, "marker") == "centre"
    assert field(state, "lid") == counts("")


def test_the_same_player_starts_again_when_nobody_took_the_marker() -> None:
    """A3.5: every pick took whole factories."""
    state = position(players=3, first=3, turn=2, factories=["KKKK", "YYYY"])
    play(state, "1K5", "2Y4")
    assert (state.phase, state.round, state.first) == ("deal", 9, 2)
    assert state.marker == -1
    assert all(floor_of(state, seat) == "" for seat in range(3))
