"""Drawing tiles, and the ways to take them, which are the same in both games.

Tiles are five numbers, one for each colour. What happens in every turn or to every tile that is
dealt has the colours written out one by one: that is several times as fast as a loop over five.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from loseta.game import Pick

Take = TypeVar("Take")

NO_TILES = (0,) * 5
"""A source without tiles."""

# --- Dealing (A5.2, A5.3, D6.2, D6.3) -------------------------------------------------------


class Drawer:
    """A `Pick` that can also draw many tiles in one go: the same ones that as many picks would have
    given."""

    def __call__(self, weights: Sequence[int]) -> int:
        raise NotImplementedError

    def draw(self, bag: Sequence[int], n: int) -> list[int]:
        """The colours of n tiles, from a bag with so many of each colour."""
        raise NotImplementedError


def draw_from(bag: Sequence[int], lid: Sequence[int], n: int, pick: Pick) -> list[int]:
    """The colours of n tiles, drawn one by one from a bag with so many of each colour. When a tile
    is wanted and the bag is empty, the lid goes into it; when both are empty, there are fewer."""
    tiles = _draw(pick, bag, min(n, sum(bag)))
    missing = n - len(tiles)
    if missing:
        tiles += _draw(pick, lid, min(missing, sum(lid)))
    return tiles


def _draw(pick: Pick, bag: Sequence[int], n: int) -> list[int]:
    if isinstance(pick, Drawer):
        return pick.draw(bag, n)
    left = list(bag)
    tiles = []
    for _ in range(n):
        colour = pick(left)
        left[colour] -= 1
        tiles.append(colour)
    return tiles


def piles(tiles: Sequence[int], sizes: Sequence[int]) -> list[tuple[int, ...]]:
    """Tiles dealt to piles of these sizes, one pile after the other: how many of each colour."""
    dealt = []
    at = 0
    for size in sizes:
        pile = [0] * 5
        for colour in tiles[at : at + size]:
            pile[colour] += 1
        dealt.append(tuple(pile))
        at += size
    return dealt


def together(piles: Sequence[Sequence[int]]) -> list[int]:
    """How many tiles of each colour there are in some piles."""
    blue = yellow = red = black = white = 0
    for b, y, r, k, w in piles:
        blue += b
        yellow += y
        red += r
        black += k
        white += w
    return [blue, yellow, red, black, white]


def merged(some: Sequence[int], more: Sequence[int]) -> tuple[int, ...]:
    """Two piles made one."""
    b, y, r, k, w = some
    b2, y2, r2, k2, w2 = more
    return (b + b2, y + y2, r + r2, k + k2, w + w2)


# --- Taking (A2.2, D2.B1) -------------------------------------------------------------------


def takes(
    sources: Sequence[Sequence[int]],
    ways: Sequence[Sequence[Sequence[Sequence[Take]]]],
    open_lines: Sequence[int],
) -> list[Take]:
    """Every colour of every source, to each line that takes it or to none. `open_lines` are, for
    each colour, the lines that take it, and `ways[source][colour][lines]` the takes to them."""
    legal: list[Take] = []
    for_blue, for_yellow, for_red, for_black, for_white = open_lines
    for source, tiles in enumerate(sources):
        if tiles is NO_TILES:
            continue  # soon most of them are empty
        blue, yellow, red, black, white = tiles
        to = ways[source]
        if blue:
            legal += to[0][for_blue]
        if yellow:
            legal += to[1][for_yellow]
        if red:
            legal += to[2][for_red]
        if black:
            legal += to[3][for_black]
        if white:
            legal += to[4][for_white]
    return legal
