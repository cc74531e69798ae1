"""The games there are, by name. What works for one works for all of them."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from loseta import azul, duel
from loseta.game import BadOption, BadText, Game, Reason, State

GAMES: dict[str, Game] = {game.name: game for game in (azul.GAME, duel.GAME)}


def game_named(name: str) -> Game:
    """The game of this name. Raises BadOption."""
    if name not in GAMES:
        params = {"name": "game", "value": name, "allowed": ", ".join(GAMES)}
        raise BadOption("game", Reason("", "bad_option", params))
    return GAMES[name]


class MissingPart(NotImplementedError):
    """A layer has nothing for a game."""


def part(layer: str, game: str) -> ModuleType:
    """What a layer has for a game: the module `loseta.LAYER.GAME`, loaded when it is first wanted.

    So a game is added by adding modules, and nothing lists them. Raises MissingPart.
    """
    name = f"loseta.{layer}.{game}"
    try:
        return import_module(name)
    except ModuleNotFoundError as error:
        if error.name != name:  # something that the module itself imports
            raise
        raise MissingPart(f"The game {game} has no module {name}.") from None


def state_from_text(text: str) -> State:
    """The position that a text tells, of whichever game it names first. Raises BadText."""
    name = text.partition(" ")[0]
    if name not in GAMES:
        params = {"text": name, "allowed": ", ".join(GAMES)}
        raise BadText(1, 1, Reason("", "position.unknown_game", params))
    state: State = GAMES[name].state_from_text(text)
    return state
