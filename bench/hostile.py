"""The table server with hostile guests among the players.

    loseta bench server --hostile

Players and hostile guests have processes and addresses of their own, and the server has its default
limits.
"""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
from websockets.asyncio.client import connect

from loseta.server.settings import Limits
from tests.server.servers import LIMITS, ServerProcess

from .figures import Figure
from .server import Player, Tally
from .sources import SOURCES

AT_ONE_ADDRESS = 20
"""How many players share an address, as in a club. With more, the limits would keep them from
arriving within a minute."""
SETTLING = 12.0
"""Seconds before measuring begins, in which all begin to play and the hostile guests set up."""
WANTED_P99, WANTED_MB = 250.0, 300.0


def figures(players: int, seconds: float, hostile: int) -> Iterator[Figure]:
    """Measure the players without and with `hostile` guests of each kind."""
    quiet, _, _ = _measure(players, seconds, 0)
    attacked, memory, told = _measure(players, seconds, hostile)
    name = f"hostile: {players} players"
    yield Figure(f"{name} without them: moves", len(quiet.latencies) / seconds, "moves/s")
    yield Figure(f"{name} with them: moves", len(attacked.latencies) / seconds, "moves/s")
    for percent in (50, 99):
        before, after = _percentile(quiet, percent), _percentile(attacked, percent)
        yield Figure(f"{name} without them: p{percent}", before, "ms")
        yield Figure(f"{name} with them: p{percent}", after, "ms", after / before, "without them")
    p99 = _percentile(attacked, 99)
    yield Figure("hostile: p99 and the bound for it", p99, "ms", p99 / WANTED_P99, "wanted")
    yield Figure("hostile: the server's memory", memory, "MB", memory / WANTED_MB, "wanted")
    for which, tally in (("without", quiet), ("with", attacked)):
        yield Figure(f"{name} {which} them: errors", len(tally.errors), "errors")
        yield Figure(f"{name} {which} them: processor", 100 * tally.used / seconds, "%")
    for kind, counts in told.items():
        for what in ("answered", "refused"):
            rate = counts.get(what, 0) / (seconds + SETTLING)
            yield Figure(f"hostile: {kind} {what}", rate, "1/s")


def _percentile(tally: Tally, percent: int) -> float:
    times = sorted(tally.latencies)
    return 1000 * times[min(len(times) - 1, len(times) * percent // 100)]


def _measure(
    players: int, seconds: float, hostile: int
) -> tuple[Tally, float, dict[str, dict[str, int]]]:
    """What the players measured, the server's memory in MB, and for each kind of hostile guest how
    many requests were answered and refused."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        server = ServerProcess(f"sqlite:///{folder}/tables.db", folder / "log", *_usual_limits())
        server.start()
        attackers: subprocess.Popen[str] | None = None
        try:
            crowd = asyncio.run(_arrive(server.url, players))
            if hostile:
                attackers = _attack(server.url, seconds + SETTLING, hostile)
            tally = asyncio.run(_play(crowd, seconds, server.pid))
            memory = _peak_mb(server.pid)
            if attackers is None:
                return tally, memory, {}
            said, _ = attackers.communicate(timeout=120)
            return tally, memory, json.loads(said)
        finally:
            if attackers is not None and attackers.poll() is None:
                attackers.kill()
                attackers.wait()
            server.kill()


def _usual_limits() -> Iterator[str]:
    """Options that set the server's default limits, which the tests' servers raise."""
    usual = Limits()
    for limit in LIMITS:
        name = limit.partition("=")[0]
        yield from ("--limit", f"{name}={getattr(usual, name)}")


def _attack(url: str, seconds: float, count: int) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "bench.attackers", url, str(seconds), str(count)]
    folder = str(SOURCES)
    env = {**os.environ, "PYTHONPATH": folder}
    return subprocess.Popen(command, cwd=folder, env=env, stdout=subprocess.PIPE, text=True)


# --- Players ---------------------------------------------------------------------------------


class Seat(Player):
    """A player at an address shared with others, as in a club."""

    def __init__(self, url: str, tally: Tally, seed: int) -> None:
        super().__init__(url, tally, seed)
        self.address = f"127.0.1.{1 + seed // AT_ONE_ADDRESS}"
        self.table = ""

    async def play(self, table: str, until: float) -> None:
        async with connect(
            f"{self._url.replace('http', 'ws')}/api/v1/tables/{table}/live",
            additional_headers={"Cookie": f"loseta={self.cookie}"},
            local_addr=(self.address, 0),
            compression=None,
            proxy=None,
            open_timeout=60,
        ) as live:
            await self._move_on(live, until)


async def _arrive(url: str, players: int) -> list[Seat]:
    """Seat the players in pairs; a third of the tables play Duel."""
    tally = Tally()
    crowd = [Seat(url, tally, seed) for seed in range(players)]
    for number, (first, second) in enumerate(zip(crowd[::2], crowd[1::2], strict=True)):
        transport = httpx.AsyncHTTPTransport(local_address=first.address, verify=False)
        async with httpx.AsyncClient(transport=transport, timeout=60) as http:
            await first.arrive(http)
            await second.arrive(http)
            body = {"game": "duel" if number % 3 == 2 else "azul", "seats": ["me", "open"]}
            opened = await first.post(http, "/tables", body)
            first.table = second.table = opened["table"]["id"]
            secret = {"secret": opened["invitations"]["1"]}
            await second.post(http, f"/tables/{first.table}/join", secret)
    return crowd


async def _play(crowd: list[Seat], seconds: float, pid: int) -> Tally:
    tally: Tally = crowd[0]._tally
    until = time.perf_counter() + SETTLING + seconds
    playing = [asyncio.create_task(seat.play(seat.table, until)) for seat in crowd]
    await asyncio.sleep(SETTLING)
    tally.measuring = True
    before = _processor_seconds(pid)
    results = await asyncio.gather(*playing, return_exceptions=True)
    tally.used = _processor_seconds(pid) - before
    tally.errors += [repr(result) for result in results if isinstance(result, BaseException)]
    return tally


def _processor_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _peak_mb(pid: int) -> float:
    """The server's peak memory in MB, without its workers."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return next(int(x.split()[1]) for x in status.splitlines() if x.startswith("VmHWM")) / 1024
