"""What actions of Azul Duel are worth at a glance: they guide the tree and the playouts."""

from __future__ import annotations

from typing import Any

from loseta.kernels.compiled import inner
from loseta.kernels.duel_tables import (
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
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    SPENDS,
    STOPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.duel_tiling import bit_count, open_columns, place_points

START_WORTH = 0.8
PART_SHARE = 0.55
WAITING_WORTH = 1.0
PLATE_WORTH = 2.2
CHIP_WORTH = 1.4
CHIP_COST = 1.2
"""Of a missing tile paid by chips, before the last round."""
STARTING_TILE = 2.0
LAST_ROUND = 5


@inner
def share(already: Any, needed: Any) -> Any:
    """How much of a bonus the next tile is worth when so many of those needed are there."""
    return (2.0 * already + 1.0) / (needed * needed)


@inner
def space_worth(g: Any, seat: Any, row: Any, column: Any) -> Any:
    """Points at once, with a share of what the space helps to complete."""
    tiles = g.tiles[seat]
    bit = 1 << (6 * row + column)
    worth = float(place_points(tiles | bit, row, column))
    offset = row // 2 * 12 + column // 2 * 2
    plate = CORNER << offset
    on_plate = bit_count(tiles & plate)
    special = g.spaces[seat, SPECIAL] & plate & ~tiles
    if special != 0:
        points = float(SPECIAL_ROW[row // 2 * 2 + (special >> offset > 3)])
        if (g.tablets >> SPECIALS) & 1:
            points += 3.0
        worth += share(on_plate, 3) * points
    if (g.tablets >> ROWS_) & 1:
        worth += 3.0 * share(bit_count((tiles >> (6 * row)) & 63), 6)
    if (g.tablets >> COLUMNS) & 1:
        worth += 7.0 * share(bit_count((tiles >> column) & COLUMN_0), 6)
    if (g.tablets >> DIAGONALS) & 1:
        if bit & DOWN:
            worth += 10.0 * share(bit_count(tiles & DOWN), 6)
        elif bit & UP:
            worth += 10.0 * share(bit_count(tiles & UP), 6)
    if (g.tablets >> BORDER) & 1 and bit & EDGE:
        worth += 1.0
    if (g.tablets >> CORNERS) & 1:
        for corner in range(4):
            if OFFSET[CORNER_SPACES[corner]] == offset:
                worth += CORNER_VALUES[corner] * share(on_plate, 4)
    if (g.tablets >> WILDS) & 1 and bit & g.spaces[seat, WILD]:
        worth += 1.0
    if (g.tablets >> ROW_COLOURS) & 1:
        colours = 0
        for colour in range(5):
            colours += (g.hues[seat, colour] >> (6 * row)) & 63 != 0
        worth += 4.0 * share(colours, 6)
    return worth


@inner
def find_worths(g: Any, seat: Any, worths: Any) -> None:
    """worths[seat, colour, row]: what the tile of such a line will bring on its best space."""
    for row in range(6):
        free = ~(g.tiles[seat] >> (6 * row)) & 63
        wild = (g.spaces[seat, WILD] >> (6 * row)) & free
        for colour in range(5):
            columns = wild | ((g.spaces[seat, colour] >> (6 * row)) & free)
            best = WAITING_WORTH
            if columns != 0:
                best = 0.0
                for column in range(6):
                    if (columns >> column) & 1:
                        best = max(best, space_worth(g, seat, row, column))
            elif (g.free[seat] >> (row // 2 * 3)) & 7 == 0:
                best = -1.0 - row  # it would break
            worths[seat, colour, row] = best


@inner
def take_worth(g: Any, source: Any, colour: Any, line: Any, count: Any, worths: Any) -> Any:
    seat = g.turn
    worth = 0.0
    if source == MOONS and g.start == NOBODY and (g.large_moon >> (8 * colour)) & 0xFF:
        worth = START_WORTH - STARTING_TILE
    broken = count
    if line < 6:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        placed = min(count, room)
        broken -= placed
        tile = worths[seat, colour, line]
        if placed == room:
            worth += tile
        else:
            worth += PART_SHARE * tile * placed / (line + 1.0)
            if g.round == LAST_ROUND:
                worth -= 0.5 * (room - placed)
    held = g.broken_n[seat]
    return worth - (PENALTY[min(4, held + broken)] - PENALTY[held])


@inner
def tiles_to_take(g: Any, source: Any, colour: Any) -> Any:
    if source < MOONS:
        return (g.suns[source] >> (8 * colour)) & 0xFF
    count = (g.large_moon >> (8 * colour)) & 0xFF
    for factory in range(4):
        count += (g.small_moons >> (16 * factory)) & 15 == colour + 1
    return count


@inner
def placing_worth(g: Any, plate: Any, dome_space: Any, turn: Any) -> Any:
    """Spaces for lines that wait for one, neighbours for the runs, special spaces low down."""
    seat = g.turn
    worth = 0.4 if dome_space == 4 else 0.0
    for n in range(4):
        kind = FACE[plate, turn, n]
        at = OFFSET[dome_space] + PLACE_OF[n]
        row = at // 6
        if kind == SPECIAL:
            worth += 0.25 * SPECIAL_ROW[row]
            continue
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        fits = kind in (line >> 4, WILD)
        if line != 0 and fits and open_columns(g, seat, row) == 0:
            worth += 1.5 * (line & 15) / (row + 1.0) + 0.5
        points = place_points(g.tiles[seat] | (1 << at), row, at % 6)
        worth += 0.15 * (points - 1)
    return worth


@inner
def plate_worth(g: Any, plate: Any) -> Any:
    best = -1.0
    for dome_space in range(9):
        if (g.free[g.turn] >> dome_space) & 1:
            for turn in range(4):
                best = max(best, placing_worth(g, plate, dome_space, turn))
    return best


@inner
def pay_worth(g: Any, worths: Any) -> Any:
    """What completing the line by chips brings."""
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    worth = worths[g.turn, line >> 4, g.row]
    if g.round < LAST_ROUND:
        worth -= CHIP_COST * (g.row + 1 - (line & 15))
    return worth


@inner
def action_worth(g: Any, action: Any, worths: Any) -> Any:
    """How much an action is liked, for the phases other than takes."""
    if action < TAKE_CHIPS:
        return 0.0  # the order of a stack
    if action < DRAWS:
        return CHIP_WORTH
    if action == DRAWS:
        return 1.0 if g.phase == ACQUIRE and g.display == 0 else -1.0
    if action == STOPS:
        return 0.0
    if action < PLACE_PLATES:
        if action < TAKE_PLATES + 18:
            return PLATE_WORTH + plate_worth(g, action - TAKE_PLATES + 1)
        if action < TAKE_PLATES + 36:
            return plate_worth(g, action - TAKE_PLATES - 18 + 1)
        return 0.0
    if action < PLACE_TILES:
        place = action - PLACE_PLATES
        return placing_worth(g, g.plate, place // 4, place % 4)
    if action < SPENDS:
        return space_worth(g, g.turn, g.row, (action - PLACE_TILES) % 6)
    if action == FINISH:
        return 3.0
    if action == DECLINE:
        return 0.0
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    shown = (SHOWS[line >> 4] >> (4 * (action - SPENDS))) & 1
    return (pay_worth(g, worths) if g.spent == 0 else 0.0) + 0.2 * shown
