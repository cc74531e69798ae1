"""Simulations: many games between computer players, as fast as possible, with a fingerprint."""

from __future__ import annotations

import hashlib
import struct
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass

from loseta.arena import series
from loseta.arena.series import Series, SeriesGame
from loseta.dealer import seed_hash
from loseta.executors.cluster import Cluster
from loseta.game import Game, State, complete_options
from loseta.games import part
from loseta.players import MissingExtra

BATCH = 500
"""How many games a kernel plays in one call: enough that Python's part hardly counts, and few
enough that their final states, which are hashed then, are still in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """The result of a run. Equal runs have equal fingerprints."""

    games: int
    moves: int
    seconds: float
    fingerprint: str
    wins: tuple[float, ...]
    """The games won by each seat, a shared victory divided; empty from `simulate_kernel`."""
    mean_scores: tuple[float, ...]

    @property
    def games_per_s(self) -> float:
        return self.games / self.seconds

    @property
    def moves_per_s(self) -> float:
        return self.moves / self.seconds


def simulate(
    game: Game,
    options: dict[str, str],
    players: Sequence[str],
    games: int,
    seed: str,
    progress: Callable[[int], None] = lambda done: None,
    jobs: int = 1,
    cluster: Cluster | None = None,
) -> Simulation:
    """Play games by the same players; game n is dealt from `SEED/n`."""
    who = Series(game.name, options, tuple(players), seed)
    return sum_up(series.games(who, games, jobs, None, cluster), len(players), progress)


def sum_up(
    played: Iterator[SeriesGame],
    seats: int,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Sum up games as they are played.

    The fingerprint is the SHA-256 of all integers of the seats' actions (16 bits each,
    little-endian) followed, game by game, by the final scores.
    """
    digest = hashlib.sha256()
    games = moves = 0
    wins, totals = [0.0] * seats, [0] * seats
    began = time.perf_counter()
    with closing(played):  # type: ignore[type-var]
        for each in played:
            scores, winners = each.outcome.scores, each.outcome.winners
            digest.update(struct.pack(f"<{len(each.moves)}H", *each.moves))
            digest.update(struct.pack(f"<{len(scores)}H", *scores))
            games += 1
            moves += len(each.moves)
            for seat, score in enumerate(scores):
                totals[seat] += score
                wins[seat] += (seat in winners) / len(winners)
            progress(games)
    return Simulation(
        games=games,
        moves=moves,
        seconds=time.perf_counter() - began,
        fingerprint=digest.hexdigest(),
        wins=tuple(wins),
        mean_scores=tuple(total / max(games, 1) for total in totals),
    )


def simulate_kernel(
    game: Game,
    options: dict[str, str],
    games: int,
    seed: str,
    progress: Callable[[int], None] = lambda done: None,
) -> Simulation:
    """Play games by random players on the compiled kernel, with its own dealer. The fingerprint is
    the SHA-256 of the packed final states."""
    try:
        import numpy as np

        from loseta.kernels.play import random_games
    except ModuleNotFoundError:
        raise MissingExtra("kernel") from None
    kernels = part("kernels", game.name)
    start: State = game.new(**complete_options(game, options))
    setup = kernels.setup(start)
    states = np.zeros(BATCH, kernels.STATE)
    first = int(seed_hash(seed)[:7], 16)  # a number below 2**28
    random_games(states, setup, 1, 1, first)  # compiles
    digest = hashlib.sha256()
    moves = 0
    totals = np.zeros(start.seats, np.int64)
    began = time.perf_counter()
    for played in range(0, games, BATCH):
        ended = states[: min(BATCH, games - played)]
        moves += random_games(ended, setup, 1, len(ended), first + played)
        digest.update(ended.data.cast("B"))
        totals += ended["score"][:, : start.seats].sum(axis=0)
        progress(played + len(ended))
    return Simulation(
        games=games,
        moves=moves,
        seconds=time.perf_counter() - began,
        fingerprint=digest.hexdigest(),
        wins=(),
        mean_scores=tuple((totals / max(games, 1)).tolist()),
    )
