"""The process that talks to Ray (`cluster.py` says why it is a separate one)."""

from __future__ import annotations

import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from multiprocessing import connection
from typing import Any

AUTO = "auto"
"""The address that stands for the cluster to which this machine belongs."""
POLL_SECONDS = 0.05
"""Seconds between two checks of the pipe while tasks are being done."""
COUNT_SECONDS = 5.0
"""Seconds between two counts of the processors."""
TASKS_PER_PROCESSOR = 2
"""Tasks handed out per processor, so that none has to wait for its next one."""
MOST_LOSSES = 5
"""If a task's process was lost this often, the task counts as the cause."""
MISSING_HEAD = "20"
"""Seconds after which Ray gives up on a silent head node."""

ANSWER, PAUSE = 5.0, 0.5
"""Seconds to wait for a head's answer, and to pause if there was none."""


def bridge(
    address: str,
    jobs: int | None,
    versions: dict[str, str],
    pipe: connection.Connection[Any, Any],
) -> None:
    """Do the tasks that arrive through the pipe until it closes, on nodes with these versions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.setsid()
    quiet = os.open(os.devnull, os.O_WRONLY)  # Ray writes its messages to its logs, too
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", MISSING_HEAD)
    if not _answers(address):
        return  # the parent sees the closed pipe; Ray itself would try for half a minute
    import ray

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    except (ConnectionError, RuntimeError, ValueError, OSError):
        return
    with contextlib.suppress(EOFError, OSError):
        _Tasks(ray, jobs, versions, pipe).run()


def _answers(address: str) -> bool:
    """Whether a head node listens at this address. Ray accepts other kinds of addresses, but some
    of them would start a new cluster."""
    if address == AUTO:
        return True
    host, _, port = address.rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return False
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except (OSError, OverflowError):
        time.sleep(PAUSE)  # the caller asks again and again
        return False
    return True


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


class _Tasks:
    """The tasks that Ray is doing for us."""

    def __init__(
        self,
        ray: Any,
        jobs: int | None,
        versions: dict[str, str],
        pipe: connection.Connection[Any, Any],
    ) -> None:
        self._ray, self._jobs, self._versions, self._pipe = ray, jobs, versions, pipe
        # Ray retries without counting, so a task that kills its process would do so for ever.
        self._remote = ray.remote(_on_node()).options(num_cpus=1, max_retries=0)
        self._setups = 0
        self._setup: Any = None
        self._running: dict[Any, tuple[int, bytes]] = {}
        self._lost: dict[int, int] = {}
        self._slots = 0
        self._counted = 0.0

    def run(self) -> None:
        while True:
            self._count()
            while self._pipe.poll(0 if self._running else COUNT_SECONDS):
                what, data = self._pipe.recv()
                if what == "setup":
                    self._setups += 1
                    self._setup = self._ray.put(data)
                else:
                    self._submit(what, data)
            if self._running:
                for ref in self._ended():
                    self._end(ref)

    def _count(self) -> None:
        """Update the number of slots now and then, because nodes come and go."""
        if time.monotonic() < self._counted + COUNT_SECONDS:
            return
        self._counted = time.monotonic()
        found = int(self._ray.cluster_resources().get("CPU", 0))
        slots = self._jobs or TASKS_PER_PROCESSOR * max(1, found)
        if slots != self._slots:
            self._slots = slots
            self._pipe.send(("slots", slots))

    def _ended(self) -> list[Any]:
        refs = list(self._running)
        ended, _ = self._ray.wait(refs, num_returns=1, timeout=POLL_SECONDS)
        if ended:  # also get all others that have ended meanwhile
            ended, _ = self._ray.wait(refs, num_returns=len(refs), timeout=0)
        return list(ended)

    def _submit(self, number: int, data: bytes) -> None:
        ref = self._remote.remote(self._setups, self._versions, self._setup, data)
        self._running[ref] = number, data

    def _end(self, ref: Any) -> None:
        number, data = self._running.pop(ref)
        try:
            kind, *said = self._ray.get(ref)
        except self._ray.exceptions.RayError:  # its process or its node is gone
            self._lost[number] = self._lost.get(number, 0) + 1
            if self._lost[number] == MOST_LOSSES:
                self._pipe.send(("failed",))
            self._submit(number, data)
            return
        self._lost.pop(number, None)
        self._pipe.send((kind, number, *said) if kind == "done" else (kind, *said))


def _on_node() -> Callable[..., tuple[Any, ...]]:
    """The function that a node runs. Its code is sent to the node, which may lack Loseta or have
    another version."""

    def run(setups: int, expected: dict[str, str], setup: bytes, bundle: bytes) -> tuple[Any, ...]:
        import importlib

        import ray

        node: Any = None
        found: dict[str, str] = {}
        with contextlib.suppress(ImportError):
            found = {"loseta": importlib.import_module("loseta").__version__}
            node = importlib.import_module("loseta.executors.node")
            found = node.versions()
        for package, version in expected.items():
            if version and (node is None or found.get(package, "") != version):
                address = ray.util.get_node_ip_address()
                return "other", address, package, version, found.get(package, "")
        return "done", node.do(setups, setup, bundle)

    return run
