"""Heuristic values of actions of Azul: they guide playouts and move ordering.

The value of a take: the points of the space and the progress of its column and colour, part of that
if the line is not yet full; minus the exact floor penalty; plus a bonus for the marker.
"""

from __future__ import annotations

import numpy as np

from loseta.azul.components import FLOOR_SPACES
from loseta.kernels.azul.tables import COLOUR_VALUE, COLUMN_VALUE, PENALTY, PLACES
from loseta.kernels.azul.tiling import columns_for, place_points, row_colours
from loseta.kernels.bits import spread
from loseta.kernels.compiled import inner
from loseta.kernels.types import Action, Counts, Mask, Record, Seat, TileValues

MARKER_VALUE = 1.3
FULL_VALUE = 1.0
PART_VALUE = 0.5 * np.arange(5)[:, None] / np.arange(1, 6)
"""PART_VALUE[count, line]: the share of a tile's value for `count` tiles that do not fill the
line."""
MISSING_COST = 0.15
"""The cost of each tile that the line then still lacks."""


@inner
def filled(g: Record, seat: Seat) -> tuple[Counts, Counts]:
    """How many tiles of the wall are in each column, and how many have each colour: a byte each."""
    wall = g.wall[seat]
    columns = 0
    colours = 0
    for row in range(5):
        columns += spread((wall >> (5 * row)) & 31)
        colours += spread(row_colours(g, seat, row))
    return columns, colours


@inner
def laid_value(wall: Mask, row: int, column: int, in_column: int, of_colour: int) -> float:
    """The points of a tile at once, plus the progress of its column and colour."""
    return (
        place_points(wall | (1 << (5 * row + column)), row, column)
        + COLUMN_VALUE[in_column + 1]
        - COLUMN_VALUE[in_column]
        + COLOUR_VALUE[of_colour + 1]
        - COLOUR_VALUE[of_colour]
    )


@inner
def space_value(g: Record, seat: Seat, row: int, column: int) -> float:
    """The heuristic value of a column for the tile of a complete line, on the gray wall (A7.3)."""
    colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
    columns, colours = filled(g, seat)
    in_column, of_colour = (columns >> (8 * column)) & 7, (colours >> (8 * colour)) & 7
    return laid_value(g.wall[seat], row, column, in_column, of_colour)


@inner
def prepare_round(g: Record, tile_values: TileValues) -> None:
    """Set tile_values[seat, colour, row]: the value of a tile of this colour on its best space in
    this row. They hold for the round, because no tile reaches a wall before its end."""
    for seat in range(g.players):
        wall = g.wall[seat]
        columns, colours = filled(g, seat)
        for row in range(5):
            here = (wall >> (5 * row)) & 31
            for colour in range(5):
                of_colour = (colours >> (8 * colour)) & 7
                if g.gray == 0:
                    column = (row + colour) % 5
                    if (here >> column) & 1:
                        tile_values[seat, colour, row] = 0.0
                    else:
                        in_column = (columns >> (8 * column)) & 7
                        value = laid_value(wall, row, column, in_column, of_colour)
                        tile_values[seat, colour, row] = value
                    continue
                free = columns_for(g, seat, row, colour)
                best = -1.0 - row  # it would drop
                for column in range(5):
                    if (free >> column) & 1:
                        in_column = (columns >> (8 * column)) & 7
                        best = max(best, laid_value(wall, row, column, in_column, of_colour))
                tile_values[seat, colour, row] = best


@inner
def action_value(g: Record, action: Action, tile_values: TileValues) -> float:
    if action < PLACES:
        return space_value(g, g.turn, action // 5, action % 5)
    take = action - PLACES
    source, colour, line = take // 30, take // 6 % 5, take % 6
    count = (g.sources[source] >> (8 * colour)) & 0xFF
    return take_value(g, g.turn, source, colour, line, count, tile_values)


@inner
def take_value(
    g: Record, seat: Seat, source: int, colour: int, line: int, count: int, tile_values: TileValues
) -> float:
    value = 0.0
    fallen = 0
    if source == 0 and g.marker < 0:
        fallen = 1
        value = MARKER_VALUE
    if line < 5:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        tile = tile_values[seat, colour, line] + FULL_VALUE
        if count >= room:
            value += tile
            fallen += count - room
        else:
            value += tile * PART_VALUE[count, line] - MISSING_COST * (room - count)
    else:
        fallen += count
    held = g.floor_n[seat]
    return value - (PENALTY[min(FLOOR_SPACES, held + fallen)] - PENALTY[held])


@inner
def prepare_decision(g: Record, tile_values: TileValues) -> None:
    """Nothing to do: the heuristic values hold for the whole round."""
