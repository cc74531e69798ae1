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
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, TypeVar

import httpx

from loseta.client import Account, LiveTable, ServerRefused
from loseta.server.match.phrases import PHRASES

from .aftermath import AFTERWARDS, SETTLED, Aftermath, Table
from .attempts import Attempt
from .cluster import TestCluster
from .faults import Faults
from .storm import Report

T = TypeVar("T")
PEOPLE = 6
AGAIN = ("storage", "busy", "slow_down", "failure", "no_server")
"""After such a refusal the same is sent again: nobody knows whether it was done."""
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

    @asynccontextmanager
    async def _arrival(self, name: str) -> AsyncIterator[Account]:
        """A proxy may close a connection that was idle for long in the moment it is used again."""
        account = Account(self._cluster.url, name)
        while True:
            try:
                await account.__aenter__()
                break
            except httpx.RemoteProtocolError:
                self._note(f"{name} comes again")
        try:
            yield account
        finally:
            await account.__aexit__()

    async def rage(self, seconds: float, moves: int = 0) -> Report:
        """Let it rage, and until so many moves have been acknowledged, half of them before; the
        report says what was wrong afterwards."""
        report, tasks = self.report, []
        aftermath = Aftermath(self._cluster, self._tables, self._dark, report)
        faults = Faults(self._cluster, self._seed, self._note)
        try:
            people = [
                await self._stack.enter_async_context(self._arrival(f"Person {n}"))
                for n in range(PEOPLE)
            ]
            circles = [
                asyncio.create_task(self._play_on(number, people, *kind))
                for number, kind in enumerate(KINDS)
            ]
            tasks = [*circles, asyncio.create_task(self._probe())]
            await self._played(moves // 2)  # it comes over people who play
            await faults.rage(seconds)
            report.faults = faults.counts
            await self._played(moves)
            self._note("all is in order again")
            self._calm = True
            for table in self._tables:
                table.when_calm = table.acknowledged
            done, late = await asyncio.wait(circles, timeout=SETTLED)
            report.problems += [repr(each.exception()) for each in done if each.exception()]
            if late:
                await aftermath.tell_who_stands_still()
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            await aftermath.check()
            report.refusals = self._codes
        finally:
            await faults.close()
            for task in tasks:
                task.cancel()
            await self._stack.aclose()
        await aftermath.check_nobody_is_left()
        return report

    async def _played(self, moves: int) -> None:
        while sum(table.acknowledged for table in self._tables) <= moves:
            await asyncio.sleep(0.1)

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
        table: Table | None = None
        while not self._calm:
            table = await self._rematch(table) if table else None
            table = table or await self._open(friends, game, options, seats, clock)
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
        return await self._sit_down(id_, friends)

    async def _sit_down(self, id_: str, friends: list[Account]) -> Table:
        live = [await self._stack.enter_async_context(each.sit(id_)) for each in friends]
        table = Table(id_, friends, live)
        self._tables.append(table)
        return table

    async def _rematch(self, table: Table) -> Table | None:
        """All agree at the same time, at several servers: there is one rematch."""
        agreeing = [
            self._insist(lambda who=who: who.rematch(table.id))  # type: ignore[misc]
            for who in table.accounts
        ]
        found = {told["table"] for told in await asyncio.gather(*agreeing)} - {None}
        if len(found) > 1:
            self.report.problems.append(f"{table.id}: has two rematches")
        return await self._sit_down(found.pop(), table.accounts) if found else None

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
        """Ask all servers, past the proxy, whether a move could be stored. One that is slow to
        answer may well have stored some: such a time counts neither way."""
        began, ended = _now(), 0  # of the time in which nobody was served for certain
        async with httpx.AsyncClient(timeout=2.0) as http:

            async def is_dark(port: int) -> bool:
                try:
                    return not (await http.get(f"http://127.0.0.1:{port}/healthz")).is_success
                except httpx.TimeoutException:
                    return False
                except httpx.HTTPError:
                    return True

            while True:
                asked = _now()
                asking = [is_dark(server.port) for server in self._cluster.servers]
                if all(await asyncio.gather(*asking)):
                    ended = asked
                else:
                    if ended:
                        self._dark.append((began, ended))
                        self._note(f"nobody was served for {(ended - began) / 1000:.1f} s")
                    began, ended = _now(), 0
                await asyncio.sleep(0.3)


def _now() -> int:
    return time.time_ns() // 1_000_000
