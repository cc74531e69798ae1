"""Limits of a search, and the candidates that it finds."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Generic

from loseta.game import A

MOST = 1000
"""More candidates than any position has."""

DECISIONS_LEFT = 25
"""A clock is shared out as if this many decisions were still to come, even late in the game."""
INCREMENT_SHARE = 0.8
CLOCK_SHARE = 0.5
"""The most of the remaining time that one decision takes: the answer has to travel, too."""


def share_of_clock(clock: float, increment: float) -> float:
    """The seconds for one decision, from those left on the clock and the increment per decision."""
    return min(clock / DECISIONS_LEFT + INCREMENT_SHARE * increment, CLOCK_SHARE * clock)


@dataclass(frozen=True, slots=True)
class Budget:
    """The limits of a search, which stops at the first that it reaches, but always makes at least
    one playout."""

    seconds: float | None = None
    visits: int | None = None

    def and_at_most(self, other: Budget) -> Budget:
        """The stricter of both limits."""
        return Budget(
            min(filter(None, (self.seconds, other.seconds)), default=None),
            min(filter(None, (self.visits, other.visits)), default=None),
        )

    def start(self) -> Clock:
        return Clock(self)


@dataclass(slots=True)
class Clock:
    """A budget with the time and the visits spent so far."""

    budget: Budget
    began: float = field(default_factory=time.perf_counter)
    visits: int = 0

    def elapsed(self) -> float:
        return time.perf_counter() - self.began

    def seconds_left(self) -> float:
        limit = self.budget.seconds
        return float("inf") if limit is None else limit - self.elapsed()

    def next_chunk(self, usual: int) -> int:
        """How many playouts to make next; 0 when the budget is spent.

        The size of a chunk follows the pace measured so far, so that the search ends on time within
        a few per cent and reacts to an interruption soon.
        """
        limit = self.budget.visits
        left = usual if limit is None else min(usual, limit - self.visits)
        if self.visits and self.budget.seconds is not None:
            remaining = self.budget.seconds - self.elapsed()
            pace = self.visits / max(self.elapsed(), 1e-9)
            left = min(left, int(pace * min(remaining, 0.05)) if remaining > 0.0005 else 0)
        return max(left, 0)


@dataclass(frozen=True, slots=True)
class Candidate(Generic[A]):
    """An action that was searched, and its evaluation."""

    action: A
    visits: int
    """The playouts that began with it; of alpha-beta, the nodes."""
    value: float
    """The expected margin over the best of the others, in points."""
    win_chance: float
    line: tuple[A, ...]
    """The expected actions from here on, this one first."""
    depth: int = 1
    """How many decisions deep it was searched: by alpha-beta to its horizon, in a tree along the
    most visited decisions."""


def ranked_below(best: Candidate[A], others: list[Candidate[A]]) -> list[Candidate[A]]:
    """The candidates with a best action that is certain: the win chances of the others are
    estimates, so they are capped at its own."""
    capped = [replace(each, win_chance=min(each.win_chance, best.win_chance)) for each in others]
    return [best, *sorted(capped, key=lambda each: -each.win_chance)]
