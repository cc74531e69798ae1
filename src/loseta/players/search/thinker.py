"""Choosing the search that fits a position: alpha-beta, a tree, or an exhaustive solution."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np

from loseta.game import State
from loseta.kernels import tree
from loseta.players.search.budget import MOST, Budget, Candidate, ranked_below
from loseta.players.search.searcher import (
    LOST,
    Only,
    Progress,
    Search,
    Searcher,
    Solution,
    Stop,
    searcher_named,
)
from loseta.players.search.trees import TreeSearch

FEW_VISITS = 500
"""With fewer nodes than these a tree plays better than alpha-beta."""
TABLE_SHARE = 8
"""The transposition table of alpha-beta takes one part in TABLE_SHARE of the memory."""
LOST_SETTINGS = tree.settings(random_share=0.3, margin_share=0.1)
"""The parameters of the tree search in a lost game: more mistakes in playouts, less margin."""
FEWEST_LOST_VISITS = 200
"""With fewer visits than these the choice in a lost game would depend on luck."""
USUAL_MOST = 8
"""How many candidates alpha-beta lists by default: each further one costs a search of its own."""


def make_thinker(game: str, **settings: Any) -> Thinker:
    """A thinker for positions of a game; `settings` are the arguments of `Thinker`."""
    return Thinker(searcher_named(game), **settings)


class Thinker:
    """Finds and evaluates the best actions of positions of one game.

    For comparisons, `settings` replace those of the game in the tree search, and `only_trees`
    leaves out alpha-beta. `network` replaces the one that comes with the package.
    """

    def __init__(
        self,
        searcher: Searcher,
        seed: int = 1,
        threads: int = 1,
        memory_mb: int = 512,
        settings: Any = None,
        only_trees: bool = False,
        network: Any = None,
    ) -> None:
        self._searcher = searcher
        self._threads = threads
        self._only_trees = only_trees
        self._network = network
        memory = memory_mb * 2**20
        self._table_size = memory // TABLE_SHARE
        self._trees = TreeSearch(searcher, threads, memory - self._table_size, settings)
        self._clock = Budget().start()
        self._rounds: Search | None = None  # made at its first use
        self.reseed(seed)

    def reseed(self, seed: int) -> None:
        """Forget everything and go on like a new thinker with this seed."""
        self._roots_rng = np.random.default_rng(seed)
        self._trees.reseed(seed)
        if self._rounds is not None:
            self._rounds.reseed(seed)

    def think(
        self,
        state: State,
        budget: Budget,
        progress: Progress | None = None,
        stop: Stop = lambda: False,
        most: int = MOST,
        also: Any = None,
        only: Only = None,
    ) -> list[Candidate]:
        """The best actions, the best first: at least one, whatever the budget.

        `most` is how many to find: alpha-beta searches no more, a tree evaluates more anyway.
        `also` is an action to include even if it is not among the best.
        `only` has the integers of legal actions; no others are searched.
        `stop` is called about twenty times a second; when it returns true, the search ends early.
        """
        self._clock = clock = budget.start()
        searcher = self._searcher
        roots = searcher.roots(state, self._roots_rng, budget.visits or MOST)
        weights = self._weights(state)
        if self._searches_rounds(state, budget):
            search = self._round_search()
            wanted = USUAL_MOST if most == MOST else most
            found = search.think(roots, weights, clock, wanted, progress, stop, only)
            if found:
                if most == 1 and budget.visits is None and found[0].win_chance < LOST:
                    return self._play_lost_game(search, found, roots, weights, stop, only)
                if also is not None and all(each.action != also for each in found):
                    extra = search.candidate(also.index)
                    found += [] if extra is None else [extra]
                return found
        exact = only is None and not self._only_trees
        solution = searcher.solve(roots, weights) if exact else None
        if solution is not None and most == 1:
            return [self._solved(solution)]
        found = self._trees.think(roots, weights, clock, most, progress, stop, only)
        if solution is None:
            return found
        best = self._solved(solution)
        visits = sum(each.visits for each in found if each.action == best.action)
        others = [each for each in found if each.action != best.action]
        return ranked_below(replace(best, visits=max(1, visits)), others)[:most]

    @property
    def visits(self) -> int:
        """The playouts (of alpha-beta: the nodes) of the current or last search."""
        return self._clock.visits

    def has_round_search(self, state: State) -> bool:
        """Whether alpha-beta can search such a state to the end of the round."""
        return not self._only_trees and self._searcher.has_round_search(state)

    def time_share(self, state: State) -> float:
        """The share of the time for a turn that this decision may take."""
        return self._searcher.time_share(state)

    def warm_up(self, state: State) -> None:
        """Compile or load all the code that searching such a state may need."""
        for _ in range(2):  # the second search also finds and keeps the tree of the first
            self.think(state, Budget(visits=1))
        if self.has_round_search(state):
            self.think(state, Budget(visits=FEW_VISITS), most=1)
        searcher = self._searcher
        searcher.warm_up(searcher.roots(state, self._roots_rng, 1), self._weights(state))

    @property
    def memory(self) -> int:
        """The most memory, in bytes, that the trees and the transposition table take."""
        return self._trees.memory + (self._rounds.memory if self._rounds else 0)

    def _weights(self, state: State) -> Any:
        return self._searcher.network(state) if self._network is None else self._network

    def _searches_rounds(self, state: State, budget: Budget) -> bool:
        enough = budget.visits is None or budget.visits >= FEW_VISITS
        return enough and self.has_round_search(state)

    def _round_search(self) -> Search:
        if self._rounds is None:
            self._rounds = self._searcher.round_search(self._threads, self._table_size)
        return self._rounds

    def _play_lost_game(
        self,
        search: Search,
        found: list[Candidate],
        roots: Any,
        weights: Any,
        stop: Stop,
        only: Only,
    ) -> list[Candidate]:
        """The action with the best practical chances in a lost game.

        Alpha-beta would lose by the fewest points. A tree whose playouts make random mistakes, and
        for which the margin hardly counts, finds what wins most often if both sides err now and
        then. It uses the time that is left."""
        clock = Budget(seconds=self._clock.seconds_left()).start()
        best = self._trees.think(roots, weights, clock, 1, None, stop, only, LOST_SETTINGS)[0]
        known = search.candidate(best.action.index) if clock.visits >= FEWEST_LOST_VISITS else None
        return found if known is None else [known]

    def _solved(self, solution: Solution) -> Candidate:
        action = self._searcher.action(solution.action)
        return Candidate(action, 1, solution.margin, solution.win_chance, (action,))
