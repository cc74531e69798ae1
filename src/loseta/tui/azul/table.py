"""Draw the table of Azul: factories, centre, bag and lid, and all boards."""

from __future__ import annotations

from itertools import pairwise

from rich.console import Group
from rich.text import Text

from loseta.azul import COLOURS, EMPTY, MARKER, Board, SeatProjection, State
from loseta.azul.components import (
    CENTRE,
    FACTORY_TILES,
    PENALTIES,
    ROWS,
    SIZE,
    WALL_COLOURS,
    letters,
)
from loseta.tui.tiles import BAD, CELL, FAINT, GOOD, count, fit, signed, space, tile, tiles
from loseta.tui.view import Voice

LABEL = 11
"""Width of the labels of the factories, the centre and the bag."""
BETWEEN_FACTORIES = 3
NOTE = 4
"""Width of the points to the right of a row."""
BOARD = 2 + SIZE * CELL + 3 + SIZE * CELL + NOTE
WIDEST_GAP = 8


def draw_table(state: State, voice: Voice, width: int) -> Group:
    return Group(
        *_factories(state, voice, width),
        _centre(state, voice),
        _stores(state, voice),
        Text(),
        *_boards(state, voice, width),
    )


def _label(voice: Voice, key: str) -> Text:
    return fit(Text(voice.say(f"azul.{key}"), style="bold"), LABEL)


# --- The middle of the table ----------------------------------------------------------------


def _factories(state: State, voice: Voice, width: int) -> list[Text]:
    drawn = []
    for number, source in enumerate(state.sources[CENTRE + 1 :], start=1):
        pile = tiles(letters(source), voice.plain) if any(source) else space("–")
        drawn.append(fit(Text.assemble((f"{number} ", "bold"), pile), 2 + FACTORY_TILES * CELL))
    room = (width - LABEL + BETWEEN_FACTORIES) // (drawn[0].cell_len + BETWEEN_FACTORIES)
    rows = -(-len(drawn) // max(room, 1))
    per_row = -(-len(drawn) // rows)  # rows of about the same length
    lines = []
    for start in range(0, len(drawn), per_row):
        label = _label(voice, "factories") if start == 0 else Text(" " * LABEL)
        row = Text(" " * BETWEEN_FACTORIES).join(drawn[start : start + per_row])
        lines.append(Text.assemble(label, row))
    return lines


def _centre(state: State, voice: Voice) -> Text:
    piles = [tile("1", voice.plain)] if state.phase == "offer" and state.marker_in_centre() else []
    for letter, n in zip(COLOURS, state.sources[CENTRE], strict=True):
        if n:
            piles.append(Text.assemble(tile(letter, voice.plain), f"×{n}"))
    return Text.assemble(_label(voice, "centre"), "  ", Text("  ").join(piles or [space("–")]))


def _stores(state: State, voice: Voice) -> Text:
    """Bag and lid. Their contents are public; only the order of drawing is unknown."""

    def store(counts: list[int]) -> Text:
        each = [count(letter, n) for letter, n in zip(COLOURS, counts, strict=True)]
        return Text.assemble(Text(" ").join(each), (f"  = {sum(counts)}", FAINT))

    lid = Text(voice.say("azul.lid"), style="bold")
    bag = _label(voice, "bag")
    return Text.assemble(bag, "  ", store(state.bag), "    ", lid, "  ", store(state.lid))


# --- The boards -----------------------------------------------------------------------------


def _boards(state: State, voice: Voice, width: int) -> list[Text]:
    """The boards in the order of seats, two side by side if there is room."""
    projections = state.projection()
    drawn = [_board(state, seat, projections[seat], voice) for seat in range(state.seats)]
    gap = width - 2 * BOARD
    lines: list[Text] = []
    if gap < 1:
        for board in drawn:
            lines += [*board, Text()]
    else:
        for start in range(0, len(drawn), 2):
            pair = zip(*drawn[start : start + 2], strict=True)
            lines += [Text(" " * min(gap, WIDEST_GAP)).join(row) for row in pair]
            lines.append(Text())
    return lines[:-1]


def _board(state: State, seat: int, projection: SeatProjection, voice: Voice) -> list[Text]:
    board = state.boards[seat]
    notes = {event.row: Text(f" +{event.points}", GOOD) for event in projection.placed}
    notes |= {event.row: Text(" ↓", BAD) for event in projection.dropped}
    lines = [_heading(state, seat, projection, voice)]
    if state.wall == "gray":  # players choose its columns by number
        numbers = "".join(f" {column + 1} " for column in ROWS)
        lines.append(Text(" " * (BOARD - NOTE - SIZE * CELL) + numbers, FAINT))
    lines += [_row(state, board, row, row in notes, voice.plain) for row in ROWS]
    for row, note in notes.items():
        lines[row - SIZE].append_text(note)
    lines.append(_floor(board, projection.penalty, voice))
    return [fit(line, BOARD) for line in lines]


def _heading(state: State, seat: int, projection: SeatProjection, voice: Voice) -> Text:
    board = state.boards[seat]
    pointer = (">" if voice.plain else "▶") if state.turn == seat else " "
    name = Text.assemble((f"{pointer} ", GOOD), (voice.names[seat], "bold"))
    if state.marker == seat and MARKER not in board.floor:
        # The floor line that held it has been cleared, or was full and had no room for it.
        name.append(" ").append_text(tile("1", voice.plain))
    score = Text(voice.say("azul.score", n=board.score), style="bold")
    if state.phase != "over" and (projection.placed or projection.dropped or projection.penalty):
        score.append(f" → {projection.score}", style=f"not bold {FAINT}")
    return Text.assemble(fit(name, BOARD - NOTE - score.cell_len - 1), " ", score)


def _row(state: State, board: Board, row: int, complete: bool, plain: bool) -> Text:
    """A pattern line, filled from the right, and its row of the wall."""
    held = board.line_counts[row]
    line = Text(" " * (SIZE - row - 1) * CELL)
    for _ in range(row + 1 - held):
        line.append_text(space())
    if held:
        line.append_text(tiles(COLOURS[board.line_colours[row]] * held, plain))
    wall = Text()
    for column, colour in enumerate(board.wall[row]):
        hint = COLOURS[WALL_COLOURS[row][column]] if state.wall == "coloured" else "·"
        wall.append_text(space(hint) if colour == EMPTY else tile(COLOURS[colour], plain))
    arrow = Text(" → ", "bold" if complete else FAINT)
    return Text.assemble((f"{row + 1} ", FAINT), line, arrow, wall)


def _floor(board: Board, penalty: int, voice: Voice) -> Text:
    """The floor line. Each free space shows what it would cost."""
    floor = fit(Text(voice.say("azul.floor_label"), style=FAINT), 2 * CELL)
    for number, (before, after) in enumerate(pairwise(PENALTIES)):
        if number < len(board.floor):
            floor.append_text(tile((COLOURS + "1")[board.floor[number]], voice.plain))
        else:
            floor.append(f"{signed(before - after):>{CELL}}", style=FAINT)
    cost = Text(f" {signed(-penalty)}", BAD) if penalty else Text()
    return Text.assemble(fit(floor, BOARD - NOTE), cost)
