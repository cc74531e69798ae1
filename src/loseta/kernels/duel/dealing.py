"""The dealer of Azul Duel (D1, D6), packed: drawing, and applying what was drawn.

The functions `draw_…` draw with the generator of the record, as `loseta.duel.dealing` does with its
own.
"""

from __future__ import annotations

from loseta.duel.components import START_POINTS, TILES_PER_COLOUR, TOKENS
from loseta.kernels.bits import ONES, below, bit_count, nonzero, nth_bit, total
from loseta.kernels.compiled import inner
from loseta.kernels.duel.tables import (
    ALL_BROKEN,
    ALL_CHIPS,
    ALL_LINES,
    ALL_PLATES,
    BACK,
    DISPLAY,
    FACE_DOWN,
    FACES,
    FACTORIES,
    FOUR_TABLETS,
    HIDDEN_PLATE,
    ITEMS,
    NO_STACK,
    NOBODY,
    OF_TYPE,
    SEATS,
    TABLETS_,
    THREE_TABLETS,
    TO_BE_SHOWN,
)
from loseta.kernels.duel.tiling import chip_count
from loseta.kernels.tiles import draw_pile
from loseta.kernels.types import Counts, Mask, PlateList, Record, Seat

REDRAWS = 1000
"""How often five equal tiles are put back at most (D1.7); never reached in practice."""


# --- Setup (D1) -----------------------------------------------------------------------------


@inner
def start(g: Record, tablets: int, tablet_count: int, first: Seat) -> None:
    """Begin a new game. `tablets`: the sides of the tablets as bits; 0: `tablet_count` of them are
    still to be drawn. `first`: the seat that starts; NOBODY: still to be drawn."""
    g.tablets = tablets
    g.tablet_count = bit_count(tablets) if tablets != 0 else tablet_count
    g.phase = DISPLAY if tablets != 0 else TABLETS_
    g.round = 1
    g.first = first
    g.turn = NOBODY
    g.start = NOBODY
    g.opening = SEATS
    g.display = 0
    g.unseen = ALL_PLATES
    g.fresh = bit_count(ALL_PLATES)
    g.top = TO_BE_SHOWN
    g.returned_n = 0
    g.owners = 0
    g.ends = 0
    g.hand_n = 0
    g.known = 0
    g.under_n = 0
    for word in range(2):
        g.returned[word] = 0
        g.hand[word] = 0
        g.under[word] = 0
    g.plate = 0
    g.loose = 0
    g.loose_on = 0
    g.row = 0
    g.spent = 0
    for factory in range(FACTORIES):
        g.suns[factory] = 0
    g.large_moon = 0
    g.small_moons = 0
    g.chips = 0xFFFF
    g.bag = TILES_PER_COLOUR * ONES
    g.tower = 0
    for seat in range(SEATS):
        start_board(g, seat)


@inner
def start_board(g: Record, seat: Seat) -> None:
    g.score[seat] = START_POINTS
    g.tokens[seat] = TOKENS
    g.taken[seat] = 0
    g.open[seat] = ALL_LINES | ALL_BROKEN
    g.lines[seat] = 0
    g.plates[seat] = 0
    g.free[seat] = 511
    g.tiles[seat] = 0
    for kind in range(7):
        g.spaces[seat, kind] = 0
    for colour in range(5):
        g.colour_masks[seat, colour] = 0
    g.broken[seat] = 0
    g.broken_n[seat] = 0
    g.held[seat] = 0
    g.used[seat] = 0


# --- Lists of plates ------------------------------------------------------------------------


