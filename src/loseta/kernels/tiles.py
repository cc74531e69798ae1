"""Tile handling that both games share: drawing from a bag, taking a colour from a source, filling a
pattern line.

Byte r of `g.lines[seat]` is line r: colour * 16 + tiles, 0 if empty. Byte c of `g.open[seat]` has
the places that accept colour c: a bit for each line, then one for the floor (Duel: broken tiles).
"""

from __future__ import annotations

from loseta.kernels.bits import BYTES, ONES, SELECT, before, below, nonzero, nth, one_at, total
from loseta.kernels.compiled import inlined, inner
from loseta.kernels.game import first_take, source_count, take_places, tiles_of
from loseta.kernels.types import Action, Counts, LegalMask, Record, Seat


@inner
def draw_pile(
    g: Record, bag: Counts, left: int, spare: Counts, size: int
) -> tuple[Counts, int, Counts, Counts]:
    """Draw `size` tiles from the bag, which holds `left`. If it is empty and another tile is due,
    the spare tiles refill it (A5.2, D6.2); if both are empty, the pile stays short (A5.3, D6.3).
    Returns bag, left, spare and the pile."""
    pile = 0
    for _ in range(size):
        if left == 0:
            bag = spare
            spare = 0
            left = total(bag)
            if left == 0:
                break
        one = one_at(bag, below(g.rng, left))
        bag -= one
        pile += one
        left -= 1
    return bag, left, spare, pile


@inner
def fill_line(g: Record, seat: Seat, line: int, colour: int, count: int) -> int:
    """Put tiles into a line, as many as fit; return how many are left over (A2.7, D3.3)."""
    held = (g.lines[seat] >> (8 * line)) & 15
    now = min(line + 1, held + count)
    g.lines[seat] = (g.lines[seat] & ~(0xFF << (8 * line))) | ((colour * 16 + now) << (8 * line))
    opened = g.open[seat] & ~(ONES << line)
    if now <= line:
        opened |= 1 << (8 * colour + line)
    g.open[seat] = opened
    return count - (now - held)


# --- Legal takes, in the order of their integers: by source, colour and place -----------------


@inner
def places_by_colour(g: Record) -> Counts:
    """In byte c: how many places accept colour c for the seat to move."""
    x = g.open[g.turn]
    x = x - ((x >> 1) & 0x5555555555)
    x = (x & 0x3333333333) + ((x >> 2) & 0x3333333333)
    return (x + (x >> 4)) & 0x0F0F0F0F0F


@inlined
def count_takes(g: Record) -> int:
    by_colour = places_by_colour(g)
    takes = 0
    for source in range(source_count(g)):
        takes += nonzero(tiles_of(g, source)) & by_colour
    return total(takes)


@inlined
def nth_take(g: Record, k: int) -> tuple[Action, int]:
    """The k-th legal take and 0; if there are only n <= k takes, -1 and k - n."""
    by_colour = places_by_colour(g)
    for source in range(source_count(g)):
        here = nonzero(tiles_of(g, source)) & by_colour
        n = total(here)
        if k < n:
            colour = nth(here, k)
            places = (g.open[g.turn] >> (8 * colour)) & 127
            k -= before(here, colour)
            return first_take(g, source, colour) + SELECT[places, k & 7], 0
        k -= n
    return -1, k


@inlined
def mark_takes(g: Record, mask: LegalMask) -> None:
    """Write 1 for each legal take, 0 for the others. Sources are not checked for colours: that
    branch is unpredictable, and a misprediction costs more than writing zeros."""
    opened = g.open[g.turn]
    for source in range(source_count(g)):
        takes = nonzero(tiles_of(g, source)) & opened
        for colour in range(5):
            first = first_take(g, source, colour)
            places = BYTES[(takes >> (8 * colour)) & 127]
            for place in range(take_places(g)):
                mask[first + place] = places[place]
