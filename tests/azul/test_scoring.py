"""A4: the points of a placed tile."""

import pytest

from loseta.azul import TilePlaced

from .positions import COLOURED_WALL, board, only, play, position


def masked(rows: dict[int, str]) -> dict[int, str]:
    """The printed wall where the mask shows "x", by row number."""
    return {
        n: "".join(c if m == "x" else "." for c, m in zip(COLOURED_WALL[n - 1], mask, strict=True))
        for n, mask in rows.items()
    }


def place(row: int, column: int, walls: dict[int, str]) -> TilePlaced:
    """Complete line `row` so that its tile goes to `column` (both from 1)."""
    colour = COLOURED_WALL[row - 1][column - 1]
    closing = "K" if colour != "K" else "W"
    seat = board(score=10, lines={row: colour * row}, wall=masked(walls))
    state = position(seat, first=2, factories=[closing * 4])
    (placed,) = only(play(state, f"1{closing}5"), TilePlaced)
    assert isinstance(placed, TilePlaced)
    assert (placed.row, placed.column) == (row - 1, column - 1)
    assert state.boards[0].score == 10 + placed.points
    return placed


@pytest.mark.parametrize(
    "walls",
    [
        {},
        {2: "x.x..", 4: "x.x..", 3: "...x."},
        {1: ".x...", 5: ".x...", 3: "...xx"},
    ],
    ids=["empty", "diagonal neighbours", "same row and column, but apart"],
)
def test_a_tile_without_neighbour_scores_one(walls: dict[int, str]) -> None:
    """A4.1: no neighbour up, down, left or right."""
    placed = place(3, 2, walls)
    assert (placed.points, placed.across, placed.down) == (1, 0, 0)


@pytest.mark.parametrize(
    ("mask", "points"),
    [
        ("x....", 2),
        ("..x..", 2),
        ("x.x..", 3),
        ("..xx.", 3),
        ("x.xx.", 4),
        ("..xxx", 4),
        ("x.x.x", 3),
        ("..x.x", 2),
        ("x..xx", 2),
    ],
)
def test_a_horizontal_run_scores_its_length(mask: str, points: int) -> None:
    """A4.2: the unbroken horizontal run that includes the new tile, and nothing else."""
    placed = place(3, 2, {3: mask})
    assert (placed.points, placed.across, placed.down) == (points, points, 0)


@pytest.mark.parametrize(
    ("rows", "points"),
    [
        ([2], 2),
        ([4], 2),
        ([2, 4], 3),
        ([1, 2], 3),
        ([4, 5], 3),
        ([1, 2, 4], 4),
        ([1, 2, 4, 5], 5),
        ([1, 4], 2),
        ([2, 5], 2),
        ([1, 2, 5], 3),
    ],
)
def test_a_vertical_run_scores_its_length(rows: list[int], points: int) -> None:
    """A4.2: the unbroken vertical run that includes the new tile, and nothing else."""
    placed = place(3, 2, dict.fromkeys(rows, ".x..."))
    assert (placed.points, placed.across, placed.down) == (points, 0, points)


def test_both_runs_count_when_there_are_neighbours_in_both_directions() -> None:
    """A4.2: the new tile is counted once in each run."""
    placed = place(3, 2, {2: ".x...", 3: "x.x.."})
    assert (placed.points, placed.across, placed.down) == (5, 3, 2)


def test_runs_of_other_tiles_do_not_count() -> None:
    """A4.2: only the runs that include the new tile, not those of its neighbours."""
    placed = place(3, 2, {2: "xxx..", 3: "....."})
    assert (placed.points, placed.across, placed.down) == (2, 0, 2)


def test_the_wall_does_not_wrap_round() -> None:
    """A4.1, A4.2: the far end of a row or column is no neighbour."""
    assert place(1, 1, {1: "....x", 5: "x...."}).points == 1
    assert place(5, 5, {5: "x....", 1: "....x"}).points == 1


def test_a_fifth_tile_in_a_row_and_column_scores_ten() -> None:
    """A4.2: five across and five down; the bonuses come later (A6.2)."""
    walls = {1: ".x...", 2: ".x...", 3: "x.xxx", 4: ".x...", 5: ".x..."}
    colour = COLOURED_WALL[2][1]
    seat = board(lines={3: colour * 3}, wall=masked(walls))
    state = position(seat, first=2, factories=["KKKK"])
    (placed,) = only(play(state, "1K5"), TilePlaced)
    assert (placed.points, placed.across, placed.down) == (10, 5, 5)


def test_placements_are_scored_from_top_to_bottom_each_seeing_those_before() -> None:
    """A4.3: three tiles into one column score 1, 2 and 3."""
    lines = {1: "R", 2: "YY", 3: "BBB"}
    state = position(board(lines=lines), first=2, factories=["KKKK"])
    placed = only(play(state, "1K5"), TilePlaced)
    assert [(e.row, e.column, e.points) for e in placed] == [(0, 2, 1), (1, 2, 2), (2, 2, 3)]
    assert state.boards[0].score == 6


def test_a_tile_does_not_score_for_one_placed_below_it_later() -> None:
    """A4.3: the upper tile is scored before the lower one is there."""
    seat = board(lines={1: "R", 2: "YY"}, wall={3: "..B.."})
    state = position(seat, first=2, factories=["KKKK"])
    placed = only(play(state, "1K5"), TilePlaced)
    assert [e.points for e in placed] == [1, 3]


def test_the_tiles_of_another_player_are_no_neighbours() -> None:
    """A4.3: placements of one player; each wall for itself."""
    state = position(board(lines={1: "R"}), board(lines={2: "YY"}), first=2, factories=["KKKK"])
    placed = only(play(state, "1K5"), TilePlaced)
    assert [e.points for e in placed] == [1, 1]
