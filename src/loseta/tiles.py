"""Drawing tiles and enumerating takes, which work the same way in both games.

A pile of tiles is five counts, one for each colour. Code that runs every turn or for every dealt
tile is unrolled over the five colours, which is several times as fast as a loop.
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
    """A `Pick` that can also draw many tiles at once: the same tiles that single picks would
    draw."""

    def __call__(self, weights: Sequence[int]) -> int:
        raise NotImplementedError

    def draw(self, bag: Sequence[int], n: int) -> list[int]:
        """Draw n tiles and return their colours. `bag` counts the tiles of each colour."""
        raise NotImplementedError


def draw_from(bag: Sequence[int], lid: Sequence[int], n: int, pick: Pick) -> list[int]:
    """Draw n tiles one by one and return their colours. `bag` and `lid` count the tiles of each
    colour. When the bag runs out, it is refilled from the lid; when both are empty, the result is
    shorter."""
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
    """Deal tiles to piles of these sizes, one pile after the other. Each pile is a count of tiles
    for each colour."""
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
    """How many tiles of each colour some piles contain in all."""
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
    """The legal takes. For each colour, `open_lines` is the bit mask of the lines that accept it;
    `ways[source][colour][mask]` lists the takes to those lines and the one to no line."""
    legal: list[Take] = []
    for_blue, for_yellow, for_red, for_black, for_white = open_lines
    for source, tiles in enumerate(sources):
        if tiles is NO_TILES:
            continue  # a shortcut: most sources are soon empty
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
