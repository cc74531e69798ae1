"""Penalties (D5.3, D5.4), tablets (D8) and the winner (D7). `loseta.runs` scores a tile on the
dome."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loseta.duel.components import (
    BROKEN_POINTS,
    CORNER_POINTS,
    EMPTY,
    ROWS,
    SIZE,
    SPECIAL,
    STARTING_TILE_POINTS,
    TABLET_POINTS,
    WILD,
    spaces_of,
)
from loseta.duel.position import NOBODY, Board, Position
from loseta.game import Outcome


def penalty(board: Board, holds_start_tile: bool) -> int:
    """The points lost for broken tiles and the starting-player tile (D5.3, D5.4)."""
    return BROKEN_POINTS[len(board.broken)] + holds_start_tile * STARTING_TILE_POINTS


# --- The tablets (D8) -----------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TabletScore:
    """The score of a tablet: how many items it counts, and their points in all."""

    tablet: str
    count: int
    points: int


def _full(tiles: Sequence[int]) -> bool:
    return EMPTY not in tiles


def _rows(board: Board) -> int:
    return sum(map(_full, board.tiles))


def _columns(board: Board) -> int:
    return sum(map(_full, zip(*board.tiles, strict=True)))


def _diagonals(board: Board) -> int:
    down = [board.tiles[row][row] for row in ROWS]
    up = [board.tiles[row][SIZE - 1 - row] for row in ROWS]
    return _full(down) + _full(up)


def _wilds(board: Board) -> int:
    """The number of multicolour spaces if all of them are filled, otherwise 0 (D8.4)."""
    filled = [
        board.tiles[row][column] != EMPTY
        for row in ROWS
        for column in ROWS
        if board.spaces[row][column] == WILD
    ]
    return len(filled) if all(filled) else 0


def _row_colours(board: Board) -> int:
    """Rows with at least 5 different colours; one special tile may count as one more (D8.5)."""
    return sum(len(set(row) - {EMPTY}) >= 5 for row in board.tiles)


def _border(board: Board) -> int:
    edge = (0, SIZE - 1)
    return sum(
        board.tiles[row][column] != EMPTY
        for row in ROWS
        for column in ROWS
        if row in edge or column in edge
    )


def _full_corners(board: Board) -> list[int]:
    return [
        space
        for space in CORNER_POINTS
        if all(board.tiles[row][column] != EMPTY for row, column in spaces_of(space))
    ]


def _specials(board: Board) -> int:
    """Special spaces without a tile (D8.8)."""
    return sum(
        board.spaces[row][column] == SPECIAL and board.tiles[row][column] == EMPTY
        for row in ROWS
        for column in ROWS
    )


_COUNTS: dict[str, Callable[[Board], int]] = {
    "rows": _rows,
    "columns": _columns,
    "diagonals": _diagonals,
    "wilds": _wilds,
    "row_colours": _row_colours,
    "border": _border,
    "specials": _specials,
}


def tablet_score(board: Board, tablet: str) -> TabletScore:
    """The score of one side of a tablet on a dome as it is now."""
    if tablet == "corners":
        corners = _full_corners(board)
        return TabletScore(tablet, len(corners), sum(map(CORNER_POINTS.__getitem__, corners)))
    count = _COUNTS[tablet](board)
    return TabletScore(tablet, count, count * TABLET_POINTS[tablet])


# --- The winner (D7) ------------------------------------------------------------------------


def start_tile_holder(position: Position) -> int:
    """The seat that holds the starting-player tile, or counts as its holder (D2.C4)."""
    return position.first if position.start == NOBODY else position.start


def outcome(position: Position) -> Outcome | None:
    """How the game ended and who won, or None while it goes on."""
    if position.phase != "over":
        return None
    scores = tuple(board.score for board in position.boards)
    # D7.2: a tie goes to the holder of the starting-player tile.
    best = start_tile_holder(position) if scores[0] == scores[1] else scores.index(max(scores))
    return Outcome(
        reason="rounds",
        scores=scores,
        winners=(best,),
        places=tuple(1 if seat == best else 2 for seat in range(len(scores))),
    )
