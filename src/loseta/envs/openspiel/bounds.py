"""What OpenSpiel wants to know of a game beforehand. Each game has its `BOUNDS` in
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
    """By phase what the dealer's draws are called; where nothing is listed, they have numbers."""
    most_draws: int
    """Outcomes of one draw."""
    most_points: int
    longest_game: Callable[[Options], int]
    """At least as many decisions as any game has."""
    other_course: Callable[[Any, Actions, int, Pick], list[Any]] | None = None
    """From the start of a game and its actions, other actions that a seat cannot tell from them.
    None where every seat knows everything."""

    @property
    def hidden(self) -> bool:
        return self.other_course is not None


def bounds_of(game: str) -> Bounds:
    found: Bounds = part("envs.openspiel", game).BOUNDS
    return found
