"""Presence: who is connected to a table, at this process or at another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable

from loseta.server.room.connection import Connection
from loseta.server.store import SPECTATORS, Counts, SeatRow, Seen

_NOBODY = Seen(0, 0)


class Presence:
    """Who is connected to one table. Times are those of `Match.now`, in milliseconds."""

    def __init__(self, seats: Iterable[SeatRow], now: Callable[[], int]) -> None:
        self.connections: set[Connection] = set()
        """The connections at this process."""
        self._now = now
        self._left: dict[int, int] = {}
        """When each seat's last connection to this process ended."""
        self._expected: dict[int, int] = {}
        """When this process first knew of each occupied seat; absence counts from then if the seat
        was never seen connected."""
        self._elsewhere: dict[str, Counts] = {}
        """Who is connected to each other process."""
        self.expect(seats)

    def expect(self, seats: Iterable[SeatRow]) -> None:
        """Start counting absence, from now, for occupied seats that are not known yet."""
        for seat in seats:
            if seat.identity:
                self._expected.setdefault(seat.seat, self._now())

    # --- This process -----------------------------------------------------------------------------

    def enter(self, connection: Connection) -> None:
        self.connections.add(connection)

    def leave(self, connection: Connection) -> None:
        self.connections.discard(connection)
        if connection.seat is not None:
            self._left[connection.seat] = self._now()

    def counts(self) -> dict[int, Seen]:
        """Who is connected to this process, as published to the others."""
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

    # --- Other processes ----------------------------------------------------------------------

    def learn(self, process: str, counts: Counts) -> bool:
        """Note who is connected to another process; returns whether the numbers have changed."""
        before, self._elsewhere[process] = self._elsewhere.get(process, {}), counts
        seats = before.keys() | counts.keys()
        return any(
            before.get(seat, _NOBODY).connections != counts.get(seat, _NOBODY).connections
            for seat in seats
        )

    def forget_all_but(self, live: Collection[str]) -> bool:
        """Note that nobody is connected to processes that died; returns whether anybody was."""
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

    # --- All processes ------------------------------------------------------------------------

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
        return max(0, now - last)  # another process's clock may be slightly ahead

    @property
    def spectators(self) -> int:
        elsewhere = (each.get(SPECTATORS, _NOBODY) for each in self._elsewhere.values())
        return len(self._spectators()) + sum(seen.connections for seen in elsewhere)
