"""The board of an artist: pattern lines, dome, broken tiles, chips and tokens."""

from __future__ import annotations

from itertools import pairwise

from rich.text import Text

from loseta.duel import COLOURS, Board, SeatProjection, SpecialPlaced, State, TilePlaced
from loseta.duel.components import (
    BROKEN_POINTS,
    CHIPS_A_ROUND,
    EMPTY,
    ROWS,
    SIZE,
    dome_space_of,
)
from loseta.tui.duel.pieces import chips, dome_space
from loseta.tui.layout import Picture, beside
from loseta.tui.tiles import BAD, CELL, FAINT, GOOD, fit, signed, space, tile, tiles
from loseta.tui.view import Voice

PLATE = 2
"""The number of rows, and of columns, of a plate."""
LINES = 2 + SIZE * CELL + 3
"""Width of a pattern line with its number and its arrow."""
DOME = SIZE * CELL + SIZE // PLATE + 1
NOTE = 4
"""Width of the points to the right of a row."""
BOARD = LINES + DOME + NOTE
LABEL = 7


def draw_boards(state: State, voice: Voice, width: int) -> list[Text]:
    """The boards in the order of seats, side by side if there is room."""
    projections = state.projection()
    first, second = (_board(state, seat, projections[seat], voice) for seat in range(state.seats))
    gap = min(8, width - 2 * BOARD)
    return beside([first, second], gap) if gap > 0 else [*first, Text(), *second]


def _board(state: State, seat: int, projection: SeatProjection, voice: Voice) -> Picture:
    board = state.boards[seat]
    if state.phase == "over":  # nothing more will be tiled
        projection = SeatProjection((), (), (), 0, 0, board.score)
    lines = [_heading(state, seat, projection, voice), _chips(board, voice), _top_edge()]
    notes = _notes(projection)
    placed = {event.row for event in projection.placed}
    for row in ROWS:
        if row and row % PLATE == 0:
            lines.append(_seam("├", "┼", "┤"))
        arrow = Text(" → ", "bold" if row in placed else FAINT)
        if state.phase in ("tile", "pay") and (seat, row) == (state.turn, state.row):
            arrow = Text(" ⇒ ", f"bold {GOOD}")
        line = Text.assemble((f"{row + 1} ", FAINT), _pattern_line(board, row, voice), arrow)
        numbered = state.phase == "place" and seat == state.turn
        lines.append(line.append_text(_dome_row(board, row, numbered, voice)))
        lines[-1].append_text(notes.get(row, Text()))
    lines += [_seam("└", "┴", "┘"), _below(state, board, projection.penalty, voice)]
    return [fit(line, BOARD) for line in lines]


def _heading(state: State, seat: int, projection: SeatProjection, voice: Voice) -> Text:
    board = state.boards[seat]
    pointer = (">" if voice.plain else "▶") if state.turn == seat else " "
    name = Text.assemble((f"{pointer} ", GOOD), (voice.names[seat], "bold"))
    if state.start == seat:
        name.append(" ").append_text(tile("1", voice.plain))
    score = Text(voice.say("duel.score", n=board.score), style="bold")
    if projection.score != board.score:
        score.append(f" → {projection.score}", style=f"not bold {FAINT}")
    return Text.assemble(fit(name, BOARD - NOTE - score.cell_len - 1), " ", score)


def _chips(board: Board, voice: Voice) -> Text:
    label = fit(Text(voice.say("duel.chips"), FAINT), LABEL)
    held = chips(board.chips) if any(board.chips) else space("–")
    used = Text(f"  {voice.say('duel.used', n=sum(board.used))}", FAINT)
    return Text.assemble(label, held, used if any(board.used) else "")


def _notes(projection: SeatProjection) -> dict[int, Text]:
    """The notes beside the rows: points if the round ended now, or an arrow for a line that would
    break."""
    points = dict.fromkeys(ROWS, 0)
    scored: list[TilePlaced | SpecialPlaced] = [*projection.placed, *projection.specials]
    for event in scored:
        points[event.row] += event.points
    notes = {row: Text(f" +{n}", GOOD) for row, n in points.items() if n}
    return notes | {event.row: Text(" ↓", BAD) for event in projection.broken}


def _pattern_line(board: Board, row: int, voice: Voice) -> Text:
    """A pattern line, filled from the right."""
    held = board.line_counts[row]
    line = Text(" " * (SIZE - row - 1) * CELL)
    for _ in range(row + 1 - held):
        line.append_text(space())
    if held:
        line.append_text(tiles(COLOURS[board.line_colours[row]] * held, voice.plain))
    return line


# --- The dome -------------------------------------------------------------------------------


def _top_edge() -> Text:
    """The upper edge of the dome, with the column numbers."""
    edge = Text(" " * LINES + "┌", FAINT)
    for column in ROWS:
        edge.append(f"─{column + 1}─")
        if column % PLATE == PLATE - 1:
            edge.append("┐" if column == SIZE - 1 else "┬")
    return edge


def _seam(left: str, cross: str, right: str) -> Text:
    plates = ["─" * CELL * PLATE] * (SIZE // PLATE)
    return Text(" " * LINES + left + cross.join(plates) + right, FAINT)


def _dome_row(board: Board, row: int, numbered: bool, voice: Voice) -> Text:
    """A row of the dome. It is blank where there is no plate, except for the number of the dome
    space if `numbered`."""
    drawn = Text.assemble(("│", FAINT))
    for column in ROWS:
        kind = board.spaces[row][column]
        if kind == EMPTY and numbered and (row % PLATE, column % PLATE) == (0, 0):
            drawn.append(f" @{dome_space_of(row, column) + 1}", style=f"bold {GOOD}")
        else:
            drawn.append_text(dome_space(kind, board.tiles[row][column], voice.plain))
        if column % PLATE == PLATE - 1:
            drawn.append("│", style=FAINT)
    return drawn


# --- Below the dome -------------------------------------------------------------------------


def _below(state: State, board: Board, penalty: int, voice: Voice) -> Text:
    """The broken tiles, with the cost of each free space, and what the artist must still take."""
    line = fit(Text(voice.say("duel.broken_label"), FAINT), LABEL)
    for number, (before, after) in enumerate(pairwise(BROKEN_POINTS)):
        if number < len(board.broken):
            line.append_text(tile(COLOURS[board.broken[number]], voice.plain))
        else:
            line.append(f"{signed(before - after):>{CELL}}", style=FAINT)
    line.append_text(Text(f" {signed(-penalty)}" if penalty else "", BAD))
    if state.phase != "over":
        due = voice.say("duel.due", plates=board.tokens, chips=CHIPS_A_ROUND - board.taken)
        line = Text.assemble(fit(line, BOARD - len(due)), (due, FAINT))
    return line
