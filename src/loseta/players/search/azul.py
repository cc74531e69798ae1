"""Azul, to be searched."""

from __future__ import annotations

from typing import Any

from loseta.azul import State, action_from_index
from loseta.kernels import azul as kernel
from loseta.kernels import azul_search, reuse, tree
from loseta.kernels.azul_features import FEATURES
from loseta.kernels.azul_packing import pack
from loseta.players.search.networks import blank, network
from loseta.players.search.searcher import Solution

LEARNED = ("azul-2-coloured", "azul-2-gray")
"""Playouts end where the round does, and the network says the rest; without one they go on to the
end of the game."""
ROUND = tree.settings(rounds=1)
GAME = tree.settings(rounds=azul_search.TO_THE_END)


class AzulSearcher:
    record = kernel.STATE
    worths = (kernel.SEATS, 5, 5)

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        return pack(state)  # nothing is hidden (A8.1)

    def network(self, state: State) -> Any:
        return network(_variant(state)) if _variant(state) in LEARNED else blank(FEATURES)

    def settings(self, state: State) -> Any:
        return ROUND if _variant(state) in LEARNED else GAME

    def reads_rounds(self, state: State) -> bool:
        return state.players == 2

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        return None  # alpha-beta does it for two players

    def grow(self, *arguments: Any) -> int:
        return int(azul_search.grow(*arguments))

    def find(self, *arguments: Any) -> int:
        return int(reuse.find_azul(*arguments))

    def action(self, index: int) -> Any:
        return action_from_index(index)


def _variant(state: State) -> str:
    return f"azul-{state.players}-{state.wall}"
