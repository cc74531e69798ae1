"""The worked examples of the rulebooks, as printed in 000, 001, 002 and 004."""

import pytest

from loseta.azul import BLUE, RED, YELLOW, FloorScored, State, Take, TilePlaced

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

PEDRO, MARTIN, ANDREA = range(3)


def test_the_first_three_turns() -> None:
    """A2.1, A2.2, A2.3: 2 black tiles, 1 yellow tile, 3 red ones from the centre."""
    state = State.new(players=3, first=PEDRO)
    play(state, "deal:BKKW,YRRR,BBYW,BYRK,YYKW,BRKW,RRKK")

    # 1. Peter picks the 2 black tiles from a factory display; the rest go to the centre.
    assert state.to_move == PEDRO
    play(state, "1K2")
    assert lines_of(state, PEDRO)[1] == "KK"
    assert field(state, "centre") == "BW"

    # 2. Martin picks the yellow tile; the remaining 3 red tiles go to the centre.
    assert state.to_move == MARTIN
    play(state, "2Y1")
    assert lines_of(state, MARTIN)[0] == "Y"
    assert field(state, "centre") == "BRRRW"

    # 3. Andrea picks these 3 red tiles and, being the first there, also the marker.
    assert state.to_move == ANDREA
    play(state, "CR3")
    assert lines_of(state, ANDREA)[2] == "RRR"
    assert field(state, "centre") == "BW"
    assert floor_of(state, ANDREA) == "1"
    assert state.marker == ANDREA
    assert state.to_move == PEDRO


def andrea() -> State:
    """Andrea takes two yellow tiles; yellow on wall rows 2 and 3, a blue tile in line 4."""
    seat = board(lines={4: "B"}, wall={2: "..Y..", 3: "...Y."})
    return position(seat, players=3, factories=["YYRK"])


def test_andrea_has_three_options_for_her_two_yellow_tiles() -> None:
    """A2.4, A2.7, A2.8: the first line (A), the fifth (B) or the floor (C)."""
    state = andrea()
    assert {a for a in texts(state) if a.startswith("1Y")} == {"1Y1", "1Y5", "1YF"}

    a = state.copy()
    play(a, "1Y1")
    assert lines_of(a, 0) == ["Y", "", "", "B", ""]
    assert floor_of(a, 0) == "Y"

    b = state.copy()
    play(b, "1Y5")
    assert lines_of(b, 0) == ["", "", "", "B", "YY"]
    assert floor_of(b, 0) == ""

    c = state.copy()
    play(c, "1YF")
    assert lines_of(c, 0) == ["", "", "", "B", ""]
    assert floor_of(c, 0) == "YY"

    assert {field(each, "centre") for each in (a, b, c)} == {"RK"}


@pytest.mark.parametrize(("line", "rule"), [(2, "A2.6"), (3, "A2.6"), (4, "A2.5")])
def test_three_lines_are_illegal_for_andrea(line: int, rule: str) -> None:
    """A2.5, A2.6: yellow in wall rows 2 and 3, and a blue tile in line 4."""
    reason = andrea().why_illegal(Take(1, YELLOW, line - 1))
    assert reason is not None
    assert reason.rule == rule
    assert reason.sentence("en")
    assert reason.sentence("es")


def test_pedro_tiles_his_second_and_fourth_line() -> None:
    """A3.1, A3.2, A4.1: red and blue score 1 point each; the third and fifth line stay."""
    lines = {2: "RR", 3: "KK", 4: "BBBB", 5: "YYY"}
    state = position(board(lines=lines), players=3, first=2, factories=["KKKK"])
    events = play(state, "1K5")
    placed = only(events, TilePlaced)
    assert [(e.row, e.colour, e.points) for e in placed] == [(1, RED, 1), (3, BLUE, 1)]
    assert wall_of(state, 0) == [".....", "...R.", ".....", "...B.", "....."]
    assert state.boards[0].score == 2
    assert lines_of(state, 0) == ["", "", "KK", "", "YYY"]
    assert field(state, "lid") == counts("RBBB")


@pytest.mark.parametrize(
    ("line", "colour", "wall", "across", "down", "points"),
    [
        (4, "R", {1: "B....", 2: ".B...", 3: "..B.."}, 0, 0, 1),
        (1, "Y", {1: "B.R.."}, 3, 0, 3),
        (3, "B", {1: "..R..", 2: "..Y.."}, 0, 3, 3),
        (3, "Y", {2: "...R.", 3: ".WB.R", 4: "...B."}, 4, 3, 7),
    ],
    ids=["red scores 1", "yellow scores 3", "blue scores 3", "yellow scores 4 and 3"],
)
def test_the_pictures_of_scoring(
    line: int, colour: str, wall: dict[int, str], across: int, down: int, points: int
) -> None:
    """A4.1, A4.2: 1 point; 3 across; 3 down; 4 across and 3 down."""
    seat = board(lines={line: colour * line}, wall=wall)
    state = position(seat, first=2, factories=["KKKK"])
    (placed,) = only(play(state, "1K5"), TilePlaced)
    assert (placed.across, placed.down, placed.points) == (across, down, points)
    assert state.boards[0].score == points


@pytest.mark.parametrize("floor", ["1RRYW", "RR1YW", "RRYW1"])
def test_pedro_loses_eight_points_for_four_tiles_and_the_marker(floor: str) -> None:
    """A1.6, A3.3, A3.4: −1 −1 −2 −2 −2, wherever among them the marker lies."""
    state = position(board(score=25, floor=floor), players=3, first=2, marker=1, factories=["KKKK"])
    (scored,) = [e for e in only(play(state, "1K5"), FloorScored) if e.seat == PEDRO]
    assert (scored.spaces, scored.penalty, scored.lost) == (5, 8, 8)
    assert state.boards[PEDRO].score == 17
    assert field(state, "lid") == counts("RRYW")
    assert state.first == PEDRO
