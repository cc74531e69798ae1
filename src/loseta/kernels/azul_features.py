"""What the learned evaluation sees of each board between two rounds of Azul."""

from __future__ import annotations

from typing import Any

from loseta.kernels.azul import COLUMN_0
from loseta.kernels.azul_worths import COLOUR_WORTH, COLUMN_WORTH
from loseta.kernels.bits import BITS, POINTS, RUNS, total
from loseta.kernels.compiled import inner

RUN = RUNS[5]
WALL = 0
HUES = WALL + 25  # gray wall: colour c lies in row r
LINES = HUES + 25  # colour c in line r, by the share of the line that is filled
COLUMNS = LINES + 25  # how many columns hold 1 to 5 tiles
COLOURS = COLUMNS + 5
ROWS = COLOURS + 5
PARTS = ROWS + 5  # line r holds so many tiles
POINTS_DUE = PARTS + 10  # of each line's tile, by the share that is filled
SUPPLY = POINTS_DUE + 5  # whether the line's colour is scarce in the bag
PROGRESS = SUPPLY + 5
ACROSS = PROGRESS + 1
DOWN = ACROSS + 1
SCORE = DOWN + 1
ORDER = SCORE + 1
ROUND = ORDER + 4
FEATURES = ROUND + 6


@inner
def find_features(g: Any, features: Any) -> None:
    """features[seat] of a state in which the dealer is to deal."""
    for seat in range(g.players):
        board_features(g, seat, features[seat])


@inner
def column_of(wall: Any, column: Any) -> Any:
    """The tiles of a column as five bits."""
    return ((((wall >> column) & COLUMN_0) * 0x111110) >> 20) & 31


@inner
def board_features(g: Any, seat: Any, x: Any) -> None:
    for feature in range(FEATURES):
        x[feature] = 0.0
    wall = g.wall[seat]
    for space in range(25):
        if (wall >> space) & 1:
            x[WALL + space] = 1.0
    for n in range(5):
        laid = BITS[column_of(wall, n)]
        if laid > 0:
            x[COLUMNS + laid - 1] += 1.0
        laid = colour_count(g, seat, n)
        if laid > 0:
            x[COLOURS + laid - 1] += 1.0
        row = (wall >> (5 * n)) & 31
        if row != 0:
            x[ROWS + BITS[row] - 1] += 1.0
        x[ACROSS] += 0.25 * BITS[row & (row >> 1)]
        if n < 4:
            x[DOWN] += 0.25 * BITS[row & ((wall >> (5 * n + 5)) & 31)]
        if g.gray != 0:
            for row_number in range(5):
                if (g.hues[seat, n] >> (5 * row_number)) & 31:
                    x[HUES + 5 * row_number + n] = 1.0
    left = total(g.bag) + 1.0
    for row in range(1, 5):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        if line == 0:
            continue
        held = line & 15
        colour = line >> 4
        filled = held / (row + 1.0)
        x[LINES + 5 * row + colour] = filled
        x[PARTS + row * (row - 1) // 2 + held - 1] = 1.0
        x[SUPPLY + row] = filled * (5.0 * ((g.bag >> (8 * colour)) & 0xFF) / left - 1.0)
        due_features(g, seat, row, colour, filled, x)
    x[SCORE] = g.score[seat] / 20.0
    x[ORDER + (seat - g.first) % g.players] = 1.0
    x[ROUND + min(5, g.round - 2)] = 1.0


@inner
def colour_count(g: Any, seat: Any, colour: Any) -> Any:
    laid = 0
    for row in range(5):
        if g.gray == 0:
            laid += (g.wall[seat] >> (5 * row + (row + colour) % 5)) & 1
        else:
            laid += (g.hues[seat, colour] >> (5 * row)) & 31 != 0
    return laid


@inner
def due_features(g: Any, seat: Any, row: Any, colour: Any, filled: Any, x: Any) -> None:
    """What the tile of a line will bring, on its best space."""
    wall = g.wall[seat]
    laid = colour_count(g, seat, colour)
    nearer = COLOUR_WORTH[laid + 1] - COLOUR_WORTH[laid]
    if g.gray == 0:
        free = 1 << ((row + colour) % 5)
    else:
        hue = g.hues[seat, colour]
        hue |= (hue >> 5) | (hue >> 10) | (hue >> 15) | (hue >> 20)
        free = ~((wall >> (5 * row)) | hue) & 31
    if free == 0:  # it would drop
        x[POINTS_DUE + row] = -0.5 * filled * (1.0 + row)
        return
    best = -1.0
    chosen = 0.0
    for column in range(5):
        if (free >> column) & 1 == 0:
            continue
        across = ((wall >> (5 * row)) & 31) | (1 << column)
        down = column_of(wall, column)
        points = POINTS[RUN[across, column], RUN[down | (1 << row), row]]
        inside = BITS[down]
        worth = points + COLUMN_WORTH[inside + 1] - COLUMN_WORTH[inside]
        if worth > best:
            best = worth
            x[POINTS_DUE + row] = 0.5 * filled * points
            chosen = worth - points
    x[PROGRESS] += 0.25 * filled * (chosen + nearer)
