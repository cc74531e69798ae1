"""A player that does not search: it takes the action with the highest heuristic value."""

from __future__ import annotations

from random import Random
from typing import Any

from loseta.game import State
from loseta.games import part
from loseta.players.turn import legal_choices


class GreedyPlayer:
    """The player `greedy`. Ties are broken at random, so that games differ.

    The value of an action, in points, comes from `loseta.players.greedy.GAME.heuristic_value`.
    """

    def __init__(self, seed: str = "") -> None:
        self._random = Random(seed)

    def choose(self, state: State) -> Any:
        value = part("players.greedy", state.game.name).heuristic_value
        return max(
            legal_choices(state), key=lambda action: (value(state, action), self._random.random())
        )
