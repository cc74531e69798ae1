"""The rules of Azul Duel on a bit-packed record: the compiled twin of `loseta.duel`.

The functions follow `loseta.duel.rules` and `acquisition` step by step and cite the same rules;
`tests/kernels` proves that both agree. Actions are integers (`docs/notation.md`).
"""

from __future__ import annotations

from loseta.duel.components import PLATE_ROUNDS, ROUNDS, TOKENS
from loseta.kernels.bits import SELECT, below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel.acquisition import (
    after_draw,
    can_act,
    draw_plate,
    has_tiles,
    keep_plate,
    look_at,
    place_plate,
    put_under,
    return_plates,
    stack_tiles,
    stop_drawing,
    take_chip,
    take_plate,
    take_tiles,
)
from loseta.kernels.duel.dealing import (
    draw_chip,
    draw_faces,
    draw_plates,
    draw_tablets,
    draw_tiles,
    draw_top,
    factory_to_reveal,
    lay_out,
    plates_due,
    show_face,
    show_plates,
    turn_chip,
)
from loseta.kernels.duel.tables import (
    ACQUIRE,
    CHIP,
    DEAL,
    DECLINE,
    DISPLAY,
    DRAWS,
    FACTORIES,
    FINISH,
    FIRST,
    KEEPS,
    LOOK,
    MOON_OF,
    NOBODY,
    OPENING,
    OVER,
    PLACE_PLATES,
    PLACE_TILES,
    SEATS,
    SPENDS,
    STACKS,
    STOPS,
    TABLETS_,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
    TOP,
    UNDERS,
)
from loseta.kernels.duel.tiling import (
    open_columns,
    place_tile,
    side_points,
    spend,
    tablet_points,
    tile_dome,
    use_chips,
)
from loseta.kernels.game import CHANCE
from loseta.kernels.types import Action, Given, Record, Records, Seat

NOTHING, SETTLE, END_TURN, TILING = range(4)
"""What follows an action: nothing; `settle`; the turn passes, then `settle`; more tiling. Functions
whose docstring ends with "returns what follows" return one of these."""


@inner
def apply(g: Record, action: Action) -> None:
    """Play a legal action of a seat and everything that follows, up to the next decision or
    draw."""
    go_on(g, play(g, action))


@inner
def advance(g: Record, action: Action) -> None:
    """Play a legal action of a seat, or CHANCE."""
    go_on(g, draw(g) if action == CHANCE else play(g, action))


@inner
def players(g: Record) -> int:
    return SEATS


@inner
def is_over(g: Record) -> bool:
    return g.phase == OVER


@inner
def may_lead_to(g: Record, target: Record) -> bool:
    return True


@inner
def go_on(g: Record, then: int) -> None:
    """Do what follows an action. In one place, because compiled code is copied to each call."""
    if then == END_TURN:
        g.turn = 1 - g.turn
    if then in (END_TURN, SETTLE):
        then = settle(g)
    if then == TILING:
        tile_domes(g)


# --- Setup, and the start of a round (D1, D6) -----------------------------------------------


@inner
def is_chance(g: Record) -> bool:
    """Whether the dealer is to act."""
    phase = g.phase
    return phase <= FIRST or phase in (CHIP, TOP, LOOK)


@inner
def draw(g: Record) -> int:
    """Draw and play the dealer's next action with the generator of the record; returns what
    follows."""
    if g.phase == CHIP:
        turn_chip(g, factory_to_reveal(g), draw_chip(g))
    elif g.phase == DISPLAY:
        draw_plates(g)
    elif g.phase == DEAL:
        draw_tiles(g)
    elif g.phase == TOP:
        g.top = draw_top(g)
    elif g.phase == LOOK:
        draw_faces(g)
    elif g.phase == FIRST:
        g.first = below(g.rng, SEATS)
    elif g.phase == TABLETS_:
        g.tablets = draw_tablets(g)
    return after_dealer(g)


@inner
def carry_out(g: Record, given: Given) -> int:
    """Play a given action of the dealer; returns what follows. The phase decides its kind; its
    numbers are those of `packing.packed_dealer_action`."""
    if g.phase == CHIP:
        turn_chip(g, given[0], given[1])
    elif g.phase == DISPLAY:
        show_plates(g, given[0], given[1])
    elif g.phase == DEAL:
        for factory in range(FACTORIES):
            g.suns[factory] = given[factory]
        lay_out(g)
    elif g.phase == TOP:
        g.top = given[0]
    elif g.phase == LOOK:
        for at in range(g.hand_n):
            show_face(g, at, given[at])
    elif g.phase == FIRST:
        g.first = given[0]
    elif g.phase == TABLETS_:
        g.tablets = given[0]
    return after_dealer(g)


