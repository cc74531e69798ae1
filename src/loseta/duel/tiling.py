"""Phase 2: tiling a dome from top to bottom, and scoring it (D4, D5)."""

from __future__ import annotations

from collections.abc import Iterator

from loseta.duel.actions import DECLINE, FINISH, PLACE_TILES, SPENDS, SeatAction, Spend
from loseta.duel.chips import can_complete, next_faces, pays
from loseta.duel.components import (
    EMPTY,
    ROWS,
    SIZE,
    SPECIAL,
    SPECIAL_POINTS,
    WILD,
    dome_space_of,
    spaces_of,
)
from loseta.duel.events import Event, LineBroken, PenaltyScored, SpecialPlaced, TilePlaced
from loseta.duel.lines import break_tiles
from loseta.duel.position import Board, Position
from loseta.duel.scoring import penalty
from loseta.runs import points, runs


def tile_dome(position: Position, events: list[Event], with_chips: bool = True) -> bool:
    """Tile the lines of the seat in turn from `position.row` down, appending to `events` (D4.1).

    Returns False if the seat has a choice; `position.phase` then says which.
    """
    board = position.boards[position.turn]
    while position.row < SIZE:
        row = position.row
        if board.line_colours[row] != EMPTY:
            columns = open_columns(board, row)
            if not columns:
                if row_has_all_plates(board, row):
                    events.append(break_line(position, row))
            elif board.is_full(row):
                if len(columns) > 1:
                    position.phase = "tile"
                    return False
                events += place_tile(position, columns[0])
            elif with_chips and can_complete(board, row):
                position.phase = "pay"
                return False
        position.row += 1
    position.row = 0
    events.append(finish_tiling(position))
    return True


def open_columns(board: Board, row: int) -> list[int]:
    """The columns of free spaces in the line's colour and free multicolour spaces in its row
    (D4.2)."""
    colour, spaces, tiles = board.line_colours[row], board.spaces[row], board.tiles[row]
    return [
        column
        for column in ROWS
        if tiles[column] == EMPTY and (spaces[column] == colour or spaces[column] == WILD)
    ]


def row_has_all_plates(board: Board, row: int) -> bool:
    return EMPTY not in board.spaces[row]


def break_line(position: Position, row: int) -> LineBroken:
    """Break all tiles of a line whose tile can never be placed (D4.3)."""
    board = position.boards[position.turn]
    colour, count = board.line_colours[row], board.line_counts[row]
    break_tiles(position, board, colour, count)
    board.clear_line(row)
    return LineBroken(position.turn, row, colour, count)


def place_tile(position: Position, column: int) -> list[Event]:
    """Move the rightmost tile of the line to the dome and score it; the line's other tiles go to
    the tower, but no chips (D4.2, D4.5)."""
    seat, row = position.turn, position.row
    board = position.boards[seat]
    colour = board.line_colours[row]
    across, down = runs(board.tiles, row, column)
    scored = points(across, down)
    board.tiles[row][column] = colour
    board.score += scored
    position.tower[colour] += board.line_counts[row] - 1
    board.clear_line(row)
    placed = TilePlaced(seat, row, column, colour, across, down, scored)
    return [placed, *place_special(board, seat, dome_space_of(row, column))]


def place_special(board: Board, seat: int, dome_space: int) -> list[SpecialPlaced]:
    """Give a special plate whose coloured spaces are full its special tile at once (D4.7)."""
    empty = [
        (row, column) for row, column in spaces_of(dome_space) if board.tiles[row][column] == EMPTY
    ]
    if len(empty) != 1:
        return []
    row, column = empty[0]
    if board.spaces[row][column] != SPECIAL:
        return []
    board.tiles[row][column] = SPECIAL
    board.score += SPECIAL_POINTS[row]
    return [SpecialPlaced(seat, row, column, SPECIAL_POINTS[row])]


def finish_tiling(position: Position) -> PenaltyScored:
    """Deduct points for broken tiles and the starting-player tile, and clear the broken tiles (D5.3
    to D5.5)."""
    seat = position.turn
    board = position.boards[seat]
    holds_start_tile = position.start == seat
    due = penalty(board, holds_start_tile)
    lost = min(due, board.score)
    board.score -= lost
    broken = len(board.broken)
    for colour in board.broken:
        position.tower[colour] += 1
    board.broken = []
    return PenaltyScored(seat, broken, holds_start_tile, due, lost)


# --- Choices --------------------------------------------------------------------------------


def legal_tile_places(position: Position) -> list[SeatAction]:
    board, row = position.boards[position.turn], position.row
    return [PLACE_TILES[row][column] for column in open_columns(board, row)]


def legal_payments(position: Position) -> list[SeatAction]:
    """The next chip; or to finish, if the chips chosen pay; or, before the first chip, to decline
    (D4.4)."""
    board, row, spent = position.boards[position.turn], position.row, position.spent
    legal: list[SeatAction] = [SPENDS[face] for face in next_faces(board, row, spent)]
    if not spent:
        legal.append(DECLINE)
    elif pays(board, row, spent):
        legal.append(FINISH)
    return legal


def decline(position: Position) -> None:
    position.row += 1


def spend(position: Position, chip: Spend) -> bool:
    """Spend one more chip, and those that must follow. Returns whether they are the payment."""
    position.spent.append(chip.face)
    legal = legal_payments(position)
    while len(legal) == 1:
        if legal == [FINISH]:
            return True
        (only,) = legal
        assert isinstance(only, Spend)
        position.spent.append(only.face)
        legal = legal_payments(position)
    return False


def use_chips(position: Position) -> None:
    """Turn the chosen chips face down for the rest of the game (D4.4)."""
    board = position.boards[position.turn]
    for face in position.spent:
        board.chips[face] -= 1
        board.used[face] += 1
    position.spent = []


def payments(position: Position) -> Iterator[tuple[list[int], list[SeatAction]]]:
    """Every way to pay for the current line: its chips, and the actions that choose them from the
    current position."""
    board, row = position.boards[position.turn], position.row
    trial = position.copy()

    def go_on(
        spent: list[int], chosen: list[SeatAction]
    ) -> Iterator[tuple[list[int], list[SeatAction]]]:
        for face in next_faces(board, row, spent):
            trial.spent = list(spent)
            actions = [*chosen, SPENDS[face]]
            is_paid = spend(trial, SPENDS[face])
            now = trial.spent
            if is_paid:
                yield now, actions
            else:
                if pays(board, row, now):
                    yield now, [*actions, FINISH]
                yield from go_on(now, actions)

    yield from go_on(position.spent, [])
