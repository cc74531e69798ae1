"""Azul Duel, to be searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from loseta.duel import State, action_from_index
from loseta.duel.hidden import is_complete
from loseta.kernels import duel as kernel
from loseta.kernels import duel_search, duel_tiling_search, reuse, tree
from loseta.kernels.duel_features import FEATURES
from loseta.kernels.duel_packing import pack
from loseta.kernels.duel_tables import PAY, TILE
from loseta.players.search.networks import network
from loseta.players.search.searcher import Solution

MARGIN_SHARE = 0.5
SAMPLES = 16
"""States drawn at random that agree with what the seat knows."""


class DuelSearcher:
    record = kernel.STATE
    worths = (2, 5, 6)
    settings = tree.settings(random_share=0.25)

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        """The search starts from what the seat to move knows, never from the state itself."""
        seat = state.turn
        view = state.view(seat)

        def pick(weights: Sequence[int]) -> int:
            return int(rng.choice(len(weights), p=np.array(weights) / sum(weights)))

        knowers = {batch.seat for batch in view.returned} | set(view.hand_known)
        if 1 - seat not in knowers and is_complete(view):
            return pack(view)  # the other knows nothing that this seat does not
        count = max(1, min(SAMPLES, visits))
        return np.concatenate([pack(view.sample(seat, pick)) for _ in range(count)])

    def network(self, state: State) -> Any:
        return network("duel", FEATURES)

    def reads_rounds(self, state: State) -> bool:
        return False  # chips and plates are turned up within a round

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        """Where tiles go and which chips pay (D4.2, D4.4) concerns the seat alone: all its ways are
        looked through."""
        if roots[0]["phase"] not in (TILE, PAY):
            return None
        return self._best_tiling(roots, weights)

    def warm_up(self, roots: Any, weights: Any) -> None:
        self._best_tiling(roots, weights)  # where there is no choice it just judges the position

    def _best_tiling(self, roots: Any, weights: Any) -> Solution | None:
        states = np.zeros(duel_tiling_search.RECORDS, self.record)
        states[0] = roots[0]
        way = np.zeros(duel_tiling_search.DEEPEST, np.int64)
        told = np.zeros(duel_tiling_search.EXACT + 1)
        action = duel_tiling_search.best_tiling(states, weights, MARGIN_SHARE, way, told)
        if not told[duel_tiling_search.EXACT]:
            return None
        wins, margin = told[duel_tiling_search.WINS], told[duel_tiling_search.MARGIN]
        return Solution(int(action), float(wins), float(margin))

    def grow(self, *arguments: Any) -> int:
        return int(duel_search.grow(*arguments))

    def find(self, *arguments: Any) -> int:
        return int(reuse.find_duel(*arguments))

    def action(self, index: int) -> Any:
        return action_from_index(index)
