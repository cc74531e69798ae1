"""A table of Azul as a picture."""

from __future__ import annotations

from loseta.azul import COLOURS, EMPTY, Board, State
from loseta.azul.components import ROWS, SIZE, WALL_COLOURS, letters
from loseta.envs.pictures.canvas import FAINT, INK, Canvas

BOARD_WIDTH = 2 * SIZE + 6
FIRST_BOARD = 5
"""The row where the boards begin."""


def draw(state: State) -> Canvas:
    canvas = Canvas()
    canvas.write(0, 0, f"AZUL  ROUND {state.round}  {state.wall.upper()} WALL")
    x = canvas.write(0, 1, "BAG ", FAINT)
    x = canvas.write(x, 1, _counts(state.bag) + "  ")
    canvas.write(canvas.write(x, 1, "LID ", FAINT), 1, _counts(state.lid))
    x = 0
    for number, factory in enumerate(state.sources[1:], start=1):
        x = canvas.tiles(canvas.write(x, 2, f"{number}:", FAINT), 2, letters(factory)) + 2
    marker = "1" if state.marker_in_centre() and state.phase == "offer" else ""
    canvas.tiles(canvas.write(0, 3, "C:", FAINT), 3, marker + letters(state.sources[0]))
    for seat, board in enumerate(state.boards):
        _board(canvas, seat * (BOARD_WIDTH + 2), state, seat, board)
    return canvas


def _counts(counts: list[int]) -> str:
    return " ".join(f"{letter}{n}" for letter, n in zip(COLOURS, counts, strict=True))


def _board(canvas: Canvas, x: int, state: State, seat: int, board: Board) -> None:
    turn = ">" if state.turn == seat else " "
    canvas.write(x, FIRST_BOARD, f"{turn}SEAT {seat + 1}: {board.score}", INK)
    for row in ROWS:
        y = FIRST_BOARD + 1 + row
        held = board.line_counts[row]
        line = "." * (row + 1 - held) + COLOURS[board.line_colours[row]] * held
        canvas.tiles(x + SIZE - row, y, line)
        canvas.write(x + SIZE + 2, y, ">", FAINT)
        canvas.tiles(x + SIZE + 4, y, "".join(_space(state, board, row, c) for c in ROWS))
    canvas.write(x + 1, FIRST_BOARD + 1 + SIZE, "-", FAINT)
    floor = "".join((COLOURS + "1")[tile] for tile in board.floor)
    canvas.tiles(x + 2, FIRST_BOARD + 1 + SIZE, floor.ljust(7, "."))


def _space(state: State, board: Board, row: int, column: int) -> str:
    tile = board.wall[row][column]
    if tile != EMPTY:
        return COLOURS[tile]
    return "." if state.wall == "gray" else COLOURS[WALL_COLOURS[row][column]].lower()
