"""The rules of Azul on a bit-packed record: the compiled twin of `loseta.azul`.

The functions follow `loseta.azul.rules` step by step and cite the same rules; `tests/kernels`
proves that both agree. Actions are integers (`docs/notation.md`).
"""

from __future__ import annotations

from loseta.azul.components import (
    FACTORY_TILES,
    FLOOR,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    MARKER,
    SIZE,
    TILES_PER_COLOUR,
)
from loseta.azul.scoring import COLOUR_POINTS, COLUMN_POINTS, ROW_POINTS
from loseta.kernels.azul.tables import (
    ALL_FLOORS,
    ALL_LINES,
    COLUMN_0,
    DEAL,
    NOBODY,
    OFFER,
    OVER,
    PLACES,
    SEATS,
    SOURCES,
    START,
    TILING,
)
from loseta.kernels.azul.tiling import colour_count, drop, place_tile, tile_wall
from loseta.kernels.bits import ONES, below, total
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import CHANCE
from loseta.kernels.tiles import draw_pile, fill_line
from loseta.kernels.types import Action, Given, Mask, Record, Records, Seat

# --- Whose turn it is -----------------------------------------------------------------------


@inner
def players(g: Record) -> int:
    return g.players


@inner
def is_over(g: Record) -> bool:
    return g.phase == OVER


@inner
def is_chance(g: Record) -> bool:
    """Whether the dealer is to act."""
    return g.phase == DEAL


@inner
def advance(g: Record, action: Action) -> None:
    """Play a legal action of a seat, or CHANCE."""
    if action == CHANCE:
        deal(g)
    else:
        apply(g, action)


@inner
def may_lead_to(g: Record, target: Record) -> bool:
    """False if `target` has more tiles to take than this position: within a round they only become
    fewer."""
    return g.out >= target.out


# --- Setup and deals (A1, A5) ---------------------------------------------------------------


@inner
def start(g: Record, players: int, gray: int, first: Seat) -> None:
    """Begin a new game, before its first deal. If `first` is NOBODY, it is drawn (A1.7)."""
    g.players = players
    g.gray = gray
    g.phase = DEAL
    g.round = 1
    g.idle = 0
    g.first = below(g.rng, players) if first == NOBODY else first
    g.turn = NOBODY
    g.marker = NOBODY
    g.out = 0
    g.bag = TILES_PER_COLOUR * ONES
    g.lid = 0
    for source in range(SOURCES):
        g.sources[source] = 0
    for seat in range(SEATS):
        g.open[seat] = ALL_LINES | ALL_FLOORS
        g.lines[seat] = 0
        g.wall[seat] = 0
        g.floor[seat] = 0
        g.floor_n[seat] = 0
        g.score[seat] = 0
        for colour in range(5):
            g.colour_masks[seat, colour] = 0


@inner
def deal(g: Record) -> None:
    """Fill the factories tile by tile with the generator of the record (A5.2, A5.3)."""
    bag = g.bag
    left = total(bag)
    lid = g.lid
    out = 0
    for source in range(1, 2 * g.players + 2):
        bag, left, lid, tiles = draw_pile(g, bag, left, lid, FACTORY_TILES)
        g.sources[source] = tiles
        out += total(tiles)
    g.bag = bag
    g.lid = lid
    begin_offer(g, out)


@inner
def lay_out(g: Record, piles: Given) -> None:
    """Fill the factories with given tiles, packed."""
    dealt = 0
    for source in range(1, 2 * g.players + 2):
        g.sources[source] = piles[source - 1]
        dealt += piles[source - 1]
    if total(dealt) > total(g.bag):  # A5.2: the lid was poured in on the way
        g.bag += g.lid
        g.lid = 0
    g.bag -= dealt
    begin_offer(g, total(dealt))


@inner
def begin_offer(g: Record, out: int) -> None:
    g.out = out
    g.phase = OFFER
    g.turn = g.first


# --- Factory offer (A2) ---------------------------------------------------------------------


