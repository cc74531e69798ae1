"""Many games between players without a face, as fast as they go, with a fingerprint of them all."""

from __future__ import annotations

import hashlib
import struct
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loseta.dealer import Dealer, player_seed, seed_hash
from loseta.game import DEALER, Game, State, complete_options
from loseta.games import part
from loseta.players import MissingExtra, Player, make

BATCH = 100
"""Games that a kernel plays in one call."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a run. Equal runs have equal fingerprints."""

    games: int
    moves: int
    seconds: float
    fingerprint: str
    wins: tuple[float, ...]
    """Games won by each seat, if they were counted; a shared victory is divided."""
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
) -> Simulation:
    """Play games one after the other by the same players; game n is dealt from `SEED/n`.

    The fingerprint is the SHA-256 of all integers of the seats' actions (16 bits each,
    little-endian) followed, game by game, by the final scores.
    """
    seats = [make(name, seed=player_seed(seed, seat)) for seat, name in enumerate(players)]
    digest = hashlib.sha256()
    moves = 0
    wins, totals = [0.0] * len(players), [0] * len(players)
    began = time.perf_counter()
    for number in range(games):
        state: State = game.new(**options)
        played = play_out(state, seats, Dealer(f"{seed}/{number}"))
        outcome = state.outcome
        assert outcome is not None
        digest.update(struct.pack(f"<{len(played)}H", *played))
        digest.update(struct.pack(f"<{len(players)}H", *outcome.scores))
        moves += len(played)
        for seat, score in enumerate(outcome.scores):
            totals[seat] += score
            wins[seat] += (seat in outcome.winners) / len(outcome.winners)
        progress(number + 1)
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
    """The same with random players on the compiled kernel, which deals by itself. Its fingerprint
    is the SHA-256 of the packed states at the ends of the games."""
    try:
        import numpy as np

        from loseta.kernels.play import random_games
    except ModuleNotFoundError:
        raise MissingExtra("kernel") from None
    kernels = part("kernels", game.name)
    start: State = game.new(**complete_options(game, options))
    seats, setup = start.seats, kernels.setup(start)
    states = np.zeros(BATCH, kernels.STATE)
    first = int(seed_hash(seed)[:7], 16)  # a number below 2**28
    random_games(states, setup, 1, 1, first)  # compiles
    digest = hashlib.sha256()
    moves = 0
    totals = [0] * seats
    began = time.perf_counter()
    for played in range(0, games, BATCH):
        ended = states[: min(BATCH, games - played)]
        moves += random_games(ended, setup, 1, len(ended), first + played)
        digest.update(ended.tobytes())
        for seat in range(seats):
            totals[seat] += int(ended["score"][:, seat].sum())
        progress(played + len(ended))
    return Simulation(
        games=games,
        moves=moves,
        seconds=time.perf_counter() - began,
        fingerprint=digest.hexdigest(),
        wins=(),
        mean_scores=tuple(total / max(games, 1) for total in totals),
    )


def play_out(state: State, players: Sequence[Player], dealer: Dealer) -> list[int]:
    """Play a game to its end; the integers of the seats' actions."""
    played = []
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.apply(dealer.action(state))
        else:
            action = players[seat].choose(state)  # trusted: these are our own players
            state.apply(action)
            played.append(action.index)
    return played
