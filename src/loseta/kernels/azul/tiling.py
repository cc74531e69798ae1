"""Floor lines and wall tiling of Azul (A2.7, A3, A4, A7), packed."""

from __future__ import annotations

from loseta.azul.components import FLOOR_SPACES, MARKER
from loseta.kernels.azul.tables import COLUMN_0, PENALTY, REPEAT, RUN, SPACES_OF
from loseta.kernels.bits import BITS, POINTS, SELECT, bit_count, spread
from loseta.kernels.compiled import inner
from loseta.kernels.types import Mask, Record, Seat


@inner
def drop(g: Record, seat: Seat, colour: int, count: int) -> None:
    """Put tiles on the floor line, and into the lid when it is full (A2.7, A2.9)."""
    n = g.floor_n[seat]
    fallen = min(count, FLOOR_SPACES - n)
    g.floor[seat] |= (colour * REPEAT[fallen]) << (3 * n)
    g.floor_n[seat] = n + fallen
    g.lid += (count - fallen) << (8 * colour)


@inner
def tile_wall(g: Record, seat: Seat) -> int:
    """Tile the lines of a seat from top to bottom (A3). Returns 0 at a choice (A7.3), 1 when
    done."""
    lines = g.lines[seat]
    for row in range(5):
        if (lines >> (8 * row)) & 15 != row + 1:
            continue
        if g.gray == 0:
            colour = ((lines >> (8 * row)) & 0xFF) >> 4
            place_tile(g, seat, row, (row + colour) % 5)
            continue
        columns = open_columns(g, seat, row)
        n = BITS[columns]
        if n > 1:
            return 0
        if n == 1:
            place_tile(g, seat, row, SELECT[columns, 0])
        else:
            colour = ((lines >> (8 * row)) & 0xFF) >> 4
            drop(g, seat, colour, row + 1)  # A7.4
            g.lines[seat] &= ~(0xFF << (8 * row))
            g.open[seat] |= open_to(row_colours(g, seat, row), row)
    finish_tiling(g, seat)
    return 1


@inner
def choosing_row(g: Record, seat: Seat) -> int:
    """The uppermost line that is still complete (A7.3)."""
    row = 0
    while (g.lines[seat] >> (8 * row)) & 15 != row + 1:
        row += 1
    return row


@inner
def open_columns(g: Record, seat: Seat, row: int) -> Mask:
    """The columns of the gray wall where the tile of a line may go, as bits (A7.1, A7.2)."""
    return columns_for(g, seat, row, ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4)


@inner
def columns_for(g: Record, seat: Seat, row: int, colour: int) -> Mask:
    """The columns of the gray wall where a tile of this colour may go in a row, as bits."""
    return ~((g.wall[seat] >> (5 * row)) | columns_of(g.colour_masks[seat, colour])) & 31


@inner
def columns_of(mask: Mask) -> Mask:
    """The columns in which a mask of spaces has at least one, as bits."""
    pairs = mask | (mask >> 10)
    return (pairs | (pairs >> 5) | (mask >> 20)) & 31


@inner
def place_points(wall: Mask, row: int, column: int) -> int:
    """Points of a tile that has just been laid on this space (A4)."""
    across = (wall >> (5 * row)) & 31
    return POINTS[RUN[across, column], RUN[column_tiles(wall, column), row]]


@inner
def column_tiles(wall: Mask, column: int) -> Mask:
    """The tiles of a column as five bits, gathered into one mask by a multiplication."""
    return ((((wall >> column) & COLUMN_0) * 0x111110) >> 20) & 31


@inner
def place_tile(g: Record, seat: Seat, row: int, column: int) -> None:
    """Move the tile of a line to the wall and score it; the others stay in the line for now."""
    bit = 1 << (5 * row + column)
    wall = g.wall[seat] | bit
    g.wall[seat] = wall
    if g.gray != 0:
        g.colour_masks[seat, ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4] |= bit
    g.score[seat] += place_points(wall, row, column)
    if row == 0:
        g.lines[seat] &= ~0xFF
        g.open[seat] |= open_to(row_colours(g, seat, row), row)
    else:
        g.lines[seat] -= 1 << (8 * row)
    g.idle = 0


@inner
def row_colours(g: Record, seat: Seat, row: int) -> Mask:
    """The colours in a row of the wall, as bits."""
    here = (g.wall[seat] >> (5 * row)) & 31
    if g.gray == 0:
        # Colour c is in column (row + c) % 5: rotate the row back by its number.
        return ((here >> row) | (here << (5 - row))) & 31
    colours = 0
    for colour in range(5):
        if (g.colour_masks[seat, colour] >> (5 * row)) & 31:
            colours |= 1 << colour
    return colours


@inner
def colour_count(g: Record, seat: Seat, colour: int) -> int:
    """How many tiles of a colour the wall has."""
    if g.gray == 0:
        return bit_count(g.wall[seat] & SPACES_OF[colour])
    return bit_count(g.colour_masks[seat, colour])


@inner
def open_to(colours: Mask, row: int) -> Mask:
    """The bits for `g.open` of an empty line: it takes every colour that its wall row lacks
    (A2.6)."""
    return spread(~colours & 31) << row


@inner
def finish_tiling(g: Record, seat: Seat) -> None:
    """Clear the lines whose tile has moved, score the floor line and clear it (A3.2 to A3.4)."""
    for row in range(1, 5):  # line 0 is empty already
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        colours = row_colours(g, seat, row)
        if line != 0 and (colours >> (line >> 4)) & 1:
            g.lid += (line & 15) << (8 * (line >> 4))
            g.lines[seat] &= ~(0xFF << (8 * row))
            g.open[seat] |= open_to(colours, row)
    n = g.floor_n[seat]
    g.score[seat] = max(0, g.score[seat] - PENALTY[n])
    for space in range(n):
        tile = (g.floor[seat] >> (3 * space)) & 7
        if tile != MARKER:
            g.lid += 1 << (8 * tile)
    g.floor[seat] = 0
    g.floor_n[seat] = 0
