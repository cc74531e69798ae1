"""Limits on the search of another program."""

from __future__ import annotations

from dataclasses import dataclass

from loseta.players.search.budget import share_of_clock


@dataclass(frozen=True, slots=True)
class Limit:
    """The limits after `go`: the first that is reached ends the search. Without any, the program
    searches as long as its level does."""

    time: float | None = None
    """The seconds for this decision."""
    visits: int | None = None
    clock: float | None = None
    """The seconds left for all decisions of this seat."""
    increment: float = 0.0
    """The seconds added to the clock after each decision."""

    def words(self, protocol: int) -> str:
        said = []
        seconds = self.time
        if self.clock is not None and protocol == 1:  # protocol 1 has no clocks
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
        """The seconds within which it must answer; None if there is no limit on time."""
        given = [each for each in (self.time, self.clock) if each is not None]
        return min(given, default=None)
