"""Random games on the kernels, by the name of a game, for measuring and for fingerprints."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from loseta.duel.components import STARRED
from loseta.kernels import azul, duel
from loseta.kernels.duel_packing import packed_sides

Play = Callable[[int], tuple[int, Any]]
"""Plays the game with a seed; the number of actions and the record at its end."""


def _azul(options: Mapping[str, str]) -> Play:
    states = np.zeros(1, azul.STATE)
    players, gray = int(options["players"]), int(options["wall"] == "gray")
    return lambda seed: (azul.random_games(states, players, gray, 1, seed), states[0])


def _duel(options: Mapping[str, str]) -> Play:
    states = np.zeros(1, duel.STATE)
    named = {"starred": packed_sides(STARRED), "random-3": 0, "random-4": -1}
    chosen = options["tablets"]
    tablets = named[chosen] if chosen in named else packed_sides(chosen.split("+"))
    return lambda seed: (duel.random_games(states, tablets, 1, seed), states[0])


KERNELS: dict[str, Callable[[Mapping[str, str]], Play]] = {"azul": _azul, "duel": _duel}