@inner
def apply(g: Record, action: Action) -> None:
    """Play a legal action of a seat and everything that follows, up to the next decision or
    deal."""
    if action < PLACES:
        seat = g.turn
        place_tile(g, seat, action // 5, action % 5)
        tile_walls(g, (seat - g.first) % g.players)
        return
    take(g, action)
    if g.out == 0:
        g.idle += 1  # until a tile reaches a wall in this round
        tile_walls(g, 0)


@inner
def take(g: Record, action: Action) -> None:
    """A turn of the factory offer, without the end of the phase (A2.2 to A2.9)."""
    action = (action - PLACES) & 0x1FF  # division is faster if the number cannot be negative
    line = action % 6
    colour = action // 6 % 5
    source = action // 30
    seat = g.turn
    tiles = g.sources[source]
    count = (tiles >> (8 * colour)) & 0xFF
    rest = tiles - (count << (8 * colour))
    if source == 0:
        g.sources[0] = rest
        if g.marker == NOBODY:
            g.marker = seat
            n = g.floor_n[seat]
            if n < FLOOR_SPACES:  # A2.10: a full floor line has no room for it
                g.floor[seat] |= MARKER << (3 * n)
                g.floor_n[seat] = n + 1
    else:
        g.sources[source] = 0
        g.sources[0] += rest
    g.out -= count
    if line < FLOOR:
        count = fill_line(g, seat, line, colour, count)
    drop(g, seat, colour, count)
    seat += 1
    g.turn = 0 if seat == g.players else seat


# --- Wall tiling (A3, A7) -------------------------------------------------------------------


@inner
def tile_walls(g: Record, order: int) -> None:
    """Tile the walls in turn order, beginning with the seat at place `order`; stop at a choice."""
    while order < g.players:
        seat = g.first + order
        if seat >= g.players:
            seat -= g.players
        if tile_wall(g, seat) == 0:
            g.phase = TILING
            g.turn = seat
            return
        order += 1
    end_round(g)


# --- Next round, or the end (A5, A6) --------------------------------------------------------


@inner
def complete_rows(wall: Mask) -> Mask:
    """Bit 5 * row for each complete row."""
    return wall & (wall >> 1) & (wall >> 2) & (wall >> 3) & (wall >> 4) & COLUMN_0


@inner
def end_round(g: Record) -> None:
    g.turn = NOBODY
    done = 0
    for seat in range(g.players):
        done |= complete_rows(g.wall[seat])
    if done != 0 or g.idle >= IDLE_ROUNDS or (g.bag | g.lid) == 0:
        g.phase = OVER
        for seat in range(g.players):
            g.score[seat] += bonus(g, seat)
        return
    if g.marker != NOBODY:
        g.first = g.marker
    g.marker = NOBODY
    g.round += 1
    g.phase = DEAL


@inner
def bonus(g: Record, seat: Seat) -> int:
    """The bonus for complete rows, columns and colours (A6.2)."""
    wall = g.wall[seat]
    points = 0
    for n in range(5):
        if (wall >> (5 * n)) & 31 == 31:
            points += ROW_POINTS
        if (wall >> n) & COLUMN_0 == COLUMN_0:
            points += COLUMN_POINTS
    for colour in range(5):
        if colour_count(g, seat, colour) == SIZE:
            points += COLOUR_POINTS
    return points


@inner
def rank(g: Record, seat: Seat) -> int:
    """The score, then the complete rows: higher is better, equal is a tie (A6.3)."""
    rows = complete_rows(g.wall[seat])
    n = 0
    while rows:
        rows &= rows - 1
        n += 1
    return g.score[seat] * 8 + n


# --- Called from Python ---------------------------------------------------------------------


@kernel
def step_dealer(states: Records, given: Given) -> None:
    """Play a given action of the dealer: who starts (A1.7), or the tiles of the factories."""
    g = states[0]
    if g.phase == START:
        g.first = given[0]
        g.phase = DEAL
    else:
        lay_out(g, given)
