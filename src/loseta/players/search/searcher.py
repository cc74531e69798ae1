"""What a game offers to be searched."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Solution:
    """The best action where all ways can be looked through, and what it leads to."""

    action: int
    win_chance: float
    margin: float


class Searcher(Protocol):
    @property
    def record(self) -> Any:
        """The type of a packed state."""

    @property
    def worths(self) -> tuple[int, ...]:
        """The shape of the table of worths."""

    @property
    def settings(self) -> Any:
        """How the tree search behaves (`kernels.tree.settings`)."""

    def roots(self, state: Any, rng: Any, visits: int) -> Any:
        """Packed states that agree with what the seat to move knows; not more than visits."""

    def network(self, state: Any) -> Any:
        """What was learned for such states (`kernels.value`)."""

    def reads_rounds(self, state: Any) -> bool:
        """Whether alpha-beta can look to the end of the round."""

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        """The exact choice, where there is a way to find it."""

    def warm_up(self, roots: Any, weights: Any) -> None:
        """Compile or load what `solve` needs, whatever the position."""

    def grow(self, *arguments: Any) -> int:
        """The kernel that grows a tree."""

    def find(self, *arguments: Any) -> int:
        """The kernel that finds a position in a tree."""

    def action(self, index: int) -> Any:
        """The action with an integer."""
