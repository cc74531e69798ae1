"""What the environments must know of each game, found by its name: how many actions its seats
have, what they see and how it is drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from loseta import azul, duel
from loseta.azul.actions import action_count
from loseta.envs.encoding import azul as azul_encoding
from loseta.envs.encoding import duel as duel_encoding
from loseta.envs.encoding.layout import Layout
from loseta.envs.pictures import azul as azul_picture
from loseta.envs.pictures import duel as duel_picture
from loseta.envs.pictures.canvas import Canvas
from loseta.game import Game

Options = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Face:
    """A game as the environments see it."""

    game: Game
    title: str
    """As it stands in the names of environments: Azul-v1."""
    seats: Callable[[Options], int]
    actions: Callable[[Options], int]
    """The seats' actions have the integers below this one."""
    layout: Callable[[Options], Layout]
    encode: Callable[[Any, int, Any], None]
    """Writes what a seat sees of a state into an array."""
    draw: Callable[[Any], Canvas]
    """A picture of a view."""


FACES: dict[str, Face] = {
    "azul": Face(
        game=azul.GAME,
        title="Azul",
        seats=lambda options: int(options["players"]),
        actions=lambda options: action_count(int(options["players"])),
        layout=lambda options: azul_encoding.layout(int(options["players"]), options["wall"]),
        encode=azul_encoding.encode,
        draw=azul_picture.draw,
    ),
    "duel": Face(
        game=duel.GAME,
        title="Duel",
        seats=lambda options: duel.components.PLAYERS,
        actions=lambda options: len(duel.SEAT_ACTIONS),
        layout=lambda options: duel_encoding.layout(),
        encode=duel_encoding.encode,
        draw=duel_picture.draw,
    ),
}
