"""Anything that picks an action. `make("greedy")` gives a player by its name."""

from loseta.players.registry import NAMES, Player, UnknownPlayer, make

__all__ = ["NAMES", "Player", "UnknownPlayer", "make"]
