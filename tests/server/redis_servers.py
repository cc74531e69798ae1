"""A Redis of the test's own, which may be killed and started again, empty."""

from __future__ import annotations

import gc
import shutil
import socket
import subprocess
import time
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest

from ..support import PATIENCE

PROGRAM = shutil.which("redis-server")


class RedisServer:
    def __init__(self, folder: Path) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0"

    def start(self) -> None:
        assert PROGRAM is not None
        command = [PROGRAM, "--port", str(self.port), "--bind", "127.0.0.1", "--save", ""]
        command += ["--appendonly", "no", "--dir", str(self.folder), "--loglevel", "warning"]
        self._process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
        until = time.monotonic() + PATIENCE
        while not self._answers():
            assert self._process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.02)

    def _answers(self) -> bool:
        try:
            with socket.create_connection(("127.0.0.1", self.port), timeout=5) as asking:
                asking.sendall(b"PING\r\n")
                return asking.recv(5) == b"+PONG"
        except OSError:
            return False

    def kill(self) -> None:
        """kill -9. What it held is gone."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None


@pytest.fixture
def redis_server(tmp_path: Path) -> Iterator[RedisServer]:
    if PROGRAM is None:
        pytest.skip("there is no redis-server here")
    running = RedisServer(tmp_path)
    running.start()
    yield running
    running.kill()
    # Servers that were cut off while they connected to a database have left that to the collector.
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)
        gc.collect()
