"""What a game offers to be searched, and what every search can do."""

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
"""The integers of the actions that are to be looked at; None for all."""

LOST = 0.03
"""With a smaller chance to win against best play, a player hopes for mistakes (`Thinker`)."""


class Search(Protocol):
    """A way to search positions of a game: a tree, or alpha-beta. It keeps what it has found."""

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
        """The best actions, the best first, if wanted of some only; none if the budget did not
        suffice for one."""

    def candidate(self, action: int) -> Candidate | None:
        """What is known of an action of the position that was searched last."""

    def reseed(self, seed: int) -> None:
        """Know no more than at the start."""

    @property
    def memory(self) -> int:
        """Bytes that what is remembered takes, at most."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The best action where all ways can be searched, and what it leads to."""

    action: int
    win_chance: float
    margin: float


class Searcher(Protocol):
    """How positions of one game are searched."""

    @property
    def record(self) -> Any:
        """The type of a packed state."""

    @property
    def settings(self) -> Any:
        """How the tree search behaves (`kernels.tree.settings`)."""

    def roots(self, state: Any, rng: Any, visits: int) -> Any:
        """Packed states that agree with what the seat to move knows; not more than visits."""

    def network(self, state: Any) -> Any:
        """What was learned for such states (`kernels.value`)."""

    def has_round_search(self, state: Any) -> bool:
        """Whether there is a better search than a tree for such states: one that can see to the end
        of the round."""

    def round_search(self, threads: int, memory: int) -> Search:
        """That search."""

    def time_share(self, state: Any) -> float:
        """The part of the time for a turn that this decision may take."""

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        """The exact choice, where there is a way to find it."""

    def warm_up(self, roots: Any, weights: Any) -> None:
        """Compile or load what `solve` and `round_search` call late, whatever the position."""

    def action(self, index: int) -> Any:
        """The action with an integer."""


def searcher_of(state: State) -> Searcher:
    return searcher_named(state.game.name)


def searcher_named(game: str) -> Searcher:
    """How positions of a game are searched: `loseta.players.search.GAME.SEARCHER`."""
    found: Searcher = part("players.search", game).SEARCHER
    return found
