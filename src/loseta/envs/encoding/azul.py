"""The observation of Azul. Everything on the table is public (A8.1), so a seat sees all boards, its
own first."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Any

import numpy as np

from loseta.azul import EMPTY, State
from loseta.azul.components import (
    FACTORY_TILES,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    SIZE,
    TILES_PER_COLOUR,
    factories,
)
from loseta.envs.encoding.layout import Field, Layout

COLOURS = ("colour", 5)
MOST_POINTS = 345
"""The highest possible score: 25 tiles of at most 10 points, and bonuses of 95."""


@cache
def layout(players: int, wall: str) -> Layout:
    """The layout of an observation in this variant. Fields that do not fit a byte come first."""
    seats, rows, columns = ("seat", players), ("row", SIZE), ("column", SIZE)
    most_rounds = (20 * players + 1) * IDLE_ROUNDS  # idle rounds before each tile on a wall
    spaces = {
        "coloured": Field("wall", (seats, rows, columns), 1, "1: a tile lies on this space"),
        "gray": Field(
            "wall", (seats, rows, columns, COLOURS), 1, "1: a tile of this colour lies on it"
        ),
    }
    return Layout(
        [
            Field("score", (seats,), MOST_POINTS, "points"),
            Field("round", (("", 1),), most_rounds, "number of the round, from 1"),
            Field("turn", (seats,), 1, "1: this seat is to move"),
            Field("tiling", (("", 1),), 1, "1: a tile is to be placed on the gray wall"),
            Field("idle", (("", 1),), IDLE_ROUNDS, "rounds in a row without a tile on any wall"),
            Field("first", (seats,), 1, "1: this seat had the first turn of the round"),
            Field("marker", (seats,), 1, "1: holds the starting-player marker; all 0: centre"),
            Field("bag", (COLOURS,), TILES_PER_COLOUR, "tiles in the bag"),
            Field("lid", (COLOURS,), TILES_PER_COLOUR, "tiles in the lid"),
            Field("centre", (COLOURS,), TILES_PER_COLOUR, "tiles in the centre"),
            Field(
                *("factories", (("factory", factories(players)), COLOURS), FACTORY_TILES),
                "tiles on each factory",
            ),
            Field("lines", (seats, rows, COLOURS), SIZE, "tiles in each pattern line"),
            spaces[wall],
            Field("floor", (seats, COLOURS), FLOOR_SPACES, "tiles on the floor line"),
            Field("floor_spaces", (seats,), FLOOR_SPACES, "its occupied spaces, marker included"),
        ]
    )


_LINE = [[bytes(n * (c == held) for c in range(5)) for held in range(5)] for n in range(SIZE + 1)]
"""_LINE[tiles][colour]: the bytes for a pattern line; all 0 without tiles, whatever the colour."""
_TILE = [bytes(colour == c for c in range(5)) for colour in (*range(5), EMPTY)]
"""_TILE[colour]: the bytes for a space of the gray wall; EMPTY is -1, the last."""


@lru_cache(1 << 12)
def _gray_row(*row: int) -> bytes:
    return b"".join([_TILE[tile] for tile in row])


@lru_cache(1 << 6)
def _coloured_row(*row: int) -> bytes:
    return bytes([tile != EMPTY for tile in row])


def encode(state: State, seat: int, out: Any) -> None:
    """Write a seat's observation into `out`, an array of the layout's size."""
    players = state.players
    order = [(seat + n) % players for n in range(players)]
    boards = [state.boards[n] for n in order]
    parts = [
        bytes([n == state.turn for n in order]),
        bytes((state.phase == "tiling", state.idle)),
        bytes([n == state.first for n in order]),
        bytes([n == state.marker for n in order]),
        bytes(state.bag),
        bytes(state.lid),
        *map(bytes, state.sources),
    ]
    for board in boards:
        parts += [
            _LINE[n][colour]
            for colour, n in zip(board.line_colours, board.line_counts, strict=True)
        ]
    if state.wall == "gray":
        parts += [_gray_row(*row) for board in boards for row in board.wall]
    else:
        parts += [_coloured_row(*row) for board in boards for row in board.wall]
    parts += [bytes([board.floor.count(colour) for colour in range(5)]) for board in boards]
    parts.append(bytes([len(board.floor) for board in boards]))
    out[: players + 1] = [*(board.score for board in boards), state.round]
    out[players + 1 :] = np.frombuffer(b"".join(parts), np.uint8)
