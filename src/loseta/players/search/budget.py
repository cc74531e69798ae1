"""How long to think, and what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field, replace
from typing import Generic

from loseta.game import A

MOST = 1000
"""More candidates than any position has."""

DECISIONS_LEFT = 25
"""A clock is shared out as if so many decisions were still to come, however late it is."""
INCREMENT_SHARE = 0.8
CLOCK_SHARE = 0.5
"""No decision takes more of what is left: the answer has to travel, too."""


def share_of_clock(clock: float, increment: float) -> float:
    """Seconds for one decision, of what is left and of what comes back after each."""
    return min(clock / DECISIONS_LEFT + INCREMENT_SHARE * increment, CLOCK_SHARE * clock)


@dataclass(frozen=True, slots=True)
class Budget:
    """Thinking stops at the first of these; at least one playout is always made."""

    seconds: float | None = None
    visits: int | None = None

    def and_at_most(self, other: Budget) -> Budget:
        """Within both."""
        return Budget(
            min(filter(None, (self.seconds, other.seconds)), default=None),
            min(filter(None, (self.visits, other.visits)), default=None),
        )

    def start(self) -> Clock:
        return Clock(self)


@dataclass(slots=True)
class Clock:
    """A budget that runs."""

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

        Chunks grow with the pace measured so far, so that the time is met within a few per cent
        and an interruption is answered soon.
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
    """An action that was looked at, and what is thought of it."""

    action: A
    visits: int
    """Playouts that began with it; nodes where alpha-beta searched."""
    value: float
    """The score difference to the best of the others that is expected."""
    win_chance: float
    line: tuple[A, ...]
    """The actions expected from here on, this one first."""
    depth: int = 1
    """How many decisions deep it was searched: alpha-beta to its horizon, a tree along the
    decisions that were tried most."""


def ranked_below(best: Candidate[A], others: list[Candidate[A]]) -> list[Candidate[A]]:
    """The best action, where that is certain, and then the others: none of them can promise more
    than it, whatever an estimate says."""
    told = [replace(each, win_chance=min(each.win_chance, best.win_chance)) for each in others]
    return [best, *sorted(told, key=lambda each: -each.win_chance)]
