"""Presence: who is at a table, connected to this process or to another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from loseta.server.room.connection import Connection
from loseta.server.store import SPECTATORS, Counts, SeatRow, Seen

_NOBODY = Seen(0, 0)


class Presence:
    """All times are those of the matches, in milliseconds."""

    def __init__(self, seats: Iterable[SeatRow], now: Callable[[], int]) -> None:
        self.connections: set[Connection] = set()
        """Of this process."""
        self._now = now
        self._left: dict[int, int] = {}
        """When seats were last connected to this process."""
        self._expected: dict[int, int] = {}
        """Since when each seat has been awaited of which nothing else is known."""
        self._elsewhere: dict[str, Counts] = {}
        """By process."""
        self.expect(seats)

    def expect(self, seats: Iterable[SeatRow]) -> None:
        """Count from now on how long those who have just taken a seat are away."""
        for seat in seats:
            if seat.identity:
                self._expected.setdefault(seat.seat, self._now())

    # --- Here -------------------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.seat is not None:
            self._left[connection.seat] = self._now()

    def counts(self) -> dict[int, Seen]:
        """Who is connected to this process, for the others to know."""
        now = self._now()
        counts = Counter(each.seat for each in self.connections if each.seat is not None)
        counts[SPECTATORS] = len(self._spectators())
        seats = counts.keys() | self._left.keys()
        return {
            seat: Seen(counts[seat], now if counts[seat] else self._left.get(seat, now))
            for seat in seats
        }

    def _spectators(self) -> set[str]:
        return {each.identity for each in self.connections if each.seat is None}

    # --- Elsewhere ----------------------------------------------------------------------------

    def learn(self, process: str, counts: Counts) -> bool:
        """Note who is connected to another process; returns whether that changes anything."""
        before, self._elsewhere[process] = self._elsewhere.get(process, {}), counts
        seats = before.keys() | counts.keys()
        return any(
            before.get(seat, _NOBODY).connections != counts.get(seat, _NOBODY).connections
            for seat in seats
        )

    def forget_all_but(self, live: Collection[str]) -> bool:
        """Note that nobody is connected to a process that died; returns whether that changes
        anything."""
        news = False
        for process in self._elsewhere.keys() - live:
            gone = dict(self._elsewhere[process])
            here = [seat for seat, seen in gone.items() if seen.connections]
            self._elsewhere[process] = gone | {seat: Seen(0, self._now()) for seat in here}
            news = news or bool(here)
        return news

    @property
    def is_used_elsewhere(self) -> bool:
        """Whether somebody is connected to another process."""
        return any(seen.connections for each in self._elsewhere.values() for seen in each.values())

    # --- Both ---------------------------------------------------------------------------------

    def is_here(self, seat: int) -> bool:
        return any(each.seat == seat for each in self.connections) or any(
            each[seat].connections for each in self._elsewhere.values() if seat in each
        )

    def absent_for(self, seat: int) -> int:
        """Milliseconds since a seat was last seen."""
        if self.is_here(seat):
            return 0
        seen = [each[seat].at for each in self._elsewhere.values() if seat in each]
        seen += [self._left[seat]] if seat in self._left else []
        now = self._now()
        last = max(seen, default=self._expected.get(seat, now))
        return max(0, now - last)  # another process may be a moment ahead

    @property
    def spectators(self) -> int:
        elsewhere = (each.get(SPECTATORS, _NOBODY) for each in self._elsewhere.values())
        return len(self._spectators()) + sum(seen.connections for seen in elsewhere)
