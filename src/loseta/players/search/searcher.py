"""What a game offers to be searched."""

from __future__ import annotations

from typing import Any, Protocol


class Searcher(Protocol):
    @property
    def record(self) -> Any:
        """The type of a packed state."""

    @property
    def worths(self) -> tuple[int, ...]:
        """The shape of the table of worths."""

    def roots(self, state: Any, rng: Any, visits: int) -> Any:
        """Packed states that agree with what the seat to move knows; not more than visits."""

    def network(self, state: Any) -> Any:
        """What was learned for such states (`kernels.value`)."""

    def settings(self, state: Any) -> Any:
        """How the tree search behaves (`kernels.tree.settings`)."""

    def reads_rounds(self, state: Any) -> bool:
        """Whether alpha-beta can look to the end of the round."""

    def grow(self, *arguments: Any) -> int:
        """The kernel that grows a tree."""

    def find(self, *arguments: Any) -> int:
        """The kernel that finds a position in a tree."""

    def action(self, index: int) -> Any:
        """The action with an integer."""
