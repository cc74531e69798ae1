"""How long another program may think."""

from __future__ import annotations

from dataclasses import dataclass

from loseta.players.search.budget import share_of_clock


@dataclass(frozen=True, slots=True)
class Limit:
    """What stands behind `go`: the first that is reached ends the search. Without any a program
    thinks as long as its level does."""

    time: float | None = None
    """Seconds."""
    visits: int | None = None
    clock: float | None = None
    """Seconds left for all decisions of this seat,"""
    increment: float = 0.0
    """and those that are added after each."""

    def words(self, protocol: int) -> str:
        said = []
        seconds = self.time
        if self.clock is not None and protocol == 1:  # it knows no clocks
            share = share_of_clock(self.clock, self.increment)
            seconds = share if seconds is None else min(seconds, share)
        elif self.clock is not None:
            said.append(f"clock {self.clock:.3f} increment {self.increment:.3f}")
        if seconds is not None:
            said.append(f"time {seconds:.3f}")
        if self.visits is not None:
            said.append(f"visits {self.visits}")
        return " ".join(said)

    @property
    def seconds(self) -> float | None:
        """After these it must have answered; None if nothing was said of time."""
        given = [each for each in (self.time, self.clock) if each is not None]
        return min(given, default=None)
