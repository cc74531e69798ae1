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

from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import GAMES
from loseta.kernels import azul, azul_search, duel, duel_search, tree
from loseta.players.search.budget import Budget
from loseta.players.search.levels import SEARCHERS
from loseta.players.search.searcher import Searcher
from loseta.players.search.thinker import Thinker

from .figures import Figure
from .rules import play

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


PLAYOUTS = {"azul": azul_search.play_outs, "duel": duel_search.play_outs}


def searches(seconds: float) -> Iterator[Figure]:
    """At the start of a game for two: informed playouts to its end, visits of the tree search,
    nodes of alpha-beta where there is one, and what a second thread adds."""
    for name, game in GAMES.items():
        state = game.new()
        dealer = Dealer("bench")
        while state.to_move == DEALER:
            state.apply(dealer.action(state))
        yield Figure(f"{name} playouts", playouts(name, state, seconds), "1/s")
        searcher = SEARCHERS[name]()
        kinds = {"tree, visits": True}
        if searcher.reads_rounds(state):
            kinds["alpha-beta, nodes"] = False
        for kind, only_trees in kinds.items():
            one, two = (thoughts(searcher, state, seconds, n, only_trees) for n in (1, 2))
            yield Figure(f"{name} {kind}", one, "1/s")
            yield Figure(f"{name} {kind}, 2 threads", two, "1/s", two / one, "one thread")


def playouts(name: str, state: Any, seconds: float) -> float:
    searcher = SEARCHERS[name]()
    roots = searcher.roots(state, np.random.default_rng(1), 1)
    scratch, rng = np.zeros(1, roots.dtype), np.ones(1, np.uint64)
    tables = np.zeros(searcher.worths), np.zeros(searcher.worths)
    how = tree.settings()
    PLAYOUTS[name](roots, scratch, 1, rng, how, *tables)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += PLAYOUTS[name](roots, scratch, 500, rng, how, *tables)
    return done / spent


def thoughts(
    searcher: Searcher, state: Any, seconds: float, threads: int, only_trees: bool
) -> float:
    thinker = Thinker(searcher, threads=threads, only_trees=only_trees)
    thinker.warm_up(state)
    thinker.reseed(1)
    began = time.perf_counter()
    candidates = thinker.think(state, Budget(seconds=seconds))
    visits = sum(candidate.visits for candidate in candidates)
    return visits / (time.perf_counter() - began)
