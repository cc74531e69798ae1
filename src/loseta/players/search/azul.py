"""Azul, to be searched."""

from __future__ import annotations

from typing import Any

from loseta.azul import State, action_from_index
from loseta.kernels import azul as kernel
from loseta.kernels import azul_search, reuse, tree
from loseta.kernels.azul_features import FEATURES
from loseta.kernels.azul_packing import pack
from loseta.players.search.networks import network
from loseta.players.search.searcher import Solution


class AzulSearcher:
    record = kernel.STATE
    worths = (kernel.SEATS, 5, 5)
    settings = tree.settings()

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        return pack(state)  # nothing is hidden (A8.1)

    def network(self, state: State) -> Any:
        return network(f"azul-{state.players}-{state.wall}", FEATURES)

    def reads_rounds(self, state: State) -> bool:
        return state.players == 2

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        return None  # alpha-beta does it for two players

    def warm_up(self, roots: Any, weights: Any) -> None:
        pass

    def grow(self, *arguments: Any) -> int:
        return int(azul_search.grow(*arguments))

    def find(self, *arguments: Any) -> int:
        return int(reuse.find_azul(*arguments))

    def action(self, index: int) -> Any:
        return action_from_index(index)
