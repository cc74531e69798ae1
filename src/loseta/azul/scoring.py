"""Floor line (A3.3), bonuses and ranking (A6). `loseta.runs` scores a tile on the wall."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain

from loseta.azul.components import EMPTY, IDLE_ROUNDS, PENALTIES, SIZE
from loseta.azul.events import BonusKind
from loseta.azul.position import Board, Position
from loseta.game import Outcome

ROW_POINTS, COLUMN_POINTS, COLOUR_POINTS = 2, 7, 10


def floor_penalty(board: Board) -> int:
    """The points printed above the occupied spaces of the floor line (A1.6, A3.3)."""
    return PENALTIES[len(board.floor)]


@dataclass(frozen=True, slots=True)
class Bonus:
    """A complete row, column or colour, and its points (A6.2)."""

    kind: BonusKind
    which: int
    points: int


def bonuses(board: Board) -> tuple[Bonus, ...]:
    """The bonuses that a wall has earned, one by one (A6.2). The tiles of a complete colour may be
    in any columns (A7.5)."""
    earned = []
    for row, spaces in enumerate(board.wall):
        if EMPTY not in spaces:
            earned.append(Bonus("row", row, ROW_POINTS))
    for column, spaces_down in enumerate(zip(*board.wall, strict=True)):
        if EMPTY not in spaces_down:
            earned.append(Bonus("column", column, COLUMN_POINTS))
    laid = list(chain.from_iterable(board.wall))
    for colour in range(5):
        if laid.count(colour) == SIZE:
            earned.append(Bonus("colour", colour, COLOUR_POINTS))
    return tuple(earned)


def outcome(position: Position) -> Outcome | None:
    """Why the game ended and who won, or None while it goes on."""
    if position.phase != "over":
        return None
    ranks = [
        (board.score, sum(EMPTY not in row for row in board.wall)) for board in position.boards
    ]
    # A6.3: most points, then more complete rows, then shared; lower places the same way.
    best_first = sorted(ranks, reverse=True)
    places = tuple(1 + best_first.index(rank) for rank in ranks)
    return Outcome(
        reason=_reason(position),
        scores=tuple(board.score for board in position.boards),
        winners=tuple(seat for seat, place in enumerate(places) if place == 1),
        places=places,
    )


def _reason(position: Position) -> str:
    if any(board.has_complete_row() for board in position.boards):
        return "row"  # A6.1
    return "idle" if position.idle >= IDLE_ROUNDS else "no_tiles"  # A5.5 takes precedence over A5.4
