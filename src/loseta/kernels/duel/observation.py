"""What an agent sees of a packed game of Azul Duel: the observation and the mask of legal actions.

The twin of `loseta.envs.encoding.duel`, which reads a seat's view: here the record holds what both
seats know, and each plate is shown to the seat that may know it (`loseta.duel.hidden`).
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.bits import clear, mark_bits
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import may_draw, revealed_chips
from loseta.kernels.duel.dealing import item
from loseta.kernels.duel.legal import count_actions, nth_action
from loseta.kernels.duel.tables import (
    ACQUIRE,
    BACK,
    DRAW,
    DRAWS,
    FACES,
    FACTORIES,
    HIDDEN_PLATE,
    KEEP,
    NO_STACK,
    OPENING,
    PAY,
    PHASES,
    PLACE,
    SEATS,
    SPECIAL,
    STACK,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
    UNDER,
)
from loseta.kernels.tiles import mark_takes
from loseta.kernels.types import Fields, LegalMask, Mask, Record, Row, Seat

FIELDS = (
    *("score", "turn", "phase", "round", "first", "start", "opening", "tablets", "display"),
    *("unseen", "fresh", "top", "returned", "returned_back", "returned_own", "returned_end"),
    *("hand", "hand_backs", "under", "plate", "loose", "loose_on", "line", "spent", "suns"),
    *("large_moon", "moons", "chips", "bag", "tower", "tokens", "taken", "lines", "spaces"),
    *("tiles", "broken", "held", "used"),
)
(SCORE, TURN, PHASE, ROUND, FIRST, START, OPENINGS, TABLETS, DISPLAY) = range(9)
(UNSEEN, FRESH, TOP, RETURNED, RETURNED_BACK, RETURNED_OWN, RETURNED_END) = range(9, 16)
(HAND, HAND_BACKS, UNDER_, PLATE, LOOSE, LOOSE_ON, LINE, SPENT, SUNS) = range(16, 25)
(LARGE_MOON, MOONS, CHIPS, BAG, TOWER, TOKENS, TAKEN, LINES, SPACES) = range(25, 34)
(TILES, BROKEN, HELD, USED) = range(34, 38)

DECISION = np.full(len(PHASES), -1, np.int64)
"""DECISION[phase]: its index among the phases in which a seat decides, or -1."""
DECISION[[OPENING, ACQUIRE, STACK, DRAW, KEEP, PLACE, UNDER, PAY, TILE]] = np.arange(9)
CHIP_PLACE = np.array([*range(FACES), -1, -1, -1, -1, FACES + 1, FACES], np.int64)
"""CHIP_PLACE[chip]: the index of a factory's chip in the observation: its face, face down, or
none."""


@inner
def observe(g: Record, seat: Seat, out: Row, at: Fields) -> None:
    """Write what a seat sees."""
    clear(out)
    phase = DECISION[g.phase]
    if phase >= 0:
        out[at[PHASE] + phase] = 1
    out[at[ROUND]] = g.round
    out[at[OPENINGS]] = g.opening
    out[at[FRESH]] = g.fresh
    if g.top < NO_STACK:
        out[at[TOP] + g.top] = 1
    for side in range(8):
        out[at[TABLETS] + side] = (g.tablets >> side) & 1
    observe_plates(g, seat, out, at)
    observe_factories(g, out, at)
    for n in range(SEATS):
        other = seat if n == 0 else 1 - seat
        out[at[TURN] + n] = phase >= 0 and g.turn == other
        out[at[FIRST] + n] = g.first == other
        out[at[START] + n] = g.start == other
        observe_board(g, other, n, out, at)


@inner
def observe_plates(g: Record, seat: Seat, out: Row, at: Fields) -> None:
    """Write where plates are to the knowledge of the seat; the others are unseen for it."""
    unseen = observe_returned(g, seat, out, at) | observe_hand(g, seat, out, at) | g.unseen
    for plate in range(1, 19):
        out[at[DISPLAY] + plate - 1] = (g.display >> plate) & 1
        out[at[UNSEEN] + plate - 1] = (unseen >> plate) & 1
    if g.plate != 0:
        out[at[PLATE] + g.plate - 1] = 1


@inner
def observe_returned(g: Record, seat: Seat, out: Row, at: Fields) -> Mask:
    """Write the plates put back under the stack: the observer's own in order; of the other seat's
    only how many of each back are in a batch, and the back on top of the stack. Returns the plates
    that the observer does not know, as bits."""
    unknown = 0
    begin = 0
    for place in range(g.returned_n):
        own = (g.owners >> place) & 1 == seat
        plate = item(g.returned, place)
        out[at[RETURNED_OWN] + place] = own
        if own:
            out[at[RETURNED] + place] = plate
            out[at[RETURNED_BACK] + 2 * place + BACK[plate]] = 1
        else:
            unknown |= 1 << plate
        if (g.ends >> place) & 1:
            out[at[RETURNED_END] + place] = 1
            if not own:
                observe_backs(g, begin, place + 1, out, at)
            begin = place + 1
    return unknown


@inner
def observe_backs(g: Record, begin: int, end: int, out: Row, at: Fields) -> None:
    """Write the backs of a batch that the other seat has put back, special ones first, because
    their order is hidden; only the back on top of the stack is known and comes before them."""
    if begin == 0 and g.fresh == 0:
        out[at[RETURNED_BACK] + BACK[item(g.returned, 0)]] = 1
        begin = 1
    specials = 0
    for place in range(begin, end):
        specials += BACK[item(g.returned, place)] == 0
    for place in range(begin, end):
        out[at[RETURNED_BACK] + 2 * place + (place - begin >= specials)] = 1


@inner
def observe_hand(g: Record, seat: Seat, out: Row, at: Fields) -> Mask:
    """Write the plates drawn in this turn; return those that the observer does not know, as
    bits."""
    unknown = 0
    chosen = g.under_n > 0 and g.turn != seat  # hidden: which ones already went under the stack
    for place in range(g.hand_n):
        plate = item(g.hand, place)
        known = (g.known >> (2 * place)) & 3 == seat + 1 and not chosen
        if known and plate < HIDDEN_PLATE:
            out[at[HAND] + plate - 1] = 1
        else:
            out[at[HAND_BACKS] + BACK[plate]] += 1
            if plate < HIDDEN_PLATE:
                unknown |= 1 << plate
    for place in range(g.under_n):
        plate = item(g.under, place)
        if chosen:
            out[at[HAND_BACKS] + BACK[plate]] += 1
            unknown |= 1 << plate
        else:
            out[at[UNDER_] + plate - 1] = place + 1
    return unknown


@inner
def observe_factories(g: Record, out: Row, at: Fields) -> None:
    for colour in range(5):
        out[at[LOOSE] + colour] = (g.loose >> (8 * colour)) & 0xFF
        out[at[LARGE_MOON] + colour] = (g.large_moon >> (8 * colour)) & 0xFF
        out[at[BAG] + colour] = (g.bag >> (8 * colour)) & 0xFF
        out[at[TOWER] + colour] = (g.tower >> (8 * colour)) & 0xFF
        for factory in range(FACTORIES):
            tiles = (g.suns[factory] >> (8 * colour)) & 0xFF
            out[at[SUNS] + 5 * factory + colour] = tiles
    if g.loose_on != 0:
        out[at[LOOSE_ON] + g.loose_on - 1] = 1
    for factory in range(4):
        moon = (g.small_moons >> (16 * factory)) & 0xFFFF
        for depth in range(3):
            tile = (moon >> (4 * depth)) & 15
            if tile != 0:
                out[at[MOONS] + 15 * factory + 5 * depth + tile - 1] = 1
        chip = CHIP_PLACE[(g.chips >> (4 * factory)) & 15]
        out[at[CHIPS] + (FACES + 2) * factory + chip] = 1
    if g.phase == PAY or g.phase == TILE:
        out[at[LINE] + g.row] = 1
    for face in range(FACES):
        out[at[SPENT] + face] = (g.spent >> (4 * face)) & 15


@inner
def observe_board(g: Record, seat: Seat, n: int, out: Row, at: Fields) -> None:
    """Write one board. `n` counts seats from the observer, who is 0."""
    out[at[SCORE] + n] = g.score[seat]
    out[at[TOKENS] + n] = g.tokens[seat]
    out[at[TAKEN] + n] = g.taken[seat]
    for row in range(6):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        if line != 0:
            out[at[LINES] + 30 * n + 5 * row + (line >> 4)] = line & 15
    for kind in range(SPECIAL + 2):
        mark_bits(g.spaces[seat, kind], at[SPACES] + 252 * n + kind, 7, out)
    for colour in range(5):
        mark_bits(g.colour_masks[seat, colour], at[TILES] + 216 * n + colour, 6, out)
    special = g.tiles[seat] & g.spaces[seat, SPECIAL]
    mark_bits(special, at[TILES] + 216 * n + SPECIAL, 6, out)
    for space in range(g.broken_n[seat]):
        out[at[BROKEN] + 5 * n + ((g.broken[seat] >> (4 * space)) & 15) - 1] += 1
    for face in range(FACES):
        out[at[HELD] + FACES * n + face] = (g.held[seat] >> (4 * face)) & 15
        out[at[USED] + FACES * n + face] = (g.used[seat] >> (4 * face)) & 15


@inner
def mark_legal(g: Record, mask: LegalMask) -> None:
    """Write 1 for each legal action of the seat to move, 0 for the others."""
    clear(mask)
    if g.phase == ACQUIRE:
        mark_takes(g, mask)
        mark_bits(revealed_chips(g), TAKE_CHIPS, 1, mask)
        if g.tokens[g.turn] > 0:
            mask[DRAWS] = may_draw(g)
            mark_bits(g.display, TAKE_PLATES - 1, 1, mask)
    else:
        for k in range(count_actions(g)):
            mask[nth_action(g, k)] = 1
