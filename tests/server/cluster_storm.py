"""The storm over a cluster: people play several tables each, through a proxy that leads them now to
this server and now to that one, while everything dies, stops and stalls in turn.

Afterwards what `storm.py` checks must hold, and: the answers of each table have one order
(`attempts.py`), whoever waits for a computer player is not left waiting, and no clock was charged
for time in which nobody could be served.
"""

from __future__ import annotations

import asyncio
import json
import random
import secrets
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, TypeVar

import httpx

from loseta.client import Account, LiveTable, ServerRefused
from loseta.server.match.log import GameLog
from loseta.server.match.phrases import PHRASES
from loseta.server.store import author_of

from .attempts import Attempt, problems_with
from .cluster import TestCluster
from .faults import Faults
from .storm import Report, Stored, check_converged, check_log, check_record

T = TypeVar("T")
PEOPLE = 6
AGAIN = ("storage", "busy", "slow_down", "failure")
"""After such a refusal the same is sent again: nobody knows whether it was done."""
SETTLED = 90.0
"""Seconds after which, with everything in order again, nobody may be left waiting."""
AFTERWARDS = 3
"""Moves that must be possible at each table once everything is in order."""
TOLERANCE = 5000
"""Milliseconds of an outage that clocks may be charged: three without a heartbeat do not count as
one, the last heartbeat was up to one before it, and one is for the measuring."""
KINDS: list[tuple[str, dict[str, str], list[str], dict[str, int] | None]] = [
    ("azul", {}, ["me", "open"], {"seconds": 600, "increment": 0}),
    ("azul", {}, ["me", "greedy"], None),
    ("duel", {}, ["me", "open"], {"seconds": 20, "increment": 1}),
    ("azul", {"players": "3", "wall": "gray"}, ["me", "open", "random"], None),
    ("azul", {"players": "4"}, ["me", "open", "open", "open"], None),
    ("duel", {"tablets": "random-4"}, ["greedy", "me"], {"seconds": 300, "increment": 1}),
    ("azul", {"players": "4", "wall": "gray"}, ["me", "greedy", "open", "random"], None),
    ("duel", {}, ["me", "open"], None),
]


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


