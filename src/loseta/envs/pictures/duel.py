"""A table of Azul Duel as a picture. Plates of which a view knows only the back are drawn so."""

from __future__ import annotations

from loseta.duel import COLOURS, EMPTY, Board, State
from loseta.duel.components import (
    CHIP_FACES,
    FACE_DOWN,
    NO_CHIP,
    ROWS,
    SIZE,
    SPACE_LETTERS,
    SPECIAL,
    letters,
    plate_type,
)
from loseta.envs.pictures.canvas import FAINT, Canvas

BOARD_WIDTH = 2 * SIZE + 8
FIRST_BOARD = 9
"""The row where the boards begin."""
_CHIPS = {FACE_DOWN: "?", NO_CHIP: "-"}


def draw(state: State) -> Canvas:
    canvas = Canvas()
    canvas.write(0, 0, f"AZUL DUEL  ROUND {state.round}  {state.phase.upper()}")
    canvas.write(0, 1, "TABLETS " + "+".join(state.tablets).upper(), FAINT)
    stack = state.fresh + sum(len(batch.plates) for batch in state.returned)
    plates = f"PLATES {_list(state.display)}  STACK {stack}{state.top}  HAND {_list(state.hand)}"
    canvas.write(0, 2, plates + (f"  PLACE {state.plate}" if state.plate else ""))
    for factory, (sun, moon) in enumerate(zip(state.suns, state.moons, strict=True)):
        x = factory * 12
        canvas.write(x, 4, f"{'L1234'[factory]} SUN", FAINT)
        canvas.tiles(x + 6, 4, letters(sun))
        canvas.write(x + 1, 5, "MOON", FAINT)
        canvas.tiles(x + 6, 5, "".join(COLOURS[tile] for tile in moon) or "-")
        if factory:
            chip = state.chips[factory - 1]
            canvas.write(x + 1, 6, f"CHIP {_CHIPS.get(chip) or CHIP_FACES[chip]}", FAINT)
    canvas.write(0, 7, f"BAG {letters(state.bag)}"[:60], FAINT)
    for seat, board in enumerate(state.boards):
        _board(canvas, seat * (BOARD_WIDTH + 4), state, seat, board)
    return canvas


def _list(plates: list[int]) -> str:
    return ",".join(str(p) if p > 0 else "?" + plate_type(p).upper() for p in plates) or "-"


def _board(canvas: Canvas, x: int, state: State, seat: int, board: Board) -> None:
    turn = ">" if state.turn == seat else " "
    start = " +1" if state.start == seat else ""
    canvas.write(x, FIRST_BOARD, f"{turn}SEAT {seat + 1}: {board.score}{start}")
    for row in ROWS:
        y = FIRST_BOARD + 1 + row
        held = board.line_counts[row]
        line = "." * (row + 1 - held) + COLOURS[board.line_colours[row]] * held
        canvas.tiles(x + SIZE - row, y, line)
        canvas.write(x + SIZE + 2, y, ">", FAINT)
        canvas.tiles(x + SIZE + 4, y, "".join(_space(board, row, column) for column in ROWS))
    y = FIRST_BOARD + 1 + SIZE
    canvas.write(x + 1, y, "X", FAINT)
    canvas.tiles(x + 2, y, "".join(COLOURS[tile] for tile in board.broken).ljust(4, "."))
    held_chips = [CHIP_FACES[face] for face, n in enumerate(board.chips) for _ in range(n)]
    canvas.write(x + 8, y, "CHIPS " + (" ".join(held_chips) or "-"), FAINT)
    canvas.write(x + 1, y + 1, f"TOKENS {board.tokens}", FAINT)


def _space(board: Board, row: int, column: int) -> str:
    """A tile, or what is printed on its space: a small letter, x for any colour."""
    tile, kind = board.tiles[row][column], board.spaces[row][column]
    if tile != EMPTY:
        return "S" if tile == SPECIAL else COLOURS[tile]
    if kind == EMPTY:
        return "."
    letter = SPACE_LETTERS[kind].lower()
    return "x" if letter == "w" else letter
