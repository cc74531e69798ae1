"""Thinking about a position of Azul."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

from loseta.azul import State, action_from_index
from loseta.kernels import azul as kernel
from loseta.kernels import azul_search as tree
from loseta.kernels.azul_packing import pack
from loseta.players.search.budget import Budget, Candidate

FIRST_CHUNK = 32
CHUNK = 2000


class _Tree:
    """A search tree with the arrays that it needs."""

    def __init__(self, nodes: int, seed: int) -> None:
        self.states = np.zeros(2, kernel.STATE)
        self.nodes = np.zeros(nodes, tree.NODE)
        self.rng = np.array([seed], np.uint64)
        self.worths = np.zeros((kernel.SEATS, 5, 5))
        self.later_worths = np.zeros((kernel.SEATS, 5, 5))
        self.used = 0

    def set_root(self, record: Any) -> None:
        self.states[0] = record
        self.used = 0

    def grow(self, iterations: int, how: Any) -> None:
        self.used = tree.grow(
            self.states,
            self.nodes,
            self.used,
            iterations,
            self.rng,
            how,
            self.worths,
            self.later_worths,
        )

    def children(self, node: int) -> Any:
        first, count = int(self.nodes[node]["first"]), int(self.nodes[node]["count"])
        return self.nodes[first : first + count]

    def line(self, action: int) -> list[int]:
        """The actions expected after the root's child with this action, that one first."""
        line: list[int] = []
        node = 0
        wanted: int | None = action
        while self.nodes[node]["count"] and len(line) < 12:
            children = self.children(node)
            if wanted is None:
                best = int(np.argmax(children["visits"]))
                if children[best]["visits"] < 8:
                    break
            else:
                best = int(np.flatnonzero(children["action"] == wanted)[0])
                wanted = None
            line.append(int(children[best]["action"]))
            node = int(self.nodes[node]["first"]) + best
        return line


class AzulThinker:
    """PUCT with informed playouts; with two threads each has a tree of its own and votes count."""

    def __init__(
        self, seed: str = "", threads: int = 1, memory_mb: int = 512, how: Any = None
    ) -> None:
        nodes = memory_mb * 2**20 // (tree.NODE.itemsize * threads)
        first = int.from_bytes(seed.encode()[-6:], "big") + 1
        self._trees = [_Tree(nodes, first + 7919 * n) for n in range(threads)]
        self._how = tree.settings() if how is None else how
        self._pool = ThreadPoolExecutor(threads) if threads > 1 else None

    def think(
        self,
        state: State,
        budget: Budget,
        progress: Callable[[list[Candidate]], None] | None = None,
    ) -> list[Candidate]:
        """The actions looked at, the best first. At least one, whatever the budget."""
        clock = budget.start()
        record = pack(state)[0]
        for each in self._trees:
            each.set_root(record)
        chunk = clock.next_chunk(FIRST_CHUNK) or 1
        while chunk:
            self._grow(max(1, chunk // len(self._trees)))
            clock.visits += chunk
            chunk = clock.next_chunk(CHUNK)
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
        visits = sum(c["visits"] for c in children)
        tried = np.maximum(visits, 1)
        value = sum(c["value"] for c in children) / tried
        wins = sum(c["wins"] for c in children) / tried
        margin = sum(c["margin"] for c in children) / tried
        order = np.lexsort((-children[0]["prior"], -value, -visits))
        return [
            Candidate(
                action=action_from_index(int(children[0]["action"][n])),
                visits=int(visits[n]),
                value=float(margin[n]),
                win_chance=float(wins[n]),
                line=tuple(
                    map(action_from_index, self._trees[0].line(int(children[0]["action"][n])))
                ),
            )
            for n in order
            if visits[n] or n == order[0]
        ]
