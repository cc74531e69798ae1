"""Draw a board of Azul Duel: pattern lines, dome, broken tiles, chips, tokens, plates in hand."""

from __future__ import annotations

from collections import Counter

from loseta.duel import COLOURS, EMPTY, State
from loseta.duel.components import (
    BROKEN_POINTS,
    CHIP_FACES,
    DOME_SPACES,
    ROWS,
    SIZE,
    SPECIAL_POINTS,
    TOKENS,
    spaces_of,
)
from loseta.svg import parts
from loseta.svg.drawing import Box, Drawing
from loseta.svg.duel.pieces import (
    chip,
    no_plate,
    plate,
    plate_stone,
    space_sign,
    tile_letter,
)
from loseta.svg.parts import SCORE, WHO, Grid
from loseta.svg.scene import Scene

GRID = Grid(35, 4, 4)
PAD = 3
"""The distance from the edge of a plate to its spaces."""
SEAM = 4
"""The distance between plates."""
PLATE = 2 * GRID.side + GRID.gap + 2 * PAD
PADDING = 14
BETWEEN = 22
"""The distance from the pattern lines to the dome."""
ROW_POINTS = 20
"""Width of the points for special tiles, on the right."""
BROKEN_SIDE = 34
BELOW = 46
"""Height of the row below the dome."""
COSTS = BROKEN_POINTS[1:]
"""The printed total cost of one broken tile, of two, and so on."""


def size_of_board() -> Box:
    lines = SIZE * GRID.across - GRID.gap
    width = 2 * PADDING + lines + BETWEEN + 3 * (PLATE + SEAM) - SEAM + ROW_POINTS
    height = 8 + WHO + 3 * (PLATE + SEAM) - SEAM + 8 + BELOW + 10
    return Box(0, 0, width, height)


def _row_y(top: float, row: int) -> float:
    return top + row // 2 * (PLATE + SEAM) + PAD + row % 2 * GRID.down


def draw_board(drawing: Drawing, scene: Scene, seat: int, box: Box) -> None:
    state: State = scene.state
    board = state.boards[seat]
    with drawing.group(class_="board", data_seat=seat + 1):
        parts.panel(drawing, box, turn=state.to_move == seat)
        end = parts.who(drawing, scene, seat, box, board.score)
        room = Box(end, box.y + 6, box.x + box.width - PADDING - SCORE - end, WHO)
        _kit(drawing, scene, seat, room)
        left, top = box.x + PADDING, box.y + 8 + WHO
        right = left + SIZE * GRID.across - GRID.gap
        for row in ROWS:
            tiles = COLOURS[board.line_colours[row]] * board.line_counts[row]
            parts.pattern_line(drawing, seat, row, right, _row_y(top, row), GRID, tiles)
        _dome(drawing, scene, seat, right + BETWEEN, top)
        _row_points(drawing, box.x + box.width - PADDING, top)
        y = top + 3 * (PLATE + SEAM) - SEAM + 8 + (BELOW - BROKEN_SIDE) / 2
        broken = "".join(COLOURS[tile] for tile in board.broken)
        drawing.words(left, y + BROKEN_SIDE / 2, scene.say("duel.broken"), 13, "ink-2")
        x = left + 64
        end = parts.penalties(drawing, f"broken-{seat}", x, y, BROKEN_SIDE, broken, COSTS)
        if state.turn == seat:
            right = box.x + box.width - PADDING
            above = y - (BELOW - BROKEN_SIDE) / 2
            _hand(drawing, state, Box(end + 16, above, right - end - 16, BELOW))


def _row_points(drawing: Drawing, x: float, top: float) -> None:
    """Draw the points that a special tile scores in each row."""
    for row, points in enumerate(SPECIAL_POINTS):
        y = _row_y(top, row) + GRID.side / 2
        drawing.words(x, y, str(points), 13, "gold", text_anchor="end", font_weight=700)


def _kit(drawing: Drawing, scene: Scene, seat: int, room: Box) -> None:
    """Draw artist tokens, the starting-player tile and chips, which overlap if room is short."""
    state: State = scene.state
    x, y = room.x, room.middle[1]
    board = state.boards[seat]
    for place in range(TOKENS):
        spot = Box(x, y - 9, 18, 18)
        left = place < board.tokens
        drawing.symbol("artist", spot, opacity=1 if left else 0.22, class_="token")
        x += 20
    x += 4
    if state.start == seat:
        drawing.tile("1", x, y - 12, 24)
        x += 30
    held = [face for face in range(len(CHIP_FACES)) for _ in range(board.chips[face])]
    used = sum(board.used)
    free = room.x + room.width - x - 24 - (50 if used else 0)
    step = min(27.0, max(4.0, free / max(len(held) - 1, 1)))
    chosen = Counter(state.spent) if state.turn == seat else Counter[int]()
    first = x
    for face in held:
        spot = Box(x, y - 12, 24, 24)
        chip(drawing, face, spot)
        if chosen[face]:
            chosen[face] -= 1
            drawing.element(
                "circle", cx=x + 12, cy=y, r=13, fill="none",
                stroke=drawing.colour("accent"), stroke_width=2.5,
            )  # fmt: skip
        x += step
    drawing.spots[f"chips-{seat}"] = Box(first, y - 12, max(24.0, x - first), 24)
    if used:
        spot = Box(x + (24 - step if held else 0) + 4, y - 12, 24, 24)
        drawing.symbol("chip-back", spot, class_="used", opacity=0.4)
        drawing.words(spot.x + 27, y, f"×{used}", 12, "ink-2")


def _dome(drawing: Drawing, scene: Scene, seat: int, left: float, top: float) -> None:
    board = scene.state.boards[seat]
    for place in DOME_SPACES:
        x = left + place % 3 * (PLATE + SEAM)
        y = top + place // 3 * (PLATE + SEAM)
        box = Box(x, y, PLATE, PLATE)
        drawing.spots[f"dome-{seat}-{place}"] = box
        laid = board.plates[place]
        if laid is None:
            no_plate(drawing, box)
            continue
        plate_stone(drawing, box, data_plate=laid[0])
        for at, (row, column) in enumerate(spaces_of(place)):
            x = box.x + PAD + at % 2 * GRID.across
            y = box.y + PAD + at // 2 * GRID.down
            drawing.spots[f"space-{seat}-{row}-{column}"] = Box(x, y, GRID.side, GRID.side)
            tile = board.tiles[row][column]
            if tile == EMPTY:
                kind = space_sign(board.spaces[row][column])
                drawing.space(kind, x, y, GRID.side, plate=True)
            else:
                drawing.tile(tile_letter(tile), x, y, GRID.side)


def _hand(drawing: Drawing, state: State, box: Box) -> None:
    """Draw the plates in hand, hidden ones by their backs; the one to be placed comes first."""
    placed = [state.plate] if state.plate and state.plate not in state.hand else []
    plates = [*placed, *state.hand, *state.under]
    if not plates:
        return
    step = min(box.height + 4, box.width / len(plates))
    side = step - 4
    with drawing.group(class_="hand"):
        for place, number in enumerate(plates):
            x = box.x + box.width - (len(plates) - place) * step + 4
            spot = Box(x, box.y + (box.height - side) / 2, side, side)
            plate(drawing, number, spot)
            drawing.spots[f"hand-{number}"] = spot
    if state.plate:
        drawing.frame(f"hand-{state.plate}", margin=2, class_="chosen")
