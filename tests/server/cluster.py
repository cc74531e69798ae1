"""A whole cluster for the tests: PostgreSQL, Redis, four servers, a worker and a proxy, with
relays between the parts, all in a folder that is gone afterwards."""

from __future__ import annotations

import asyncio
import os
import secrets
import signal
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from ..support import PATIENCE
from . import haproxy, postgres_servers, redis_servers
from .haproxy import Haproxy
from .postgres_servers import PostgresServer
from .redis_servers import RedisServer
from .relay import Relay
from .servers import ServerProcess, Workers

SERVERS = 4
THINK_ELSEWHERE = 2
"""So many of them have their computer players think at the worker."""
MARK = "LOSETA_TEST_CLUSTER"
"""In the environment of all its processes."""
_OPTIONS = (
    *("--limit", "connections_per_guest=1000"),
    *("--limit", "tables_per_guest=1000"),
)


def missing() -> str:
    """What such a cluster needs and is not here; empty if all is."""
    parts = {
        "PostgreSQL": postgres_servers.binaries(),
        "Redis": redis_servers.PROGRAM,
        "haproxy": haproxy.PROGRAM,
    }
    return ", ".join(name for name, found in parts.items() if not found)


def _processes_with(mark: str) -> list[str]:
    """The processes that were started with a mark in their environment, and run."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            if mark.encode() in (folder / "environ").read_bytes().split(b"\0"):
                found.append((folder / "cmdline").read_text().replace("\0", " "))
    return found


class TestCluster:
    __test__ = False

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        os.environ[MARK] = secrets.token_hex(8)
        self._mark = f"{MARK}={os.environ[MARK]}"
        self.postgres = PostgresServer(folder / "postgres")
        self.redis = RedisServer(folder)
        self.proxy = Haproxy(folder)
        self.servers: list[ServerProcess] = []
        self.workers: Workers | None = None
        self.entrance = Relay("clients to proxy")
        self.relays = [self.entrance]
        self.url = ""
        """Where clients come in."""

    async def start(self) -> None:
        (self.folder / "postgres").mkdir()
        await asyncio.gather(
            asyncio.to_thread(self.postgres.make), asyncio.to_thread(self.redis.start)
        )
        for number in range(SERVERS):
            database = await self._relay(f"server {number} to PostgreSQL", self.postgres.port)
            bus = await self._relay(f"server {number} to Redis", self.redis.port)
            options = ["--bus", self.redis.url.replace(str(self.redis.port), str(bus.port))]
            options += ["--remote-workers"] if number < THINK_ELSEWHERE else []
            server = ServerProcess(
                self.postgres.url.replace(f":{self.postgres.port}/", f":{database.port}/"),
                self.folder / f"server{number}.log",
                *options,
                *_OPTIONS,
            )
            self.servers.append(server)
        bus = await self._relay("workers to Redis", self.redis.port)
        self.workers = Workers(self.redis.url.replace(str(self.redis.port), str(bus.port)))
        await asyncio.gather(
            asyncio.to_thread(self.workers.start),
            *(asyncio.to_thread(server.start) for server in self.servers),
        )
        await asyncio.to_thread(self.proxy.start, [server.port for server in self.servers])
        self.entrance.target = self.proxy.port
        await self.entrance.start()
        self.url = f"http://127.0.0.1:{self.entrance.port}"

    async def _relay(self, name: str, target: int) -> Relay:
        relay = Relay(name, target)
        await relay.start()
        self.relays.append(relay)
        return relay

    async def stop(self) -> None:
        """Whatever state it is in."""
        for server in self.servers:
            with suppress(AssertionError, ProcessLookupError):
                os.kill(server.pid, signal.SIGCONT)
            server.kill()
        if self.workers is not None:
            self.workers.kill()
        self.proxy.stop()
        self.redis.kill()
        self.postgres.stop()
        for relay in self.relays:
            await relay.close()
        await self._all_are_gone()

    async def _all_are_gone(self) -> None:
        """Those too that servers and workers had started before they were killed."""
        until = time.monotonic() + PATIENCE
        while left := _processes_with(self._mark):
            assert time.monotonic() < until, f"processes are left: {left}"
            await asyncio.sleep(0.1)


@asynccontextmanager
async def running_cluster() -> AsyncIterator[TestCluster]:
    with tempfile.TemporaryDirectory() as folder:
        os.chmod(folder, 0o755)  # PostgreSQL may have to run as another user
        cluster = TestCluster(Path(folder))
        try:
            await cluster.start()
            yield cluster
        finally:
            await cluster.stop()
