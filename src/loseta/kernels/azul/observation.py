"""What an agent sees of a packed game of Azul: the observation and the mask of legal actions.

The twin of `loseta.envs.encoding.azul`, whose table says where each field begins: `at` has these
indices in the order of FIELDS.
"""

from __future__ import annotations

from loseta.azul.components import FLOOR_SPACES as SPACES_OF_FLOOR
from loseta.kernels.azul.tables import OFFER, PLACES, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.bits import clear, mark_bits, write_counts
from loseta.kernels.compiled import inner
from loseta.kernels.tiles import mark_takes
from loseta.kernels.types import Fields, LegalMask, Record, Row, Seat

FIELDS = (
    *("score", "round", "turn", "tiling", "idle", "first", "marker", "bag", "lid", "centre"),
    *("factories", "lines", "wall", "floor", "floor_spaces"),
)
(SCORE, ROUND, TURN, TILING_, IDLE, FIRST, MARKER_, BAG, LID, CENTRE) = range(10)
(FACTORIES, LINES, WALL, FLOOR, FLOOR_SPACES) = range(10, 15)


@inner
def observe(g: Record, seat: Seat, out: Row, at: Fields) -> None:
    """Write what a seat sees. Nearly free of branches: they would be unpredictable, and a
    misprediction costs more than writing zeros."""
    clear(out)
    out[at[ROUND]] = g.round
    out[at[TILING_]] = g.phase == TILING
    out[at[IDLE]] = g.idle
    write_counts(g.bag, at[BAG], out)
    write_counts(g.lid, at[LID], out)
    write_counts(g.sources[0], at[CENTRE], out)
    first = at[FACTORIES]
    for source in range(1, 2 * g.players + 2):
        write_counts(g.sources[source], first, out)
        first += 5
    for n in range(g.players):
        other = seat + n
        if other >= g.players:
            other -= g.players
        out[at[SCORE] + n] = g.score[other]
        out[at[TURN] + n] = g.turn == other
        out[at[FIRST] + n] = g.first == other
        out[at[MARKER_] + n] = g.marker == other
        observe_board(g, other, n, out, at)


@inner
def observe_board(g: Record, seat: Seat, n: int, out: Row, at: Fields) -> None:
    """Write lines, wall and floor line of one board. `n` counts seats from the observer, who is
    0."""
    lines = g.lines[seat]
    first = at[LINES] + 25 * n
    for row in range(5):
        line = (lines >> (8 * row)) & 0xFF
        out[first + 5 * row + (line >> 4)] = line & 15
    if g.gray == 0:
        wall = g.wall[seat]
        spaces = out[at[WALL] + 25 * n : at[WALL] + 25 * n + 25]
        for space in range(25):
            spaces[space] = (wall >> space) & 1
    else:
        for colour in range(5):
            mark_bits(g.colour_masks[seat, colour], at[WALL] + 125 * n + colour, 5, out)
    occupied = g.floor_n[seat]
    floor = g.floor[seat]
    out[at[FLOOR_SPACES] + n] = occupied
    tiles = 0
    for space in range(SPACES_OF_FLOOR):
        tiles += (space < occupied) << (8 * ((floor >> (3 * space)) & 7))
    write_counts(tiles, at[FLOOR] + 5 * n, out)  # the marker is in a sixth byte, not written


@inner
def mark_legal(g: Record, mask: LegalMask) -> None:
    """Write 1 for each legal action of the seat to move, 0 for the others."""
    if g.phase == OFFER:
        clear(mask[:PLACES])
        mark_takes(g, mask)
        return
    clear(mask)
    if g.phase == TILING:
        row = choosing_row(g, g.turn)
        columns = open_columns(g, g.turn, row)
        for column in range(5):
            mask[5 * row + column] = (columns >> column) & 1
