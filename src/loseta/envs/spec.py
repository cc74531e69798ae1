"""What the environments must know about a game. Each game has a `SPEC` in `loseta.envs.<game>`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from loseta.envs.encoding.layout import Layout
from loseta.game import Game
from loseta.games import part

Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class EnvSpec:
    """A game as the environments see it."""

    game: Game
    title: str
    """The game in the names of environments: `Azul` in Azul-v1."""
    seats: Callable[[Options], int]
    actions: Callable[[Options], int]
    """The number of seat actions; their integers are all below it."""
    layout: Callable[[Options], Layout]
    encode: Callable[[Any, int, Any], None]
    """Writes a seat's observation of a state into an array."""


def spec_of(game: str) -> EnvSpec:
    found: EnvSpec = part("envs", game).SPEC
    return found
