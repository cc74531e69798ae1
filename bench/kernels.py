"""The speed of the compiled kernels beside the rules engine, and of the search on them.

With the environment variable LOSETA_PROTOTYPES naming the folder of the measured prototypes, the
kernel of Azul is compared with theirs as well; their code stays outside the project.
"""

from __future__ import annotations

import importlib
import os
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random
from statistics import median
from typing import Any

import numba
import numpy as np

from bench.figures import Figure
from bench.rules import play
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import GAMES
from loseta.kernels import azul, duel
from loseta.players.search.budget import Budget
from loseta.players.thinking import ready_thinker

Run = Callable[[], int]
"""Does some work; how much."""


def pace(run: Run) -> float:
    began = time.perf_counter()
    done = run()
    return done / (time.perf_counter() - began)


def side_by_side(first: Run, second: Run, rounds: int) -> tuple[float, float]:
    """The pace of the first, and its ratio to the second, measured in turns."""
    first(), second()  # compile
    paces = [(pace(first), pace(second)) for _ in range(rounds)]
    return median(a for a, _ in paces), median(a / b for a, b in paces)


def kernels(rounds: int) -> Iterator[Figure]:
    """Random games on one core."""
    states = np.zeros(1, azul.STATE)
    source = Random(1)
    for players in (2, 3, 4):
        for gray, wall in enumerate(("coloured", "gray")):
            options = {"players": str(players), "wall": wall}
            kernel: Run = partial(azul.random_games, states, players, gray, 10_000, 1)
            value, ratio = side_by_side(kernel, _rules("azul", options, source), rounds)
            name = f"azul-{players}-{wall} kernel"
            yield Figure(name, value / 1e6, "M moves/s", ratio, "the rules engine")
    states = np.zeros(1, duel.STATE)

    def duel_games() -> int:
        duel.random_games(states, 0b010101, 3000, 1)
        return 3000

    value, ratio = side_by_side(duel_games, _rules("duel", {}, source, games=True), rounds)
    yield Figure("duel kernel", value, "games/s", ratio, "the rules engine")


def _rules(game: str, options: dict[str, str], source: Random, games: bool = False) -> Run:
    def run() -> int:
        moves = sum(play(GAMES[game], options, source) for _ in range(30))
        return 30 if games else moves

    return run


def prototypes(rounds: int) -> Iterator[Figure]:
    """The kernel of Azul beside the prototype `azul_bits`, compiled in this run."""
    folder = os.environ.get("LOSETA_PROTOTYPES")
    if not folder:
        return
    sys.path.insert(0, folder)
    bits = importlib.import_module("azul_bits")
    games = bits.alloc(1)

    @numba.njit(nogil=True)
    def random_games(games: Any, count: int) -> int:
        g = games[0]
        moves = 0
        for number in range(count):
            bits.reset(g, 2, number)
            while g.over == 0:
                bits.play(g, bits.nth_move(g, bits.below(g.rng, bits.count_moves(g))))
                moves += 1
        return moves

    states = np.zeros(1, azul.STATE)
    ours: Run = partial(azul.random_games, states, 2, 0, 20_000, 1)
    value, ratio = side_by_side(ours, partial(random_games, games, 20_000), rounds)
    yield Figure("azul-2-coloured kernel", value / 1e6, "M moves/s", ratio, "the prototype")


def searches(seconds: float) -> Iterator[Figure]:
    """Visits of the tree search at the start of a game, and what a second thread adds."""
    for name, game in GAMES.items():
        state = game.new()
        dealer = Dealer("bench")
        while state.to_move == DEALER:
            state.apply(dealer.action(state))
        paces = []
        for threads in (1, 2):
            thinker = ready_thinker(state, threads=threads)
            began = time.perf_counter()
            candidates = thinker.think(state, Budget(seconds=seconds))
            visits = sum(candidate.visits for candidate in candidates)
            paces.append(visits / (time.perf_counter() - began))
        yield Figure(f"{name} search", paces[0], "visits/s")
        yield Figure(
            f"{name} search, 2 threads", paces[1], "visits/s", paces[1] / paces[0], "one thread"
        )
