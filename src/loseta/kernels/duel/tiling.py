"""Lines, chips, dome tiling and points of Azul Duel (D3, D4, D5, D8), packed."""

from __future__ import annotations

from loseta.duel.components import STARTING_TILE_POINTS
from loseta.kernels.bits import ONES, POINTS, RUNS, SELECT, bit_count, nth_bit, total
from loseta.kernels.compiled import inner
from loseta.kernels.duel.tables import (
    BORDER,
    BROKEN,
    COLUMN_0,
    COLUMNS,
    CORNER,
    CORNER_SPACES,
    CORNER_VALUES,
    CORNERS,
    DIAGONALS,
    DOWN,
    EDGE,
    FACES,
    OFFSET,
    PAY,
    PENALTY,
    ROW_COLOURS,
    ROWS_,
    SHOWS,
    SIDE_POINTS,
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    TILE,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.tiles import fill_line
from loseta.kernels.types import Counts, Mask, Record, Seat

RUN = RUNS[6]


# --- Pattern lines and broken tiles (D3) ----------------------------------------------------


@inner
def put_tiles(g: Record, seat: Seat, line: int, colour: int, count: int) -> None:
    """Put taken tiles into a line, as many as fit; the others break (D3.1, D3.3)."""
    if line < BROKEN:
        count = fill_line(g, seat, line, colour, count)
    if count > 0:
        break_tiles(g, seat, colour, count)


@inner
def break_tiles(g: Record, seat: Seat, colour: int, count: int) -> None:
    """Break tiles: those that do not fit on the broken-tile space go to the tower (D3.4)."""
    n = g.broken_n[seat]
    kept = min(count, 4 - n)
    g.broken[seat] |= ((colour + 1) * (0x1111 & ((1 << (4 * kept)) - 1))) << (4 * n)
    g.broken_n[seat] = n + kept
    g.tower += (count - kept) << (8 * colour)


@inner
def clear_line(g: Record, seat: Seat, row: int) -> None:
    g.lines[seat] &= ~(0xFF << (8 * row))
    g.open[seat] |= ONES << row


# --- Paying for the missing tiles of a line with chips (D4.4) -------------------------------


@inner
def chip_count(chips: Mask) -> int:
    return total((chips & 0x0F0F0F0F0F) + ((chips >> 4) & 0x0F0F0F0F0F))


@inner
def is_possible(missing: int, chosen: int, matching: int, more_matching: int, more: int) -> bool:
    """Whether the chosen chips, `matching` of them in the colour, and some of `more` further ones,
    `more_matching` of them in the colour, pay exactly: each missing tile costs a matching pair or
    any 3 chips."""
    for pairs in range(missing + 1):
        wanted = 3 * missing - pairs - chosen
        if 0 <= wanted <= more and matching + min(more_matching, wanted) >= 2 * pairs:
            return True
    return False


@inner
def can_complete(g: Record, seat: Seat, row: int, line: int) -> bool:
    """Whether the seat has enough chips for the missing tiles of a line."""
    chips = g.held[seat]
    matching = chip_count(chips & SHOWS[line >> 4])
    return is_possible(row + 1 - (line & 15), 0, 0, matching, chip_count(chips))


@inner
def pays(g: Record) -> bool:
    """Whether the chips chosen so far pay exactly for the missing tiles."""
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    matching = chip_count(g.spent & SHOWS[line >> 4])
    return is_possible(g.row + 1 - (line & 15), chip_count(g.spent), matching, 0, 0)


@inner
def next_faces(g: Record) -> Mask:
    """The faces that can be spent next and still lead to a payment, as bits. Faces are spent in
    ascending order, so that each payment can be made in only one way."""
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    shown = SHOWS[line >> 4]
    missing = g.row + 1 - (line & 15)
    chosen = chip_count(g.spent)
    matching = chip_count(g.spent & shown)
    left = g.held[g.turn] - g.spent
    faces = 0
    more = 0  # chips of this face and of later ones that are left
    more_matching = 0
    for face in range(FACES - 1, -1, -1):
        if g.spent >> (4 * (face + 1)) != 0:  # a later one has been spent
            break
        here = (left >> (4 * face)) & 15
        if here == 0:
            continue
        one = (shown >> (4 * face)) & 1
        more += here
        more_matching += here * one
        if is_possible(missing, chosen + 1, matching + one, more_matching - one, more - 1):
            faces |= 1 << face
    return faces


@inner
def spend(g: Record, face: int) -> int:
    """Spend one more chip, and then those without alternative. Returns whether the payment is
    complete."""
    g.spent += 1 << (4 * face)
    for _ in range(2 * FACES):
        faces = next_faces(g)
        if faces == 0:
            return True
        if faces & (faces - 1) != 0 or pays(g):
            return False
        g.spent += 1 << (4 * nth_bit(faces, 0))
    return True


@inner
def use_chips(g: Record) -> None:
    """Turn the spent chips face down for good (D4.4)."""
    g.held[g.turn] -= g.spent
    g.used[g.turn] += g.spent
    g.spent = 0


# --- Tiling a dome (D4) ---------------------------------------------------------------------


@inner
def tile_dome(g: Record) -> int:
    """Tile the lines of the seat in turn from g.row on (D4.1). Returns False at a choice, which the
    phase then names."""
    seat = g.turn
    for row in range(g.row, 6):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        if line == 0:
            continue
        columns = open_columns(g, seat, row)
        if columns == 0:
            if (g.free[seat] >> (row // 2 * 3)) & 7 == 0:  # D4.3: all three plates are placed
                clear_line(g, seat, row)
                break_tiles(g, seat, line >> 4, line & 15)
        elif line & 15 == row + 1:
            if columns & (columns - 1) != 0:
                g.phase = TILE
                g.row = row
                return False
            place_tile(g, seat, row, SELECT[columns, 0])
        elif can_complete(g, seat, row, line):
            g.phase = PAY
            g.row = row
            return False
    g.row = 0
    finish_tiling(g, seat)
    return True


@inner
def open_columns(g: Record, seat: Seat, row: int) -> Mask:
    """The columns with a free space of the line's colour or a free multicolour space, as bits
    (D4.2)."""
    colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
    fitting = (g.spaces[seat, colour] | g.spaces[seat, WILD]) & ~g.tiles[seat]
    return (fitting >> (6 * row)) & 63


@inner
def place_points(tiles: Counts, row: int, column: int) -> int:
    """Points of a tile that has just been laid on this space (D5.1, D5.2)."""
    across = (tiles >> (6 * row)) & 63
    # The column's bits, gathered into one mask by a multiplication.
    down = ((((tiles >> column) & COLUMN_0) * 0x2108421) >> 25) & 63
    return POINTS[RUN[across, column], RUN[down, row]]


@inner
def place_tile(g: Record, seat: Seat, row: int, column: int) -> None:
    """Move the rightmost tile of a line to the dome and score it; the others go to the tower (D4.2,
    D4.5)."""
    line = (g.lines[seat] >> (8 * row)) & 0xFF
    bit = 1 << (6 * row + column)
    tiles = g.tiles[seat] | bit
    g.colour_masks[seat, line >> 4] |= bit
    g.score[seat] += place_points(tiles, row, column)
    g.tower += ((line & 15) - 1) << (8 * (line >> 4))
    clear_line(g, seat, row)
    # D4.7: a special plate whose coloured spaces are full gets its special tile at once.
    offset = row // 2 * 12 + column // 2 * 2
    empty = (CORNER << offset) & ~tiles
    if empty & (empty - 1) == 0 and empty & g.spaces[seat, SPECIAL] != 0:
        tiles |= empty
        g.score[seat] += SPECIAL_ROW[row // 2 * 2 + (empty >> offset > 3)]
    g.tiles[seat] = tiles


@inner
def finish_tiling(g: Record, seat: Seat) -> None:
    """Deduct points for broken tiles and the starting-player tile, and clear the broken tiles (D5.3
    to D5.5)."""
    n = g.broken_n[seat]
    due = PENALTY[n]
    if g.start == seat:
        due += STARTING_TILE_POINTS
    g.score[seat] = max(0, g.score[seat] - due)
    for space in range(n):
        g.tower += 1 << (8 * (((g.broken[seat] >> (4 * space)) & 15) - 1))
    g.broken[seat] = 0
    g.broken_n[seat] = 0


@inner
def colours_in_row(g: Record, seat: Seat, row: int) -> int:
    """How many colours the tiles of a row have; special tiles do not count."""
    colours = 0
    for colour in range(5):
        colours += (g.colour_masks[seat, colour] >> (6 * row)) & 63 != 0
    return colours


@inner
def has_special(g: Record, seat: Seat, row: int) -> bool:
    """Whether a special tile lies in a row."""
    return ((g.tiles[seat] & g.spaces[seat, SPECIAL]) >> (6 * row)) & 63 != 0


# --- The tablets (D8) -----------------------------------------------------------------------


@inner
def side_points(g: Record, seat: Seat, side: int) -> int:
    """The points that one side of a tablet scores on the dome as it is now."""
    tiles = g.tiles[seat]
    n = 0
    if side == ROWS_:  # D8.1
        for row in range(6):
            n += (tiles >> (6 * row)) & 63 == 63
    elif side == ROW_COLOURS:  # D8.5: a special tile may stand for one colour
        for row in range(6):
            n += colours_in_row(g, seat, row) + has_special(g, seat, row) >= 5
    elif side == COLUMNS:  # D8.2
        for column in range(6):
            n += (tiles >> column) & COLUMN_0 == COLUMN_0
    elif side == BORDER:  # D8.6
        n = bit_count(tiles & EDGE)
    elif side == DIAGONALS:  # D8.3
        n = (tiles & DOWN == DOWN) + (tiles & UP == UP)
    elif side == CORNERS:  # D8.7
        for corner in range(4):
            spaces = CORNER << OFFSET[CORNER_SPACES[corner]]
            if tiles & spaces == spaces:
                n += CORNER_VALUES[corner]
    elif side == WILDS:  # D8.4: nothing unless every one is filled
        spaces = g.spaces[seat, WILD]
        if tiles & spaces == spaces:
            n = bit_count(spaces)
    elif side == SPECIALS:  # D8.8
        n = bit_count(g.spaces[seat, SPECIAL] & ~tiles)
    return n * SIDE_POINTS[side]


@inner
def tablet_points(g: Record, seat: Seat) -> int:
    """The points of all tablets in play on the dome as it is now."""
    points = 0
    for side in range(8):
        if (g.tablets >> side) & 1 != 0:
            points += side_points(g, seat, side)
    return points
