"""Comparing ends of a round by rollouts of the next one.

The network evaluates the end of a round, and a search that maximises it also exploits its errors,
which are largest before the last rounds. Rollouts over many deals have different errors, so both
together are more accurate than either.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import STATE
from loseta.kernels.azul.tables import SEATS
from loseta.kernels.rollouts import roll_out
from loseta.players.search.budget import Clock
from loseta.players.search.searcher import Stop

WIDTH = 8
"""How many actions the one-ply search of a rollout tries."""
BATCH = 8
"""How many rollouts of each end are done between two looks at the clock."""
FEWEST = 16
"""With fewer rollouts of each end, luck would decide."""
MOST = 256
"""The most rollouts of each end."""
ROLLOUT_SHARE = 0.5
"""The weight of the rollouts; the rest is that of the search's value."""


class NextRound:
    """Compares ends of a round by rollouts."""

    def __init__(self) -> None:
        self._states = np.zeros(2, STATE)
        self.reseed(0)

    def reseed(self, seed: int) -> None:
        self._seed = seed % (1 << 20)

    def warm_up(self, positions: Any, weights: Any, margin_share: float) -> None:
        self._roll_out(positions, 1, weights, margin_share, np.zeros((len(positions), SEATS)))

    def best(
        self,
        ends: Any,
        values: Any,
        seat: int,
        weights: Any,
        margin_share: float,
        clock: Clock,
        stop: Stop,
    ) -> int:
        """The index of the end that is best for a seat; 0 if there is no time for enough rollouts.
        `values`: the search's values of the ends."""
        totals = np.zeros((len(ends), SEATS))
        rollouts = 0
        while rollouts < MOST and clock.seconds_left() > 0 and not stop():
            self._roll_out(ends, BATCH, weights, margin_share, totals)
            rollouts += BATCH
        if rollouts < FEWEST:
            return 0
        means = totals[:, seat] / rollouts
        return int(np.argmax(ROLLOUT_SHARE * means + (1 - ROLLOUT_SHARE) * np.asarray(values)))

    def _roll_out(
        self, positions: Any, rollouts: int, weights: Any, margin_share: float, totals: Any
    ) -> None:
        roll_out(
            positions, self._states, rollouts, self._seed, WIDTH, weights, margin_share, totals
        )
        self._seed += rollouts
