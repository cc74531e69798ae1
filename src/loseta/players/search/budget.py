"""How long to think, and what came of it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Budget:
    """Thinking stops at the first of these; at least one playout is always made."""

    seconds: float | None = None
    visits: int | None = None

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
class Candidate:
    """An action that was looked at, best first."""

    action: Any
    visits: int
    value: float
    """The score difference to the best of the others that is expected."""
    win_chance: float
    line: tuple[Any, ...]
    """The actions expected from here on, this one first."""
