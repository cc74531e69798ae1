"""The curriculum: generations, each playing with the network of the one before."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from loseta.executors.cluster import Cluster
from loseta.kernels.value import GAIN_UNIT
from loseta.learning.fitting import errors, fit
from loseta.learning.games import OnePly, Policy, Rows, SelfPlay, play, targets
from loseta.learning.kept import KeptChunks
from loseta.learning.network import Network
from loseta.learning.searched import Searched

HELD_OUT = 0.02
SEEDS = 10_000_000
"""The distance between the first seeds of two generations."""
MOST_GENERATIONS = 100
FEWEST_GAMES = 100


@dataclass(frozen=True)
class Generation:
    games: int
    random_share: float
    """The share of random actions: of all actions, or with a search, of the best by heuristic
    value."""
    width: int = 0
    """Actions that a one-ply search tries with the network; 0: the heuristics decide."""
    nodes: int = 0
    """If not 0, the real search plays: with so many nodes of alpha-beta,"""
    visits: int = 0
    """or so many visits of a tree."""
    epochs: int = 8
    rate: float = 2e-3
    trust: float = 1.0
    """How much the end of a game counts (`games.targets`)."""
    with_last: bool = False
    """Whether the games of the generation before are learned from once more."""
    tunes: bool = False
    """Whether it starts from the weights of the network before, or from fresh ones."""

    def policy(self, network: Network) -> Policy:
        if self.nodes:
            return Searched(self.nodes, self.visits, self.random_share, network)
        return OnePly(self.width, self.random_share, network)

    def without_search(self) -> Generation:
        """As many games by the one-ply search: a control that shows whether the search made the
        difference."""
        return replace(self, nodes=0, visits=0, width=8) if self.nodes else self


ONE_PLY = (
    Generation(60_000, 0.15),
    Generation(60_000, 0.06, width=6),
    Generation(200_000, 0.04, width=8, trust=0.7),
    Generation(400_000, 0.04, width=8, epochs=10, trust=0.7, with_last=True),
)
_TUNED = Generation(
    100_000, 0.04, nodes=200, visits=64, epochs=20, rate=5e-4, trust=0.7, tunes=True
)
SEARCHED = (
    replace(_TUNED, games=24_000, nodes=600, visits=150, epochs=15, rate=3e-4),
    replace(_TUNED, games=130_000, with_last=True),
    replace(_TUNED, with_last=True),
)
CURRICULUM = (*ONE_PLY, *SEARCHED)
"""A generation after the last one is like the last."""


@dataclass(frozen=True)
class Report:
    """What a generation did, and how well its network predicts games that it has not seen."""

    generation: int
    games: int
    positions: int
    loss_before: float | None
    """The log-loss of the win with the network of the generation before, if there was one."""
    log_loss: float
    point_error: float


Progress = Callable[[int, str, float], None]
"""Called with the generation, what it does ("play", "fit") and the share of that which is done."""


def learn(
    self_play: SelfPlay,
    seed: int,
    jobs: int,
    scale: float = 1.0,
    curriculum: tuple[Generation, ...] = CURRICULUM,
    generations: range | None = None,
    progress: Progress = lambda generation, what, share: None,
    network: Network | None = None,
    cluster: Cluster | None = None,
    kept: KeptChunks | None = None,
) -> Iterator[tuple[Network, Report]]:
    """The network of each generation in turn, from 1 on. `scale` makes every number of games
    smaller. `network`: the one before the first of these generations."""
    before: list[Rows] = []
    for number in generations or range(1, len(curriculum) + 1):
        generation = curriculum[min(number, len(curriculum)) - 1]
        rng = np.random.default_rng((seed, number))

        def tell(what: str, number: int = number) -> Callable[[float], None]:
            return lambda share: progress(number, what, share)

        learner = Network.new(self_play.features, rng)
        policy = generation.policy(network or learner)
        if generation.tunes and network is not None:
            learner = network.copy()
        games = max(FEWEST_GAMES, int(generation.games * scale))
        first_seed = SEEDS * (MOST_GENERATIONS * seed + number)
        rows = play(self_play, policy, games, first_seed, jobs, tell("play"), cluster, kept)
        everything = Rows.joined([*before, rows] if generation.with_last else [rows])
        before = [rows]
        shares, gains = targets(everything, network, generation.trust)
        at = int(len(everything) * (1 - HELD_OUT))
        fit(
            learner,
            everything.features[:at],
            shares[:at],
            gains[:at],
            generation.epochs,
            generation.rate,
            rng,
            tell("fit"),
        )
        loss, points = _errors(learner, everything, at)
        loss_before = None if network is None else _errors(network, everything, at)[0]
        network = learner
        yield network, Report(number, games, at, loss_before, loss, points)


def _errors(network: Network, rows: Rows, at: int) -> tuple[float, float]:
    """The errors on the positions from `at` on, which were not learned from."""
    gains: Any = (rows.finals[at:] - rows.now[at:]) / GAIN_UNIT
    return errors(network, rows.features[at:], rows.shares[at:], gains)
