"""The levels `ai:1` to `ai:8`: the one place that lists them. Imports nothing heavy."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from loseta.players.search.budget import Budget, Candidate


@dataclass(frozen=True, slots=True)
class Effort:
    """How much a player searches, and how often it deliberately plays less than the best."""

    budget: Budget
    carelessness: float = 0.0
    """The chance to play an action drawn by visits instead of the most visited one."""

    def choose(self, candidates: Sequence[Candidate], random: Random) -> Candidate | None:
        """The candidate to play. `candidates` has the best first; None if there are none."""
        if candidates and random.random() < self.carelessness:
            weights = [candidate.visits for candidate in candidates]
            return random.choices(candidates, weights)[0]
        return candidates[0] if candidates else None


def visits(number: int, carelessness: float = 0.0) -> Effort:
    return Effort(Budget(visits=number), carelessness)


@dataclass(frozen=True, slots=True)
class Level:
    """One step of strength.

    The same number of visits gains more Elo in one variant than in another. Variants in which that
    would make a step too large or too small have an effort of their own.
    """

    title: str
    """The key of its name in the texts."""
    usual: Effort
    two: Effort | None = None
    """For games with two players in which alpha-beta can search to the end of the round; when it
    does, visits are nodes."""
    three: Effort | None = None
    """For games with three players."""
    four: Effort | None = None
    """For games with four players."""
    memory_mb: int = 16

    def effort(self, seats: int, has_round_search: bool) -> Effort:
        two = self.two if has_round_search else None
        return {3: self.three, 4: self.four}.get(seats, two) or self.usual


LEVELS = {
    "ai:1": Level(
        "learner",
        visits(40, 0.6),
        two=visits(40, 0.75),
        three=visits(40, 0.7),
        four=visits(40, 0.62),
    ),
    "ai:2": Level("casual", visits(40, 0.28), four=visits(40, 0.4)),
    "ai:3": Level("regular", visits(50, 0.05), two=visits(65, 0.03), four=visits(40, 0.1)),
    "ai:4": Level("good", visits(105), two=visits(155), four=visits(80)),
    "ai:5": Level("strong", visits(200), two=visits(600), three=visits(400), four=visits(280)),
    "ai:6": Level(
        "expert",
        visits(430),
        two=visits(1900),
        three=visits(1500),
        four=visits(1200),
        memory_mb=32,
    ),
    "ai:7": Level(
        "master",
        visits(1500),
        two=visits(8000),
        three=visits(6000),
        four=visits(9000),
        memory_mb=64,
    ),
    "ai:8": Level("champion", Effort(Budget(seconds=1.0)), memory_mb=512),
}
"""All levels by name, from the weakest to the strongest."""
