"""The table server under load, with the clients on the same machine.

loseta bench server
"""

from __future__ import annotations

import asyncio
import random
import statistics
import tempfile
import time
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
import orjson
from websockets.asyncio.client import ClientConnection, connect

from tests.server.servers import ServerProcess

from .figures import Figure

PACE = 2.0
"""Seconds between two moves of a player."""
COST_PACE = 0.8
"""The pace when the cost of a move is measured: fewer players make as many moves."""
ARRIVAL = 4.0
"""Seconds before measuring begins, in which all connect to their tables."""
MANY = (
    *("--limit", "tables_per_guest=100000", "--limit", "connections=100000"),
    *("--limit", "connections_per_guest=100000"),
)


def figures(players: int, seconds: float, tables: int, games: int, rounds: int) -> Iterator[Figure]:
    from . import many_games  # imports this module

    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        yield from _start(folder, rounds)
        yield from _load(folder, players, seconds)
        for game in ("azul", "duel"):
            yield from _cost(folder, game, max(20, players // 5), min(seconds, 15.0))
        yield from many_games.idle(folder, tables)
        yield from many_games.start(folder, games)
        yield from _return(folder, rounds)


def _server(folder: Path, name: str) -> ServerProcess:
    return ServerProcess(f"sqlite:///{folder / name}.db", folder / f"{name}.log", *MANY)


# --- Starting --------------------------------------------------------------------------------


def _start(folder: Path, rounds: int) -> Iterator[Figure]:
    """The time from the command to the first answer."""
    times = []
    for _ in range(rounds + 1):  # the first, which creates the database, does not count
        server = _server(folder, "start")
        began = time.perf_counter()
        server.start()
        with urllib.request.urlopen(f"{server.url}/healthz") as answer:
            assert answer.status == 200
        times.append(time.perf_counter() - began)
        server.stop()
    yield Figure("server: start to first answer", 1000 * statistics.median(times[1:]), "ms")


# --- Many players ------------------------------------------------------------------------------


@dataclass(slots=True)
class Tally:
    """What the players measured."""

    latencies: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    received: int = 0
    """The characters of all messages to them."""
    measuring: bool = False
    used: float = 0.0
    """The server's processor time while they measured, in seconds."""


class Player:
    """A client at one seat of a table, which moves at a steady pace. Kept minimal, so that it uses
    little processor time itself."""

    def __init__(self, url: str, tally: Tally, seed: int, pace: float = PACE) -> None:
        self._url = url
        self._tally = tally
        self._pace = pace
        self._random = random.Random(seed)
        self.cookie = ""

    async def arrive(self, http: httpx.AsyncClient) -> None:
        reply = await http.get(f"{self._url}/api/v1/me")
        self.cookie = reply.cookies["loseta"]
        http.cookies.clear()

    async def post(self, http: httpx.AsyncClient, path: str, body: Any) -> Any:
        headers = {"Cookie": f"loseta={self.cookie}"}
        reply = await http.post(f"{self._url}/api/v1{path}", json=body, headers=headers)
        reply.raise_for_status()
        return reply.json()

    async def play(self, table: str, until: float) -> None:
        url = f"{self._url.replace('http', 'ws')}/api/v1/tables/{table}/live"
        headers = {"Cookie": f"loseta={self.cookie}"}
        async with connect(url, additional_headers=headers, compression=None, proxy=None) as live:
            await self._move_on(live, until)

    async def _move_on(self, live: ClientConnection, until: float) -> None:
        due = time.perf_counter() + self._random.random() * self._pace
        sent = 0.0
        moving: asyncio.Task[None] | None = None
        number = 0
        while time.perf_counter() < until:
            try:
                async with asyncio.timeout(until - time.perf_counter()):
                    text = await live.recv()
            except TimeoutError:
                break
            if self._tally.measuring:
                self._tally.received += len(text)
            message = orjson.loads(text)
            match message["type"]:
                case "done":
                    if self._tally.measuring:
                        self._tally.latencies.append(time.perf_counter() - sent)
                case "error":
                    self._tally.errors.append(message["code"])
                case "snapshot" | "update" if message["legal"]:
                    number += 1
                    action = self._random.choice(message["legal"])["action"]
                    command = {"type": "act", "id": f"m{number}", "ply": message["ply"]}
                    text = orjson.dumps({**command, "actions": [action]}).decode()
                    due = max(due + self._pace, time.perf_counter())

                    async def move(text: str = text, due: float = due) -> None:
                        nonlocal sent
                        await asyncio.sleep(due - time.perf_counter())
                        sent = time.perf_counter()
                        await live.send(text)

                    moving = asyncio.create_task(move())
        if moving is not None:
            moving.cancel()


async def _many_players(
    server: ServerProcess,
    players: int,
    seconds: float,
    games: Sequence[str] = ("azul", "azul", "duel"),
    pace: float = PACE,
) -> Tally:
    """Let pairs of players play these games in turn; return what they measured."""
    tally = Tally()
    crowd = [Player(server.url, tally, seed, pace) for seed in range(players)]
    tables: list[str] = []
    async with httpx.AsyncClient(timeout=60) as http:
        for first, second in zip(crowd[::2], crowd[1::2], strict=True):
            await first.arrive(http)
            await second.arrive(http)
            body = {"game": games[len(tables) // 2 % len(games)], "seats": ["me", "open"]}
            opened = await first.post(http, "/tables", body)
            table = opened["table"]["id"]
            secret = opened["invitations"]["1"]
            await second.post(http, f"/tables/{table}/join", {"secret": secret})
            tables += [table, table]
    began = time.perf_counter()
    until = began + seconds + ARRIVAL
    playing = [
        asyncio.create_task(player.play(table, until))
        for player, table in zip(crowd, tables, strict=True)
    ]
    await asyncio.sleep(ARRIVAL)
    tally.measuring = True
    before = _cpu_seconds(server.pid)
    results = await asyncio.gather(*playing, return_exceptions=True)
    tally.used = _cpu_seconds(server.pid) - before
    tally.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    return tally


def _load(folder: Path, players: int, seconds: float) -> Iterator[Figure]:
    server = _server(folder, "load")
    server.start()
    try:
        tally = asyncio.run(_many_players(server, players, seconds))
        peak = _memory_kb(server.pid)
    finally:
        server.stop()
    times = sorted(tally.latencies)
    name = f"server: {players} players, a move every {PACE:g} s"
    yield Figure(f"{name}: moves", len(times) / seconds, "moves/s")
    for percent in (50, 99):
        at = times[min(len(times) - 1, len(times) * percent // 100)]
        yield Figure(f"{name}: p{percent}", 1000 * at, "ms", at / times[0], "the fastest")
    yield Figure(f"{name}: slowest", 1000 * times[-1], "ms")
    yield Figure(f"{name}: errors", len(tally.errors), "errors")
    yield Figure("server: its processor time a move", 1000 * tally.used / max(1, len(times)), "ms")
    yield Figure("server: its memory under that load", peak / 1024, "MB")
    for error in sorted(set(tally.errors))[:5]:
        print(f"  error: {error}")


def _cost(folder: Path, game: str, players: int, seconds: float) -> Iterator[Figure]:
    """The cost of a move of one game: the server's processor time, and bytes to both players."""
    server = _server(folder, f"cost-{game}")
    server.start()
    try:
        tally = asyncio.run(_many_players(server, players, seconds, [game], COST_PACE))
    finally:
        server.stop()
    moves = max(1, len(tally.latencies))
    yield Figure(f"server: a move of {game}: processor time", 1000 * tally.used / moves, "ms")
    yield Figure(f"server: a move of {game}: sent", tally.received / moves, "bytes")
    yield Figure(f"server: a move of {game}: errors", len(tally.errors), "errors")


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _memory_kb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return float(next(line.split()[1] for line in status.splitlines() if "VmRSS" in line))


# --- Loading tables --------------------------------------------------------------------------


def _return(folder: Path, rounds: int) -> Iterator[Figure]:
    for game, options in (("azul", {"players": "4"}), ("duel", {})):
        seconds, events = asyncio.run(_time_to_load(folder, game, options, rounds))
        name = f"server: a table of {game} comes back, {events} events"
        yield Figure(name, 1000 * seconds, "ms")


async def _time_to_load(
    folder: Path, game: str, options: dict[str, str], rounds: int
) -> tuple[float, int]:
    """The seconds from the database to a playable table with about 200 events, and their number."""
    from loseta.games import game_named
    from loseta.server.match.command_handlers import CommandHandlers
    from loseta.server.match.log import GameLog
    from loseta.server.match.match import Match
    from loseta.server.match.uptime import Uptime
    from loseta.server.store import Database, EventRow, GameRow, SeatRow, Store

    made: list[EventRow] = []
    seed = 0
    while len(made) < 200:
        made = []
        seed += 1
        log = GameLog(game_named(game), options, str(seed), {})
        chance = random.Random(seed)
        handlers = CommandHandlers(log, 1)
        handlers.start()
        made += [each.row for each in handlers.new_events]
        while log.ending is None and len(made) < 200:
            (seat,) = log.waiting()
            handlers = CommandHandlers(log, 1)
            action = chance.choice(log.state.legal_actions())
            handlers.act(seat, log.ply, [action.text])
            made += [each.row for each in handlers.new_events]
    store = Store(Database(f"sqlite:///{folder / game}-back.db"))
    await store.open()
    await store.add_identity("a", "a", 1)
    seats = [SeatRow(seat, None, "random", 0) for seat in range(log.state.seats)]
    row = GameRow("g", game, options, str(seed), "a", 1, "playing", False, True)
    await store.add_game(row, seats)
    await store.append("g", made)
    uptime = Uptime(store)
    times = []
    for _ in range(3 * rounds):
        began = time.perf_counter()
        match = Match(store, row, await store.seats("g"), uptime)
        await match.ready()
        times.append(time.perf_counter() - began)
        assert match.log is not None
    await store.close()
    return statistics.median(times), len(made)
