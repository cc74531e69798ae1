"""A Ray cluster on this machine, whose nodes act like separate machines."""

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
"""The size of Ray's object store in bytes, about the smallest that it accepts."""

PR_SET_PDEATHSIG = 1
"""The option of Linux's `prctl` that sets the signal sent when the parent ends."""


class RayNodes:
    """The nodes of a cluster, each a session of processes, which the end of a `with` kills."""

    def __init__(self, processors: int = 1, patience: float = 180.0) -> None:
        """`processors`: those of each node. `patience`: the seconds that a start may take."""
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
        """Start the head node, at the same address if there was one before."""
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
        """Kill all processes of a node, as if its machine lost power."""
        for process in _session(node.pid):
            with suppress(OSError):
                os.kill(process, signal.SIGKILL)
        node.wait()
        self._nodes.remove(node)

    @staticmethod
    def tasks(node: subprocess.Popen[bytes]) -> int:
        """How many tasks a node is running."""
        return sum(_command(process) == b"ray::run" for process in _session(node.pid))

    def working(self) -> int:
        """How many tasks all nodes are running."""
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
                # By default Ray lowers the priority of its processes and reports usage.
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
    """Make Ray end when its parent process is gone, where the system supports that."""
    with suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)


def _session(leader: int) -> list[int]:
    """All processes of a session."""
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
