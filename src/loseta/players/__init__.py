"""Anything that picks an action. `make("greedy")` gives a player by its name."""

from loseta.players.registry import (
    AI_LEVELS,
    NAMES,
    MissingExtra,
    Player,
    UnknownPlayer,
    check_plays,
    make,
    uses_time,
)

__all__ = [
    "AI_LEVELS",
    "NAMES",
    "MissingExtra",
    "Player",
    "UnknownPlayer",
    "check_plays",
    "make",
    "uses_time",
]
