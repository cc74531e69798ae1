"""Azul for OpenSpiel."""

from __future__ import annotations

from loseta.azul.components import COLOURS, IDLE_ROUNDS, SIZE, factories
from loseta.envs.encoding.azul import MOST_POINTS
from loseta.envs.openspiel.bounds import Bounds
from loseta.envs.spec import Options


def longest_game(options: Options) -> int:
    """An upper bound on the decisions of a game. Idle rounds limit the number of rounds (A5.5);
    each take removes a tile or more; on the gray wall, each line may need a choice."""
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
