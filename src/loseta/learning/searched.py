"""Self-play games in which the search of the levels chooses, with a small budget."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from loseta.kernels import selfplay
from loseta.kernels.selfplay import NOTHING
from loseta.learning.games import Rows, SelfPlay
from loseta.learning.network import Network
from loseta.players.search.budget import Budget
from loseta.players.search.searcher import Search, Searcher, searcher_named
from loseta.players.search.trees import TreeSearch

MEMORY = 8 << 20
"""The memory of a search, in bytes; its budgets are small."""


@dataclass(frozen=True)
class Searched:
    """Choosing by the search of the levels: alpha-beta if it can search whole rounds, else a
    tree."""

    nodes: int
    """The nodes of alpha-beta for each action."""
    visits: int
    """The visits of a tree for each action."""
    explore_share: float
    """The share of actions that are drawn from the best by heuristic value instead."""
    network: Network
    chunk = 50

    def play(self, self_play: SelfPlay, games: int, seed: int, rows: Rows) -> int:
        """See `Policy.play`. The tree searches the packed state itself, which in Duel reveals the
        plates that the other seat has put back; players sample them instead (`Searcher.roots`)."""
        searcher = searcher_named(self_play.game)
        search: Search
        if self_play.searches_rounds:
            search, budget = searcher.round_search(1, MEMORY), Budget(visits=self.nodes)
        else:
            search = TreeSearch(searcher, 1, MEMORY)
            budget = Budget(visits=self.visits)
        weights = self.network.first, self.network.last
        states = np.zeros(1, self_play.record)
        features = np.zeros((self_play.players, self_play.features), np.float32)
        choices = np.zeros(1, np.int64)
        explore = int(1024 * self.explore_share)
        used = 0
        for number in range(games):
            selfplay.begin(states, self_play.setups, seed, number, self_play.players)
            search.reseed(seed + number)
            began, action = used, NOTHING
            while True:
                used = selfplay.play_on(
                    states,
                    action,
                    self_play.rounds,
                    features,
                    used,
                    rows.features,
                    rows.now,
                    explore,
                    choices,
                )
                if choices[0] == 0:
                    break
                action = _best(searcher, search, states, weights, budget)
            selfplay.end(states, number, began, used, rows.shares, rows.finals, rows.games)
        return used


def _best(searcher: Searcher, search: Search, roots: Any, weights: Any, budget: Budget) -> int:
    solution = searcher.solve(roots, weights)
    if solution is not None:
        return solution.action
    found = search.think(roots.copy(), weights, budget.start(), 1, None, lambda: False)
    return int(found[0].action.index)
