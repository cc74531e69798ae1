"""The heuristic values of `loseta.players.greedy.duel`, compiled: equal to the bit."""

from __future__ import annotations

from loseta.duel.components import ROUNDS, TABLET_POINTS
from loseta.kernels.bits import RUNS, bit_count
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import tiles_of
from loseta.kernels.duel.heuristics import share, take_value
from loseta.kernels.duel.tables import (
    ACQUIRE,
    BORDER,
    COLUMN_0,
    COLUMNS,
    CORNER,
    CORNER_SPACES,
    CORNER_VALUES,
    CORNERS,
    DIAGONALS,
    DOWN,
    DRAWS,
    EDGE,
    FACE,
    FINISH,
    MOON_OF,
    OFFSET,
    PLACE_OF,
    PLACE_PLATES,
    PLACE_TILES,
    ROW_COLOURS,
    ROWS_,
    SHOWS,
    SIDE_COUNT,
    SIDE_POINTS,
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    SPENDS,
    STACKS,
    STOPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    UNDERS,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.duel.tiling import colours_in_row, has_special, open_columns, place_points
from loseta.kernels.types import Action, Record, Seat, TileValues

WAITING_VALUE = 0.5
PLATE_VALUE = 2.2
CHIP_VALUE = 1.4
CHIP_COST = 0.5
SPECIAL_RESCUE = -TABLET_POINTS["specials"]
RUN = RUNS[6]


# --- Tiles ----------------------------------------------------------------------------------


@inner
def greedy_space_value(g: Record, seat: Seat, row: int, column: int) -> float:
    tiles = g.tiles[seat]
    value = float(place_points(tiles | (1 << (6 * row + column)), row, column))
    offset = row // 2 * 12 + column // 2 * 2
    on_plate = bit_count(tiles & (CORNER << offset))
    special = g.spaces[seat, SPECIAL] & (CORNER << offset) & ~tiles
    if special != 0:
        points = SPECIAL_ROW[row // 2 * 2 + (special >> offset > 3)]
        if (g.tablets >> SPECIALS) & 1:
            points += SPECIAL_RESCUE
        value += share(on_plate, 3) * points
    for side in range(SIDE_COUNT):
        if (g.tablets >> side) & 1:
            value += tablet_share(g, seat, side, row, column, on_plate)
    return value


@inner
def tablet_share(g: Record, seat: Seat, side: int, row: int, column: int, on_plate: int) -> float:
    tiles = g.tiles[seat]
    bit = 1 << (6 * row + column)
    if side == ROWS_:
        return SIDE_POINTS[side] * share(bit_count((tiles >> (6 * row)) & 63), 6)
    if side == COLUMNS:
        return SIDE_POINTS[side] * share(bit_count((tiles >> column) & COLUMN_0), 6)
    if side == DIAGONALS:
        if bit & DOWN:
            return SIDE_POINTS[side] * share(bit_count(tiles & DOWN), 6)
        if bit & UP:
            return SIDE_POINTS[side] * share(bit_count(tiles & UP), 6)
    if side == BORDER and bit & EDGE:
        return float(SIDE_POINTS[side])
    if side == CORNERS:
        for corner in range(4):
            if CORNER_SPACES[corner] == row // 2 * 3 + column // 2:
                return CORNER_VALUES[corner] * share(on_plate, 4)
    if side == WILDS and bit & g.spaces[seat, WILD]:
        return SIDE_POINTS[side] * 0.5
    if side == ROW_COLOURS:
        kinds = colours_in_row(g, seat, row) + has_special(g, seat, row)
        return SIDE_POINTS[side] * share(kinds, 6)
    return 0.0


@inner
def greedy_line_value(g: Record, seat: Seat, row: int, colour: int) -> float:
    """The heuristic value of the tile of a line of this colour, on its best space."""
    fitting = (g.spaces[seat, colour] | g.spaces[seat, WILD]) & ~g.tiles[seat]
    columns = (fitting >> (6 * row)) & 63
    if columns == 0:
        if (g.free[seat] >> (row // 2 * 3)) & 7 == 0:
            return -1.0 - row  # it would break
        return WAITING_VALUE * 2
    best = -1e9
    for column in range(6):
        if (columns >> column) & 1:
            best = max(best, greedy_space_value(g, seat, row, column))
    return best


@inner
def prepare_greedy(g: Record, tile_values: TileValues) -> None:
    """Set tile_values[seat, colour, row] for the seat to move. Only takes need them, so other
    phases are skipped."""
    if g.phase != ACQUIRE:
        return
    seat = g.turn
    for colour in range(5):
        opened = (g.open[seat] >> (8 * colour)) & 63
        for row in range(6):
            if (opened >> row) & 1:
                tile_values[seat, colour, row] = greedy_line_value(g, seat, row, colour)


# --- Plates ---------------------------------------------------------------------------------


@inner
def greedy_placing_value(g: Record, seat: Seat, plate: int, dome_space: int, turn: int) -> float:
    """The heuristic value of placing a plate: spaces for lines that wait for one, neighbours for
    runs, and special spaces with many points."""
    value = 0.0
    tiles = g.tiles[seat]
    for n in range(4):
        kind = FACE[plate, turn, n]
        at = OFFSET[dome_space] + PLACE_OF[n]
        row, column = at // 6, at % 6
        if kind == SPECIAL:
            value += 0.25 * SPECIAL_ROW[row]
            continue
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        fits = kind in (line >> 4, WILD)
        if line != 0 and fits and open_columns(g, seat, row) == 0:
            value += 1.5 * (line & 15) / (row + 1.0) + 0.5
        laid = tiles | (1 << at)
        across = RUN[(laid >> (6 * row)) & 63, column]
        down = RUN[((((laid >> column) & COLUMN_0) * 0x2108421) >> 25) & 63, row]
        value += 0.15 * ((across if across > 1 else 0) + (down if down > 1 else 0))
    return value + (0.4 if dome_space == 4 else 0.0)


@inner
def greedy_plate_value(g: Record, seat: Seat, plate: int) -> float:
    best = -1e9
    for dome_space in range(9):
        if (g.free[seat] >> dome_space) & 1:
            for turn in range(4):
                best = max(best, greedy_placing_value(g, seat, plate, dome_space, turn))
    return best


# --- Chips and orders -----------------------------------------------------------------------


@inner
def chip_value(g: Record, seat: Seat, face: int) -> float:
    """The heuristic value of a chip: more for each started line of a colour that it shows."""
    fitting = 0
    for row in range(6):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        if line != 0 and line & 15 <= row:
            fitting += (SHOWS[line >> 4] >> (4 * face)) & 1
    return CHIP_VALUE + 0.3 * fitting


@inner
def spend_value(g: Record, seat: Seat, face: int) -> float:
    row = g.row
    line = (g.lines[seat] >> (8 * row)) & 0xFF
    shown = (SHOWS[line >> 4] >> (4 * face)) & 1
    if g.spent != 0:  # a payment that has begun is finished
        return 10.0 + shown
    missing = row + 1 - (line & 15)
    cost = 0.0 if g.round == ROUNDS else CHIP_COST * 2.5 * missing
    return greedy_line_value(g, seat, row, line >> 4) - cost + 0.1 * shown


@inner
def order_value(g: Record, moon: int) -> float:
    """-1 if the tile on top has the colour of a line of the other player, otherwise 0."""
    other = g.lines[1 - g.turn]
    top = (moon & 15) - 1
    for row in range(6):
        line = (other >> (8 * row)) & 0xFF
        if line != 0 and line >> 4 == top:
            return -1.0
    return 0.0


@inner
def greedy_value(g: Record, action: Action, tile_values: TileValues) -> float:
    seat = g.turn
    if action < STACKS:
        source, colour, line = action // 35, action // 7 % 5, action % 7
        count = (tiles_of(g, source) >> (8 * colour)) & 0xFF
        return take_value(g, seat, source, colour, line, count, tile_values)
    if action < TAKE_CHIPS:
        return order_value(g, MOON_OF[action - STACKS])
    if action < DRAWS:
        return chip_value(g, seat, action - TAKE_CHIPS)
    if action == DRAWS:
        return 1.0 if g.phase == ACQUIRE and g.display == 0 else -1.0
    if action == STOPS:
        return 0.0
    if action < UNDERS:  # plates from the display, or from the hand
        return PLATE_VALUE + greedy_plate_value(g, seat, (action - TAKE_PLATES) % 18 + 1)
    if action < PLACE_PLATES:
        return 0.0
    if action < PLACE_TILES:
        place = action - PLACE_PLATES
        return greedy_placing_value(g, seat, g.plate, place // 4, place % 4)
    if action < SPENDS:
        return greedy_space_value(g, seat, g.row, (action - PLACE_TILES) % 6)
    if action < FINISH:
        return spend_value(g, seat, action - SPENDS)
    return 100.0 if action == FINISH else 0.0
