"""Self-play of Azul Duel, with all tablets, because one network serves all of them."""

from __future__ import annotations

from loseta.duel import State
from loseta.duel.components import ROUNDS, STARRED
from loseta.kernels.duel.packing import packed_sides

MOST_ROUNDS = ROUNDS + 1


def setups(state: State) -> list[tuple[int, int]]:
    """Ten equally likely setups: five have the starred tablets, three have three random tablets,
    two have four."""
    return [(packed_sides(STARRED), 3)] * 5 + [(0, 3)] * 3 + [(0, 4)] * 2
