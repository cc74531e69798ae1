"""The searcher of Azul Duel: trees, and exhaustive search of a tiling."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from loseta.duel import State, action_from_index
from loseta.duel.hidden import is_complete
from loseta.kernels import tree
from loseta.kernels.duel import FEATURES, STATE, pack, tiling_search
from loseta.kernels.duel.tables import PAY, TILE
from loseta.players.search.networks import network
from loseta.players.search.searcher import Search, Solution

MARGIN_SHARE = 0.5
SETTINGS = tree.settings(random_share=0.25, temperature=4.0)
"""Tuned with `python -m bench.tuning --game duel`."""
TIME_SHARES = {"acquire": 0.6, "opening": 0.6, "place": 0.25}
OTHER_SHARE = 0.05
"""The share of a turn's time for every other decision. A turn has several (D2.A1 to D2.D1): what to
acquire, where a plate goes, which drawn plate to keep. Later ones reuse the tree of the first."""
SAMPLES = 16
"""How many states are sampled that agree with everything the seat knows."""


class DuelSearcher:
    record = STATE

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        """Roots made from the view of the seat to move, never from the state itself."""
        seat = state.turn
        view = state.view(seat)

        def pick(weights: Sequence[int]) -> int:
            return int(rng.choice(len(weights), p=np.array(weights) / sum(weights)))

        knowers = {batch.seat for batch in view.returned} | set(view.hand_known)
        if 1 - seat not in knowers and is_complete(view):
            return pack(view)  # the other seat knows nothing more than this one
        count = max(1, min(SAMPLES, visits))
        return np.concatenate([pack(view.sample(seat, pick)) for _ in range(count)])

    def settings(self, roots: Any) -> Any:
        return SETTINGS

    def network(self, state: State) -> Any:
        return network("duel", FEATURES)

    def has_round_search(self, state: State) -> bool:
        return False  # chips and plates are turned up within a round

    def round_search(self, threads: int, memory: int) -> Search:
        raise NotImplementedError

    def time_share(self, state: State) -> float:
        return TIME_SHARES.get(state.phase, OTHER_SHARE)

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        """The best way to tile: where tiles go and which chips pay (D4.2, D4.4). None in other
        phases, or if there are too many ways to search them all."""
        if roots[0]["phase"] not in (TILE, PAY):
            return None
        return self._best_tiling(roots, weights)

    def warm_up(self, roots: Any, weights: Any) -> None:
        self._best_tiling(roots, weights)  # without a choice it only evaluates the position

    def _best_tiling(self, roots: Any, weights: Any) -> Solution | None:
        states = np.zeros(tiling_search.RECORDS, self.record)
        states[0] = roots[0]
        way = np.zeros(tiling_search.DEEPEST, np.int64)
        found = np.zeros(tiling_search.EXACT + 1)
        action = tiling_search.best_tiling(states, weights, MARGIN_SHARE, way, found)
        if not found[tiling_search.EXACT]:
            return None
        wins, margin = found[tiling_search.WINS], found[tiling_search.MARGIN]
        return Solution(int(action), float(wins), float(margin))

    def action(self, index: int) -> Any:
        return action_from_index(index)


SEARCHER = DuelSearcher()
