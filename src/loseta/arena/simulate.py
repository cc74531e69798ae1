"""Many games between players without a face, as fast as they go, with a fingerprint of them all."""

from __future__ import annotations

import hashlib
import time
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER, Game, State
from loseta.players import Player, make


@dataclass(frozen=True, slots=True)
class Simulation:
    """What came of a run. Equal runs have equal fingerprints."""

    games: int
    moves: int
    seconds: float
    fingerprint: str
    wins: tuple[float, ...]
    """Games won by each seat; a shared victory is divided."""
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
    """Play games one after the other; game n is dealt from the seed `SEED/n`.

    The fingerprint is the SHA-256 of all integers of the seats' actions (16 bits each,
    little-endian) followed, game by game, by the final scores.
    """
    digest = hashlib.sha256()
    moves = 0
    wins, totals = [0.0] * len(players), [0] * len(players)
    began = time.perf_counter()
    for number in range(games):
        game_seed = f"{seed}/{number}"
        # Hashed, so that no player could work out the dealer's seed from its own.
        seats = [
            make(name, seed=seed_hash(f"{game_seed}/{seat}")) for seat, name in enumerate(players)
        ]
        state: State = game.new(**options)
        played = play_out(state, seats, Dealer(game_seed))
        outcome = state.outcome
        assert outcome is not None
        digest.update(array("H", played).tobytes())
        digest.update(array("h", outcome.scores).tobytes())
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


def play_out(state: State, players: Sequence[Player], dealer: Dealer) -> list[int]:
    """Play a game to its end; the integers of the seats' actions."""
    played = []
    while (seat := state.to_move) is not None:
        if seat == DEALER:
            state.apply(dealer.action(state))
        else:
            action = players[seat].choose(state)
            state.apply(action)
            played.append(action.index)
    return played
