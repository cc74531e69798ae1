"""The rules of Azul Duel on a bit-packed record: the compiled twin of `loseta.duel`.

The functions follow `loseta.duel.rules` and `acquisition` step by step and cite the same rules;
`tests/kernels` proves that both give the same. An action is its integer (`docs/notation.md`).
"""

from __future__ import annotations

from typing import Any

from loseta.duel.components import (
    CHIPS_A_ROUND,
    PLATE_ROUNDS,
    PLATES,
    ROUNDS,
    START_POINTS,
    TILES_PER_COLOUR,
    TOKENS,
)
from loseta.kernels.bits import BITS, ONES, SELECT, before, below, nonzero, nth, total
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel_dealing import (
    back_of_returned,
    delete_item,
    draw_chip,
    draw_faces,
    draw_plates,
    draw_tablets,
    draw_tiles,
    draw_top,
    factory_to_reveal,
    item,
    lay_out,
    plates_due,
    set_item,
    show_face,
    show_plates,
    stack_size,
    take_returned,
    turn_chip,
    without,
)
from loseta.kernels.duel_tables import (
    ACQUIRE,
    ALL_BROKEN,
    ALL_LINES,
    ALL_PLATES,
    CHIP,
    DEAL,
    DECLINE,
    DISPLAY,
    DRAW,
    DRAWS,
    FACE,
    FACES,
    FACTORIES,
    FINISH,
    FIRST,
    HIDDEN_PLATE,
    KEEP,
    KEEPS,
    LOOK,
    MOON_OF,
    MOONS,
    NO_CHIP,
    NOBODY,
    OFFSET,
    ONLY_ORDER,
    OPENING,
    ORDER_COUNT,
    ORDERS,
    OVER,
    PAY,
    PLACE,
    PLACE_OF,
    PLACE_PLATES,
    PLACE_TILES,
    SEATS,
    SELECT_7,
    SPENDS,
    STACK,
    STACKS,
    STATE,
    STOPS,
    TABLETS_,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
    TO_BE_SHOWN,
    TOP,
    TURN_COUNT,
    TURNS,
    UNDER,
    UNDERS,
)
from loseta.kernels.duel_tiling import (
    bit_count,
    next_faces,
    nth_bit,
    open_columns,
    pays,
    place_tile,
    put_tiles,
    side_points,
    spend,
    tablet_points,
    tile_dome,
    use_chips,
)

__all__ = ["STATE", "random_games", "step", "step_dealer"]

MOST_STEPS = 5000
"""More actions than any game has."""


# --- Setup, and the start of a round (D1, D6) -----------------------------------------------


@inner
def start(g: Any, tablets: Any, tablet_count: Any, first: Any) -> None:
    """A new game: sides of tablets as bits, or 0 where so many are still to be drawn; who starts,
    or NOBODY where that is still to be drawn."""
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
    g.fresh = len(PLATES)
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
def start_board(g: Any, seat: Any) -> None:
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
        g.hues[seat, colour] = 0
    g.broken[seat] = 0
    g.broken_n[seat] = 0
    g.held[seat] = 0
    g.used[seat] = 0


@inner
def refill_display(g: Any) -> None:
    """Plates are due in the opening; after a round, when none is left, the tiles come next."""
    g.turn = NOBODY
    g.phase = DISPLAY if plates_due(g) > 0 else DEAL


@inner
def after_display(g: Any) -> None:
    """The tiles come next, or in the opening, where they lie there already, the next plate."""
    if has_tiles(g):
        after_deal(g)
    else:
        g.phase = DEAL


@inner
def after_deal(g: Any) -> None:
    if g.first == NOBODY:
        g.phase = FIRST
    elif g.opening != 0:
        # D1.11: the other artist takes a plate first, then the starting artist.
        g.turn = 1 - g.first if g.opening == SEATS else g.first
        g.phase = OPENING
    else:
        g.turn = g.first
        settle(g)


# --- The dealer -----------------------------------------------------------------------------


@inner
def is_chance(g: Any) -> Any:
    """Whether the dealer is to act."""
    phase = g.phase
    return phase <= FIRST or phase == TOP or phase == LOOK or phase == CHIP


@inner
def chance(g: Any) -> None:
    """Carry out the dealer's next action, drawn from the generator of the record."""
    if g.phase == CHIP:
        turn_chip(g, factory_to_reveal(g), draw_chip(g))
        settle(g)
    elif g.phase == DISPLAY:
        draw_plates(g)
        after_display(g)
    elif g.phase == DEAL:
        draw_tiles(g)
        after_deal(g)
    elif g.phase == TOP:
        g.top = draw_top(g)
        after_draw(g)
    elif g.phase == LOOK:
        draw_faces(g)
        look_at(g)
    elif g.phase == FIRST:
        g.first = below(g.rng, SEATS)
        after_deal(g)
    elif g.phase == TABLETS_:
        g.tablets = draw_tablets(g)
        refill_display(g)