@inner
def after_dealer(g: Record) -> int:
    if g.phase == CHIP:
        return SETTLE
    if g.phase == TOP:
        after_draw(g)
    elif g.phase == LOOK:
        look_at(g)
    elif g.phase == TABLETS_:
        refill_display(g)
    elif g.phase == DISPLAY and not has_tiles(g):
        g.phase = DEAL  # in the opening the tiles are already there
    else:
        return begin_turns(g)
    return NOTHING


@inner
def refill_display(g: Record) -> None:
    """Go on to the display, or to the tiles if no plates are due: only after a round, when none is
    left."""
    g.turn = NOBODY
    g.phase = DISPLAY if plates_due(g) > 0 else DEAL


@inner
def begin_turns(g: Record) -> int:
    if g.first == NOBODY:
        g.phase = FIRST
    elif g.opening != 0:
        # D1.11: the other artist takes a plate first, then the starting artist.
        g.turn = 1 - g.first if g.opening == SEATS else g.first
        g.phase = OPENING
    else:
        g.turn = g.first
        return SETTLE
    return NOTHING


# --- Acquisition (D2) -----------------------------------------------------------------------


@inner
def play(g: Record, action: Action) -> int:
    """Play a legal action of a seat; returns what follows."""
    if action < STACKS:
        return END_TURN if take_tiles(g, action) else NOTHING
    if action < TAKE_CHIPS:
        stack_tiles(g, MOON_OF[action - STACKS])
        return END_TURN
    if action < DRAWS:
        take_chip(g, action - TAKE_CHIPS)
        return END_TURN
    if action < PLACE_TILES:
        return play_plate(g, action)
    return play_tiling(g, action)


@inner
def play_plate(g: Record, action: Action) -> int:
    """Play one part of taking a plate; returns what follows."""
    if action == DRAWS:
        draw_plate(g)
    elif action == STOPS:
        stop_drawing(g)
    elif action < KEEPS:
        take_plate(g, action - TAKE_PLATES + 1)
    elif action < UNDERS:
        keep_plate(g, action - KEEPS + 1)
    else:
        if action < PLACE_PLATES:
            put_under(g, action - UNDERS + 1)
        else:
            place_plate(g, (action - PLACE_PLATES) // 4, (action - PLACE_PLATES) % 4)
        return after_plate(g)
    return NOTHING


@inner
def after_plate(g: Record) -> int:
    if g.opening != 0:
        g.opening -= 1
        refill_display(g)
        return NOTHING
    return END_TURN if return_plates(g) else NOTHING


@inner
def settle(g: Record) -> int:
    """Reveal the chips that are due; then the next seat that can act takes its turn; if none can,
    the phase is over. Returns what follows."""
    if factory_to_reveal(g) != 0:
        g.phase = CHIP
        return NOTHING
    if not can_act(g):  # D2.P1: passes
        g.turn = 1 - g.turn
        if not can_act(g):
            g.turn = g.first
            return TILING
    g.phase = ACQUIRE
    return NOTHING


# --- Tiling (D4, D5) ------------------------------------------------------------------------


@inner
def play_tiling(g: Record, action: Action) -> int:
    """Play a choice of the tiling: the space of a tile, or chips for a line (D4.2, D4.4); returns
    what follows."""
    if action < SPENDS:
        place_tile(g, g.turn, g.row, (action - PLACE_TILES) % 6)
    elif action != DECLINE:
        if action < FINISH and not spend(g, action - SPENDS):
            return NOTHING
        use_chips(g)
        columns = open_columns(g, g.turn, g.row)
        if columns & (columns - 1) != 0:
            g.phase = TILE
            return NOTHING
        place_tile(g, g.turn, g.row, SELECT[columns, 0])
    g.row += 1
    return TILING


@inner
def tile_domes(g: Record) -> None:
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
def start_tile_holder(g: Record) -> int:
    """The seat that holds the starting-player tile, or counts as its holder (D2.C4)."""
    return g.first if g.start == NOBODY else g.start


@inner
def end_round(g: Record) -> None:
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
def end_game(g: Record) -> None:
    """Score the tablets, as one sum, so that no score drops below 0 in between (D7.1)."""
    g.phase = OVER
    g.turn = NOBODY
    for seat in range(SEATS):
        g.score[seat] = max(0, g.score[seat] + tablet_points(g, seat))


@inner
def rank(g: Record, seat: Seat) -> int:
    """The score: higher is better; the holder of the starting-player tile wins ties (D7.2)."""
    return 2 * g.score[seat] + (start_tile_holder(g) == seat)


# --- Called from Python ---------------------------------------------------------------------


@kernel
def step_dealer(states: Records, given: Given) -> None:
    """Play a given action of the dealer."""
    go_on(states[0], carry_out(states[0], given))


@kernel
def points_of_side(states: Records, seat: Seat, side: int) -> int:
    """The points that a side of a tablet (its index in SIDES) scores on the dome now (D8)."""
    return side_points(states[0], seat, side)
