"""A player that looks at each action once and takes the one it likes best."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from loseta.game import State
from loseta.players.greedy import azul, duel

Liking = Callable[[Any, Any], float]
"""How much an action of a state is liked, in points."""

LIKINGS: dict[str, Liking] = {"azul": azul.liking, "duel": duel.liking}


class GreedyPlayer:
    """Ties are broken at random, so that two games differ."""

    def __init__(self, seed: str = "") -> None:
        self._random = Random(seed)

    def choose(self, state: State) -> Any:
        liking = LIKINGS[state.game.name]
        return max(
            state.legal_actions(), key=lambda action: (liking(state, action), self._random.random())
        )
