"""What must hold after a storm over a cluster, once everything is in order again."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import httpx

from loseta.client import Account, LiveTable
from loseta.server.match.log import GameLog
from loseta.server.store import author_of

from .attempts import Attempt, problems_with
from .cluster import TestCluster
from .storm import Report, Stored, check_converged, check_log, check_record

SETTLED = 90.0
"""Seconds after which, with everything in order again, nobody may be left waiting."""
AFTERWARDS = 3
"""Moves that must be possible at each table once everything is in order."""
TOLERANCE = 5000
"""Milliseconds of an outage that clocks may be charged: three without a heartbeat do not count as
one, the last heartbeat was up to one before it, and one is for the measuring."""


@dataclass
class Table:
    id: str
    accounts: list[Account]
    seats: list[LiveTable]
    attempts: list[Attempt] = field(default_factory=list)
    when_calm: int = 0
    """Moves that were acknowledged before all was in order again."""

    @property
    def acknowledged(self) -> int:
        return sum(each.number is not None for each in self.attempts)

    @property
    def over(self) -> bool:
        return any(seat.over for seat in self.seats)


class Aftermath:
    """`dark`: when nobody could be served, as the clients have measured it, in milliseconds."""

    def __init__(
        self,
        cluster: TestCluster,
        tables: Sequence[Table],
        dark: Sequence[tuple[int, int]],
        report: Report,
    ) -> None:
        self.report = report
        self._cluster = cluster
        self._tables = tables
        self._dark = dark

    async def check(self) -> None:
        report = self.report
        report.tables = len(self._tables)
        report.clients = sum(len(table.seats) for table in self._tables)
        stored = await self._settled()
        for table in self._tables:
            events = stored.events[table.id]
            told = {
                seat.you or 0: [
                    each.number
                    for each in table.attempts
                    if each.seat == seat.you and each.number is not None
                ]
                for seat in table.seats
            }
            log = check_log(table.id, stored, told, report)
            first: dict[tuple[int, str], int] = {}
            for event in events:
                if event.command:
                    first.setdefault(author_of(event), event.number)
            found = problems_with(table.attempts, first)
            report.problems += [f"{table.id}: {each}" for each in found]
            for seat in table.seats:
                report.reconnections += seat.connections - 1
                report.problems += await check_converged(seat, log, len(events), SETTLED)
                self._check_clock(seat, log)
            report.problems += await self._check_presence(table)
            if log.ending is not None:
                check_record(await table.accounts[0].record(table.id), table.id, log, report)
        self._check_logs()
        for began, ended in self._dark:
            charged = ended - began - stored.outages.between(began, ended)
            report.dark_seconds += round((ended - began) / 1000, 1)
            if charged > TOLERANCE:
                report.problems.append(
                    f"clocks ran for {charged} of {ended - began} ms in which nobody was served"
                )

    async def tell_who_stands_still(self) -> None:
        stored = await Stored.read(self._cluster.postgres.url)
        for table in self._tables:
            if not table.over and table.acknowledged < table.when_calm + AFTERWARDS:
                waiting = [(seat.number, seat.position["waiting"]) for seat in table.seats]
                unanswered = [each for each in table.attempts if each.answered is None]
                self.report.problems.append(
                    f"{table.id} stands still: {len(stored.events[table.id])} events, "
                    f"clients are at {waiting}, {len(unanswered)} moves have no answer"
                )

    def _check_logs(self) -> None:
        """Servers have got over everything that was expected."""
        for number, server in enumerate(self._cluster.servers):
            for line in server.log.splitlines():
                if '"level": "error"' in line or line.startswith("Traceback"):
                    self.report.problems.append(f"server {number}: {line[:300]} … {line[-500:]}")

    async def _settled(self) -> Stored:
        """What is stored once the computer players have moved."""
        before = -1
        while True:
            stored = await Stored.read(self._cluster.postgres.url)
            events = sum(map(len, stored.events.values()))
            if events == before:
                return stored
            before = events
            await asyncio.sleep(1.5)

    def _check_clock(self, seat: LiveTable, log: GameLog) -> None:
        """Whether a client is shown the clock that follows from what is stored."""
        if log.clock is None or log.ending is not None:
            return
        told = seat.table["clock"]
        for number, left in enumerate(log.clock.left):
            if number in log.running():
                left -= log.clock.elapsed(log.at, told["now"])
            if abs(told["left_ms"][number] - max(0, left)) > 100:
                self.report.problems.append(
                    f"{seat.id}/{seat.you}: is shown {told['left_ms'][number]} ms of {left}"
                )

    async def _check_presence(self, table: Table) -> list[str]:
        """All who are there are seen by all."""
        seats = {seat.you for seat in table.seats}

        def seen_by(seat: LiveTable) -> bool:
            return all(seat.table["seats"][each]["present"] for each in seats)

        for seat in table.seats:
            try:
                async with asyncio.timeout(SETTLED):
                    await seat.wait_until(lambda seat=seat: seen_by(seat))  # type: ignore[misc]
            except TimeoutError:
                return [f"{table.id}/{seat.you}: does not see all who are there"]
        return []

    async def check_nobody_is_left(self) -> None:
        """All clients are gone: servers must know."""
        async with httpx.AsyncClient(timeout=10.0) as http:
            for number, server in enumerate(self._cluster.servers):
                for _ in range(100):
                    told = (await http.get(f"{server.url}/metrics")).text
                    left = [x for x in told.splitlines() if x.startswith("loseta_connections ")]
                    if left and float(left[0].split()[1]) == 0:
                        break
                    await asyncio.sleep(0.3)
                else:
                    self.report.problems.append(f"server {number} has connections left: {left}")
