"""The player `greedy`, compiled: it makes the same choices as `loseta.players.greedy`.

The heuristic values are those of `players/greedy/<game>.py`, added up in the same order: a
difference in the last bit would break a tie.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import (
    TILE_VALUES,
    apply,
    greedy_value,
    is_chance,
    is_over,
    most_actions,
    prepare_greedy,
)
from loseta.kernels.mersenne import random
from loseta.kernels.play import list_legal
from loseta.kernels.types import Action, Actions, Generator, Generators, Record, Records, TileValues

FAR_BELOW = -1e9


@inner
def greedy_action(g: Record, mt: Generator, actions: Actions, tile_values: TileValues) -> Action:
    """The action with the highest value. A random number is drawn for each action; the highest
    breaks ties."""
    prepare_greedy(g, tile_values)
    best = FAR_BELOW
    best_draw = 0.0
    chosen = -1
    for k in range(list_legal(g, actions)):
        value = greedy_value(g, actions[k], tile_values)
        draw = random(mt)
        if value > best or (value == best and draw > best_draw):
            best = value
            best_draw = draw
            chosen = actions[k]
    return chosen


@kernel
def play_greedily(states: Records, generators: Generators, played: Actions) -> int:
    """Play states[0] until the dealer is to act, the game is over or `played` is full. Writes the
    actions to `played` and returns how many there are. Each seat draws from generators[seat]."""
    g = states[0]
    tile_values = np.zeros(TILE_VALUES)
    actions = np.zeros(most_actions(g), np.int64)
    n = 0
    while n < len(played) and not is_over(g) and not is_chance(g):
        played[n] = greedy_action(g, generators[g.turn], actions, tile_values)
        apply(g, played[n])
        n += 1
    return n
