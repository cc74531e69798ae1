"""Taking plates, tiles and chips (D2), packed. `rules.py` decides what follows."""

from __future__ import annotations

from loseta.duel.components import CHIPS_A_ROUND
from loseta.kernels.compiled import inner
from loseta.kernels.duel.dealing import (
    back_of_returned,
    delete_item,
    item,
    set_item,
    stack_size,
    take_returned,
    without,
)
from loseta.kernels.duel.tables import (
    DRAW,
    FACE,
    FACES,
    FACTORIES,
    HIDDEN_PLATE,
    KEEP,
    LOOK,
    MOONS,
    NO_CHIP,
    NOBODY,
    OFFSET,
    ONLY_ORDER,
    ORDER_COUNT,
    PLACE,
    PLACE_OF,
    STACK,
    TO_BE_SHOWN,
    TOP,
    UNDER,
)
from loseta.kernels.duel.tiling import put_tiles
from loseta.kernels.types import Action, Counts, Mask, Record

# --- A turn: one of four actions (D2) -------------------------------------------------------


@inner
def has_tiles(g: Record) -> bool:
    tiles = g.large_moon | g.small_moons
    for factory in range(FACTORIES):
        tiles |= g.suns[factory]
    return tiles != 0


@inner
def can_act(g: Record) -> bool:
    """Whether the seat in turn can do one of the four actions; otherwise it passes (D2.P1)."""
    return has_tiles(g) or g.tokens[g.turn] > 0 or revealed_chips(g) != 0


@inner
def tiles_of(g: Record, source: int) -> Counts:
    """The tiles that can be taken from a sun, or from all moons together (D2.B1, D2.C1)."""
    return g.suns[source] if source < MOONS else moon_tiles(g)


@inner
def moon_tiles(g: Record) -> Counts:
    """All tiles on the large moon, and the top ones of the small moons (D2.C1)."""
    tiles = g.large_moon
    moons = g.small_moons
    for _ in range(4):
        top = moons & 15
        if top != 0:
            tiles += 1 << (8 * top - 8)
        moons >>= 16
    return tiles


@inner
def revealed_chips(g: Record) -> Mask:
    """The faces of the chips that the seat to move may take, as bits (D2.D1)."""
    if g.taken[g.turn] >= CHIPS_A_ROUND:
        return 0
    faces = 0
    for factory in range(4):
        faces |= 1 << ((g.chips >> (4 * factory)) & 15)
    return faces & ((1 << FACES) - 1)


@inner
def may_draw(g: Record) -> bool:
    """Whether the seat may draw a plate: for a point each, or one for free if it has no points and
    the display is empty (D2.A3, D2.A5)."""
    if stack_size(g) == 0:
        return False
    return g.score[g.turn] > 0 or (g.display == 0 and g.hand_n == 0)


# --- B and C: tiles from a sun or from the moons --------------------------------------------


@inner
def take_tiles(g: Record, action: Action) -> int:
    """Take tiles and put them into a line. Returns whether the turn is done."""
    line = action % 7
    colour = action // 7 % 5
    source = action // 35
    if source == MOONS:
        put_tiles(g, g.turn, line, colour, take_from_moons(g, colour))
        return True
    tiles = g.suns[source]
    count = (tiles >> (8 * colour)) & 0xFF
    left = tiles - (count << (8 * colour))
    g.suns[source] = 0
    put_tiles(g, g.turn, line, colour, count)
    if source == 0:
        g.large_moon = left  # D2.B3
        if left == 0:
            take_starting_tile(g)  # D2.C4: it held one colour only
    elif left != 0:
        g.loose = left
        g.loose_on = source
        key = order_key(left)
        if ORDER_COUNT[key] > 1:
            g.phase = STACK
            return False
        stack_tiles(g, ONLY_ORDER[key])
    return True


@inner
def take_from_moons(g: Record, colour: int) -> int:
    """Take every top tile of a colour from all moons; return how many (D2.C1)."""
    count = (g.large_moon >> (8 * colour)) & 0xFF
    if count > 0:
        g.large_moon -= count << (8 * colour)
        take_starting_tile(g)  # D2.C2
    moons = g.small_moons
    for factory in range(4):
        moon = (moons >> (16 * factory)) & 0xFFFF
        if moon & 15 == colour + 1:
            moons += ((moon >> 4) - moon) << (16 * factory)
            count += 1
    g.small_moons = moons
    return count


@inner
def take_starting_tile(g: Record) -> None:
    if g.start == NOBODY:
        g.start = g.turn


