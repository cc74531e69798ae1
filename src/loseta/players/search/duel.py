"""Azul Duel, to be searched."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from loseta.duel import State, action_from_index
from loseta.kernels import duel as kernel
from loseta.kernels import duel_search
from loseta.kernels.duel_packing import pack

SAMPLES = 16
"""States drawn at random that agree with what the seat knows."""


class DuelSearcher:
    record = kernel.STATE
    worths = (2, 5, 6)

    def roots(self, state: State, rng: Any) -> Any:
        """The search starts from what the seat to move knows, never from the state itself."""
        seat = state.to_move
        view = state.view(seat)

        def pick(weights: Sequence[int]) -> int:
            return int(rng.choice(len(weights), p=np.array(weights) / sum(weights)))

        return np.concatenate([pack(view.sample(seat, pick)) for _ in range(SAMPLES)])

    def grow(self, *arguments: Any) -> int:
        return int(duel_search.grow(*arguments))

    def action(self, index: int) -> Any:
        return action_from_index(index)
