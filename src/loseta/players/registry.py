"""The players there are, by name."""

from __future__ import annotations

from typing import Any, Protocol

from loseta.game import Reason, Refusal, State
from loseta.players.greedy import GreedyPlayer
from loseta.players.random import RandomPlayer

NAMES = ("random", "greedy")


class Player(Protocol):
    """Chooses a legal action for the seat to move."""

    def choose(self, state: State) -> Any: ...


class UnknownPlayer(Refusal):
    """A name that no built-in player has."""

    def __init__(self, name: str) -> None:
        allowed = ", ".join(NAMES)
        super().__init__(Reason("", "unknown_player", {"name": name, "allowed": allowed}))


def make(name: str, *, seed: str = "", time: float | None = None) -> Player:
    """A player by its name. The same seed gives the same choices.

    `time` is in seconds a move, for players that can use more or less; the others ignore it.
    """
    match name:
        case "random":
            return RandomPlayer(seed)
        case "greedy":
            return GreedyPlayer(seed)
    raise UnknownPlayer(name)
