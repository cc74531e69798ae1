"""Pattern lines and broken tiles (D3)."""

from __future__ import annotations

from loseta.duel.components import BROKEN, BROKEN_SPACES
from loseta.duel.position import Board, Position


def put_tiles(position: Position, board: Board, line: int, colour: int, count: int) -> None:
    """Put taken tiles into a line; those for which it has no room break (D3.1, D3.3)."""
    if line != BROKEN:
        count -= board.fill_line(line, colour, count)
    if count:
        break_tiles(position, board, colour, count)


def break_tiles(position: Position, board: Board, colour: int, count: int) -> None:
    """Move tiles to the broken-tile space, and to the tower once it is full (D3.4)."""
    kept = min(count, BROKEN_SPACES - len(board.broken))
    board.broken += [colour] * kept
    position.tower[colour] += count - kept
