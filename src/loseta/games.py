"""The installed games and each layer's modules for them, both found by where they live."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

import loseta
from loseta.game import BadOption, BadText, Game, Reason, Refusal, State

__all__ = [
    "GAMES",
    "MissingPart",
    "game_named",
    "games_with",
    "has_part",
    "part",
    "state_from_text",
]

# --- The games ------------------------------------------------------------------------------


class _Games(Mapping[str, Game]):
    """The games by name, in alphabetical order. A package directly under `loseta` that has a module
    `rules` is a game; its `GAME` is imported on first access."""

    def __getitem__(self, name: str) -> Game:
        if name not in _names():
            raise KeyError(name)
        game: Game = import_module(f"loseta.{name}").GAME
        return game

    def __contains__(self, name: object) -> bool:
        return name in _names()

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())


@cache
def _names() -> tuple[str, ...]:
    found = {
        file.parent.name for place in loseta.__path__ for file in Path(place).glob("*/rules.py")
    }
    return tuple(sorted(found))


GAMES: Mapping[str, Game] = _Games()
"""All games by name; a game is imported on first access."""


def game_named(name: str) -> Game:
    """The game of this name. Raises BadOption."""
    if name not in GAMES:
        params = {"name": "game", "value": name, "allowed": ", ".join(GAMES)}
        raise BadOption("game", Reason("", "bad_option", params))
    return GAMES[name]


def state_from_text(text: str) -> State:
    """Read a position of any game from its text, whose first word names the game. Raises
    BadText."""
    name = text.partition(" ")[0]
    if name not in GAMES:
        params = {"text": name, "allowed": ", ".join(GAMES)}
        raise BadText(1, 1, Reason("", "position.unknown_game", params))
    state: State = GAMES[name].state_from_text(text)
    return state


# --- Their parts ----------------------------------------------------------------------------


class MissingPart(Refusal):
    """A layer has no module for a game."""

    def __init__(self, game: str, module: str) -> None:
        super().__init__(Reason("", "missing_part", {"game": game, "module": module}))


def part(layer: str, game: str) -> ModuleType:
    """A layer's module for a game, `loseta.LAYER.GAME`, imported on first use.

    So adding a game means adding modules; nothing lists them. Raises MissingPart.
    """
    _open(layer)
    name = f"loseta.{layer}.{game}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # something that the module itself imports
            raise
        raise MissingPart(game, name) from None


def has_part(layer: str, game: str) -> bool:
    """Whether a layer has a module for a game. Does not import the module."""
    _open(layer)
    return find_spec(f"loseta.{layer}.{game}") is not None


def games_with(layer: str) -> list[str]:
    """The games for which a layer has a module."""
    return [game for game in GAMES if has_part(layer, game)]


@cache
def _open(layer: str) -> None:
    """Let a layer look for its modules in every folder of the package (`loseta.__path__`)."""
    package = import_module(f"loseta.{layer}")
    places = (os.path.join(place, *layer.split(".")) for place in loseta.__path__)
    package.__path__ += [
        place for place in places if place not in package.__path__ and os.path.isdir(place)
    ]
