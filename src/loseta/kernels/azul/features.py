"""The input of the network: features of each board between two rounds of Azul."""

from __future__ import annotations

from loseta.kernels.azul.tables import COLOUR_VALUE, COLUMN_VALUE
from loseta.kernels.azul.tiling import colour_count, column_tiles, columns_for, place_points
from loseta.kernels.bits import BITS, total
from loseta.kernels.compiled import inner
from loseta.kernels.types import Features, Record, Seat

WALL = 0
COLOURS_LAID = WALL + 25  # gray wall: colour c lies in row r
LINES = COLOURS_LAID + 25  # colour c in line r, by the share of the line that is filled
COLUMNS = LINES + 25  # how many columns hold 1 to 5 tiles
COLOURS = COLUMNS + 5
ROWS = COLOURS + 5
PARTS = ROWS + 5  # line r holds 1 to r tiles, one-hot
POINTS_DUE = PARTS + 10  # the points of each line's tile, times the share that is filled
SUPPLY = POINTS_DUE + 5  # how common the line's colour is in the bag, times that share
PROGRESS = SUPPLY + 5
ACROSS = PROGRESS + 1
DOWN = ACROSS + 1
SCORE = DOWN + 1
ORDER = SCORE + 1
ROUND = ORDER + 4
FEATURES = ROUND + 6


@inner
def find_features(g: Record, features: Features) -> None:
    """Write features[seat] for a state in which the dealer is to deal."""
    for seat in range(g.players):
        board_features(g, seat, features[seat])


@inner
def board_features(g: Record, seat: Seat, x: Features) -> None:
    for feature in range(FEATURES):
        x[feature] = 0.0
    wall = g.wall[seat]
    for space in range(25):
        if (wall >> space) & 1:
            x[WALL + space] = 1.0
    for n in range(5):
        laid = BITS[column_tiles(wall, n)]
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
                if (g.colour_masks[seat, n] >> (5 * row_number)) & 31:
                    x[COLOURS_LAID + 5 * row_number + n] = 1.0
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
def due_features(g: Record, seat: Seat, row: int, colour: int, filled: float, x: Features) -> None:
    """Write POINTS_DUE and PROGRESS for the tile of a started line, on its best space."""
    wall = g.wall[seat]
    laid = colour_count(g, seat, colour)
    nearer = COLOUR_VALUE[laid + 1] - COLOUR_VALUE[laid]
    free = 1 << (row + colour) % 5 if g.gray == 0 else columns_for(g, seat, row, colour)
    if free == 0:  # it would drop
        x[POINTS_DUE + row] = -0.5 * filled * (1.0 + row)
        return
    best = -1.0
    chosen = 0.0
    for column in range(5):
        if (free >> column) & 1 == 0:
            continue
        points = place_points(wall | (1 << (5 * row + column)), row, column)
        inside = BITS[column_tiles(wall, column)]
        value = points + COLUMN_VALUE[inside + 1] - COLUMN_VALUE[inside]
        if value > best:
            best = value
            x[POINTS_DUE + row] = 0.5 * filled * points
            chosen = value - points
    x[PROGRESS] += 0.25 * filled * (chosen + nearer)
