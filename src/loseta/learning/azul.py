"""Azul, to be learned."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from loseta.kernels import azul, azul_selfplay
from loseta.kernels.azul_features import FEATURES
from loseta.learning.games import Policy, Rows, SelfPlay


class AzulSelfPlay(SelfPlay):
    features = FEATURES
    rounds = azul_selfplay.MOST_ROUNDS

    def __init__(self, options: Mapping[str, str]) -> None:
        self.players = int(options["players"])
        self._gray = int(options["wall"] == "gray")

    def play(self, games: int, seed: int, how: Policy, arrays: Rows) -> int:
        used: int = azul_selfplay.play_games(
            np.zeros(2, azul.STATE),
            self.players,
            self._gray,
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
