"""The interfaces of search: what a game provides for it, and what every search provides."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import Any, Protocol

from loseta.game import State
from loseta.games import part
from loseta.players.search.budget import Candidate, Clock

Progress = Callable[[list[Candidate]], None]
Stop = Callable[[], bool]
Only = Collection[int] | None
"""The integers of the actions to search; None for all."""

LOST = 0.03
"""Below this win chance against best play a game counts as lost (`Thinker`)."""


class Search(Protocol):
    """A search of positions of a game: a tree, or alpha-beta. It reuses its earlier results."""

    def think(
        self,
        roots: Any,
        weights: Any,
        clock: Clock,
        most: int,
        progress: Progress | None,
        stop: Stop,
        only: Only = None,
    ) -> list[Candidate]:
        """The best actions (of those in `only`, if given), the best first; none if the budget was
        too small to find one."""

    def candidate(self, action: int) -> Candidate | None:
        """The evaluation of one action of the last searched position; None if there is none."""

    def reseed(self, seed: int) -> None:
        """Forget all results and use this seed."""

    @property
    def memory(self) -> int:
        """The most memory, in bytes, that the results of the search take."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best action by an exhaustive search, and the result that it leads to."""

    action: int
    win_chance: float
    margin: float


class Searcher(Protocol):
    """What a game provides for search."""

    @property
    def record(self) -> Any:
        """The numpy type of a packed state."""

    def roots(self, state: Any, rng: Any, visits: int) -> Any:
        """Packed states that agree with everything the seat to move knows; at most `visits`."""

    def settings(self, roots: Any) -> Any:
        """The parameters of the tree search for such positions (`kernels.tree.settings`)."""

    def network(self, state: Any) -> Any:
        """The network for such states (`kernels.value`)."""

    def has_round_search(self, state: Any) -> bool:
        """Whether `round_search`, which searches to the end of the round, can search such states
        instead of a tree."""

    def round_search(self, threads: int, memory: int) -> Search:
        """A search to the end of the round, with `memory` bytes."""

    def time_share(self, state: Any) -> float:
        """The share of the time for a turn that this decision may take."""

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        """The best action by an exhaustive search, or None if that is not possible here."""

    def warm_up(self, roots: Any, weights: Any) -> None:
        """Compile or load what `solve` and `round_search` only call in some positions."""

    def action(self, index: int) -> Any:
        """The action with this integer."""


def searcher_of(state: State) -> Searcher:
    return searcher_named(state.game.name)


def searcher_named(game: str) -> Searcher:
    """The searcher of a game: `loseta.players.search.GAME.SEARCHER`."""
    found: Searcher = part("players.search", game).SEARCHER
    return found
