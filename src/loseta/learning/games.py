"""Games that the project plays against itself, and what there is to learn from them."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np

from loseta.game import State
from loseta.games import part
from loseta.kernels import selfplay
from loseta.kernels.value import GAIN_UNIT
from loseta.learning.network import Network

CHUNK = 2500
"""Games played in one go. The result does not depend on how many threads share the chunks."""
BIG = 1 << 15


@dataclass(frozen=True)
class Rows:
    """Positions between two rounds, each with all its seats, in the order they were played."""

    features: Any  # (positions, seats, features), half precision
    now: Any  # (positions, seats): the scores,
    shares: Any  # the share of the win in the end,
    finals: Any  # and the scores then
    games: Any  # (positions): of which game

    def __len__(self) -> int:
        return len(self.features)

    @classmethod
    def joined(cls, parts: list[Rows]) -> Rows:
        """Games of different parts stay apart, since two that meet have other numbers."""
        return cls(
            *(np.concatenate(arrays) for arrays in zip(*map(cls._arrays, parts), strict=True))
        )

    def _arrays(self) -> tuple[Any, ...]:
        return self.features, self.now, self.shares, self.finals, self.games


@dataclass(frozen=True)
class Policy:
    """How the games are played: by a one-ply search with the network, or by the heuristics."""

    width: int
    """How many actions are searched with the network; 0: the heuristics alone decide."""
    random_share: float
    network: Network


class SelfPlay:
    """How a game plays quickly against itself (`loseta.learning.GAME`)."""

    def __init__(self, state: State) -> None:
        """As games with the options of this one."""
        name = state.game.name
        how, kernels = part("learning", name), part("kernels", name)
        self.players = state.seats
        self.features: int = kernels.FEATURES
        self.rounds: int = how.MOST_ROUNDS
        """Positions that a game leaves behind, at most."""
        self._record = kernels.STATE
        self._setups = np.array(how.setups(state), np.int64)

    def play(self, games: int, seed: int, how: Policy, arrays: Rows) -> int:
        """Play games into the arrays; rows used."""
        return selfplay.play_games(
            np.zeros(2, self._record),
            self._setups,
            self.rounds,
            games,
            seed,
            how.width,
            int(1024 * how.random_share),
            (how.network.first, how.network.last),
            arrays.features,
            arrays.now,
            arrays.shares,
            arrays.finals,
            arrays.games,
        )


def play(
    self_play: SelfPlay,
    how: Policy,
    games: int,
    first_seed: int,
    threads: int,
    progress: Callable[[float], None],
) -> Rows:
    chunks = range(0, games, CHUNK)
    done = 0

    def chunk(start: int) -> Rows:
        count = min(CHUNK, games - start)
        size = count * self_play.rounds
        seats = (size, self_play.players)
        full = Rows(
            np.zeros((*seats, self_play.features), np.float32),
            np.zeros(seats, np.float32),
            np.zeros(seats, np.float32),
            np.zeros(seats, np.float32),
            np.zeros(size, np.int64),
        )
        used = self_play.play(count, first_seed + start, how, full)
        return Rows(
            full.features[:used].astype(np.float16),
            full.now[:used],
            full.shares[:used],
            full.finals[:used],
            full.games[:used] + start,
        )

    parts = []
    with ThreadPoolExecutor(threads) as pool:
        for part in pool.map(chunk, chunks):
            parts.append(part)
            done += 1
            progress(done / len(chunks))
    return Rows.joined(parts)


def targets(rows: Rows, network: Network | None, trust: float) -> tuple[Any, Any]:
    """What the network is to say of each position: the share of the win and the points to come.

    The end of a game is mostly luck. So it counts by `trust`, and the rest is what an earlier
    network says at the end of the next round, where more is known (TD(λ)).
    """
    shares = rows.shares.copy()
    gains = (rows.finals - rows.now) / GAIN_UNIT
    if network is not None and trust < 1:
        parts = [
            network.judge(rows.features[at : at + BIG].astype(np.float32))
            for at in range(0, len(rows), BIG)
        ]
        said_shares = np.concatenate([part[0] for part in parts])
        said_gains = np.concatenate([part[1] for part in parts])
        goes_on = rows.games[1:] == rows.games[:-1]
        for at in np.flatnonzero(goes_on)[::-1]:
            after = at + 1
            made = (rows.now[after] - rows.now[at]) / GAIN_UNIT
            shares[at] = trust * shares[after] + (1 - trust) * said_shares[after]
            gains[at] = made + trust * gains[after] + (1 - trust) * said_gains[after]
    return shares.astype(np.float32), gains.astype(np.float32)
