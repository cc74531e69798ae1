"""`greedy` at every seat of a game, with compiled choices: the same ones, many times as fast.

The rules engine plays along and deals, so that a game is what it would be without kernels.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from loseta.game import State
from loseta.games import part
from loseta.kernels.greedy import play_greedily

AT_ONCE = 256
"""Choices that a kernel hands over in one call."""


class GreedyTable:
    """A game in progress, from a state in which nothing has been played yet."""

    def __init__(self, state: State, seeds: Sequence[str]) -> None:
        """With the seed of the player at each seat."""
        self._kernels = part("kernels", state.game.name)
        self._states = self._kernels.pack(state)
        self._generators = np.array([Random(seed).getstate()[1] for seed in seeds], np.int64)
        self._played = np.zeros(AT_ONCE, np.int64)

    def deal(self, action: Any) -> None:
        """What the dealer has drawn."""
        self._kernels.step_dealer(self._states, self._kernels.packed_dealer_action(action))

    def choices(self) -> list[int]:
        """The integers of the actions that the seats play until the dealer is to act."""
        n = play_greedily(self._states, self._generators, self._played)
        found: list[int] = self._played[:n].tolist()
        return found
