"""Azul for OpenSpiel."""

from __future__ import annotations

from loseta.azul.components import COLOURS, IDLE_ROUNDS, SIZE, factories
from loseta.envs.encoding.azul import MOST_POINTS
from loseta.envs.openspiel.bounds import Bounds
from loseta.envs.spec import Options


def longest_game(options: Options) -> int:
    """A game ends after so many rounds in which no wall has grown (A5.R2); a take empties a factory
    or shrinks the centre, and on the gray wall each line has a choice."""
    players = int(options["players"])
    rounds = (4 * SIZE * players + 1) * IDLE_ROUNDS
    return rounds * (4 * factories(players) + SIZE * players)


BOUNDS = Bounds(
    title="Azul",
    players=(2, 4),
    draws={"deal": tuple(COLOURS), "start": ("first:1", "first:2", "first:3", "first:4")},
    most_draws=len(COLOURS),
    most_points=MOST_POINTS,
    longest_game=longest_game,
)
