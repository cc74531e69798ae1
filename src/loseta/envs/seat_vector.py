"""One seat in each game of a batch, against opponents that move by themselves.

    games = vector.azul(256)
    seats = SeatGames(games)                # against random players
    seats.reset(range(256))
    seats.step(actions)                     # of seat 0 in every game

What agents that learn alone want; `opponent` may as well be a policy of one's own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from loseta.envs.options import whole_number
from loseta.envs.vector import Batch, Games

Opponent = Callable[[Games], Any]
"""Legal actions for all games of a batch, as `Games.sample` chooses them; those of the games in
which the learner is to move are not used."""

WAIT = -1
NOBODY = -1
"""To move in a game that is over and was not followed by another."""


class SeatGames:
    """The learner's side of a batch. The arrays are those of the batch or are written in place."""

    def __init__(self, games: Games, seat: int = 0, opponent: Opponent = Games.sample) -> None:
        self.games = games
        self.seat = whole_number("seat", seat, 0, games.seats - 1)
        self._opponent = opponent
        self.rewards = np.zeros(games.count, np.float32)
        self.terminated = np.zeros(games.count, np.bool_)
        self.truncated = np.zeros(games.count, np.bool_)

    def _batch(self) -> Batch:
        seen = self.games.observations, self.games.masks
        return Batch(*seen, self.rewards, self.terminated, self.truncated)

    def reset(self, seeds: Sequence[int] | None = None) -> Batch:
        """Begin all games and play up to the learner's first decision."""
        self.games.reset(seeds)
        self._clear()
        self._let_others_move()
        return self._batch()

    def step(self, actions: Any) -> Batch:
        """Play the learner's action in each game, then up to its next decision: in the same game,
        or, where that ended, in the next. Raises what `Games.step` raises."""
        self.games.step(actions)
        self._clear()
        self._collect()
        self._let_others_move()
        return self._batch()

    def _clear(self) -> None:
        self.rewards[:] = 0
        self.terminated[:] = False
        self.truncated[:] = False

    def _collect(self) -> None:
        """Add what a step brought, to the games that have not ended in this step before."""
        games = self.games
        running = ~(self.terminated | self.truncated)
        self.rewards += games.rewards[:, self.seat] * running
        self.terminated |= games.terminated & running
        self.truncated |= games.truncated & running

    def _let_others_move(self) -> None:
        games = self.games
        while not (waiting := (games.to_move == self.seat) | (games.to_move == NOBODY)).all():
            games.step(np.where(waiting, WAIT, self._opponent(games)))
            self._collect()
