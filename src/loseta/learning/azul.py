"""How Azul plays against itself."""

from __future__ import annotations

from loseta.azul import State
from loseta.kernels.azul import setup

MOST_ROUNDS = 12
"""Games are cut off here; hardly any lasts so long."""


def setups(state: State) -> list[tuple[int, int]]:
    return [setup(state)]
