"""What an action of Azul is worth at first sight: for playouts, and for where to look first.

Points of the space, progress of its column and colour, part of that for a line not yet full, the
exact penalty, something for the marker.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import (
    OFFER,
    PENALTY,
    PLACES,
    TILING,
    apply,
    choosing_row,
    count_actions,
    nth_action,
    open_columns,
    place_points,
    row_colours,
)
from loseta.kernels.bits import below
from loseta.kernels.compiled import inner

COLUMN_WORTH = 7.0 * np.array([0, 0.02, 0.10, 0.28, 0.58, 1.0])
COLOUR_WORTH = 10.0 * np.array([0, 0.01, 0.05, 0.18, 0.50, 1.0])
"""What so many tiles of a column or a colour are worth."""
MARKER_WORTH = 1.3
FULL_WORTH = 1.0
PART_WORTH = 0.5 * np.arange(5)[:, None] / np.arange(1, 6)
"""Of so many tiles that do not fill a line, by line."""
MISSING_COST = 0.15
MOST_ACTIONS = 400
SPREAD = np.array([sum((n >> bit & 1) << (8 * bit) for bit in range(5)) for n in range(32)])
"""Five bits, each in a byte of its own."""

# --- What a take is worth -------------------------------------------------------------------


@inner
def filled(g: Any, seat: Any) -> Any:
    """How many tiles each column has, and how many there are of each colour: a byte each."""
    wall = g.wall[seat]
    columns = 0
    colours = 0
    for row in range(5):
        columns += SPREAD[(wall >> (5 * row)) & 31]
        colours += SPREAD[row_colours(g, seat, row)]
    return columns, colours


@inner
def space_worth(wall: Any, row: Any, column: Any, in_column: Any, of_colour: Any) -> Any:
    """Points at once, and what the tile brings its column and its colour nearer."""
    return (
        place_points(wall | (1 << (5 * row + column)), row, column)
        + COLUMN_WORTH[in_column + 1]
        - COLUMN_WORTH[in_column]
        + COLOUR_WORTH[of_colour + 1]
        - COLOUR_WORTH[of_colour]
    )


@inner
def choice_worth(g: Any, seat: Any, row: Any, column: Any) -> Any:
    """Of a column for the tile of a complete line of the gray wall (A7.3)."""
    colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
    columns, colours = filled(g, seat)
    in_column, of_colour = (columns >> (8 * column)) & 7, (colours >> (8 * colour)) & 7
    return space_worth(g.wall[seat], row, column, in_column, of_colour)


@inner
def find_worths(g: Any, worths: Any) -> None:
    """worths[seat, colour, row]: of a tile of this colour in this row, on its best space."""
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
                        worths[seat, colour, row] = 0.0
                    else:
                        in_column = (columns >> (8 * column)) & 7
                        worth = space_worth(wall, row, column, in_column, of_colour)
                        worths[seat, colour, row] = worth
                    continue
                hue = g.hues[seat, colour]
                taken = here | hue | (hue >> 5) | (hue >> 10) | (hue >> 15) | (hue >> 20)
                best = -1.0 - row  # it would drop
                for column in range(5):
                    if (taken >> column) & 1 == 0:
                        in_column = (columns >> (8 * column)) & 7
                        best = max(best, space_worth(wall, row, column, in_column, of_colour))
                worths[seat, colour, row] = best


@inner
def take_worth(
    g: Any, seat: Any, source: Any, colour: Any, line: Any, count: Any, worths: Any
) -> Any:
    worth = 0.0
    fallen = 0
    if source == 0 and g.marker < 0:
        fallen = 1
        worth = MARKER_WORTH
    if line < 5:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        tile = worths[seat, colour, line] + FULL_WORTH
        if count >= room:
            worth += tile
            fallen += count - room
        else:
            worth += tile * PART_WORTH[count, line] - MISSING_COST * (room - count)
    else:
        fallen += count
    held = g.floor_n[seat]
    return worth - (PENALTY[min(7, held + fallen)] - PENALTY[held])


@inner
def list_actions(g: Any, worths: Any, actions: Any, values: Any) -> Any:
    """The legal actions with their worths; of equal factories only the first. How many."""
    seat = g.turn
    n = 0
    if g.phase == TILING:
        row = choosing_row(g, seat)
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                actions[n] = row * 5 + column
                values[n] = choice_worth(g, seat, row, column)
                n += 1
        return n
    opened = g.open[seat]
    for source in range(2 * g.players + 2):
        tiles = g.sources[source]
        if tiles == 0:
            continue
        again = False
        for earlier in range(1, source):
            if g.sources[earlier] == tiles:
                again = True
                break
        if again:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            lines = (opened >> (8 * colour)) & 63
            for line in range(6):
                if (lines >> line) & 1:
                    actions[n] = PLACES + (source * 5 + colour) * 6 + line
                    values[n] = take_worth(g, seat, source, colour, line, count, worths)
                    n += 1
    return n


@inner
def best_action(g: Any, worths: Any) -> Any:
    """The action of most worth."""
    seat = g.turn
    best = -1e9
    chosen = -1
    if g.phase == TILING:
        row = choosing_row(g, seat)
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                worth = choice_worth(g, seat, row, column)
                if worth > best:
                    best = worth
                    chosen = row * 5 + column
        return chosen
    opened = g.open[seat]
    seen = 0  # as many tiles of a colour from another factory are worth the same
    for source in range(2 * g.players + 2):
        tiles = g.sources[source]
        if tiles == 0:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            if source > 0:
                these = 1 << (8 * colour + count)
                if seen & these:
                    continue
                seen |= these
            lines = (opened >> (8 * colour)) & 63
            for line in range(6):
                if (lines >> line) & 1:
                    worth = take_worth(g, seat, source, colour, line, count, worths)
                    if worth > best:
                        best = worth
                        chosen = PLACES + (source * 5 + colour) * 6 + line
    return chosen


# --- Playouts -------------------------------------------------------------------------------


@inner
def finish_round(g: Any, worths: Any, random_in_1024: Any) -> None:
    """Informed actions until the dealer is to act or the game is over."""
    while g.phase == OFFER or g.phase == TILING:
        if random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
        else:
            apply(g, best_action(g, worths))
