"""How Azul Duel plays against itself: with all tablets, since one network serves them all."""

from __future__ import annotations

from loseta.duel import State
from loseta.duel.components import ROUNDS, STARRED
from loseta.kernels.duel.packing import packed_sides

MOST_ROUNDS = ROUNDS + 1


def setups(state: State) -> list[tuple[int, int]]:
    """Of ten games five have the starred tablets, three have three at random, two have four."""
    return [(packed_sides(STARRED), 3)] * 5 + [(0, 3)] * 3 + [(0, 4)] * 2