@inner
def item(plates: PlateList, at: int) -> int:
    return (plates[at // ITEMS] >> (5 * (at % ITEMS))) & 31


@inner
def set_item(plates: PlateList, at: int, plate: int) -> None:
    shift = 5 * (at % ITEMS)
    plates[at // ITEMS] = (plates[at // ITEMS] & ~(31 << shift)) | (plate << shift)


@inner
def delete_item(plates: PlateList, n: int, at: int) -> None:
    for later in range(at + 1, n):
        set_item(plates, later - 1, item(plates, later))
    set_item(plates, n - 1, 0)


@inner
def without(flags: Mask, width: int, at: int) -> int:
    """Remove the flags of one item from those of a list, which have `width` bits for each item."""
    low = flags & ((1 << (width * at)) - 1)
    return low | (flags >> (width * (at + 1)) << (width * at))


# --- The stack of plates (D1.9, D2.A3, D6.1) ------------------------------------------------


@inner
def stack_size(g: Record) -> int:
    return g.fresh + g.returned_n


@inner
def plates_due(g: Record) -> int:
    """How many plates the display lacks and the stack can supply."""
    return min(3 - bit_count(g.display), stack_size(g))


@inner
def back_of_returned(g: Record) -> int:
    """The back on top of the stack once it has only plates that were put back."""
    return BACK[item(g.returned, 0)] if g.returned_n > 0 else NO_STACK


@inner
def take_returned(g: Record) -> int:
    """Take the uppermost plate that was put back."""
    plate = item(g.returned, 0)
    delete_item(g.returned, g.returned_n, 0)
    g.returned_n -= 1
    g.owners >>= 1
    g.ends >>= 1
    return plate


@inner
def draw_plates(g: Record) -> None:
    """Fill the display from the top of the stack, and show the next back."""
    unseen = g.unseen
    back = g.top
    shown = 0
    below_fresh = 0
    for _ in range(plates_due(g)):
        if unseen == 0:
            shown |= 1 << item(g.returned, below_fresh)
            below_fresh += 1
            continue
        fitting = unseen & OF_TYPE[back]
        plate = 1 << nth_bit(fitting, below(g.rng, bit_count(fitting)))
        unseen &= ~plate
        shown |= plate
        back = TO_BE_SHOWN
    if unseen != 0:
        if back == TO_BE_SHOWN:
            back = random_back(g, bit_count(unseen & OF_TYPE[0]), bit_count(unseen))
    elif below_fresh < g.returned_n:
        back = BACK[item(g.returned, below_fresh)]
    else:
        back = NO_STACK
    show_plates(g, shown, back)


@inner
def random_back(g: Record, specials: int, both: int) -> int:
    return 0 if below(g.rng, both) < specials else 1


@inner
def show_plates(g: Record, plates: Mask, top: int) -> None:
    """Move given plates, as bits, from the top of the stack to the display; `top` is then the back
    on top."""
    n = bit_count(plates)
    fresh = min(n, g.fresh)
    g.fresh -= fresh
    for _ in range(n - fresh):
        take_returned(g)
    g.display |= plates
    g.unseen &= ~plates
    g.top = top


@inner
def draw_top(g: Record) -> int:
    """Draw the back of the next plate that nobody has seen, from those not in the hand."""
    both = bit_count(g.unseen)
    specials = bit_count(g.unseen & OF_TYPE[0])
    for at in range(g.hand_n):
        plate = item(g.hand, at)
        both -= plate >= HIDDEN_PLATE
        specials -= plate == HIDDEN_PLATE
    return random_back(g, specials, both)


@inner
def draw_faces(g: Record) -> None:
    """Draw the faces of the plates in hand that nobody has seen, to match their backs."""
    for at in range(g.hand_n):
        plate = item(g.hand, at)
        if plate >= HIDDEN_PLATE:
            fitting = g.unseen & OF_TYPE[BACK[plate]]
            show_face(g, at, nth_bit(fitting, below(g.rng, bit_count(fitting))))


@inner
def show_face(g: Record, at: int, plate: int) -> None:
    set_item(g.hand, at, plate)
    g.unseen &= ~(1 << plate)


# --- Tiles (D1.7, D1.8, D6.2) ---------------------------------------------------------------


@inner
def draw_tiles(g: Record) -> None:
    """Fill the suns tile by tile, the large factory first."""
    bag = g.bag
    left = total(bag)
    tower = g.tower
    bag, left, tower, pile = draw_pile(g, bag, left, tower, 5)
    for _ in range(REDRAWS):
        five_equal = total(pile) == 5 and colours_in(pile) == 1
        if not five_equal or colours_in(bag + tower + pile) == 1:
            break
        bag += pile
        if colours_in(bag) == 1:  # D1.7: one colour only, so the tower is poured in
            bag += tower
            tower = 0
        left = total(bag)
        bag, left, tower, pile = draw_pile(g, bag, left, tower, 5)
    g.suns[0] = pile
    for factory in range(1, FACTORIES):
        bag, left, tower, pile = draw_pile(g, bag, left, tower, 4)
        g.suns[factory] = pile
    lay_out(g)


@inner
def colours_in(tiles: Counts) -> int:
    return total(nonzero(tiles) & ONES)


@inner
def lay_out(g: Record) -> None:
    """Take the tiles on the suns out of the bag. The tower was poured in if the bag had too few
    tiles, or had only one colour when the large factory was filled (D1.7)."""
    dealt = 0
    for factory in range(FACTORIES):
        dealt += g.suns[factory]
    if total(dealt) > total(g.bag) or colours_in(g.bag) == 1:
        g.bag += g.tower
        g.tower = 0
    g.bag -= dealt


# --- Chips (D2.B4, D2.C3, D6.3) -------------------------------------------------------------


@inner
def factory_to_reveal(g: Record) -> int:
    """The first empty small factory whose chip is still face down, or 0."""
    for factory in range(1, FACTORIES):
        if (
            (g.chips >> (4 * factory - 4)) & 15 == FACE_DOWN
            and g.suns[factory] == 0
            and (g.small_moons >> (16 * factory - 16)) & 15 == 0
        ):
            return factory
    return 0


@inner
def draw_chip(g: Record) -> int:
    """Draw the face of a chip that nobody has seen."""
    unseen = ALL_CHIPS - g.held[0] - g.used[0] - g.held[1] - g.used[1]
    for factory in range(4):
        face = (g.chips >> (4 * factory)) & 15
        if face < FACES:
            unseen -= 1 << (4 * face)
    k = below(g.rng, chip_count(unseen))
    face = 0
    while k >= (unseen >> (4 * face)) & 15 and face < FACES:
        k -= (unseen >> (4 * face)) & 15
        face += 1
    return face


@inner
def turn_chip(g: Record, factory: int, face: int) -> None:
    g.chips ^= (face ^ FACE_DOWN) << (4 * factory - 4)


# --- Tablets (D1.10) ------------------------------------------------------------------------


@inner
def draw_tablets(g: Record) -> int:
    if g.tablet_count == 3:
        return THREE_TABLETS[below(g.rng, len(THREE_TABLETS))]
    return FOUR_TABLETS[below(g.rng, len(FOUR_TABLETS))]
