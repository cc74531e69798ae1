"""What OpenSpiel wants to know of a game beforehand. Each game has its `BOUNDS` in
`loseta.envs.openspiel.<game>`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from loseta.envs.spec import Options
from loseta.games import part


@dataclass(frozen=True, slots=True)
class Bounds:
    title: str
    hidden: bool
    """Whether a seat may not know everything."""
    players: tuple[int, int]
    draws: Mapping[str, tuple[str, ...]]
    """By phase what the dealer's draws are called; where nothing is listed, they have numbers."""
    most_draws: int
    """Outcomes of one draw."""
    most_points: int
    longest_game: Callable[[Options], int]
    """At least as many decisions as any game has."""


def bounds_of(game: str) -> Bounds:
    found: Bounds = part("envs.openspiel", game).BOUNDS
    return found
