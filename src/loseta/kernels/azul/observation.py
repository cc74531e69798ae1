"""What an agent sees of a packed game of Azul: the observation and the mask of legal actions.

The twin of `loseta.envs.encoding.azul`, whose table says where each field begins; the places come
as an array in the order of FIELDS.
"""

from __future__ import annotations

from loseta.azul.components import MARKER
from loseta.kernels.azul.tables import OFFER, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.bits import clear, mark_bits
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
    """Write what a seat sees."""
    clear(out)
    out[at[ROUND]] = g.round
    out[at[TILING_]] = g.phase == TILING
    out[at[IDLE]] = g.idle
    for colour in range(5):
        out[at[BAG] + colour] = (g.bag >> (8 * colour)) & 0xFF
        out[at[LID] + colour] = (g.lid >> (8 * colour)) & 0xFF
        out[at[CENTRE] + colour] = (g.sources[0] >> (8 * colour)) & 0xFF
    for source in range(1, 2 * g.players + 2):
        tiles = g.sources[source]
        if tiles != 0:
            for colour in range(5):
                out[at[FACTORIES] + 5 * source - 5 + colour] = (tiles >> (8 * colour)) & 0xFF
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
    """Lines, wall and floor line of a seat that is the n-th for the one that observes."""
    lines = g.lines[seat]
    for row in range(5):
        line = (lines >> (8 * row)) & 0xFF
        if line != 0:
            out[at[LINES] + 25 * n + 5 * row + (line >> 4)] = line & 15
    if g.gray == 0:
        wall = g.wall[seat]
        for space in range(25):
            out[at[WALL] + 25 * n + space] = (wall >> space) & 1
    else:
        for colour in range(5):
            mark_bits(g.colour_masks[seat, colour], at[WALL] + 125 * n + colour, 5, out)
    spaces = g.floor_n[seat]
    floor = g.floor[seat]
    out[at[FLOOR_SPACES] + n] = spaces
    for space in range(spaces):
        tile = (floor >> (3 * space)) & 7
        if tile != MARKER:
            out[at[FLOOR] + 5 * n + tile] += 1


@inner
def mark_legal(g: Record, mask: LegalMask) -> None:
    """1 for each legal action of the seat to move, 0 for the others."""
    clear(mask)
    if g.phase == OFFER:
        mark_takes(g, mask)
    elif g.phase == TILING:
        row = choosing_row(g, g.turn)
        columns = open_columns(g, g.turn, row)
        for column in range(5):
            mask[5 * row + column] = (columns >> column) & 1