@inner
def carry_out(g: Any, given: Any) -> None:
    """Carry out a given action of the dealer; its kind follows from the phase, its numbers are
    those of `duel_packing.packed_dealer_action`."""
    if g.phase == CHIP:
        turn_chip(g, given[0], given[1])
        settle(g)
    elif g.phase == DISPLAY:
        show_plates(g, given[0], given[1])
        after_display(g)
    elif g.phase == DEAL:
        for factory in range(FACTORIES):
            g.suns[factory] = given[factory]
        lay_out(g)
        after_deal(g)
    elif g.phase == TOP:
        g.top = given[0]
        after_draw(g)
    elif g.phase == LOOK:
        for at in range(g.hand_n):
            show_face(g, at, given[at])
        look_at(g)
    elif g.phase == FIRST:
        g.first = given[0]
        after_deal(g)
    elif g.phase == TABLETS_:
        g.tablets = given[0]
        refill_display(g)


# --- Legal actions --------------------------------------------------------------------------


@inner
def count_actions(g: Any) -> Any:
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
def nth_action(g: Any, k: Any) -> Any:
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
def places_by_colour(g: Any) -> Any:
    """Byte c: to how many places the seat to move may take colour c."""
    x = g.open[g.turn]
    x = x - ((x >> 1) & 0x5555555555)
    x = (x & 0x3333333333) + ((x >> 2) & 0x3333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F


@inner
def moon_tops(g: Any) -> Any:
    """Not 0 in byte c: colour c can be taken from the moons (D2.C1)."""
    tops = g.large_moon
    moons = g.small_moons
    for _ in range(4):
        top = moons & 15
        if top != 0:
            tops |= 1 << (8 * top - 8)
        moons >>= 16
    return tops


@inner
def revealed_chips(g: Any) -> Any:
    """The faces of the chips that the seat to move may take, as bits (D2.D1)."""
    if g.taken[g.turn] >= CHIPS_A_ROUND:
        return 0
    faces = 0
    for factory in range(4):
        faces |= 1 << ((g.chips >> (4 * factory)) & 15)
    return faces & ((1 << FACES) - 1)


@inner
def may_draw(g: Any) -> Any:
    """D2.A3, D2.A5: a point for each plate; without points one free plate when none lies open."""
    if stack_size(g) == 0:
        return False
    return g.score[g.turn] > 0 or (g.display == 0 and g.hand_n == 0)


@inner
def count_in_turn(g: Any) -> Any:
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
def nth_in_turn(g: Any, k: Any) -> Any:
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
def hand_plates(g: Any) -> Any:
    """The plates in hand, as bits."""
    plates = 0
    for at in range(g.hand_n):
        plates |= 1 << item(g.hand, at)
    return plates


# --- Acquisition (D2) -----------------------------------------------------------------------


@inner
def apply(g: Any, action: Any) -> None:
    """Play a legal action of a seat, with all that follows up to the next decision or draw."""
    if action < STACKS:
        take_tiles(g, action)
    elif action < TAKE_CHIPS:
        stack_tiles(g, MOON_OF[action - STACKS])
        end_turn(g)
    elif action < DRAWS:
        take_chip(g, action - TAKE_CHIPS)
        end_turn(g)
    elif action == DRAWS:
        draw_plate(g)
    elif action == STOPS:
        stop_drawing(g)
    elif action < KEEPS:
        take_plate(g, action - TAKE_PLATES + 1)
    elif action < UNDERS:
        keep_plate(g, action - KEEPS + 1)
    elif action < PLACE_PLATES:
        put_under(g, action - UNDERS + 1)
        after_plate(g)
    elif action < PLACE_TILES:
        place_plate(g, (action - PLACE_PLATES) // 4, (action - PLACE_PLATES) % 4)
        after_plate(g)
    elif action < SPENDS:
        finish_line(g, (action - PLACE_TILES) % 6)
    elif action < FINISH:
        if spend(g, action - SPENDS):
            pay(g)
    elif action == FINISH:
        pay(g)
    else:  # no chips for this line
        g.row += 1
        tile_domes(g)


@inner
def has_tiles(g: Any) -> Any:
    tiles = g.large_moon | g.small_moons
    for factory in range(FACTORIES):
        tiles |= g.suns[factory]
    return tiles != 0


@inner
def can_act(g: Any) -> Any:
    """Whether the seat in turn can do one of the four actions; otherwise it passes (D2.P1)."""
    return has_tiles(g) or g.tokens[g.turn] > 0 or revealed_chips(g) != 0


@inner
def end_turn(g: Any) -> None:
    g.turn = 1 - g.turn
    settle(g)


@inner
def settle(g: Any) -> None:
    """Reveal the chips that are due; then the next who can act; otherwise the phase is over."""
    if factory_to_reveal(g) != 0:
        g.phase = CHIP
        return
    if not can_act(g):
        g.turn = 1 - g.turn
        if not can_act(g):
            g.turn = g.first
            tile_domes(g)
            return
    g.phase = ACQUIRE


# --- B and C: tiles from a sun or from the moons --------------------------------------------


@inner
def take_tiles(g: Any, action: Any) -> None:
    line = action % 7
    colour = action // 7 % 5
    source = action // 35
    if source == MOONS:
        put_tiles(g, g.turn, line, colour, take_from_moons(g, colour))
        end_turn(g)
        return
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
            return
        stack_tiles(g, ONLY_ORDER[key])
    end_turn(g)


@inner
def take_from_moons(g: Any, colour: Any) -> Any:
    """Every top tile of a colour from all moons; how many (D2.C1)."""
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
def take_starting_tile(g: Any) -> None:
    if g.start == NOBODY:
        g.start = g.turn


@inner
def order_key(loose: Any) -> Any:
    """Counts of at most three tiles in ten bits."""
    return (loose | loose >> 6 | loose >> 12 | loose >> 18 | loose >> 24) & 1023


@inner
def stack_tiles(g: Any, moon: Any) -> None:
    """What is left of a small factory in one order on its moon (D2.B2)."""
    g.small_moons |= moon << (16 * g.loose_on - 16)
    g.loose = 0
    g.loose_on = 0


# --- D: a chip ------------------------------------------------------------------------------


@inner
def take_chip(g: Any, face: Any) -> None:
    factory = 0
    while factory < 3 and (g.chips >> (4 * factory)) & 15 != face:
        factory += 1
    g.chips ^= (face ^ NO_CHIP) << (4 * factory)
    g.held[g.turn] += 1 << (4 * face)
    g.taken[g.turn] += 1


# --- A: a plate -----------------------------------------------------------------------------


@inner
def take_plate(g: Any, plate: Any) -> None:
    """A plate that lies open (D2.A2); in the opening it takes no token (D1.11)."""
    if g.opening == 0:
        g.tokens[g.turn] -= 1
    g.display &= ~(1 << plate)
    g.plate = plate
    g.phase = PLACE


@inner
def draw_plate(g: Any) -> None:
    """A plate from the stack, face down, for a point, or free without any (D2.A3, D2.A5)."""
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
def after_draw(g: Any) -> None:
    """Ask for another plate, if there may be one; otherwise look at them."""
    if may_draw(g):
        g.phase = DRAW
    else:
        stop_drawing(g)


@inner
def stop_drawing(g: Any) -> None:
    for at in range(g.hand_n):
        if item(g.hand, at) >= HIDDEN_PLATE:
            g.phase = LOOK
            return
    look_at(g)


@inner
def look_at(g: Any) -> None:
    """The player sees the drawn plates and keeps one; a single one is not asked for."""
    g.known = 0
    for at in range(g.hand_n):
        g.known |= (g.turn + 1) << (2 * at)
    g.phase = KEEP
    if g.hand_n == 1:
        keep_plate(g, item(g.hand, 0))


@inner
def keep_plate(g: Any, plate: Any) -> None:
    from_hand(g, plate)
    g.plate = plate
    g.phase = PLACE


@inner
def from_hand(g: Any, plate: Any) -> None:
    at = 0
    while at < g.hand_n - 1 and item(g.hand, at) != plate:
        at += 1
    delete_item(g.hand, g.hand_n, at)
    g.known = without(g.known, 2, at)
    g.hand_n -= 1


@inner
def place_plate(g: Any, space: Any, turn: Any) -> None:
    seat = g.turn
    g.plates[seat] |= (4 * g.plate + turn) << (7 * space)
    g.free[seat] &= ~(1 << space)
    for place in range(4):
        g.spaces[seat, FACE[g.plate, turn, place]] |= 1 << (OFFSET[space] + PLACE_OF[place])
    g.plate = 0


@inner
def put_under(g: Any, plate: Any) -> None:
    """Choose the next plate to go under the stack."""
    from_hand(g, plate)
    set_item(g.under, g.under_n, plate)
    g.under_n += 1


@inner
def after_plate(g: Any) -> None:
    if g.opening != 0:
        g.opening -= 1
        refill_display(g)
    elif g.hand_n > 1:
        g.phase = UNDER
    else:
        if g.hand_n == 1:
            put_under(g, item(g.hand, 0))
            return_plates(g)
        end_turn(g)


@inner
def return_plates(g: Any) -> None:
    """The plates not kept go under the stack in the order chosen (D2.A3)."""
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


# --- Tiling (D4, D5) ------------------------------------------------------------------------


@inner
def pay(g: Any) -> None:
    """The chips complete the line; its tile is placed, where is asked if there is a choice."""
    use_chips(g)
    columns = open_columns(g, g.turn, g.row)
    if columns & (columns - 1) != 0:
        g.phase = TILE
    else:
        finish_line(g, SELECT[columns, 0])


@inner
def finish_line(g: Any, column: Any) -> None:
    place_tile(g, g.turn, g.row, column)
    g.row += 1
    tile_domes(g)


@inner
def tile_domes(g: Any) -> None:
    """Tile the starting artist's dome, then the other's; stop at a choice."""
    for _ in range(SEATS):
        if not tile_dome(g):
            return
        if g.turn != g.first:
            end_round(g)
            return
        g.turn = 1 - g.turn


# --- Next round, or the end (D6, D7) --------------------------------------------------------


@inner
def start_tile_holder(g: Any) -> Any:
    """Who holds the starting-player tile, or counts as its holder (D2.C4)."""
    return g.first if g.start == NOBODY else g.start


@inner
def end_round(g: Any) -> None:
    if g.round == ROUNDS:
        end_game(g)
        return
    g.round += 1
    g.first = start_tile_holder(g)  # D6.4
    g.start = NOBODY
    g.chips = 0xFFFF
    for seat in range(SEATS):
        g.tokens[seat] = TOKENS if g.round <= PLATE_ROUNDS else 0
        g.taken[seat] = 0
    refill_display(g)


@inner
def end_game(g: Any) -> None:
    """The tablets score, as one sum, and the total never drops below 0 (D7.1)."""
    g.phase = OVER
    g.turn = NOBODY
    for seat in range(SEATS):
        g.score[seat] = max(0, g.score[seat] + tablet_points(g, seat))


@inner
def winner(g: Any) -> Any:
    """The seat that won; a tie goes to the holder of the starting-player tile (D7.2)."""
    if g.score[0] == g.score[1]:
        return start_tile_holder(g)
    return 0 if g.score[0] > g.score[1] else 1


# --- Whole games ----------------------------------------------------------------------------


@inner
def play_out(g: Any) -> Any:
    """Random actions to the end of the game; how many of the seats."""
    moves = 0
    for _ in range(MOST_STEPS):
        if g.phase == OVER:
            break
        if is_chance(g):
            chance(g)
        else:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
            moves += 1
    return moves


@kernel
def random_games(states: Any, tablets: int, games: int, seed: int) -> int:
    """Play random games in states[0] with these sides of tablets (bits; 0: three drawn for each
    game); the number of actions of the seats."""
    g = states[0]
    moves = 0
    for number in range(games):
        g.rng[0] = (seed + number) << 32
        start(g, tablets, 3, number % SEATS)
        moves += play_out(g)
    return moves


@kernel
def new_game(states: Any, tablets: int, tablet_count: int, first: int) -> None:
    start(states[0], tablets, tablet_count, first)


@kernel
def finish_game(states: Any) -> int:
    """Random actions to the end; the seat that won."""
    play_out(states[0])
    return winner(states[0])


@kernel
def step(states: Any, action: int) -> None:
    apply(states[0], action)


@kernel
def step_chance(states: Any) -> None:
    """The dealer's next action, drawn from the generator of the record."""
    chance(states[0])


@kernel
def step_dealer(states: Any, given: Any) -> None:
    """A given action of the dealer."""
    carry_out(states[0], given)


@kernel
def legal(states: Any, out: Any) -> int:
    """The legal actions of states[0] into an array; how many."""
    n = count_actions(states[0])
    for k in range(n):
        out[k] = nth_action(states[0], k)
    return n


@kernel
def points_of_side(states: Any, seat: int, side: int) -> int:
    """What a side of a tablet (its place in SIDES) brings on a dome as it is now (D8)."""
    return side_points(states[0], seat, side)


@kernel
def winner_of(states: Any) -> int:
    return winner(states[0])
