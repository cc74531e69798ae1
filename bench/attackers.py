"""Hostile guests, each kind of which uses one limit of the table server to the full.

    python -m bench.attackers URL SECONDS COUNT [KIND ...]

Starts COUNT guests of each kind, or of the given kinds, each at its own address (127.0.2.*). They
wait only as long as the server tells them to; `flood` does not even do that. Prints as JSON how
many requests of each kind were answered and how many refused.
"""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from loseta import record
from loseta.dealer import Dealer, seed_hash
from loseta.game import DEALER
from loseta.games import game_named

LOST = (OSError, EOFError, TimeoutError, httpx.HTTPError, WebSocketException, KeyError)
"""The errors of guests that the server cuts off; they come back."""
LONGEST_WAIT = 5.0
TABLES = 50
LONG_GAME = 80
"""How many moves make a game whose history is expensive."""


class Attacker:
    def __init__(self, url: str, address: str, until: float) -> None:
        self._url = url
        self._address = address
        self._until = until
        self._ids = itertools.count()
        transport = httpx.AsyncHTTPTransport(local_address=address, verify=False)
        self._http = httpx.AsyncClient(transport=transport, base_url=url, timeout=60)
        self.counts: Counter[str] = Counter()

    @property
    def is_time(self) -> bool:
        return time.monotonic() < self._until

    async def run(self, attack: Callable[[Attacker], Awaitable[None]]) -> None:
        """Repeat an attack until the time is up, whatever happens to it."""
        async with self._http:
            while self.is_time:
                with contextlib.suppress(*LOST):
                    async with asyncio.timeout(max(0.1, self._until - time.monotonic())):
                        await self.ask("GET", "/me")
                        await attack(self)
                await asyncio.sleep(0.2)

    async def ask(self, method: str, path: str, body: Any = None, patient: bool = True) -> Any:
        """Make a request, and repeat it until it is answered; if not `patient`, return None when it
        is refused."""
        while True:
            answer = await self._http.request(method, f"/api/v1{path}", json=body)
            if answer.status_code != 429:
                self.counts["answered"] += 1
                kind = answer.headers.get("content-type", "")
                return answer.json() if kind == "application/json" else answer.text
            self.counts["refused"] += 1
            if not patient:
                return None
            await asyncio.sleep(min(LONGEST_WAIT, float(answer.headers["retry-after"])))

    async def open(self, *seats: str, game: str = "duel") -> str:
        opened = await self.ask("POST", "/tables", {"game": game, "seats": seats})
        return str(opened["table"]["id"])

    def live(self, table: str, seen: int | None = None) -> connect:
        query = "" if seen is None else f"?seen={seen}"
        return connect(
            f"{self._url.replace('http', 'ws')}/api/v1/tables/{table}/live{query}",
            additional_headers={"Cookie": f"loseta={self._http.cookies['loseta']}"},
            local_addr=(self._address, 0),
            compression=None,
            proxy=None,
        )

    async def say(self, live: ClientConnection, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and wait for its answer; if it is "slow down", also wait as long as it
        says."""
        id_ = fields.pop("id", None) or f"i{next(self._ids)}"
        await live.send(json.dumps({"type": kind, "id": id_, **fields}))
        while True:
            told: dict[str, Any] = json.loads(await live.recv())
            if told.get("id") == id_ or told["type"] == "bye":
                break
            if told["type"] in ("snapshot", "update"):
                self.position = told
        too_much = told.get("code") == "slow_down"
        self.counts["refused" if too_much else "answered"] += 1
        if too_much:
            await asyncio.sleep(min(LONGEST_WAIT, told["wait"]))
        return told

    position: dict[str, Any]
    """The last received position, of any table."""

    async def greeted(self, live: ClientConnection) -> None:
        self.position = json.loads(await live.recv())

    async def play(self, live: ClientConnection) -> None:
        """Wait for one's turn and move."""
        while not self.position["legal"] and self.is_time:
            told = json.loads(await live.recv())
            if told["type"] in ("snapshot", "update"):
                self.position = told
                if told["table"]["status"] == "over":
                    raise EOFError
        action = self.position["legal"][0]["action"]
        await self.say(live, "act", ply=self.position["ply"], actions=[action])

    async def game(self, moves: int, undoing: bool = False) -> str:
        """Play a game of some moves and return its table. The opponent is a second guest, so that
        there is no waiting for a computer player."""
        friend = Attacker(self._url, self._address, self._until)
        async with friend._http:
            await friend.ask("GET", "/me")
            body = {"game": "duel", "seats": ["me", "open"]}
            opened = await self.ask("POST", "/tables", body)
            table, secret = str(opened["table"]["id"]), opened["invitations"]["1"]
            await friend.ask("POST", f"/tables/{table}/join", {"secret": secret})
            async with self.live(table) as mine, friend.live(table) as theirs:
                await self.greeted(mine)
                await friend.greeted(theirs)
                both = (self, mine), (friend, theirs)
                latest = self.position
                while moves and latest["waiting"] and self.is_time:
                    moves -= 1
                    mover, live = both[latest["waiting"][0]]
                    await mover.play(live)
                    if undoing and mover.position["undo"]:
                        await mover.say(live, "undo", ply=mover.position["ply"])
                        await mover.play(live)
                    latest = mover.position
        return table


async def undo_loop(guest: Attacker) -> None:
    await guest.game(moves=10_000, undoing=True)


async def history(guest: Attacker) -> None:
    table = await guest.game(LONG_GAME)
    while guest.is_time:
        await guest.ask("GET", f"/tables/{table}/history")


async def names(guest: Attacker) -> None:
    for _ in range(TABLES):
        await guest.open("me", "open")
    for number in itertools.count():
        if not guest.is_time:
            return
        await guest.ask("PUT", "/me", {"name": f"Eve {number}"})


async def reconnects(guest: Attacker) -> None:
    table = await guest.game(LONG_GAME)
    while guest.is_time:
        async with guest.live(table, seen=0) as live:
            told = json.loads(await live.recv())
            guest.counts["refused" if told["type"] == "error" else "answered"] += 1
        await asyncio.sleep(min(LONGEST_WAIT, told.get("wait", 0)))


async def repeated_ids(guest: Attacker) -> None:
    """Sends the same message over as many connections as are allowed, as fast as is allowed."""
    table = await guest.open("me", "random")

    async def repeat() -> None:
        async with guest.live(table) as live:
            while guest.is_time:
                await guest.say(live, "say", id="same", phrase="hello")

    await asyncio.gather(*(repeat() for _ in range(15)))


async def hints(guest: Attacker) -> None:
    async with guest.live(await guest.open("me", "random", game="azul")) as live:
        await guest.greeted(live)
        while guest.is_time:
            await guest.say(live, "hint", seconds=5)
            await guest.say(live, "effects")


async def reviews(guest: Attacker) -> None:
    text = long_record()
    while guest.is_time:
        await guest.ask("POST", "/records", {"record": text})
        stream = guest._http.stream("POST", "/api/v1/reviews", json={"record": text, "seconds": 5})
        async with stream as lines:  # left after a line: the next review begins before this ends
            guest.counts["refused" if lines.status_code == 429 else "answered"] += 1
            await anext(lines.aiter_lines())


async def uploads(guest: Attacker) -> None:
    """Uploads a record of the largest allowed size, which consists of comments."""
    text = '[Loseta "1"]\n[Game "azul"]\n' + "{x}" * 300_000
    while guest.is_time:
        await guest.ask("POST", "/records", {"record": text})


async def tables(guest: Attacker) -> None:
    """Opens tables, fills them, and asks for the list."""
    while guest.is_time:
        table = await guest.open("me", "open", game="azul")
        await guest.ask("POST", f"/tables/{table}/fill", {"seat": 1, "level": "random"})
        await guest.ask("GET", "/tables")


async def flood(guest: Attacker) -> None:
    """Never waits, whatever the server says."""
    while guest.is_time:
        paths = ("/tables", "/games", "/schema", "/tables/x/history")
        await asyncio.gather(*(guest.ask("GET", path, patient=False) for path in paths))


ATTACKS = (
    undo_loop,
    history,
    names,
    reconnects,
    repeated_ids,
    hints,
    reviews,
    uploads,
    tables,
    flood,
)


def long_record() -> str:
    """The record of a random game of Duel."""
    game, chance, dealer = game_named("duel"), random.Random(1), Dealer("1")
    state, actions = game.new(), []
    while state.to_move is not None:
        deals = state.to_move == DEALER
        action = dealer.action(state) if deals else chance.choice(state.legal_actions())
        state.apply(action)
        actions.append(action)
    tags = {"Seed": "1", "SeedHash": seed_hash("1")}
    return record.write(record.Record(game, {}, ["a", "b"], actions, tags=tags))


async def main(url: str, seconds: float, count: int, kinds: Sequence[str]) -> None:
    attacks = [each for each in ATTACKS if not kinds or each.__name__ in kinds]
    until = time.monotonic() + seconds
    guests = [
        (attack, Attacker(url, f"127.0.2.{1 + number * len(attacks) + place}", until))
        for number in range(count)
        for place, attack in enumerate(attacks)
    ]
    await asyncio.gather(*(guest.run(attack) for attack, guest in guests))
    told: dict[str, Counter[str]] = {attack.__name__: Counter() for attack in attacks}
    for attack, guest in guests:
        told[attack.__name__] += guest.counts
    print(json.dumps(told))


if __name__ == "__main__":
    os.nice(5)  # so that the attackers' own work affects the measurement less
    asyncio.run(main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), sys.argv[4:]))
