"""Thinking about a position: trees that grow until the budget is spent, and what they found."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Protocol

import numpy as np

from loseta.game import State
from loseta.kernels import tree
from loseta.players.search.budget import Budget, Candidate

FIRST_CHUNK = 16
CHUNK = 2000


class Searcher(Protocol):
    """What a game offers to be searched."""

    @property
    def record(self) -> Any:
        """The type of a packed state."""

    @property
    def worths(self) -> tuple[int, ...]:
        """The shape of the table of worths."""

    def roots(self, state: Any, rng: Any, visits: int) -> Any:
        """Packed states that agree with what the seat to move knows; not more than visits."""

    def grow(self, *arguments: Any) -> int:
        """The kernel that grows a tree."""

    def action(self, index: int) -> Any:
        """The action with an integer."""


class _Tree:
    """A search tree with the arrays that it needs."""

    def __init__(self, searcher: Searcher, nodes: int) -> None:
        self._grow = searcher.grow
        self._scratch = np.zeros(1, searcher.record)
        self._rng = np.zeros(1, np.uint64)
        self._worths = np.zeros(searcher.worths), np.zeros(searcher.worths)
        self.nodes = np.zeros(nodes, tree.NODE)
        self._used = 0

    def reseed(self, seed: int) -> None:
        self._rng[0] = seed

    def plant(self, roots: Any) -> None:
        self._roots = roots
        self._used = 0

    def grow(self, iterations: int, how: Any) -> None:
        self._used = self._grow(
            self._roots,
            self._scratch,
            self.nodes,
            self._used,
            iterations,
            self._rng,
            how,
            *self._worths,
        )

    def children(self, node: int) -> Any:
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return self.nodes[first : first + count]

    def line(self, action: int, longest: int = 12, fewest: int = 8) -> list[int]:
        """The actions expected from the root on after this one, as far as they were tried."""
        line: list[int] = []
        node = 0
        while self.nodes[node]["count"] and len(line) < longest:
            children = self.children(node)
            if line:
                best = int(np.argmax(children["visits"]))
                if children[best]["visits"] < fewest:
                    break
            else:
                best = int(np.flatnonzero(children["action"] == action)[0])
            line.append(int(children[best]["action"]))
            node = int(self.nodes[node]["first"]) + best
        return line


class Thinker:
    """Grows a tree, or with several threads one for each, and counts their visits together."""

    def __init__(
        self,
        searcher: Searcher,
        seed: int = 1,
        threads: int = 1,
        memory_mb: int = 512,
        how: Any = None,
    ) -> None:
        nodes = memory_mb * 2**20 // (tree.NODE.itemsize * threads)
        self._searcher = searcher
        self._trees = [_Tree(searcher, nodes) for _ in range(threads)]
        self.reseed(seed)
        self._how = tree.settings() if how is None else how
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def reseed(self, seed: int) -> None:
        """From now on think as a new thinker with this seed would."""
        self._roots_rng = np.random.default_rng(seed)
        for number, each in enumerate(self._trees):
            each.reseed(seed + 7919 * number)

    def think(
        self,
        state: State,
        budget: Budget,
        progress: Callable[[list[Candidate]], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> list[Candidate]:
        """The actions looked at, the best first. At least one, whatever the budget.

        `stop` is asked about twenty times a second; when it says so, thinking ends early.
        """
        clock = budget.start()
        roots = self._searcher.roots(state, self._roots_rng, budget.visits or 1000)
        for each in self._trees:
            each.plant(roots)
        chunk = clock.next_chunk(FIRST_CHUNK) or 1
        while chunk:
            each_grows = max(1, chunk // len(self._trees))
            self._grow(each_grows)
            clock.visits += each_grows * len(self._trees)
            chunk = 0 if stop() else clock.next_chunk(CHUNK)
            if progress is not None and chunk:
                progress(self._candidates())
        return self._candidates()

    def _grow(self, iterations: int) -> None:
        if self._pool is None:
            self._trees[0].grow(iterations, self._how)
        else:
            list(self._pool.map(lambda each: each.grow(iterations, self._how), self._trees))

    def _candidates(self) -> list[Candidate]:
        children = [each.children(0) for each in self._trees]
        actions, priors = children[0]["action"], children[0]["prior"]
        visits = sum(c["visits"] for c in children)
        tried = np.maximum(visits, 1)
        value = sum(c["value"] for c in children) / tried
        wins = sum(c["wins"] for c in children) / tried
        margin = sum(c["margin"] for c in children) / tried
        order = np.lexsort((-priors, -value, -visits))
        return [
            Candidate(
                action=self._searcher.action(int(actions[n])),
                visits=int(visits[n]),
                value=float(margin[n]),
                win_chance=float(wins[n]),
                line=tuple(map(self._searcher.action, self._trees[0].line(int(actions[n])))),
            )
            for n in order
            if visits[n] or n == order[0]
        ]
