"""The curriculum: generations, each playing with the network of the one before."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from loseta.kernels.value import GAIN_UNIT
from loseta.learning.fitting import errors, fit
from loseta.learning.games import Policy, Rows, SelfPlay, play, targets
from loseta.learning.network import Network

HELD_OUT = 0.02
SEEDS = 10_000_000
"""So far apart are the seeds of two generations."""


@dataclass(frozen=True)
class Generation:
    games: int
    width: int
    random_share: float
    epochs: int = 8
    trust: float = 1.0
    """How much the end of a game counts (`games.targets`)."""
    with_last: bool = False
    """Whether the games of the generation before are learned from once more."""


CURRICULUM = (
    Generation(60_000, width=0, random_share=0.15),
    Generation(60_000, width=6, random_share=0.06),
    Generation(200_000, width=8, random_share=0.04, trust=0.7),
    Generation(400_000, width=8, random_share=0.04, epochs=10, trust=0.7, with_last=True),
)


@dataclass(frozen=True)
class Report:
    """How well a generation's network foretells games that it has not seen."""

    generation: int
    positions: int
    log_loss: float
    point_error: float


Progress = Callable[[int, str, float], None]
"""Told the generation, what it does ("play", "fit") and how much of that is done."""


def learn(
    self_play: SelfPlay,
    seed: int,
    threads: int,
    scale: float = 1.0,
    curriculum: tuple[Generation, ...] = CURRICULUM,
    progress: Progress = lambda generation, what, share: None,
    teacher: Network | None = None,
) -> tuple[Network, list[Report]]:
    """The network of the last generation. `scale` makes every number of games smaller. With a
    teacher only the last generation is played, with that network as the one before."""
    rng = np.random.default_rng(seed)
    network = teacher
    before: list[Rows] = []
    reports = []
    for number, generation in enumerate(curriculum, 1):
        if teacher is not None and number < len(curriculum):
            continue

        def tell(what: str, number: int = number) -> Callable[[float], None]:
            return lambda share: progress(number, what, share)

        fresh = Network.new(self_play.features, rng)
        policy = Policy(generation.width, generation.random_share, network or fresh)
        games = max(100, int(generation.games * scale))
        first_seed = SEEDS * (len(curriculum) * seed + number)
        rows = play(self_play, policy, games, first_seed, threads, tell("play"))
        parts = [*before, rows] if generation.with_last else [rows]
        before = [rows]
        everything = Rows.joined(parts)
        shares, gains = targets(everything, network, generation.trust)
        at = int(len(everything) * (1 - HELD_OUT))
        fit(
            fresh,
            everything.features[:at],
            shares[:at],
            gains[:at],
            generation.epochs,
            rng,
            tell("fit"),
        )
        reports.append(_report(number, fresh, everything, at))
        network = fresh
    assert network is not None
    return network, reports


def _report(number: int, network: Network, rows: Rows, at: int) -> Report:
    gains: Any = (rows.finals[at:] - rows.now[at:]) / GAIN_UNIT
    loss, points = errors(network, rows.features[at:], rows.shares[at:], gains)
    return Report(number, at, loss, points)
