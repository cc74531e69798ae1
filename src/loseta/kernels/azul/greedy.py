"""The heuristic values of `loseta.players.greedy.azul`, compiled: equal to the bit."""

from __future__ import annotations

import numpy as np

from loseta.azul.components import FLOOR_SPACES, SIZE
from loseta.azul.scoring import COLOUR_POINTS, COLUMN_POINTS, ROW_POINTS
from loseta.kernels.azul.heuristics import filled
from loseta.kernels.azul.tables import OFFER, PENALTY, PLACES
from loseta.kernels.azul.tiling import columns_for, place_points
from loseta.kernels.bits import BITS
from loseta.kernels.compiled import inner
from loseta.kernels.types import Action, Counts, Record, Seat, TileValues

MARKER_VALUE = 0.9
PART_VALUE = 0.6
EARLY_ROW_COST = 0.3

_SHARES = np.array([((n + 1) ** 2 - n**2) / SIZE**2 for n in range(SIZE + 1)])
ROW_SHARE, COLUMN_SHARE, COLOUR_SHARE = (
    points * _SHARES for points in (ROW_POINTS, COLUMN_POINTS, COLOUR_POINTS)
)
"""What the next tile of a row, column or colour adds, by how many it already has."""


@inner
def greedy_space_value(
    g: Record, seat: Seat, row: int, column: int, colour: int, columns: Counts, colours: Counts
) -> float:
    wall = g.wall[seat]
    return (
        place_points(wall | (1 << (5 * row + column)), row, column)
        + ROW_SHARE[BITS[(wall >> (5 * row)) & 31]]
        + COLUMN_SHARE[(columns >> (8 * column)) & 7]
        + COLOUR_SHARE[(colours >> (8 * colour)) & 7]
    )


@inner
def prepare_greedy(g: Record, tile_values: TileValues) -> None:
    """Set tile_values[seat, colour, row] for the seat to move. Only takes need them, so other
    phases are skipped."""
    if g.phase != OFFER:
        return
    seat = g.turn
    columns, colours = filled(g, seat)
    for colour in range(5):
        opened = (g.open[seat] >> (8 * colour)) & 31
        for row in range(5):
            if (opened >> row) & 1 == 0:
                continue
            if g.gray == 0:
                column = (row + colour) % 5
                value = greedy_space_value(g, seat, row, column, colour, columns, colours)
                tile_values[seat, colour, row] = value
                continue
            free = columns_for(g, seat, row, colour)
            best = -1.0 - row if free == 0 else -1e9
            for column in range(5):
                if (free >> column) & 1:
                    value = greedy_space_value(g, seat, row, column, colour, columns, colours)
                    best = max(best, value)
            tile_values[seat, colour, row] = best


@inner
def greedy_value(g: Record, action: Action, tile_values: TileValues) -> float:
    seat = g.turn
    if action < PLACES:
        row = action // 5
        colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
        columns, colours = filled(g, seat)
        return greedy_space_value(g, seat, row, action % 5, colour, columns, colours)
    take = action - PLACES
    source, colour, line = take // 30, take // 6 % 5, take % 6
    takes_marker = source == 0 and g.marker < 0
    fallen = ((g.sources[source] >> (8 * colour)) & 0xFF) + takes_marker
    value = MARKER_VALUE if takes_marker else 0.0
    if line < 5:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        placed = min(fallen - takes_marker, room)
        fallen -= placed
        tile = tile_values[seat, colour, line]
        if placed == room:
            value += tile
        else:
            value += PART_VALUE * tile * placed / (line + 1.0)
        value -= EARLY_ROW_COST * (room - placed)
    held = g.floor_n[seat]
    return value - (PENALTY[min(FLOOR_SPACES, held + fallen)] - PENALTY[held])
