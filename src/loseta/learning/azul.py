"""Self-play of Azul."""

from __future__ import annotations

from loseta.azul import State
from loseta.kernels.azul import setup

MOST_ROUNDS = 12
"""Games are cut off after this round; hardly any lasts as long."""


def setups(state: State) -> list[tuple[int, int]]:
    return [setup(state)]