@inner
def order_key(loose: Counts) -> int:
    """Pack the counts of at most three tiles into ten bits."""
    key = loose & 3
    for colour in range(1, 5):
        key |= (loose >> (6 * colour)) & (3 << (2 * colour))
    return key


@inner
def stack_tiles(g: Record, moon: int) -> None:
    """Put the tiles left on a small factory onto its moon in one order (D2.B2)."""
    g.small_moons |= moon << (16 * g.loose_on - 16)
    g.loose = 0
    g.loose_on = 0


# --- D: a chip ------------------------------------------------------------------------------


@inner
def take_chip(g: Record, face: int) -> None:
    factory = 0
    while factory < 3 and (g.chips >> (4 * factory)) & 15 != face:
        factory += 1
    g.chips ^= (face ^ NO_CHIP) << (4 * factory)
    g.held[g.turn] += 1 << (4 * face)
    g.taken[g.turn] += 1


# --- A: a plate -----------------------------------------------------------------------------


@inner
def take_plate(g: Record, plate: int) -> None:
    """Take a plate from the display (D2.A2); in the opening that uses no token (D1.11)."""
    if g.opening == 0:
        g.tokens[g.turn] -= 1
    g.display &= ~(1 << plate)
    g.plate = plate
    g.phase = PLACE


@inner
def draw_plate(g: Record) -> None:
    """Draw a plate from the stack, face down, for a point, or for free without points (D2.A3,
    D2.A5)."""
    seat = g.turn
    at = g.hand_n
    if at == 0:
        g.tokens[seat] -= 1
    g.score[seat] = max(0, g.score[seat] - 1)
    g.hand_n = at + 1
    if g.fresh > 0:
        g.fresh -= 1
        set_item(g.hand, at, HIDDEN_PLATE + g.top)
    else:
        g.known |= ((g.owners & 1) + 1) << (2 * at)
        set_item(g.hand, at, take_returned(g))
    if g.fresh > 0:
        g.top = TO_BE_SHOWN
        g.phase = TOP  # the dealer shows the next back
    else:
        g.top = back_of_returned(g)
        after_draw(g)


@inner
def after_draw(g: Record) -> None:
    """Offer to draw another plate if that is allowed; otherwise stop drawing."""
    if may_draw(g):
        g.phase = DRAW
    else:
        stop_drawing(g)


@inner
def stop_drawing(g: Record) -> None:
    for at in range(g.hand_n):
        if item(g.hand, at) >= HIDDEN_PLATE:
            g.phase = LOOK
            return
    look_at(g)


@inner
def look_at(g: Record) -> None:
    """Let the player see the drawn plates and keep one; a single one is kept without asking."""
    g.known = 0
    for at in range(g.hand_n):
        g.known |= (g.turn + 1) << (2 * at)
    g.phase = KEEP
    if g.hand_n == 1:
        keep_plate(g, item(g.hand, 0))


@inner
def keep_plate(g: Record, plate: int) -> None:
    from_hand(g, plate)
    g.plate = plate
    g.phase = PLACE


@inner
def from_hand(g: Record, plate: int) -> None:
    at = 0
    while at < g.hand_n - 1 and item(g.hand, at) != plate:
        at += 1
    delete_item(g.hand, g.hand_n, at)
    g.known = without(g.known, 2, at)
    g.hand_n -= 1


@inner
def place_plate(g: Record, space: int, turn: int) -> None:
    seat = g.turn
    g.plates[seat] |= (4 * g.plate + turn) << (7 * space)
    g.free[seat] &= ~(1 << space)
    for place in range(4):
        g.spaces[seat, FACE[g.plate, turn, place]] |= 1 << (OFFSET[space] + PLACE_OF[place])
    g.plate = 0


@inner
def put_under(g: Record, plate: int) -> None:
    """Choose the next plate to go under the stack."""
    from_hand(g, plate)
    set_item(g.under, g.under_n, plate)
    g.under_n += 1


@inner
def return_plates(g: Record) -> int:
    """Put the plates not kept under the stack in the chosen order (D2.A3). Returns False while the
    order is still to be chosen; the last plate needs no choice."""
    if g.hand_n > 1:
        g.phase = UNDER
        return False
    if g.hand_n == 1:
        put_under(g, item(g.hand, 0))
        for at in range(g.under_n):
            set_item(g.returned, g.returned_n, item(g.under, at))
            g.owners |= g.turn << g.returned_n
            g.returned_n += 1
        g.ends |= 1 << (g.returned_n - 1)
        g.under[0] = 0
        g.under[1] = 0
        g.under_n = 0
        if g.fresh == 0:
            g.top = back_of_returned(g)
    return True
