"""Azul Duel, to be learned: one network for all tablets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from loseta.duel.components import STARRED
from loseta.kernels import duel, duel_selfplay
from loseta.kernels.duel_features import FEATURES
from loseta.kernels.duel_packing import packed_sides
from loseta.learning.games import Policy, Rows, SelfPlay


class DuelSelfPlay(SelfPlay):
    players = 2
    features = FEATURES
    rounds = duel_selfplay.ROWS_A_GAME

    def __init__(self, options: Mapping[str, str]) -> None:
        pass  # half of the games are with the starred tablets, the others with any

    def play(self, games: int, seed: int, how: Policy, arrays: Rows) -> int:
        used: int = duel_selfplay.play_games(
            np.zeros(2, duel.STATE),
            packed_sides(STARRED),
            games,
            seed,
            how.width,
            int(1024 * how.random_share),
            (how.network.first, how.network.last),
            arrays.features,
            arrays.now,
            arrays.shares,
            arrays.finals,
            arrays.games,
        )
        return used
