"""The player `uct`: plain UCT with random playouts, a baseline for the others."""

from __future__ import annotations

import time as clock
from random import Random
from typing import Any

import numpy as np

from loseta.game import State
from loseta.kernels import uct
from loseta.players.search.searcher import searcher_of
from loseta.players.turn import legal_choices

SECONDS = 1.0
EXPLORATION = 0.7
"""The proof of UCB1 needs 1.4 for results between 0 and 1; in practice less plays better."""
MEMORY_MB = 128
FIRST_CHUNK = 32
LONGEST_CHUNK = 0.02
"""The most seconds between two looks at the clock, so that it reacts to an interruption soon."""
MANY = 1_000_000


class UctPlayer:
    """Searches for some seconds per move, or for a number of playouts, and plays the most visited
    action."""

    def __init__(
        self,
        seed: str = "",
        time: float | None = None,
        visits: int | None = None,
        exploration: float = EXPLORATION,
        memory_mb: int = MEMORY_MB,
    ) -> None:
        self._seconds = SECONDS if time is None and visits is None else time
        self._visits = visits
        self._exploration = exploration
        self._nodes = np.zeros(memory_mb * 2**20 // uct.NODE.itemsize, uct.NODE)
        self._rng = np.zeros(1, np.uint64)
        self.new_game(seed)

    def new_game(self, seed: str) -> None:
        """Play like a new player with this seed. With a limit on visits, not on time, the same seed
        gives the same choices."""
        self._random = Random(seed)

    def prepare(self, state: State) -> None:
        """Compile or load the search, without any effect on later choices."""
        kept = self._random.getstate()
        self._think(state, seconds=None, visits=1)
        self._random.setstate(kept)

    def choose(self, state: State) -> Any:
        legal = legal_choices(state)
        if len(legal) == 1:
            return legal[0]
        return state.game.action_from_index(self._think(state, self._seconds, self._visits))

    def _think(self, state: State, seconds: float | None, visits: int | None) -> int:
        """The integer of the best action, after at least one playout, whatever the budget."""
        began = clock.perf_counter()
        # All randomness of a move comes from one number, so that no earlier search affects it.
        number = self._random.getrandbits(32)
        generator = np.random.default_rng(number)
        roots = searcher_of(state).roots(
            state, generator, MANY if visits is None else max(visits, 1)
        )
        scratch = np.zeros(1, roots.dtype)
        self._rng[0] = number + 1
        limit = MANY * MANY if visits is None else max(visits, 1)
        used = made = 0
        chunk = min(FIRST_CHUNK, limit)
        while chunk > 0:
            playouts = (chunk, self._rng, self._exploration)
            used = uct.grow(roots, scratch, self._nodes, used, *playouts)
            made += chunk
            chunk = min(MANY, limit - made)
            if seconds is not None:
                spent = clock.perf_counter() - began
                left = min(seconds - spent, LONGEST_CHUNK)
                chunk = min(chunk, int(made / spent * left))
        self.playouts = made
        return uct.best_action(self._nodes)
