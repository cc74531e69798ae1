"""The input of the network: features of each dome between two rounds of Azul Duel.

Broken tiles have been cleared by then (D5.3), and so have lines whose tile fits nowhere (D4.3). The
tablets differ from game to game (D1.10): the features of a side are 0 if it is not in play.
"""

from __future__ import annotations

from loseta.kernels.bits import BITS, bit_count, total
from loseta.kernels.compiled import inner
from loseta.kernels.duel.tables import (
    BORDER,
    COLUMN_0,
    COLUMNS,
    CORNER,
    CORNER_SPACES,
    CORNER_VALUES,
    CORNERS,
    DIAGONALS,
    DOWN,
    EDGE,
    OFFSET,
    ROW_COLOURS,
    ROWS_,
    SEATS,
    SHOWS,
    SIDE_COUNT,
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.duel.tiling import (
    chip_count,
    colours_in_row,
    has_special,
    open_columns,
    place_points,
)
from loseta.kernels.types import Counts, Features, Mask, Record, Seat

LAID = 0  # a tile lies on space n of the dome
ROOM = LAID + 36  # free spaces of row r for colour c, or multicolour ones (c = 5)
UNBUILT = ROOM + 36  # dome space n has no plate
SPECIAL_DUE = UNBUILT + 9  # points of the special spaces whose plate holds 0, 1, 2 tiles
REACH = SPECIAL_DUE + 3  # the most points that a tile can score in row r
FILLED = REACH + 6  # the share of line r that is filled
WAITING = FILLED + 6  # the same, but only if there is no space for its tile
DUE = WAITING + 6  # the most points that its tile can score, times that share
SUPPLY = DUE + 6  # how common its colour is in the tiles of the next deal, times that share
DEMAND = SUPPLY + 6  # how common the colours of all free spaces are in those tiles
CHIPS = DEMAND + 1  # all; most for one colour; those that match lines that lack tiles
TOUCHING = CHIPS + 3  # neighbours across and down
SCORE = TOUCHING + 2
STARTS = SCORE + 1
ROUND = STARTS + 1  # the round to come, 2 to 5
SIDES_IN_PLAY = ROUND + 4
ROW_TILES = SIDES_IN_PLAY + SIDE_COUNT  # D8.1: rows with 3, 4, 5, 6 tiles
COLUMN_TILES = ROW_TILES + 4  # D8.2
DIAGONAL_TILES = COLUMN_TILES + 4  # D8.3
ROW_COLOUR_COUNTS = DIAGONAL_TILES + 4  # D8.5: rows with 3, 4, 5 or more colours
EDGE_TILES = ROW_COLOUR_COUNTS + 3  # D8.6
CORNER_TILES = EDGE_TILES + 1  # D8.7
WILD_TILES = CORNER_TILES + 4  # D8.4: filled; free; whether none is free
SPECIAL_LOSS = WILD_TILES + 3  # D8.8: empty special spaces whose plate holds 0, 1, 2 tiles
FEATURES = SPECIAL_LOSS + 3
TILES_DEALT = 21


@inner
def find_features(g: Record, features: Features) -> None:
    """Write features[seat] for a state in which a round, but not the game, has just ended."""
    tiles = g.bag
    if total(tiles) < TILES_DEALT:
        tiles += g.tower  # D6.2: it will be poured into the bag
    for seat in range(SEATS):
        x = features[seat]
        for feature in range(FEATURES):
            x[feature] = 0.0
        dome_features(g, seat, tiles, x)
        line_features(g, seat, tiles, x)
        special_features(g, seat, x)
        tablet_features(g, seat, x)
        x[SCORE] = g.score[seat] / 20.0
        x[STARTS] = 1.0 if g.first == seat else 0.0
        x[ROUND + g.round - 2] = 1.0


@inner
def abundance(tiles: Counts, colour: int) -> float:
    """How common a colour is: about 0 if it has a fifth of the tiles, more if it has more."""
    return 5.0 * ((tiles >> (8 * colour)) & 0xFF) / (total(tiles) + 1.0) - 1.0


@inner
def dome_features(g: Record, seat: Seat, tiles: Counts, x: Features) -> None:
    laid = g.tiles[seat]
    for space in range(36):
        if (laid >> space) & 1:
            x[LAID + space] = 1.0
    for space in range(9):
        if (g.free[seat] >> space) & 1:
            x[UNBUILT + space] = 1.0
    x[TOUCHING + 1] = 0.1 * bit_count(laid & (laid >> 6))
    for row in range(6):
        here = (laid >> (6 * row)) & 63
        x[TOUCHING] += 0.1 * BITS[here & (here >> 1)]
        open_here = 0
        for colour in range(5):
            room = BITS[(g.spaces[seat, colour] >> (6 * row)) & 63 & ~here]
            if room > 0:
                x[ROOM + 6 * row + colour] = room
                x[DEMAND] += 0.1 * room * abundance(tiles, colour)
            open_here |= (g.spaces[seat, colour] >> (6 * row)) & 63 & ~here
        wild = (g.spaces[seat, WILD] >> (6 * row)) & 63 & ~here
        x[ROOM + 6 * row + 5] = BITS[wild]
        x[REACH + row] = 0.2 * most_points(laid, row, open_here | wild)


@inner
def most_points(laid: Mask, row: int, columns: Mask) -> int:
    """The most points that a tile can score in these columns of a row; 0 if there are none."""
    most = 0
    for column in range(6):
        if (columns >> column) & 1:
            most = max(most, place_points(laid | (1 << (6 * row + column)), row, column))
    return most


@inner
def line_features(g: Record, seat: Seat, tiles: Counts, x: Features) -> None:
    laid = g.tiles[seat]
    held = g.held[seat]
    x[CHIPS] = 0.25 * chip_count(held)
    for colour in range(5):
        x[CHIPS + 1] = max(x[CHIPS + 1], 0.25 * chip_count(held & SHOWS[colour]))
    for row in range(6):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        if line == 0:
            continue
        colour = line >> 4
        filled = (line & 15) / (row + 1.0)
        x[FILLED + row] = filled
        x[SUPPLY + row] = filled * abundance(tiles, colour)
        if line & 15 <= row:
            x[CHIPS + 2] += 0.25 * filled * chip_count(held & SHOWS[colour])
        columns = open_columns(g, seat, row)
        if columns == 0:
            x[WAITING + row] = filled
        x[DUE + row] = 0.3 * filled * most_points(laid, row, columns)


@inner
def special_features(g: Record, seat: Seat, x: Features) -> None:
    """Write the features of empty special spaces, which fill with the third coloured tile of their
    plate (D4.7)."""
    laid = g.tiles[seat]
    loses = (g.tablets >> SPECIALS) & 1
    for dome_space in range(9):
        offset = OFFSET[dome_space]
        plate = CORNER << offset
        special = g.spaces[seat, SPECIAL] & plate & ~laid
        if special != 0:
            inside = bit_count(laid & plate)
            points = SPECIAL_ROW[dome_space // 3 * 2 + (special >> offset > 3)]
            x[SPECIAL_DUE + inside] += points / 6.0
            if loses:
                x[SPECIAL_LOSS + inside] += 0.5


@inner
def tablet_features(g: Record, seat: Seat, x: Features) -> None:
    laid = g.tiles[seat]
    for side in range(SIDE_COUNT):
        if (g.tablets >> side) & 1:
            x[SIDES_IN_PLAY + side] = 1.0
    for n in range(6):
        if (g.tablets >> ROWS_) & 1:
            count_lines(BITS[(laid >> (6 * n)) & 63], 0.5, ROW_TILES, x)
        if (g.tablets >> COLUMNS) & 1:
            count_lines(bit_count((laid >> n) & COLUMN_0), 0.5, COLUMN_TILES, x)
        if (g.tablets >> ROW_COLOURS) & 1:
            colours = colours_in_row(g, seat, n) + has_special(g, seat, n)
            if colours >= 3:
                x[ROW_COLOUR_COUNTS + min(colours, 5) - 3] += 0.5
    if (g.tablets >> DIAGONALS) & 1:
        count_lines(bit_count(laid & DOWN), 1.0, DIAGONAL_TILES, x)
        count_lines(bit_count(laid & UP), 1.0, DIAGONAL_TILES, x)
    if (g.tablets >> BORDER) & 1:
        x[EDGE_TILES] = 0.1 * bit_count(laid & EDGE)
    if (g.tablets >> CORNERS) & 1:
        for corner in range(4):
            inside = bit_count(laid & (CORNER << OFFSET[CORNER_SPACES[corner]]))
            x[CORNER_TILES + corner] = CORNER_VALUES[corner] / 8.0 * inside * inside / 8.0
    if (g.tablets >> WILDS) & 1:
        free = bit_count(g.spaces[seat, WILD] & ~laid)
        x[WILD_TILES] = 0.25 * bit_count(g.spaces[seat, WILD] & laid)
        x[WILD_TILES + 1] = 0.25 * free
        x[WILD_TILES + 2] = 1.0 if free == 0 else 0.0


@inner
def count_lines(inside: int, unit: float, start: int, x: Features) -> None:
    """Count one more row, column or diagonal with `inside` of its six tiles."""
    if inside >= 3:
        x[start + inside - 3] += unit
