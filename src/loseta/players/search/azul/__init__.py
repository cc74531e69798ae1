"""The searcher of Azul: alpha-beta for two players, trees for more."""

from __future__ import annotations

from typing import Any

from loseta.azul import State, action_from_index
from loseta.kernels import tree
from loseta.kernels.azul import FEATURES, STATE, pack
from loseta.players.search.azul.alphabeta import MARGIN_SHARE, AlphaBeta
from loseta.players.search.azul.next_round import NextRound
from loseta.players.search.networks import network
from loseta.players.search.searcher import Search, Solution

FOR_TWO = tree.settings()
FOR_MORE = tree.settings(
    random_share=0.2, exploration=0.7, temperature=2.8, margin_share=0.3, first_urgency=0.05
)
"""Tuned for three and four players with `python -m bench.tuning`."""


class AzulSearcher:
    record = STATE

    def roots(self, state: State, rng: Any, visits: int) -> Any:
        return pack(state)  # nothing is hidden (A8.1)

    def settings(self, roots: Any) -> Any:
        return FOR_TWO if roots[0]["players"] == 2 else FOR_MORE

    def network(self, state: State) -> Any:
        return network(f"azul-{state.players}-{state.wall}", FEATURES)

    def has_round_search(self, state: State) -> bool:
        return state.players == 2

    def round_search(self, threads: int, memory: int) -> Search:
        return AlphaBeta(threads, memory)

    def time_share(self, state: State) -> float:
        return 1.0  # a turn is one decision (A2.2)

    def solve(self, roots: Any, weights: Any) -> Solution | None:
        return None  # with two players, alpha-beta does that

    def warm_up(self, roots: Any, weights: Any) -> None:
        if roots[0]["players"] == 2:
            NextRound().warm_up(roots, weights, MARGIN_SHARE)

    def action(self, index: int) -> Any:
        return action_from_index(index)


SEARCHER = AzulSearcher()
