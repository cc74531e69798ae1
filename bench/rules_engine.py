"""The speed of the rules engine in random games, and whether its memory stays constant.

Each variant is played in turns by the package and, if its game has one that can be driven alone, by
the oracle of the tests, a plain second version of the same rules. Seconds are processor time, so
that other load has little effect; values are medians over the rounds.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from statistics import median

from loseta.dealer import Dealer
from loseta.game import DEALER, Game

from .figures import Figure
from .games import VARIANTS, Options, title
from .sources import SOURCES

Play = Callable[[Random], int]
"""Plays a random game, and returns how many actions the seats took."""

PLAIN: dict[str, Callable[[Options, Random], int]] = {}
"""Plays random games by a game's oracle. The oracles are in the tests, so only in the sources."""
if SOURCES is not None:
    from . import plain_azul

    PLAIN["azul"] = plain_azul.play


@dataclass(frozen=True, slots=True)
class Speed:
    moves_per_s: float
    games_per_s: float


def play(game: Game, options: Options, source: Random) -> int:
    """Play a random game by the rules of the package; return how many actions the seats took."""
    state = game.new(**options)
    random = source.random
    dealer = Dealer(str(random()))
    moves = 0
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.apply(dealer.action(state))
        else:
            legal = state.legal_actions()
            state.apply(legal[int(random() * len(legal))])
            moves += 1
    return moves


def measure(play_one: Play, seconds: float, seed: int) -> Speed:
    """Play games for about this many seconds of processor time."""
    source = Random(seed)
    games = moves = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < seconds:
        moves += play_one(source)
        games += 1
    return Speed(moves / spent, games / spent)


def speeds(rounds: int, seconds: float) -> Iterator[Figure]:
    """Moves and games per second for each variant."""
    ours: dict[str, list[Speed]] = {}
    plain: dict[str, list[Speed]] = {}
    for number in range(rounds):
        for game, options in VARIANTS:
            name = title(game, options)
            ours.setdefault(name, []).append(measure(partial(play, game, options), seconds, number))
            if game.name in PLAIN:
                play_plain = partial(PLAIN[game.name], options)
                plain.setdefault(name, []).append(measure(play_plain, seconds, number))
    for name, runs in ours.items():
        others = plain.get(name)
        yield compared(f"{name} moves", "moves/s", runs, others, lambda run: run.moves_per_s)
        yield compared(f"{name} games", "games/s", runs, others, lambda run: run.games_per_s)


def compared(
    name: str,
    unit: str,
    runs: list[Speed],
    others: list[Speed] | None,
    value: Callable[[Speed], float],
) -> Figure:
    here = median(map(value, runs))
    if others is None:
        return Figure(name, here, unit)
    ratio = median(value(run) / value(other) for run, other in zip(runs, others, strict=True))
    return Figure(name, here, unit, ratio, "the oracle of the tests")


def memory(games: int) -> Iterator[Figure]:
    """Memory after the first tenth of many games, and after all of them."""
    early = max(games // 10, 1)
    source = Random(1)
    before = 0.0
    for number, (game, options) in enumerate(islice(cycle(VARIANTS), games), start=1):
        play(game, options, source)
        if number == early:
            before = resident_mb()
            yield Figure(f"memory after {early:,} games", before, "MB")
    ratio = resident_mb() / before
    yield Figure(f"memory after {games:,} games", resident_mb(), "MB", ratio, "the first")


def resident_mb() -> float:
    """The memory that this process occupies now, in MB."""
    gc.collect()
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    raise OSError("no VmRSS in /proc/self/status")
