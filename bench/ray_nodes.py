"""A Ray cluster on this machine, of several nodes as if each were a machine of its own."""

from __future__ import annotations

import ctypes
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Self

STARTED = "Ray runtime started"
OBJECTS = 80_000_000
"""Bytes for what tasks bring back, about the least that Ray takes."""

PR_SET_PDEATHSIG = 1
"""Of Linux: the signal that comes when the parent is gone."""


class RayNodes:
    """Each node is a session of processes. They are all gone in the end."""

    def __init__(self, processors: int = 1, patience: float = 180.0) -> None:
        """`processors`: of each node. `patience`: seconds that a start may take."""
        self._processors = processors
        self._patience = patience
        self._folder = Path(tempfile.mkdtemp(prefix="loseta-ray-"))  # sockets need short names
        self._nodes: list[subprocess.Popen[bytes]] = []
        self._started = 0
        self.address = ""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for node in list(self._nodes):
            self.kill(node)
        shutil.rmtree(self._folder, ignore_errors=True)

    def start_head(self) -> subprocess.Popen[bytes]:
        """Again at the same address if there was one."""
        known = self._folder / "ray_current_cluster"
        port = self.address.rpartition(":")[2] or "0"
        known.unlink(missing_ok=True)
        more = ("--include-dashboard", "false", "--temp-dir", str(self._folder))
        head = self._start("--head", "--port", port, *more)
        self._wait(known.is_file)
        self.address = known.read_text().strip()
        return head

    def start_node(self) -> subprocess.Popen[bytes]:
        return self._start("--address", self.address)

    def kill(self, node: subprocess.Popen[bytes]) -> None:
        """As if its machine lost its power."""
        for process in _session(node.pid):
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        node.wait()
        self._nodes.remove(node)

    @staticmethod
    def tasks(node: subprocess.Popen[bytes]) -> int:
        """How many tasks a node is doing."""
        return sum(_command(process) == b"ray::run" for process in _session(node.pid))

    def working(self) -> int:
        """How many tasks all nodes are doing."""
        return sum(map(self.tasks, self._nodes))

    @property
    def processes(self) -> list[int]:
        return [process for node in self._nodes for process in _session(node.pid)]

    def _start(self, *arguments: str) -> subprocess.Popen[bytes]:
        self._started += 1
        log = self._folder / f"node-{self._started}.txt"
        with log.open("wb") as out:
            node = subprocess.Popen(
                [
                    *(sys.executable, "-m", "ray.scripts.scripts", "start", "--block"),
                    *("--num-cpus", str(self._processors)),
                    *("--object-store-memory", str(OBJECTS)),
                    *arguments,
                ],
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.STDOUT,
                # Ray's processes would be nicer than others, and it would report its use.
                env={**os.environ, "RAY_worker_niceness": "0", "RAY_USAGE_STATS_ENABLED": "0"},
                start_new_session=True,
                preexec_fn=_end_with_parent,
            )
        self._nodes.append(node)
        self._wait(lambda: STARTED in log.read_text(errors="replace"), node)
        return node

    def _log(self) -> str:
        return (self._folder / f"node-{self._started}.txt").read_text(errors="replace")

    def _wait(self, ready: Callable[[], bool], node: subprocess.Popen[bytes] | None = None) -> None:
        until = time.monotonic() + self._patience
        while not ready():
            if time.monotonic() > until or (node is not None and node.poll() is not None):
                raise RuntimeError(f"a Ray node does not start: {self._log()}")
            time.sleep(0.1)


def _end_with_parent() -> None:
    """Where the system can: Ray is told to end when whoever has started it is gone."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _session(leader: int) -> list[int]:
    """All its processes."""
    found = []
    for name in os.listdir("/proc"):
        with suppress(OSError):
            if name.isdigit() and os.getsid(int(name)) == leader:
                found.append(int(name))
    return found


def _command(process: int) -> bytes:
    try:
        return Path(f"/proc/{process}/cmdline").read_bytes().rstrip(b"\0")
    except OSError:
        return b""
