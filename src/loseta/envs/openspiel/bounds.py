"""What OpenSpiel must know about a game in advance. Each game has its `BOUNDS` in
`loseta.envs.openspiel.<game>`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loseta.envs.spec import Options
from loseta.game import Pick
from loseta.games import part

Actions = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Bounds:
    title: str
    players: tuple[int, int]
    draws: Mapping[str, tuple[str, ...]]
    """The names of a draw's outcomes, by phase; phases not listed have numbers instead."""
    most_draws: int
    """The greatest number of outcomes of one draw."""
    most_points: int
    longest_game: Callable[[Options], int]
    """An upper bound on the number of decisions in a game."""
    other_course: Callable[[Any, Actions, int, Pick], list[Any]] | None = None
    """Makes, from the start of a game, its actions and a seat, other actions that the seat cannot
    distinguish from them. None for a game of perfect information."""

    @property
    def hidden(self) -> bool:
        return self.other_course is not None


def bounds_of(game: str) -> Bounds:
    found: Bounds = part("envs.openspiel", game).BOUNDS
    return found
