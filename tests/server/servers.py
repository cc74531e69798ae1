"""A server in a process of its own, which tests may stop, kill and start again."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import subprocess
import sys
import tempfile
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import pytest

from loseta.server.store import Database, Store

from ..support import PATIENCE

T = TypeVar("T")
LIMITS = (
    *("guests_per_minute=100000", "requests_per_address=1000000"),
    *("budget=1000000", "budget_per_address=1000000"),
    *("messages=10000", "thoughts=1000"),
)
"""What tests need more of than a person."""


@cache
def _empty_tables() -> bytes:
    """A file of SQLite with tables and nothing in them. Making them takes a server a quarter of a
    second, most of it to load what makes them."""

    async def make(url: str) -> None:
        store = Store(Database(url))
        await store.open()
        await store.close()

    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(1) as thread:
        file = Path(folder) / "tables.db"  # in a thread, for a browser's loop may run in this one
        thread.submit(asyncio.run, make(f"sqlite:///{file}")).result()
        return file.read_bytes()


class ServerProcess:
    """`loseta serve` on a port that stays the same when it is started again."""

    module = "loseta"

    def __init__(self, database: str, log: Path, *options: str) -> None:
        self.database = database
        self._log = log
        self._options = options
        self._port = 0
        self._process: subprocess.Popen[str] | None = None

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    @property
    def port(self) -> int:
        return self._port

    @property
    def log(self) -> str:
        return self._log.read_text(encoding="utf-8")

    def start(self) -> None:
        kind, _, file = self.database.partition(":///")
        if kind == "sqlite" and not Path(file).exists():
            Path(file).write_bytes(_empty_tables())
        limits = [part for limit in LIMITS for part in ("--limit", limit)]
        command = ["-m", self.module, "serve", "--port", str(self._port), "--db", self.database]
        command.append("--no-prepare")
        with self._log.open("a", encoding="utf-8") as log:
            self._process = subprocess.Popen(
                [sys.executable, *command, *limits, *self._options],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env={**os.environ, "LANG": "en_XX.UTF-8", "PYTHONUTF8": "1"},
            )
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        match = re.search(r"localhost:(\d+)/", said)
        assert match, f"{said}\n{self.log}"
        self._port = int(match[1])

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    def kill(self) -> None:
        """kill -9: it cannot put anything in order."""
        self._end(signal.SIGKILL)

    def stop(self) -> int:
        """Ask it to stop; its exit code."""
        return self._end(signal.SIGTERM)

    def _end(self, number: int) -> int:
        if self._process is None:
            return 0
        self._process.send_signal(number)
        code = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        self._process = None
        return code


class Workers:
    """`loseta workers` as a process."""

    def __init__(self, bus: str, jobs: int = 1) -> None:
        self._command = ["workers", "--bus", bus, "--jobs", str(jobs), "--no-prepare"]
        self.process: subprocess.Popen[str] | None = None

    def start(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "loseta", *self._command],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "LANG": "en_XX.UTF-8"},
        )
        assert self.process.stdout is not None
        assert "wait for jobs" in self.process.stdout.readline()

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate(timeout=PATIENCE)
            self.process = None

    def stop(self) -> tuple[int, str]:
        assert self.process is not None
        self.process.terminate()
        said, _ = self.process.communicate(timeout=PATIENCE)
        code, self.process = self.process.returncode, None
        return code, said


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    """A server of the test's own."""
    running = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log")
    running.start()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def shared_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for all tests of a process that do it no harm."""
    folder = tmp_path_factory.mktemp("server")
    running = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder / "log")
    running.start()
    yield running
    running.kill()


def run(work: Coroutine[Any, Any, T], seconds: float = PATIENCE) -> T:
    """Run a test's coroutine, and not for ever."""

    async def limited() -> T:
        async with asyncio.timeout(seconds):
            return await work

    return asyncio.run(limited())
