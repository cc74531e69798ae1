"""Heuristic values of actions of Azul Duel: they guide playouts and move ordering."""

from __future__ import annotations

from loseta.duel.components import BROKEN_SPACES, ROUNDS, STARTING_TILE_POINTS, TABLET_POINTS
from loseta.kernels.bits import bit_count
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import tiles_of
from loseta.kernels.duel.tables import (
    ACQUIRE,
    BORDER,
    COLUMN_0,
    COLUMNS,
    CORNER,
    CORNER_SPACES,
    CORNER_VALUES,
    CORNERS,
    DECLINE,
    DIAGONALS,
    DOWN,
    DRAWS,
    EDGE,
    FACE,
    FINISH,
    MOONS,
    NOBODY,
    OFFSET,
    PENALTY,
    PLACE_OF,
    PLACE_PLATES,
    PLACE_TILES,
    ROW_COLOURS,
    ROWS_,
    SHOWS,
    SIDE_POINTS,
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    SPENDS,
    STACKS,
    STOPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.duel.tiling import colours_in_row, open_columns, place_points
from loseta.kernels.types import Action, Record, Seat, TileValues

START_VALUE = 0.8
PART_SHARE = 0.55
WAITING_VALUE = 1.0
PLATE_VALUE = 2.2
CHIP_VALUE = 1.4
CHIP_COST = 1.2
"""The cost of each missing tile that is paid with chips before the last round."""
SPECIAL_LOSS = float(-TABLET_POINTS["specials"])
WILD_SHARE = 0.5
"""The share of a multicolour space's points that counts: they score only if all are filled."""


@inner
def share(already: int, needed: int) -> float:
    """The share of a bonus that the next tile is worth if `already` of the `needed` tiles are
    there."""
    return (2.0 * already + 1.0) / (needed * needed)


@inner
def space_value(g: Record, seat: Seat, row: int, column: int) -> float:
    """The points of a tile at once, plus a share of the bonuses that it helps to complete."""
    tiles = g.tiles[seat]
    bit = 1 << (6 * row + column)
    value = float(place_points(tiles | bit, row, column))
    offset = row // 2 * 12 + column // 2 * 2
    plate = CORNER << offset
    on_plate = bit_count(tiles & plate)
    special = g.spaces[seat, SPECIAL] & plate & ~tiles
    if special != 0:
        points = float(SPECIAL_ROW[row // 2 * 2 + (special >> offset > 3)])
        if (g.tablets >> SPECIALS) & 1:
            points += SPECIAL_LOSS
        value += share(on_plate, 3) * points
    if (g.tablets >> ROWS_) & 1:
        value += SIDE_POINTS[ROWS_] * share(bit_count((tiles >> (6 * row)) & 63), 6)
    if (g.tablets >> COLUMNS) & 1:
        value += SIDE_POINTS[COLUMNS] * share(bit_count((tiles >> column) & COLUMN_0), 6)
    if (g.tablets >> DIAGONALS) & 1:
        if bit & DOWN:
            value += SIDE_POINTS[DIAGONALS] * share(bit_count(tiles & DOWN), 6)
        elif bit & UP:
            value += SIDE_POINTS[DIAGONALS] * share(bit_count(tiles & UP), 6)
    if (g.tablets >> BORDER) & 1 and bit & EDGE:
        value += SIDE_POINTS[BORDER]
    if (g.tablets >> CORNERS) & 1:
        for corner in range(4):
            if OFFSET[CORNER_SPACES[corner]] == offset:
                value += CORNER_VALUES[corner] * share(on_plate, 4)
    if (g.tablets >> WILDS) & 1 and bit & g.spaces[seat, WILD]:
        value += WILD_SHARE * SIDE_POINTS[WILDS]
    if (g.tablets >> ROW_COLOURS) & 1:
        value += SIDE_POINTS[ROW_COLOURS] * share(colours_in_row(g, seat, row), 6)
    return value


@inner
def find_tile_values(g: Record, seat: Seat, tile_values: TileValues) -> None:
    """Set tile_values[seat, colour, row]: the value of a tile from such a line on its best
    space."""
    for row in range(6):
        free = ~(g.tiles[seat] >> (6 * row)) & 63
        wild = (g.spaces[seat, WILD] >> (6 * row)) & free
        for colour in range(5):
            columns = wild | ((g.spaces[seat, colour] >> (6 * row)) & free)
            best = WAITING_VALUE
            if columns != 0:
                best = 0.0
                for column in range(6):
                    if (columns >> column) & 1:
                        best = max(best, space_value(g, seat, row, column))
            elif (g.free[seat] >> (row // 2 * 3)) & 7 == 0:
                best = -1.0 - row  # it would break
            tile_values[seat, colour, row] = best


@inner
def take_value(
    g: Record, seat: Seat, source: int, colour: int, line: int, count: int, tile_values: TileValues
) -> float:
    value = 0.0
    if source == MOONS and g.start == NOBODY and (g.large_moon >> (8 * colour)) & 0xFF:
        value = START_VALUE - STARTING_TILE_POINTS
    broken = count
    if line < 6:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        placed = min(count, room)
        broken -= placed
        tile = tile_values[seat, colour, line]
        if placed == room:
            value += tile
        else:
            value += PART_SHARE * tile * placed / (line + 1.0)
            if g.round == ROUNDS:
                value -= 0.5 * (room - placed)
    held = g.broken_n[seat]
    return value - (PENALTY[min(BROKEN_SPACES, held + broken)] - PENALTY[held])


@inner
def placing_value(g: Record, plate: int, dome_space: int, turn: int) -> float:
    """The heuristic value of placing a plate: spaces for lines that wait for one, neighbours for
    runs, and special spaces with many points."""
    seat = g.turn
    value = 0.4 if dome_space == 4 else 0.0
    for n in range(4):
        kind = FACE[plate, turn, n]
        at = OFFSET[dome_space] + PLACE_OF[n]
        row = at // 6
        if kind == SPECIAL:
            value += 0.25 * SPECIAL_ROW[row]
            continue
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        fits = kind in (line >> 4, WILD)
        if line != 0 and fits and open_columns(g, seat, row) == 0:
            value += 1.5 * (line & 15) / (row + 1.0) + 0.5
        points = place_points(g.tiles[seat] | (1 << at), row, at % 6)
        value += 0.15 * (points - 1)
    return value


@inner
def plate_value(g: Record, plate: int) -> float:
    best = -1.0
    for dome_space in range(9):
        if (g.free[g.turn] >> dome_space) & 1:
            for turn in range(4):
                best = max(best, placing_value(g, plate, dome_space, turn))
    return best


@inner
def pay_value(g: Record, tile_values: TileValues) -> float:
    """The heuristic value of completing the current line with chips."""
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    value = tile_values[g.turn, line >> 4, g.row]
    if g.round < ROUNDS:
        value -= CHIP_COST * (g.row + 1 - (line & 15))
    return value


@inner
def action_value(g: Record, action: Action, tile_values: TileValues) -> float:
    if action < STACKS:
        source, colour, line = action // 35, action // 7 % 5, action % 7
        count = (tiles_of(g, source) >> (8 * colour)) & 0xFF
        return take_value(g, g.turn, source, colour, line, count, tile_values)
    if action < TAKE_CHIPS:
        return 0.0  # the order of a stack
    if action < DRAWS:
        return CHIP_VALUE
    if action == DRAWS:
        return 1.0 if g.phase == ACQUIRE and g.display == 0 else -1.0
    if action == STOPS:
        return 0.0
    if action < PLACE_PLATES:
        if action < TAKE_PLATES + 18:
            return PLATE_VALUE + plate_value(g, action - TAKE_PLATES + 1)
        if action < TAKE_PLATES + 36:
            return plate_value(g, action - TAKE_PLATES - 18 + 1)
        return 0.0
    if action < PLACE_TILES:
        place = action - PLACE_PLATES
        return placing_value(g, g.plate, place // 4, place % 4)
    if action < SPENDS:
        return space_value(g, g.turn, g.row, (action - PLACE_TILES) % 6)
    if action == FINISH:
        return 3.0
    if action == DECLINE:
        return 0.0
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    shown = (SHOWS[line >> 4] >> (4 * (action - SPENDS))) & 1
    return (pay_value(g, tile_values) if g.spent == 0 else 0.0) + 0.2 * shown


@inner
def prepare_round(g: Record, tile_values: TileValues) -> None:
    """Nothing to do: plates change the dome within the round, so no value holds for all of it."""


@inner
def prepare_decision(g: Record, tile_values: TileValues) -> None:
    find_tile_values(g, g.turn, tile_values)
