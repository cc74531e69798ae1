"""The legal actions of Azul Duel, packed: their number, and the k-th of them."""

from __future__ import annotations

from loseta.kernels.bits import BITS, SELECT, bit_count, nth_bit
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import may_draw, order_key, revealed_chips
from loseta.kernels.duel.dealing import item
from loseta.kernels.duel.tables import (
    ACQUIRE,
    BROKEN,
    DECLINE,
    DRAW,
    DRAWS,
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
from loseta.kernels.duel.tiling import next_faces, open_columns, pays
from loseta.kernels.tiles import count_takes, nth_take
from loseta.kernels.types import Action, Mask, Record


@inner
def most_actions(g: Record) -> int:
    """An upper bound on the number of legal actions in any position."""
    return MOST_ACTIONS


@inner
def source_count(g: Record) -> int:
    """The suns, and all moons together."""
    return MOONS + 1


@inner
def common_source(g: Record) -> int:
    return MOONS


@inner
def take_places(g: Record) -> int:
    return BROKEN + 1


@inner
def first_take(g: Record, source: int, colour: int) -> Action:
    return (source * 5 + colour) * (BROKEN + 1)


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
    """How many turns there are: tiles from a sun or from the moons, a chip, a plate."""
    n = count_takes(g) + bit_count(revealed_chips(g))
    if g.tokens[g.turn] > 0:
        n += bit_count(g.display) + may_draw(g)
    return n


@inner
def nth_in_turn(g: Record, k: int) -> Action:
    action, k = nth_take(g, k)
    if action >= 0:
        return action
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
def hand_plates(g: Record) -> Mask:
    """The plates in hand, as bits."""
    plates = 0
    for at in range(g.hand_n):
        plates |= 1 << item(g.hand, at)
    return plates
