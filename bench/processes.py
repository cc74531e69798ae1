"""One server of several processes: how many players it carries, and what a move costs each part.

    loseta bench server --processes 1,2,4

PostgreSQL, Redis and the servers are those of `make cluster`; the clients run on the same cores.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Generator, Iterator, Sequence
from pathlib import Path

import asyncpg
from redis import Redis

from deploy.cluster import Cluster
from tests.server.servers import LIMITS

from .crowd import PACE, percentile, play
from .figures import Figure
from .server import MANY

FAST_ENOUGH = 0.1
"""The longest 99th percentile of the time of a move, in seconds."""
OPTIONS = (*(part for limit in LIMITS for part in ("--limit", limit)), *MANY)


def figures(counts: Sequence[int], seconds: float, first: int, budget: float) -> Iterator[Figure]:
    """For each number of processes, double the players until moves are too slow.

    `seconds`: the length of a step. `first`: the players in the first step. `budget`: after this
    many seconds, shared by all numbers of processes, no further step begins."""
    alone: int | None = None
    for count in counts:
        name = f"server: {count} {'process' if count == 1 else 'processes'}"
        with Cluster(count, options=OPTIONS) as cluster:
            found, is_most = yield from _steps(name, cluster, seconds, first, budget / len(counts))
        alone = alone or found
        bound = "" if is_most else ", at least"
        name += f": players, a move every {PACE:g} s, p99 < 100 ms{bound}"
        yield Figure(name, found, "players", found / alone if alone else None, "the first")
    with Cluster(2, options=OPTIONS) as cluster:
        yield from costs(cluster, seconds, first)


def _steps(
    name: str, cluster: Cluster, seconds: float, first: int, budget: float
) -> Generator[Figure, None, tuple[int, bool]]:
    """Returns the players of the last step that was fast enough (0: not even the first was), and
    whether the next one was too slow; otherwise the time was up."""
    until = time.monotonic() + budget
    players, found = first, 0
    while True:
        tally = asyncio.run(play(cluster.servers, players, seconds))
        p99 = percentile(tally.latencies, 99)
        yield Figure(f"{name}: {players} players: p99", 1000 * p99, "ms")
        if p99 > FAST_ENOUGH or tally.errors:
            return found, True
        found = players
        players *= 2
        if time.monotonic() > until:
            return found, False


# --- What a move costs each part ---------------------------------------------------------------


class Meter:
    """Reads the processor time and traffic that the parts of a cluster have used so far."""

    def __init__(self, cluster: Cluster) -> None:
        self._cluster = cluster
        self._redis = Redis.from_url(cluster.redis)

    def read(self) -> dict[str, float]:
        told = self._redis.info("stats")
        parts = {part.name: part.pid for part in self._cluster.parts}
        servers = [pid for name, pid in parts.items() if name.startswith("server")]
        return {
            "servers": sum(map(cpu_of, servers)),
            "PostgreSQL": cpu_of(parts["PostgreSQL"]),
            "Redis": cpu_of(parts["Redis"]),
            "bus in": float(told["total_net_input_bytes"]),
            "bus out": float(told["total_net_output_bytes"]),
        }


async def _transactions(database: str) -> tuple[int, int]:
    """The number of commits so far, and the bytes of the write-ahead log."""
    connection = await asyncpg.connect(database)
    try:
        row = await connection.fetchrow(
            "SELECT xact_commit, pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') FROM"
            " pg_stat_database WHERE datname = current_database()"
        )
    finally:
        await connection.close()
    return int(row[0]), int(row[1])


def cpu_of(pid: int) -> float:
    """Seconds of processor time of a process and all that it has started."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    used = sum(map(int, fields[11:15])) / 100  # its own, and that of children that have ended
    for task in Path(f"/proc/{pid}/task").iterdir():
        for child in (task / "children").read_text(encoding="ascii").split():
            used += cpu_of(int(child))
    return used


def costs(cluster: Cluster, seconds: float, players: int) -> Iterator[Figure]:
    """What a move costs each part. The players of a table use different processes, so that every
    move goes over the bus."""
    meter = Meter(cluster)
    readings: list[dict[str, float]] = []

    def read() -> None:
        readings.append(meter.read())

    before = asyncio.run(_transactions(cluster.database))
    tally = asyncio.run(
        play(cluster.servers, players, seconds, apart=True, before=read, after=read)
    )
    after = asyncio.run(_transactions(cluster.database))
    first, last = readings
    moves = max(1, len(tally.latencies))
    used = {name: (last[name] - first[name]) / moves for name in first}
    name = "cluster: a move"
    for part in ("servers", "PostgreSQL", "Redis"):
        yield Figure(f"{name}: processor time of {part}", 1000 * used[part], "ms")
    yield Figure(f"{name}: bytes to the bus", used["bus in"], "bytes")
    yield Figure(f"{name}: bytes from the bus", used["bus out"], "bytes")
    yield Figure(f"{name}: sent to its players", tally.received / moves, "bytes")
    # These two include opening the tables, so they are upper bounds.
    yield Figure(f"{name}: transactions, at most", (after[0] - before[0]) / moves, "commits")
    yield Figure(f"{name}: write-ahead log, at most", (after[1] - before[1]) / moves, "bytes")
    yield Figure(f"{name}: errors", len(tally.errors), "errors")
