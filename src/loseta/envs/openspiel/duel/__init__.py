"""Azul Duel for OpenSpiel."""

from __future__ import annotations

from loseta.duel.components import (
    CHIP_COUNTS,
    CHIP_FACES,
    COLOURS,
    PLATES,
    PLAYERS,
    ROUNDS,
    SIZE,
    TILES_PER_COLOUR,
    TYPES,
    tablet_sets,
)
from loseta.envs.encoding.duel import MOST_POINTS
from loseta.envs.openspiel.bounds import Bounds
from loseta.envs.openspiel.duel.courses import other_course
from loseta.envs.spec import Options


def longest_game(options: Options) -> int:
    """An upper bound on the decisions of a game. In each round, every tile is taken at most once
    and the rest stacked; every chip is taken once; every plate is drawn, put back and placed; and
    every line is paid for with any number of chips, finished and tiled."""
    takes = 2 * TILES_PER_COLOUR * len(COLOURS) + sum(CHIP_COUNTS)
    plates = PLAYERS * (2 * len(PLATES) + 4)
    lines = PLAYERS * SIZE * (sum(CHIP_COUNTS) + 2)
    return ROUNDS * (takes + plates + lines)


BOUNDS = Bounds(
    title="Azul Duel",
    players=(PLAYERS, PLAYERS),
    draws={
        "deal": tuple(COLOURS),
        "chip": CHIP_FACES,
        "top": TYPES,
        "first": ("first:1", "first:2"),
    },
    most_draws=max(len(tablet_sets(3)), len(PLATES)),
    most_points=MOST_POINTS,
    longest_game=longest_game,
    other_course=other_course,
)
