"""The legal actions of Azul Duel, packed: how many, and each by its number."""

from __future__ import annotations

from loseta.kernels.bits import BITS, SELECT, before, nonzero, nth, total
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import may_draw, moon_tops, order_key, revealed_chips
from loseta.kernels.duel.dealing import item
from loseta.kernels.duel.tables import (
    ACQUIRE,
    DECLINE,
    DRAW,
    DRAWS,
    FACTORIES,
    FINISH,
    KEEP,
    KEEPS,
    MOONS,
    MOST_ACTIONS,
    OPENING,
    ORDER_COUNT,
    ORDERS,
    PAY,
    PLACE,
    PLACE_PLATES,
    PLACE_TILES,
    SELECT_7,
    SPENDS,
    STACK,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
    TURN_COUNT,
    TURNS,
    UNDER,
    UNDERS,
)
from loseta.kernels.duel.tiling import bit_count, next_faces, nth_bit, open_columns, pays
from loseta.kernels.types import Action, Record


@inner
def most_actions(g: Record) -> int:
    """More than any position has."""
    return MOST_ACTIONS


@inner
def count_actions(g: Record) -> int:
    if g.phase == ACQUIRE:
        return count_in_turn(g)
    if g.phase == PLACE:
        return bit_count(g.free[g.turn]) * TURN_COUNT[g.plate]
    if g.phase == STACK:
        return ORDER_COUNT[order_key(g.loose)]
    if g.phase == PAY:
        return bit_count(next_faces(g)) + (g.spent == 0 or pays(g))
    if g.phase == TILE:
        return BITS[open_columns(g, g.turn, g.row)]
    if g.phase == OPENING:
        return bit_count(g.display)
    if g.phase == DRAW:
        return 2
    return g.hand_n if g.phase == KEEP or g.phase == UNDER else 0


@inner
def nth_action(g: Record, k: int) -> Action:
    """The k-th legal action, in the order of `loseta.duel`."""
    if g.phase == ACQUIRE:
        return nth_in_turn(g, k)
    if g.phase == PLACE:
        turns = TURN_COUNT[g.plate]
        space = nth_bit(g.free[g.turn], k // turns)
        return PLACE_PLATES + 4 * space + nth_bit(TURNS[g.plate], k % turns)
    if g.phase == STACK:
        return ORDERS[order_key(g.loose), k]
    if g.phase == PAY:
        faces = next_faces(g)
        if k < bit_count(faces):
            return SPENDS + nth_bit(faces, k)
        return DECLINE if g.spent == 0 else FINISH
    if g.phase == TILE:
        return PLACE_TILES + 6 * g.row + SELECT[open_columns(g, g.turn, g.row), k]
    if g.phase == OPENING:
        return TAKE_PLATES - 1 + nth_bit(g.display, k)
    if g.phase == DRAW:
        return DRAWS + k
    plate = nth_bit(hand_plates(g), k)
    return (KEEPS if g.phase == KEEP else UNDERS) - 1 + plate


@inner
def count_in_turn(g: Record) -> int:
    """Tiles of a sun or of the moons, a chip, a plate."""
    by_colour = places_by_colour(g)
    n = total(nonzero(moon_tops(g)) & by_colour)
    for source in range(FACTORIES):
        n += total(nonzero(g.suns[source]) & by_colour)
    n += bit_count(revealed_chips(g))
    if g.tokens[g.turn] > 0:
        n += bit_count(g.display) + may_draw(g)
    return n


@inner
def nth_in_turn(g: Record, k: int) -> int:
    by_colour = places_by_colour(g)
    for source in range(MOONS + 1):
        tiles = g.suns[source] if source < MOONS else moon_tops(g)
        here = nonzero(tiles) & by_colour
        n = total(here)
        if k < n:
            colour = nth(here, k)
            k -= before(here, colour)
            lines = (g.open[g.turn] >> (8 * colour)) & 127
            return (source * 5 + colour) * 7 + SELECT_7[lines, k]
        k -= n
    chips = revealed_chips(g)
    n = bit_count(chips)
    if k < n:
        return TAKE_CHIPS + nth_bit(chips, k)
    k -= n
    if may_draw(g):
        if k == 0:
            return DRAWS
        k -= 1
    return TAKE_PLATES - 1 + nth_bit(g.display, k)


@inner
def places_by_colour(g: Record) -> int:
    """Byte c: to how many places the seat to move may take colour c."""
    x = g.open[g.turn]
    x = x - ((x >> 1) & 0x5555555555)
    x = (x & 0x3333333333) + ((x >> 2) & 0x3333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F


@inner
def hand_plates(g: Record) -> int:
    """The plates in hand, as bits."""
    plates = 0
    for at in range(g.hand_n):
        plates |= 1 << item(g.hand, at)
    return plates
