"""A player that picks legal actions uniformly at random."""

from __future__ import annotations

from random import Random
from typing import Any

from loseta.game import State
from loseta.players.turn import legal_choices


class RandomPlayer:
    def __init__(self, seed: str = "") -> None:
        self._random = Random(seed)

    def choose(self, state: State) -> Any:
        legal = legal_choices(state)
        return legal[int(self._random.random() * len(legal))]
