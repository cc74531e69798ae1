"""Azul, to be searched."""

from __future__ import annotations

from typing import Any

from loseta.azul import State, action_from_index
from loseta.kernels import azul as kernel
from loseta.kernels import azul_search
from loseta.kernels.azul_packing import pack


class AzulSearcher:
    record = kernel.STATE
    worths = (kernel.SEATS, 5, 5)

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        return pack(state)  # nothing is hidden (A8.1)

    def grow(self, *arguments: Any) -> int:
        return int(azul_search.grow(*arguments))

    def action(self, index: int) -> Any:
        return action_from_index(index)
