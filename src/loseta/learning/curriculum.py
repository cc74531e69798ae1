"""The curriculum of training: generations, each of which plays with the network of the last."""

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
"""The share of positions that are kept for measuring errors."""
SEEDS = 10_000_000
"""The distance between the first seeds of two generations."""
MOST_GENERATIONS = 100
FEWEST_GAMES = 100


@dataclass(frozen=True)
class Generation:
    games: int
    random_share: float
    """The share of random actions, drawn from all legal ones or, with a full search, from the best
    by heuristic value."""
    width: int = 0
    """How many actions a one-ply search tries with the network; 0: the heuristics decide."""
    nodes: int = 0
    """The nodes of alpha-beta, if the full search of the levels plays; 0: it does not."""
    visits: int = 0
    """The visits of a tree, if the full search plays where there is no alpha-beta."""
    epochs: int = 8
    rate: float = 2e-3
    trust: float = 1.0
    """The weight of the end of a game in the targets (`games.targets`)."""
    with_last: bool = False
    """Whether it also learns from the games of the previous generation."""
    tunes: bool = False
    """Whether it starts from the weights of the previous network, not from fresh ones."""

    def policy(self, network: Network) -> Policy:
        if self.nodes:
            return Searched(self.nodes, self.visits, self.random_share, network)
        return OnePly(self.width, self.random_share, network)

    def without_search(self) -> Generation:
        """The same generation played by the one-ply search: a control that shows whether the full
        search makes the difference."""
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
"""Further generations repeat the last one."""


@dataclass(frozen=True)
class Report:
    """How a generation was trained, and how well its network predicts positions held out."""

    generation: int
    games: int
    positions: int
    loss_before: float | None
    """The log-loss of the win for the previous network, if there is one."""
    log_loss: float
    point_error: float


Progress = Callable[[int, str, float], None]
"""Called with the generation, its current step ("play" or "fit") and the share of the step that is
done."""


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
    """Train generation after generation, and yield each network with a report.

    `scale` multiplies the numbers of games. `generations` are counted from 1. `network` is that of
    the generation before the first of them.
    """
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
    """The errors on the positions from `at` on, which are held out."""
    gains: Any = (rows.finals[at:] - rows.now[at:]) / GAIN_UNIT
    return errors(network, rows.features[at:], rows.shares[at:], gains)
