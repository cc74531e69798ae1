"""The games there are, by name. What works for one works for all of them."""

from __future__ import annotations

from loseta import azul, duel
from loseta.game import BadOption, BadText, Game, Reason, State

GAMES: dict[str, Game] = {game.name: game for game in (azul.GAME, duel.GAME)}


def game_named(name: str) -> Game:
    """The game of this name. Raises BadOption."""
    if name not in GAMES:
        params = {"name": "game", "value": name, "allowed": ", ".join(GAMES)}
        raise BadOption("game", Reason("", "bad_option", params))
    return GAMES[name]


def state_from_text(text: str) -> State:
    """The position that a text tells, of whichever game it names first. Raises BadText."""
    name = text.partition(" ")[0]
    if name not in GAMES:
        params = {"text": name, "allowed": ", ".join(GAMES)}
        raise BadText(1, 1, Reason("", "position.unknown_game", params))
    state: State = GAMES[name].state_from_text(text)
    return state
