"""The legal actions of Azul, packed: how many, and each by its number."""

from __future__ import annotations

from loseta.kernels.azul.tables import MOST_ACTIONS, PLACES, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.bits import BITS, SELECT, before, nonzero, nth, total
from loseta.kernels.compiled import inner
from loseta.kernels.types import Action, Record


@inner
def most_actions(g: Record) -> int:
    """More than any position has."""
    return MOST_ACTIONS


@inner
def places_by_colour(g: Record) -> int:
    """Byte c: to how many places the seat to move may take colour c."""
    x = g.open[g.turn]
    x = x - ((x >> 1) & 0x5555555555)
    x = (x & 0x3333333333) + ((x >> 2) & 0x3333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F


@inner
def count_actions(g: Record) -> int:
    if g.phase == TILING:
        return BITS[open_columns(g, g.turn, choosing_row(g, g.turn))]
    by_colour = places_by_colour(g)
    n = 0
    for source in range(2 * g.players + 2):
        n += total(nonzero(g.sources[source]) & by_colour)
    return n


@inner
def nth_action(g: Record, k: int) -> Action:
    """The k-th legal action, in the order of `loseta.azul`."""
    if g.phase == TILING:
        row = choosing_row(g, g.turn)
        return row * 5 + SELECT[open_columns(g, g.turn, row), k]
    by_colour = places_by_colour(g)
    source = 0
    here = nonzero(g.sources[0]) & by_colour
    n = total(here)
    while k >= n:
        k -= n
        source += 1
        here = nonzero(g.sources[source]) & by_colour
        n = total(here)
    colour = nth(here, k)
    k -= before(here, colour)
    lines = (g.open[g.turn] >> (8 * colour)) & 63
    return PLACES + (source * 5 + colour) * 6 + SELECT[lines, k]
