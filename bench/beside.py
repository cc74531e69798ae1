"""Loseta's server compared with that of boardgame.io, in one run: the same number of players at the
same pace, with messages of the same size.

    loseta bench server --beside boardgame.io

Loseta checks the rules and stores every move on disk before it answers. boardgame.io keeps its
games in memory, which is its default, and its game has hardly any rules. npm installs its server
into a temporary folder.
"""

from __future__ import annotations

import asyncio
import json
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from websockets.asyncio.client import ClientConnection, connect

from deploy.parts import free_port
from loseta.game import Reason, Refusal
from tests.server.servers import ServerProcess

from .crowd import percentile, play
from .figures import Figure
from .server import ARRIVAL, MANY, PACE, Tally, _cpu_seconds, _memory_kb

FILES = Path(__file__).parent / "boardgame_io"
GAME = "/samesize"
"""The socket.io namespace of the game on the server of boardgame.io."""
ENVELOPE = 900
"""The approximate size, in bytes, of an update of boardgame.io without the state of the game."""


def figures(players: int, seconds: float) -> Iterator[Figure]:
    """Measure both servers. Raises Refusal if npm or the package is not available."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _install(folder)
        ours, our_cpu, our_memory = _loseta(folder, players, seconds)
        moves = max(1, len(ours.latencies))
        size = max(100, ours.received // moves // 2 - ENVELOPE)
        theirs, their_cpu, their_memory = _boardgame_io(folder, players, seconds, size)
    their_moves = max(1, len(theirs.latencies))
    what = f"beside boardgame.io: {players} players"
    pairs = [
        ("moves", moves / seconds, their_moves / seconds, "moves/s"),
        ("sent for a move", ours.received / moves, theirs.received / their_moves, "bytes"),
        *(
            (
                f"p{percent}",
                1000 * percentile(ours.latencies, percent),
                1000 * percentile(theirs.latencies, percent),
                "ms",
            )
            for percent in (50, 99)
        ),
        ("processor time a move", 1000 * our_cpu / moves, 1000 * their_cpu / their_moves, "ms"),
        ("memory", our_memory / 1024, their_memory / 1024, "MB"),
        ("errors", len(ours.errors), len(theirs.errors), "errors"),
    ]
    for name, mine, other, unit in pairs:
        yield Figure(f"{what}: {name}", mine, unit, mine / other if other else None, "boardgame.io")


def _install(folder: Path) -> None:
    npm = shutil.which("npm")
    for file in FILES.iterdir():
        shutil.copy(file, folder)
    command = [npm or "", "install", "--no-audit", "--no-fund", "--silent", "--no-package-lock"]
    if npm is None or subprocess.run(command, cwd=folder, check=False).returncode:
        raise Refusal(Reason("", "no_boardgame_io"))


def _loseta(folder: Path, players: int, seconds: float) -> tuple[Tally, float, float]:
    server = ServerProcess(f"sqlite:///{folder / 'beside.db'}", folder / "beside.log", *MANY)
    server.start()
    used: list[float] = []

    def read() -> None:
        used.append(_cpu_seconds(server.pid))

    try:
        tally = asyncio.run(play([server.url], players, seconds, before=read, after=read))
        return tally, used[1] - used[0], _memory_kb(server.pid)
    finally:
        server.stop()


def _boardgame_io(
    folder: Path, players: int, seconds: float, size: int
) -> tuple[Tally, float, float]:
    port = free_port()
    command = [shutil.which("node") or "node", "server.js", str(port), str(size)]
    server = subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True)
    assert server.stdout is not None
    try:
        while "serving" not in (line := server.stdout.readline()):
            if not line:
                raise Refusal(Reason("", "no_boardgame_io"))
        tally, used = asyncio.run(_play_there(port, server.pid, players, seconds))
        return tally, used, _memory_kb(server.pid)
    finally:
        server.terminate()
        server.wait(60)
        server.stdout.close()


async def _play_there(port: int, pid: int, players: int, seconds: float) -> tuple[Tally, float]:
    """The counterpart of `crowd.play`; also returns the processor time that the server used."""
    tally = Tally()
    until = time.perf_counter() + ARRIVAL + seconds
    playing = [
        asyncio.create_task(_Player(port, tally, number).play(until)) for number in range(players)
    ]
    await asyncio.sleep(ARRIVAL)
    tally.measuring, before = True, _cpu_seconds(pid)
    await asyncio.sleep(max(0.0, until - 0.5 - time.perf_counter()))
    tally.measuring, used = False, _cpu_seconds(pid) - before
    results = await asyncio.gather(*playing, return_exceptions=True)
    tally.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    return tally, used


class _Player:
    """A minimal client of boardgame.io over socket.io, whose packets begin with digits for their
    type."""

    def __init__(self, port: int, tally: Tally, number: int) -> None:
        self._url = f"ws://127.0.0.1:{port}/socket.io/?EIO=4&transport=websocket"
        self._tally = tally
        self._match, self._seat = f"m{number // 2}", str(number % 2)
        self._random = random.Random(number)
        self._sent: float | None = None
        self._due = 0.0
        self._moving: asyncio.Task[None] | None = None

    async def play(self, until: float) -> None:
        self._due = time.perf_counter() + self._random.random() * PACE
        async with connect(self._url, compression=None, proxy=None, max_size=None) as live:
            while (left := until - time.perf_counter()) > 0:
                try:
                    async with asyncio.timeout(left):
                        text = await live.recv()
                except TimeoutError:
                    break
                assert isinstance(text, str)
                await self._hear(live, text)
        if self._moving is not None:
            self._moving.cancel()

    async def _hear(self, live: ClientConnection, text: str) -> None:
        if text == "2":
            await live.send("3")  # a ping
        elif text.startswith("0"):
            await live.send(f"40{GAME},")
        elif text.startswith("40"):
            await self._emit(live, "sync", self._match, self._seat, None, 2)
        elif text.startswith("42"):
            if self._tally.measuring:
                self._tally.received += len(text)
            kind, _, told, *_ = json.loads(text[text.index("[") :])
            if kind in ("sync", "update"):  # other kinds say who is connected
                await self._moved(live, told["state"] if kind == "sync" else told)

    async def _moved(self, live: ClientConnection, state: dict[str, object]) -> None:
        context = state["ctx"]
        assert isinstance(context, dict)
        if context["currentPlayer"] != self._seat:
            if self._sent is not None and self._tally.measuring:
                self._tally.latencies.append(time.perf_counter() - self._sent)
            self._sent = None
            return
        self._due = max(self._due + PACE, time.perf_counter())
        self._moving = asyncio.create_task(self._move(live, state["_stateID"]))

    async def _move(self, live: ClientConnection, number: object) -> None:
        await asyncio.sleep(self._due - time.perf_counter())
        move = {"type": "play", "args": [f"{self._random.random():.8f}"], "playerID": self._seat}
        action = {"type": "MAKE_MOVE", "payload": move}
        self._sent = time.perf_counter()
        await self._emit(live, "update", action, number, self._match, self._seat)

    async def _emit(self, live: ClientConnection, *event: object) -> None:
        await live.send(f"42{GAME},{json.dumps(event)}")