class ClusterStorm:
    def __init__(
        self,
        cluster: TestCluster,
        seed: str = "1",
        note: Callable[[str], None] = lambda line: None,
    ) -> None:
        self.report = Report()
        self._cluster = cluster
        self._seed = seed
        self._note = note
        self._calm = False
        self._stack = AsyncExitStack()
        self._tables: list[Table] = []
        self._codes: Counter[str] = Counter()
        self._dark: list[tuple[int, int]] = []
        """When nobody could be served, in milliseconds."""

    async def rage(self, seconds: float) -> Report:
        """Let it rage; the report says what was wrong afterwards."""
        report, tasks = self.report, []
        faults = Faults(self._cluster, self._seed, self._note)
        try:
            people = [
                await self._stack.enter_async_context(Account(self._cluster.url, f"Person {n}"))
                for n in range(PEOPLE)
            ]
            circles = [
                asyncio.create_task(self._play_on(number, people, *kind))
                for number, kind in enumerate(KINDS)
            ]
            tasks = [*circles, asyncio.create_task(self._probe())]
            await faults.rage(seconds)
            report.faults = faults.counts
            self._note("all is in order again")
            self._calm = True
            for table in self._tables:
                table.when_calm = table.acknowledged
            done, late = await asyncio.wait(circles, timeout=SETTLED)
            report.problems += [repr(each.exception()) for each in done if each.exception()]
            if late:
                await self._tell_who_stands_still()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await self._check()
            self._check_logs()
            report.refusals = self._codes
        finally:
            await faults.close()
            for task in tasks:
                task.cancel()
            await self._stack.aclose()
        await self._check_nobody_is_left()
        return report

    # --- People -------------------------------------------------------------------------------

    async def _play_on(
        self,
        number: int,
        people: list[Account],
        game: str,
        options: dict[str, str],
        seats: list[str],
        clock: dict[str, int] | None,
    ) -> None:
        """Friends play one game after the other."""
        friends = [people[(number + each) % PEOPLE] for each in range(seats.count("open") + 1)]
        while not self._calm:
            table = await self._open(friends, game, options, seats, clock)
            players = [
                self._play(table, seat, random.Random(f"{self._seed}/{table.id}/{place}"))
                for place, seat in enumerate(table.seats)
            ]
            await asyncio.gather(*players)

    async def _open(
        self,
        friends: list[Account],
        game: str,
        options: dict[str, str],
        seats: list[str],
        clock: dict[str, int] | None,
    ) -> Table:
        host, *others = friends
        opened = await self._insist(
            lambda: host.open_table(game, seats, options=options, clock=clock)
        )
        id_, secrets_ = opened["table"]["id"], list(opened["invitations"].values())
        joining = [
            self._insist(lambda who=who, secret=secret: who.join(id_, secret))  # type: ignore[misc]
            for who, secret in zip(others, secrets_, strict=True)
        ]
        await asyncio.gather(*joining)
        live = [await self._stack.enter_async_context(each.sit(id_)) for each in friends]
        table = Table(id_, friends, live)
        self._tables.append(table)
        return table

    async def _insist(self, ask: Callable[[], Awaitable[T]]) -> T:
        """Ask again until there is an answer."""
        while True:
            try:
                return await ask()
            except (httpx.HTTPError, json.JSONDecodeError):
                self._codes["no answer"] += 1
            except ServerRefused as refused:
                if refused.code not in AGAIN:
                    raise
                self._codes[refused.code] += 1
            await asyncio.sleep(0.3)

    async def _play(self, table: Table, seat: LiveTable, chance: random.Random) -> None:
        def enough() -> bool:
            """Some moves at each table after all is in order again: nothing stands still."""
            return self._calm and table.acknowledged >= table.when_calm + AFTERWARDS

        while not seat.over and not enough():
            try:
                async with asyncio.timeout(0.5):
                    await seat.wait_until(lambda: bool(seat.legal) or seat.over)
            except TimeoutError:
                continue
            if seat.over:
                return
            await asyncio.sleep(chance.uniform(0.0, 0.3))
            lot = chance.random()
            if lot < 0.05:
                await self._command(seat, "say", phrase=chance.choice(PHRASES))
            elif lot < 0.12 and seat.position.get("undo"):
                await self._command(seat, "undo", ply=seat.position["ply"])
            elif seat.legal:
                await self._move(table, seat, chance)

    async def _move(self, table: Table, seat: LiveTable, chance: random.Random) -> None:
        ply, number = seat.position["ply"], seat.number
        action = chance.choice(seat.legal)["action"]
        attempt = Attempt(seat.you or 0, secrets.token_hex(8), time.monotonic())
        table.attempts.append(attempt)
        told = await self._command(seat, "act", id=attempt.id, ply=ply, actions=[action])
        attempt.answered = time.monotonic()
        if isinstance(told, str):
            attempt.refused = told
            await asyncio.sleep(0.02)
            return
        attempt.number = told
        await seat.wait_until(lambda: seat.number > number)

    async def _command(self, seat: LiveTable, kind: str, **fields: Any) -> Any:
        """Send it until there is an answer: the number of its event, or the code of a refusal."""
        name = fields.pop("id", None) or secrets.token_hex(8)
        while True:
            try:
                return await seat.command(kind, id=name, **fields)
            except ServerRefused as refused:
                self._codes[refused.code] += 1
                if refused.code == "failure":
                    self.report.problems.append(f"{seat.id}: {kind} failed")
                if refused.code not in AGAIN:
                    return refused.code
            await asyncio.sleep(0.3)

    # --- Whether anybody is served ------------------------------------------------------------

    async def _probe(self) -> None:
        """Ask all servers, past the proxy, whether a move could be stored."""
        served = _now()
        was_served = True
        async with httpx.AsyncClient(timeout=2.0) as http:

            async def is_there(port: int) -> bool:
                try:
                    return (await http.get(f"http://127.0.0.1:{port}/healthz")).is_success
                except httpx.HTTPError:
                    return False

            while True:
                asked = _now()
                asking = [is_there(server.port) for server in self._cluster.servers]
                is_served = any(await asyncio.gather(*asking))
                if is_served and not was_served:
                    self._dark.append((served, asked))
                    self._note(f"nobody was served for {(asked - served) / 1000:.1f} s")
                if is_served:
                    served = asked
                was_served = is_served
                await asyncio.sleep(0.3)

    # --- Afterwards ---------------------------------------------------------------------------

    async def _check(self) -> None:
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
            if log.ending is not None:
                account = table.accounts[0]
                text = await self._insist(lambda a=account, t=table: a.record(t.id))  # type: ignore[misc]
                check_record(text, table.id, log, report)
        for began, ended in self._dark:
            charged = ended - began - stored.outages.between(began, ended)
            report.dark_seconds += round((ended - began) / 1000, 1)
            if charged > TOLERANCE:
                report.problems.append(
                    f"clocks ran for {charged} of {ended - began} ms in which nobody was served"
                )

    async def _tell_who_stands_still(self) -> None:
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

    async def _check_nobody_is_left(self) -> None:
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


def _now() -> int:
    return time.time_ns() // 1_000_000
