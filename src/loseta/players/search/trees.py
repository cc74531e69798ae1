"""Tree search until the budget is spent, with one tree for each thread."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from loseta.kernels import puct, reuse, tree
from loseta.kernels.game import TILE_VALUES
from loseta.players.search.budget import Candidate, Clock
from loseta.players.search.searcher import Only, Progress, Searcher, Stop

FIRST_CHUNK = 16
CHUNK = 2000


class _Tree:
    """A search tree with its arrays."""

    def __init__(self, searcher: Searcher, nodes: int) -> None:
        self._scratch = np.zeros(reuse.FARTHEST + 1, searcher.record)
        self._rng = np.zeros(1, np.uint64)
        self._tile_values = np.zeros(TILE_VALUES), np.zeros(TILE_VALUES)
        self.nodes = np.zeros(nodes, tree.NODE)
        self._spare = np.zeros(nodes, tree.NODE)
        self._roots: Any = None
        self._used = 0

    def reseed(self, seed: int) -> None:
        self._rng[0] = seed
        self._used = 0

    def plant(self, roots: Any) -> None:
        """Set the roots; if the current tree contains the position, keep that part of it."""
        node = reuse.NOT_FOUND
        if self._used and len(roots) == len(self._roots) == 1:
            self._scratch[0] = self._roots[0]
            node = reuse.find(
                self._scratch, reuse.rows(self._scratch), roots, reuse.rows(roots), self.nodes
            )
        if node >= 0 and self.nodes[node]["count"]:
            self._used = reuse.keep(self.nodes, self._spare, node)
            self.nodes, self._spare = self._spare, self.nodes
        else:
            self._used = 0
        self._roots = roots

    def grow(self, iterations: int, how: Any, network: Any) -> None:
        self._used = puct.grow(
            self._roots,
            self._scratch,
            self.nodes,
            self._used,
            iterations,
            self._rng,
            how,
            *self._tile_values,
            network,
        )

    def children(self, node: int) -> Any:
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return self.nodes[first : first + count]

    def keep_only(self, actions: Only) -> None:
        """Remove all other actions from the root. Later searches cannot use the tree."""
        if actions is not None:
            children = self.children(0)
            kept = children[np.isin(children["action"], list(actions))]
            children[: len(kept)] = kept
            self.nodes[0]["count"] = len(kept)

    def forget(self) -> None:
        self._used = 0

    def depth(self, action: int) -> int:
        """How many decisions the tree is deep along the most visited nodes, counted from this
        action on."""
        children = self.children(0)
        node = int(self.nodes[0]["first"]) + int(np.flatnonzero(children["action"] == action)[0])
        depth = 1
        while self.nodes[node]["count"]:
            best = int(np.argmax(self.children(node)["visits"]))
            node = int(self.nodes[node]["first"]) + best
            if not self.nodes[node]["visits"]:
                break
            depth += int(self.nodes[node]["action"]) >= 0  # draws do not count
        return depth

    def line(self, action: int, longest: int = 12, fewest: int = 8) -> list[int]:
        """The most visited actions from the root on, beginning with this one; at most `longest`,
        each with at least `fewest` visits, and none beyond a draw."""
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
            if children[best]["action"] < 0:  # a draw: what follows depends on it
                break
            line.append(int(children[best]["action"]))
            node = int(self.nodes[node]["first"]) + best
        return line


class TreeSearch:
    """Grows a tree in each thread and adds up their visits.

    `settings` replace those that the searcher gives for a position."""

    def __init__(self, searcher: Searcher, threads: int, memory: int, settings: Any = None) -> None:
        nodes = memory // (2 * tree.NODE.itemsize * threads)
        self._searcher = searcher
        self._settings = settings
        self._trees = [_Tree(searcher, nodes) for _ in range(threads)]
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    @property
    def memory(self) -> int:
        return sum(2 * each.nodes.nbytes for each in self._trees)

    def reseed(self, seed: int) -> None:
        for number, each in enumerate(self._trees):
            each.reseed(seed + 7919 * number)

    def think(
        self,
        roots: Any,
        weights: Any,
        clock: Clock,
        most: int,
        progress: Progress | None,
        stop: Stop,
        only: Only = None,
        settings: Any = None,
    ) -> list[Candidate]:
        """See `Search.think`. `settings` replace the usual ones; such a tree is not kept."""
        usual = self._searcher.settings(roots) if self._settings is None else self._settings
        how = usual if settings is None else settings
        for each in self._trees:
            if settings is not None:
                each.forget()
            each.plant(roots)
        if only is not None:
            self._grow(1, how, weights)  # gives the root its children
            clock.visits += len(self._trees)
            for each in self._trees:
                each.keep_only(only)
        chunk = clock.next_chunk(FIRST_CHUNK) or 1
        while chunk:
            each_grows = max(1, chunk // len(self._trees))
            self._grow(each_grows, how, weights)
            clock.visits += each_grows * len(self._trees)
            chunk = 0 if stop() else clock.next_chunk(CHUNK)
            if progress is not None and chunk:
                progress(self._candidates(most))
        found = self._candidates(most)
        if only is not None or settings is not None:
            for each in self._trees:
                each.forget()
        return found

    def candidate(self, action: int) -> Candidate | None:
        return next((each for each in self._candidates(2) if each.action.index == action), None)

    def _grow(self, iterations: int, how: Any, weights: Any) -> None:
        arguments = iterations, how, weights
        if self._pool is None:
            self._trees[0].grow(*arguments)
        else:
            for task in [self._pool.submit(each.grow, *arguments) for each in self._trees]:
                task.result()

    def _candidates(self, most: int) -> list[Candidate]:
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
                depth=self._trees[0].depth(int(actions[n])),
            )
            for n in (order[:1] if most == 1 else order)  # a player needs only the best
            if visits[n] or n == order[0]
        ]
