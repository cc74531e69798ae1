"""`greedy` at every seat of a game, compiled: the same choices, many times as fast.

The caller's rules engine plays the same game and deals, so that it is the same as without kernels.
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
"""The most choices that one call of the kernel returns."""


class GreedyTable:
    """A game in progress that only `greedy` plays."""

    def __init__(self, state: State, seeds: Sequence[str]) -> None:
        """Begin with a state in which nothing has been played, and a seed for each seat."""
        self._kernels = part("kernels", state.game.name)
        self._states = self._kernels.pack(state)
        self._generators = np.array([Random(seed).getstate()[1] for seed in seeds], np.int64)
        self._played = np.zeros(AT_ONCE, np.int64)

    def deal(self, action: Any) -> None:
        """Play an action of the dealer, which the rules engine has drawn."""
        self._kernels.step_dealer(self._states, self._kernels.packed_dealer_action(action))

    def choices(self) -> list[int]:
        """Play until the dealer is to act, the game is over or AT_ONCE actions were played; return
        their integers."""
        n = play_greedily(self._states, self._generators, self._played)
        found: list[int] = self._played[:n].tolist()
        return found
