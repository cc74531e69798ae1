"""Playing games of self-play, and the positions and targets to learn from."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

import numpy as np

from loseta import __version__
from loseta.executors import Executor
from loseta.executors.cluster import Cluster
from loseta.executors.local import Local
from loseta.game import State
from loseta.games import part
from loseta.kernels import selfplay
from loseta.kernels.value import GAIN_UNIT
from loseta.learning.kept import KeptChunks
from loseta.learning.network import Network

BIG = 1 << 15


@dataclass(frozen=True)
class Rows:
    """Positions between two rounds, with all seats, in the order in which they were played."""

    features: Any  # (positions, seats, features), half precision
    now: Any  # (positions, seats): the current scores
    shares: Any  # (positions, seats): the share of the win at the end
    finals: Any  # (positions, seats): the final scores
    games: Any  # (positions): the number of the game

    def __len__(self) -> int:
        return len(self.features)

    @classmethod
    def joined(cls, parts: list[Rows]) -> Rows:
        """Concatenate parts. Where two of them meet, the numbers of the games differ, so their
        games stay distinct."""
        return cls(
            *(np.concatenate(arrays) for arrays in zip(*map(cls.arrays, parts), strict=True))
        )

    def arrays(self) -> tuple[Any, ...]:
        return self.features, self.now, self.shares, self.finals, self.games


class SelfPlay:
    """What self-play needs to know of a game (`loseta.learning.GAME`)."""

    def __init__(self, state: State) -> None:
        """Self-play of games with the options of this state."""
        how, kernels = part("learning", state.game.name), part("kernels", state.game.name)
        self.game = state.game.name
        self.players = state.seats
        self.features: int = kernels.FEATURES
        self.rounds: int = how.MOST_ROUNDS
        """The most positions that a game yields."""
        self.record = kernels.STATE
        self.setups = np.array(how.setups(state), np.int64)
        searcher = part("players.search", self.game).SEARCHER
        self.searches_rounds: bool = searcher.has_round_search(state)


class Policy(Protocol):
    """A way to choose the actions of self-play."""

    @property
    def chunk(self) -> int:
        """How many games are one task. The result does not depend on which process plays them."""

    def play(self, self_play: SelfPlay, games: int, seed: int, rows: Rows) -> int:
        """Play games and write their positions into `rows`; return how many rows are used."""


@dataclass(frozen=True)
class OnePly:
    """Choosing by a one-ply search with the network, or by the heuristics."""

    width: int
    """How many actions are searched with the network; 0: the heuristics alone decide."""
    random_share: float
    network: Network
    chunk = 2500

    def play(self, self_play: SelfPlay, games: int, seed: int, rows: Rows) -> int:
        return selfplay.play_games(
            np.zeros(2, self_play.record),
            self_play.setups,
            self_play.rounds,
            games,
            seed,
            self.width,
            int(1024 * self.random_share),
            (self.network.first, self.network.last),
            rows.features,
            rows.now,
            rows.shares,
            rows.finals,
            rows.games,
        )


def play(
    self_play: SelfPlay,
    policy: Policy,
    games: int,
    first_seed: int,
    jobs: int,
    progress: Callable[[float], None],
    cluster: Cluster | None = None,
    kept: KeptChunks | None = None,
) -> Rows:
    """Play games in `jobs` processes, or on a cluster. Chunks that are in `kept` are not played
    again; new ones are added to it."""
    chunks = [(start, min(policy.chunk, games - start)) for start in range(0, games, policy.chunk)]
    player = _Chunks(self_play, policy, first_seed)
    parts: dict[tuple[int, int], Rows] = {}
    if kept is not None:
        for chunk in chunks:
            if found := kept.find(player.name(chunk)):
                parts[chunk] = Rows(*found)
    left = [chunk for chunk in chunks if chunk not in parts]
    executor: Executor = cluster or Local(max(1, min(jobs, len(left))))
    for number, rows in executor.map(partial(_Chunks, self_play, policy, first_seed), left):
        parts[left[number]] = rows
        if kept is not None:
            kept.add(player.name(left[number]), rows.arrays())
        progress(len(parts) / len(chunks))
    return Rows.joined([parts[chunk] for chunk in chunks])


@dataclass(frozen=True)
class _Chunks:
    """Plays chunks: pairs of a first number and a number of games."""

    self_play: SelfPlay
    policy: Policy
    first_seed: int

    def name(self, chunk: tuple[int, int]) -> str:
        """The name under which a chunk is kept: a hash of everything that its games depend on."""
        basis = f"{__version__} {self.self_play.players} {chunk} {type(self.policy).__name__}"
        digest = hashlib.sha256(basis.encode() + self.self_play.setups.tobytes())
        for name, value in vars(self.policy).items():
            if isinstance(value, Network):
                digest.update(value.first.tobytes() + value.last.tobytes())
            else:
                digest.update(f" {name}={value!r}".encode())
        start, _ = chunk
        return f"{self.self_play.game}-{self.first_seed + start}-{digest.hexdigest()[:16]}"

    def __call__(self, chunk: tuple[int, int]) -> Rows:
        return _play_chunk(self.self_play, self.policy, self.first_seed, *chunk)


def _play_chunk(
    self_play: SelfPlay, policy: Policy, first_seed: int, start: int, games: int
) -> Rows:
    part("kernels", self_play.game)  # a new process does not know them yet
    size = games * self_play.rounds
    seats = (size, self_play.players)
    full = Rows(
        np.zeros((*seats, self_play.features), np.float32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(seats, np.float32),
        np.zeros(size, np.int64),
    )
    used = policy.play(self_play, games, first_seed + start, full)
    return Rows(
        full.features[:used].astype(np.float16),
        full.now[:used],
        full.shares[:used],
        full.finals[:used],
        full.games[:used] + start,
    )


def targets(rows: Rows, network: Network | None, trust: float) -> tuple[Any, Any]:
    """The training targets of each position: the share of the win, and the points to come.

    The end of a game is mostly luck. So it has the weight `trust`; the rest is the previous
    network's evaluation of the end of the next round, where more is known (TD(λ)).
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
