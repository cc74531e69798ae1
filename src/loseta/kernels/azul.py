"""The rules of Azul on a bit-packed record: the compiled twin of `loseta.azul`.

The functions follow `loseta.azul.rules` step by step and cite the same rules; `tests/kernels`
proves that both give the same. An action is its integer (`docs/notation.md`).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import (
    BITS,
    ONES,
    POINTS,
    RUNS,
    SELECT,
    before,
    below,
    nonzero,
    nth,
    total,
)
from loseta.kernels.compiled import inner, kernel

SEATS, SOURCES = 4, 10
START, DEAL, OFFER, TILING, OVER = range(5)
PHASES = ("start", "deal", "offer", "tiling", "over")
NOBODY = -1
MARKER = 5
FLOOR = 5
PLACES = 25
"""Takes are numbered from here."""
IDLE_ROUNDS = 5

STATE = np.dtype(
    [
        ("rng", np.uint64, (1,)),
        ("players", np.int64),
        ("gray", np.int64),
        ("phase", np.int64),
        ("round", np.int64),
        ("idle", np.int64),
        ("first", np.int64),
        ("turn", np.int64),
        ("marker", np.int64),
        ("out", np.int64),  # tiles in the centre and on the factories
        ("bag", np.int64),  # counts by colour, as in all that follows
        ("lid", np.int64),
        ("sources", np.int64, (SOURCES,)),
        ("open", np.int64, (SEATS,)),  # byte c: bit r, line r takes colour c; bit 5, the floor
        ("lines", np.int64, (SEATS,)),  # byte r: colour * 16 + tiles, 0 for none
        ("wall", np.int64, (SEATS,)),  # bit 5 * row + column
        ("hues", np.int64, (SEATS, 5)),  # gray wall: the same bits for each colour
        ("floor", np.int64, (SEATS,)),  # three bits a space: colour or MARKER
        ("floor_n", np.int64, (SEATS,)),
        ("score", np.int64, (SEATS,)),
    ]
)

PENALTY = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int64)
RUN = RUNS[5]
REPEAT = np.array([sum(1 << (3 * i) for i in range(n)) for n in range(8)], np.int64)
"""n spaces of the floor line with a 1 in each."""
COLUMN_0 = 0b0000100001000010000100001
ALL_LINES = 31 * ONES
ALL_FLOORS = 32 * ONES


# --- Setup and deals (A1, A5) ---------------------------------------------------------------


@inner
def start(g: Any, players: Any, gray: Any, first: Any) -> None:
    """A new game before its first deal."""
    g.players = players
    g.gray = gray
    g.phase = DEAL
    g.round = 1
    g.idle = 0
    g.first = first
    g.turn = NOBODY
    g.marker = NOBODY
    g.out = 0
    g.bag = 20 * ONES
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
            g.hues[seat, colour] = 0


@inner
def deal(g: Any) -> None:
    """Fill the factories tile by tile from the generator of the record (A5.2, A5.3)."""
    bag = g.bag
    left = total(bag)
    out = 0
    for source in range(1, 2 * g.players + 2):
        tiles = 0
        for _ in range(4):
            if left == 0:
                bag = g.lid
                g.lid = 0
                left = total(bag)
                if left == 0:
                    break
            one = 1 << (8 * nth(bag, below(g.rng, left)))
            bag -= one
            tiles += one
            left -= 1
            out += 1
        g.sources[source] = tiles
    g.bag = bag
    begin_offer(g, out)


@inner
def lay_out(g: Any, piles: Any) -> None:
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
def begin_offer(g: Any, out: Any) -> None:
    g.out = out
    g.phase = OFFER
    g.turn = g.first


# --- Legal actions --------------------------------------------------------------------------


@inner
def places_by_colour(g: Any) -> Any:
    """Byte c: to how many places the seat to move may take colour c."""
    x = g.open[g.turn]
    x = x - ((x >> 1) & 0x5555555555)
    x = (x & 0x3333333333) + ((x >> 2) & 0x3333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F


@inner
def count_actions(g: Any) -> Any:
    if g.phase == TILING:
        return BITS[open_columns(g, g.turn, choosing_row(g, g.turn))]
    by_colour = places_by_colour(g)
    n = 0
    for source in range(2 * g.players + 2):
        n += total(nonzero(g.sources[source]) & by_colour)
    return n


@inner
def nth_action(g: Any, k: Any) -> Any:
    """The k-th legal action, in the order of `loseta.azul`."""
    if g.phase == TILING:
        row = choosing_row(g, g.turn)
        return row * 5 + SELECT[open_columns(g, g.turn, row), k]
    by_colour = places_by_colour(g)
    source = 0
    here = nonzero(g.sources[0]) & by_colour
    n = total(here)
    while k >= n:
        k -= n
        source += 1
        here = nonzero(g.sources[source]) & by_colour
        n = total(here)
    colour = nth(here, k)
    k -= before(here, colour)
    lines = (g.open[g.turn] >> (8 * colour)) & 63
    return PLACES + (source * 5 + colour) * 6 + SELECT[lines, k]


# --- Factory offer (A2) ---------------------------------------------------------------------


@inner
def apply(g: Any, action: Any) -> None:
    """Play a legal action of a seat, with all that follows up to the next decision or deal."""
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
def take(g: Any, action: Any) -> None:
    """A turn of the factory offer, without the end of the phase (A2.2 to A2.9)."""
    action -= PLACES
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
            if n < 7:  # A2.10: a full floor line has no room for it
                g.floor[seat] |= MARKER << (3 * n)
                g.floor_n[seat] = n + 1
    else:
        g.sources[source] = 0
        g.sources[0] += rest
    g.out -= count
    if line < FLOOR:
        held = (g.lines[seat] >> (8 * line)) & 15
        now = min(line + 1, held + count)
        g.lines[seat] = (g.lines[seat] & ~(0xFF << (8 * line))) | (
            (colour * 16 + now) << (8 * line)
        )
        opened = g.open[seat] & ~(ONES << line)
        if now <= line:
            opened |= 1 << (8 * colour + line)
        g.open[seat] = opened
        count -= now - held
    if count > 0:
        drop(g, seat, colour, count)
    seat += 1
    g.turn = 0 if seat == g.players else seat


@inner
def drop(g: Any, seat: Any, colour: Any, count: Any) -> None:
    """Tiles to the floor line; when its spaces are full, to the lid (A2.7, A2.9)."""
    n = g.floor_n[seat]
    fallen = min(count, 7 - n)
    g.floor[seat] |= (colour * REPEAT[fallen]) << (3 * n)
    g.floor_n[seat] = n + fallen
    g.lid += (count - fallen) << (8 * colour)


# --- Wall tiling (A3, A7) -------------------------------------------------------------------


@inner
def tile_walls(g: Any, order: Any) -> None:
    """Tile the walls from a place in the order of turns on; stop where a seat has a choice."""
    while order < g.players:
        seat = (g.first + order) % g.players
        if tile_wall(g, seat) == 0:
            g.phase = TILING
            g.turn = seat
            return
        order += 1
    end_round(g)


@inner
def tile_wall(g: Any, seat: Any) -> Any:
    """The lines of a seat from top to bottom (A3). 0 at a choice (A7.3), 1 when done."""
    lines = g.lines[seat]
    for row in range(5):
        if (lines >> (8 * row)) & 15 != row + 1:
            continue
        if g.gray == 0:
            colour = ((lines >> (8 * row)) & 0xFF) >> 4
            place_tile(g, seat, row, (row + colour) % 5)
            continue
        columns = open_columns(g, seat, row)
        n = BITS[columns]
        if n > 1:
            return 0
        if n == 1:
            place_tile(g, seat, row, SELECT[columns, 0])
        else:
            colour = ((lines >> (8 * row)) & 0xFF) >> 4
            drop(g, seat, colour, row + 1)  # A7.4
            g.lines[seat] &= ~(0xFF << (8 * row))
            g.open[seat] |= open_to(row_colours(g, seat, row), row)
    finish_tiling(g, seat)
    return 1


@inner
def choosing_row(g: Any, seat: Any) -> Any:
    """The uppermost line that is still complete (A7.3)."""
    row = 0
    while (g.lines[seat] >> (8 * row)) & 15 != row + 1:
        row += 1
    return row


@inner
def open_columns(g: Any, seat: Any, row: Any) -> Any:
    """The columns of the gray wall where the tile of a line may go, as bits (A7.1, A7.2)."""
    hue = g.hues[seat, ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4]
    hue |= hue >> 10
    hue |= hue >> 5
    hue |= g.hues[seat, ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4] >> 20
    return ~((g.wall[seat] >> (5 * row)) | hue) & 31


@inner
def place_points(wall: Any, row: Any, column: Any) -> Any:
    """Points of a tile that has just been laid on this space (A4)."""
    across = (wall >> (5 * row)) & 31
    # The column's bits, gathered into one mask by a multiplication.
    down = ((((wall >> column) & COLUMN_0) * 0x111110) >> 20) & 31
    return POINTS[RUN[across, column], RUN[down, row]]


@inner
def place_tile(g: Any, seat: Any, row: Any, column: Any) -> None:
    """Move the tile of a line to the wall and score it; the others stay in the line for now."""
    bit = 1 << (5 * row + column)
    wall = g.wall[seat] | bit
    g.wall[seat] = wall
    if g.gray != 0:
        g.hues[seat, ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4] |= bit
    g.score[seat] += place_points(wall, row, column)
    if row == 0:
        g.lines[seat] &= ~0xFF
        g.open[seat] |= open_to(row_colours(g, seat, row), row)
    else:
        g.lines[seat] -= 1 << (8 * row)
    g.idle = 0


@inner
def row_colours(g: Any, seat: Any, row: Any) -> Any:
    """The colours in a row of the wall, as bits."""
    here = (g.wall[seat] >> (5 * row)) & 31
    if g.gray == 0:
        # Colour c is in column (row + c) % 5: the row turned back by its number.
        return ((here >> row) | (here << (5 - row))) & 31
    colours = 0
    for colour in range(5):
        if (g.hues[seat, colour] >> (5 * row)) & 31:
            colours |= 1 << colour
    return colours


@inner
def open_to(colours: Any, row: Any) -> Any:
    """The bits of an empty line: it takes every colour that its wall row lacks (A2.6)."""
    opened = 0
    for colour in range(5):
        if (colours >> colour) & 1 == 0:
            opened |= 1 << (8 * colour + row)
    return opened


@inner
def finish_tiling(g: Any, seat: Any) -> None:
    """Clear the lines whose tile has moved, score the floor line and clear it (A3.2 to A3.4)."""
    opened = ALL_FLOORS
    for row in range(5):
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        colours = row_colours(g, seat, row)
        if line != 0 and (colours >> (line >> 4)) & 1:
            g.lid += (line & 15) << (8 * (line >> 4))
            g.lines[seat] &= ~(0xFF << (8 * row))
            line = 0
        if line == 0:
            opened |= open_to(colours, row)
        else:
            opened |= 1 << (8 * (line >> 4) + row)
    g.open[seat] = opened
    n = g.floor_n[seat]
    g.score[seat] = max(0, g.score[seat] - PENALTY[n])
    for space in range(n):
        tile = (g.floor[seat] >> (3 * space)) & 7
        if tile != MARKER:
            g.lid += 1 << (8 * tile)
    g.floor[seat] = 0
    g.floor_n[seat] = 0


# --- Next round, or the end (A5, A6) --------------------------------------------------------


@inner
def complete_rows(wall: Any) -> Any:
    """Bit 5 * row for each complete row."""
    return wall & (wall >> 1) & (wall >> 2) & (wall >> 3) & (wall >> 4) & COLUMN_0


@inner
def end_round(g: Any) -> None:
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
def bonus(g: Any, seat: Any) -> Any:
    """Rows, columns and colours (A6.2)."""
    wall = g.wall[seat]
    points = 0
    for n in range(5):
        if (wall >> (5 * n)) & 31 == 31:
            points += 2
        if (wall >> n) & COLUMN_0 == COLUMN_0:
            points += 7
    for colour in range(5):
        laid = 0
        if g.gray == 0:
            for row in range(5):
                laid += (wall >> (5 * row + (row + colour) % 5)) & 1
        else:
            for row in range(5):
                laid += (g.hues[seat, colour] >> (5 * row)) & 31 != 0
        if laid == 5:
            points += 10
    return points


@inner
def rank(g: Any, seat: Any) -> Any:
    """Higher is better, equal shares the place (A6.3)."""
    rows = complete_rows(g.wall[seat])
    n = 0
    while rows:
        rows &= rows - 1
        n += 1
    return g.score[seat] * 8 + n


# --- Whole games ----------------------------------------------------------------------------


@inner
def play_out(g: Any) -> Any:
    """Random actions to the end of the game; how many."""
    moves = 0
    while g.phase != OVER:
        if g.phase == DEAL:
            deal(g)
        else:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
            moves += 1
    return moves


@kernel
def random_games(states: Any, players: int, gray: int, games: int, seed: int) -> int:
    """Play random games in states[0]; the number of actions."""
    g = states[0]
    moves = 0
    for number in range(games):
        g.rng[0] = (seed + number) << 32
        start(g, players, gray, number % players)
        moves += play_out(g)
    return moves


@kernel
def step(states: Any, action: int) -> None:
    apply(states[0], action)


@kernel
def step_deal(states: Any, piles: Any) -> None:
    lay_out(states[0], piles)


@kernel
def legal(states: Any, out: Any) -> int:
    """The legal actions of states[0] into an array; how many."""
    n: int = count_actions(states[0])
    for k in range(n):
        out[k] = nth_action(states[0], k)
    return n


@kernel
def rank_of(states: Any, seat: int) -> int:
    ranked: int = rank(states[0], seat)
    return ranked
