"""A server with many games, in its database when it starts and in its memory."""

from __future__ import annotations

import asyncio
import json
import random
import sqlite3
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import httpx

from loseta.games import game_named
from loseta.server.match.command_handlers import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.store import Database, EventRow, Store
from tests.server.servers import ServerProcess

from .figures import Figure
from .server import MANY, Player, Tally, _memory_kb

PEOPLE = ("host", "guest")


def sample_logs(steps: int) -> list[tuple[str, str, list[EventRow]]]:
    """Unfinished games: name, seed and events."""
    found = []
    for number, name in enumerate(["azul", "azul", "duel"] * 4):
        seed = str(number)
        log, made = GameLog(game_named(name), {}, seed, {}), []
        handlers = CommandHandlers(log, 1)
        handlers.start()
        made += [each.row for each in handlers.new_events]
        chance = random.Random(number)
        while log.ending is None and len(made) < steps:
            (seat,) = log.waiting()
            handlers = CommandHandlers(log, 1)
            handlers.act(seat, log.ply, [chance.choice(log.state.legal_actions()).text])
            made += [each.row for each in handlers.new_events]
        found.append((name, seed, made))
    return found


def fill(file: Path, games: int, steps: int) -> None:
    """Write a database with many games directly, because a server would take minutes."""

    async def make() -> None:
        store = Store(Database(f"sqlite:///{file}"))
        await store.open()
        for name in PEOPLE:
            await store.add_identity(name, name, 1)
        await store.close()

    asyncio.run(make())
    logs = sample_logs(steps)
    rows, seats, events = [], [], []
    for number in range(games):
        name, seed, made = logs[number % len(logs)]
        game = f"g{number:09}"
        rows.append(
            (game, name, "{}", seed, PEOPLE[0], number, "playing", False, True, json.dumps(None))
        )
        seats += [(game, seat, name, None, 0) for seat, name in enumerate(PEOPLE)]
        events += [(game, e.number, e.kind, e.seat, e.text, e.at) for e in made]
    with sqlite3.connect(file) as connection:
        columns = "id, game, options, seed, host, created, status, private, hints, summary"
        connection.executemany(f"INSERT INTO games ({columns}) VALUES (?,?,?,?,?,?,?,?,?,?)", rows)
        columns = "game, seat, identity, level, invitation"
        connection.executemany(f"INSERT INTO seats ({columns}) VALUES (?,?,?,?,?)", seats)
        columns = "game, number, kind, seat, text, at"
        connection.executemany(f"INSERT INTO events ({columns}) VALUES (?,?,?,?,?,?)", events)
        connection.execute("UPDATE games SET summary = NULL")
    connection.close()


def start(folder: Path, games: int) -> Iterator[Figure]:
    """The time from the command to the first answer, and the memory then."""
    file = folder / "many.db"
    fill(file, games, 12)
    server = ServerProcess(f"sqlite:///{file}", folder / "many.log", *MANY)
    began = time.perf_counter()
    server.start()
    try:
        with urllib.request.urlopen(f"{server.url}/healthz") as answer:
            assert answer.status == 200
        took, used = time.perf_counter() - began, _memory_kb(server.pid)
    finally:
        server.stop()
    yield Figure(f"server: start with {games:,} games", 1000 * took, "ms")
    yield Figure(f"server: its memory with {games:,} games", used / 1024, "MB")


def idle(folder: Path, tables: int) -> Iterator[Figure]:
    """The memory of tables with unfinished games and nobody connected."""
    file = folder / "idle.db"
    fill(file, tables + 20, 40)
    options = (*MANY, "--limit", "idle_seconds=100000")
    server = ServerProcess(f"sqlite:///{file}", folder / "idle.log", *options)
    server.start()
    try:
        asyncio.run(_load(server.url, range(tables, tables + 20)))  # loads what tables share
        before = _memory_kb(server.pid)
        asyncio.run(_load(server.url, range(tables)))
        after = _memory_kb(server.pid)
    finally:
        server.stop()
    yield Figure(
        f"server: memory for each of {tables:,} idle tables", (after - before) / tables, "kB"
    )
    yield Figure(f"server: its memory with {tables:,} idle tables", after / 1024, "MB")


async def _load(url: str, numbers: range) -> None:
    async with httpx.AsyncClient(timeout=120) as http:
        player = Player(url, Tally(), 1)
        await player.arrive(http)
        headers = {"Cookie": f"loseta={player.cookie}"}

        async def load(number: int) -> None:
            reply = await http.get(f"{url}/api/v1/tables/g{number:09}", headers=headers)
            reply.raise_for_status()

        for begin in range(numbers.start, numbers.stop, 8):
            await asyncio.gather(*map(load, range(begin, min(begin + 8, numbers.stop))))
