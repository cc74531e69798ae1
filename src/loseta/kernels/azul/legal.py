"""The legal actions of Azul, packed: their number, and the k-th of them."""

from __future__ import annotations

from loseta.azul.components import CENTRE, FLOOR
from loseta.kernels.azul.tables import MOST_ACTIONS, PLACES, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.bits import BITS, SELECT
from loseta.kernels.compiled import inner
from loseta.kernels.tiles import count_takes, nth_take
from loseta.kernels.types import Action, Counts, Record


@inner
def most_actions(g: Record) -> int:
    """An upper bound on the number of legal actions in any position."""
    return MOST_ACTIONS


@inner
def source_count(g: Record) -> int:
    """The centre and the factories."""
    return 2 * g.players + 2


@inner
def common_source(g: Record) -> int:
    return CENTRE


@inner
def tiles_of(g: Record, source: int) -> Counts:
    return g.sources[source]


@inner
def take_places(g: Record) -> int:
    return FLOOR + 1


@inner
def first_take(g: Record, source: int, colour: int) -> Action:
    return PLACES + (source * 5 + colour) * (FLOOR + 1)


@inner
def count_actions(g: Record) -> int:
    if g.phase == TILING:
        return BITS[open_columns(g, g.turn, choosing_row(g, g.turn))]
    return count_takes(g)


@inner
def nth_action(g: Record, k: int) -> Action:
    """The k-th legal action, in the order of `loseta.azul`."""
    if g.phase == TILING:
        row = choosing_row(g, g.turn)
        return row * 5 + SELECT[open_columns(g, g.turn, row), k]
    action, _ = nth_take(g, k)
    return action
