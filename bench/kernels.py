"""The speed of the compiled kernels, compared with the rules engine, and of the search."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from random import Random
from statistics import median
from typing import Any

import numpy as np

from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import GAMES, games_with, part
from loseta.kernels import play, puct, tree
from loseta.kernels.game import TILE_VALUES
from loseta.players.search.budget import Budget
from loseta.players.search.searcher import Searcher, searcher_named
from loseta.players.search.thinker import Thinker

from . import rules_engine, yardstick
from .figures import Figure

Run = Callable[[], int]
"""Does some work, and returns how many units."""


def pace(run: Run) -> float:
    began = time.perf_counter()
    done = run()
    return done / (time.perf_counter() - began)


def side_by_side(first: Run, second: Run, rounds: int) -> tuple[float, float]:
    """The pace of the first, and its ratio to that of the second, measured in turns."""
    first(), second()  # compile
    paces = [(pace(first), pace(second)) for _ in range(rounds)]
    return median(a for a, _ in paces), median(a / b for a, b in paces)


def kernels(rounds: int) -> Iterator[Figure]:
    """Random games on one core, compared with the rules engine."""
    source = Random(1)
    for players in (2, 3, 4):
        for wall in ("coloured", "gray"):
            options = {"players": str(players), "wall": wall}
            random_games = _random_games("azul", options, 10_000)
            value, ratio = side_by_side(random_games, _rules("azul", options, source), rounds)
            name = f"azul-{players}-{wall} kernel"
            yield Figure(name, value / 1e6, "M moves/s", ratio, "the rules engine")
    random_games = _random_games("duel", {}, 3000, games=True)
    value, ratio = side_by_side(random_games, _rules("duel", {}, source, games=True), rounds)
    yield Figure("duel kernel", value, "games/s", ratio, "the rules engine")


def _random_games(game: str, options: dict[str, str], count: int, games: bool = False) -> Run:
    kernel, state = part("kernels", game), GAMES[game].new(**options)
    states, setup = np.zeros(1, kernel.STATE), kernel.setup(state)

    def run() -> int:
        moves = play.random_games(states, setup, state.seats, count, 1)
        return count if games else moves

    return run


def _rules(game: str, options: dict[str, str], source: Random, games: bool = False) -> Run:
    def run() -> int:
        moves = sum(rules_engine.play(GAMES[game], options, source) for _ in range(30))
        return 30 if games else moves

    return run


def beside_c(rounds: int) -> Iterator[Figure]:
    """Random games compared with plain C++, by processor time."""
    name, games = "azul-2-coloured kernel", 50_000
    _own_pace(1)  # compile
    if not yardstick.has_compiler():
        yield Figure(f"{name} (no {yardstick.COMPILER} here)", _own_pace(games), "M moves/s")
        return
    with yardstick.compiled() as program:
        paces, ratios = [], []
        for number in range(rounds):
            paces.append(_own_pace(games))
            run = yardstick.play(program, games, number)
            ratios.append(paces[-1] / (run.moves.sum / run.seconds / 1e6))
    yield Figure(name, median(paces), "M moves/s", median(ratios), "C++")


def _own_pace(games: int) -> float:
    """Millions of moves per second of processor time."""
    play_some = _random_games("azul", {}, games)
    began = time.process_time()
    moves = play_some()
    return moves / (time.process_time() - began) / 1e6


def searches(seconds: float) -> Iterator[Figure]:
    """The searches at the start of a game for two: heuristic playouts to its end, visits of a tree,
    nodes of alpha-beta if the game has it, and the gain by a second thread."""
    for name in games_with("players.search"):
        state = GAMES[name].new()
        dealer = Dealer("bench")
        while state.to_move == DEALER:
            state.apply(dealer.action(state))
        yield Figure(f"{name} playouts", playouts(name, state, seconds), "1/s")
        searcher = searcher_named(name)
        kinds = {"tree, visits": True}
        if searcher.has_round_search(state):
            kinds["alpha-beta, nodes"] = False
        for kind, only_trees in kinds.items():
            one, two = (thoughts(searcher, state, seconds, n, only_trees) for n in (1, 2))
            yield Figure(f"{name} {kind}", one, "1/s")
            yield Figure(f"{name} {kind}, 2 threads", two, "1/s", two / one, "one thread")


def playouts(name: str, state: Any, seconds: float) -> float:
    searcher = searcher_named(name)
    roots = searcher.roots(state, np.random.default_rng(1), 1)
    scratch, rng = np.zeros(1, roots.dtype), np.ones(1, np.uint64)
    tables = np.zeros(TILE_VALUES), np.zeros(TILE_VALUES)
    how = tree.settings()
    puct.play_outs(roots, scratch, 1, rng, how, *tables)
    done, began = 0, time.perf_counter()
    while (spent := time.perf_counter() - began) < seconds:
        done += puct.play_outs(roots, scratch, 500, rng, how, *tables)
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
