"""Pattern lines and broken tiles (D3)."""

from __future__ import annotations

from loseta.duel.components import BROKEN, BROKEN_SPACES, EMPTY, ROWS
from loseta.duel.position import Board, Position


def line_takes(board: Board, row: int, colour: int) -> bool:
    """An empty line takes any colour, another one its own while it has room (D3.2)."""
    held = board.line_colours[row]
    return held == EMPTY or (held == colour and board.line_counts[row] <= row)


def open_lines(board: Board) -> list[tuple[int, ...]]:
    """For each colour the lines that take it: the empty ones, and its own with room."""
    empty = tuple([row for row in ROWS if board.line_colours[row] == EMPTY])
    lines = [empty] * 5
    for row, held in enumerate(board.line_colours):
        if held != EMPTY and board.line_counts[row] <= row:
            lines[held] = tuple(sorted((*lines[held], row)))
    return lines


def put_tiles(position: Position, board: Board, line: int, colour: int, count: int) -> None:
    """Taken tiles to a line, as many as it has room for; the others are broken (D3.1, D3.3)."""
    if line != BROKEN:
        placed = min(count, line + 1 - board.line_counts[line])
        board.line_colours[line] = colour
        board.line_counts[line] += placed
        count -= placed
    if count:
        break_tiles(position, board, colour, count)


def break_tiles(position: Position, board: Board, colour: int, count: int) -> None:
    """Broken tiles; what the broken-tile space cannot hold goes to the tower (D3.4)."""
    kept = min(count, BROKEN_SPACES - len(board.broken))
    board.broken += [colour] * kept
    position.tower[colour] += count - kept


def clear_line(board: Board, row: int) -> None:
    board.line_colours[row] = EMPTY
    board.line_counts[row] = 0
