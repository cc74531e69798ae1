"""The rules of Azul Duel on a bit-packed record: the compiled twin of `loseta.duel`.

The functions follow `loseta.duel.rules` and `acquisition` step by step and cite the same rules;
`tests/kernels` proves that both give the same. An action is its integer (`docs/notation.md`).
"""

from __future__ import annotations

from typing import Any

from loseta.duel.components import PLATE_ROUNDS, ROUNDS, TOKENS
from loseta.kernels.bits import SELECT, below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel_acquisition import (
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
from loseta.kernels.duel_dealing import (
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
    start,
    turn_chip,
)
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_tables import (
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
from loseta.kernels.duel_tables import STATE as STATE
from loseta.kernels.duel_tiling import (
    open_columns,
    place_tile,
    side_points,
    spend,
    tablet_points,
    tile_dome,
    use_chips,
)

MOST_STEPS = 5000
"""More actions than any game has."""
NOTHING, SETTLE, END_TURN, TILING = range(4)
"""What follows an action: nothing; `settle`; that for the next seat; the tiling goes on."""


@inner
def apply(g: Any, action: Any) -> None:
    """Play a legal action of a seat, with all that follows up to the next decision or draw."""
    go_on(g, play(g, action))


@inner
def chance(g: Any) -> None:
    """Carry out the dealer's next action, drawn from the generator of the record."""
    go_on(g, draw(g))


@inner
def go_on(g: Any, then: Any) -> None:
    """What follows an action; in one place, for compiled code is copied to where it is called."""
    if then == END_TURN:
        g.turn = 1 - g.turn
    if then in (END_TURN, SETTLE):
        then = settle(g)
    if then == TILING:
        tile_domes(g)


# --- Setup, and the start of a round (D1, D6) -----------------------------------------------


@inner
def is_chance(g: Any) -> Any:
    """Whether the dealer is to act."""
    phase = g.phase
    return phase <= FIRST or phase in (CHIP, TOP, LOOK)


@inner
def draw(g: Any) -> Any:
    """The dealer's next action from the generator of the record; what follows."""
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
def carry_out(g: Any, given: Any) -> Any:
    """A given action of the dealer; what follows. Its kind is told by the phase, its numbers are
    those of `duel_packing.packed_dealer_action`."""
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
def after_dealer(g: Any) -> Any:
    if g.phase == CHIP:
        return SETTLE
    if g.phase == TOP:
        after_draw(g)
    elif g.phase == LOOK:
        look_at(g)
    elif g.phase == TABLETS_:
        refill_display(g)
    elif g.phase == DISPLAY and not has_tiles(g):
        g.phase = DEAL  # in the opening the tiles lie there already
    else:
        return begin_turns(g)
    return NOTHING


@inner
def refill_display(g: Any) -> None:
    """Plates are always due in the opening; after a round, when none is left, the tiles follow."""
    g.turn = NOBODY
    g.phase = DISPLAY if plates_due(g) > 0 else DEAL


@inner
def begin_turns(g: Any) -> Any:
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
def play(g: Any, action: Any) -> Any:
    """A legal action of a seat; what follows."""
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
def play_plate(g: Any, action: Any) -> Any:
    """A part of taking a plate."""
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
def after_plate(g: Any) -> Any:
    if g.opening != 0:
        g.opening -= 1
        refill_display(g)
        return NOTHING
    return END_TURN if return_plates(g) else NOTHING


@inner
def settle(g: Any) -> Any:
    """Reveal the chips that are due; then the next who can act; otherwise the phase is over."""
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
def play_tiling(g: Any, action: Any) -> Any:
    """The space of a tile, or chips for a line (D4.2, D4.4); what follows."""
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
            then = draw(g)
        else:
            then = play(g, nth_action(g, below(g.rng, count_actions(g))))
            moves += 1
        go_on(g, then)
    return moves


@kernel
def random_games(states: Any, tablets: int, games: int, seed: int) -> int:
    """Play random games in states[0] with these sides of tablets (bits; 0: three drawn for each
    game, -1: four); the number of actions of the seats."""
    g = states[0]
    moves = 0
    for number in range(games):
        g.rng[0] = (seed + number) << 32
        start(g, max(tablets, 0), 4 if tablets < 0 else 3, number % SEATS)
        moves += play_out(g)
    return moves


@kernel
def new_game(states: Any, tablets: int, tablet_count: int, first: int) -> None:
    start(states[0], tablets, tablet_count, first)


@kernel
def finish_game(states: Any) -> Any:
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
    go_on(states[0], carry_out(states[0], given))


@kernel
def legal(states: Any, out: Any) -> Any:
    """The legal actions of states[0] into an array; how many."""
    n = count_actions(states[0])
    for k in range(n):
        out[k] = nth_action(states[0], k)
    return n


@kernel
def points_of_side(states: Any, seat: int, side: int) -> Any:
    """What a side of a tablet (its place in SIDES) brings on a dome as it is now (D8)."""
    return side_points(states[0], seat, side)


@kernel
def winner_of(states: Any) -> Any:
    return winner(states[0])
