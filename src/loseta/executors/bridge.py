"""The process that speaks to Ray (`cluster.py` says why it is one of its own)."""

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
"""The cluster that this machine is part of."""
LOOK = 0.05
"""Seconds between two looks at the pipe while tasks are being done,"""
COUNT = 5.0
"""and between two at how many processors there are."""
AHEAD = 2
"""Tasks for each processor: nobody waits for the next one."""
MOST_LOSSES = 5
"""A task whose process was lost so often is the reason for it."""
MISSING_HEAD = "20"
"""Seconds after which Ray gives up a head that says nothing."""

ANSWER, PAUSE = 5.0, 0.5
"""Seconds for a head to answer, and after it did not."""


def bridge(
    address: str,
    jobs: int | None,
    versions: dict[str, str],
    pipe: connection.Connection[Any, Any],
) -> None:
    """Do the tasks that come through the pipe, until it closes, on nodes of these versions."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "setsid"):
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.setsid()
    quiet = os.open(os.devnull, os.O_WRONLY)  # Ray's own words are in its logs
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.environ.setdefault("RAY_gcs_rpc_server_reconnect_timeout_s", MISSING_HEAD)
    if not _answers(address):
        return  # the pipe closes, which says it; Ray would try for half a minute
    import ray

    try:
        ray.init(address=address, log_to_driver=False, logging_level=logging.CRITICAL)
    except (ConnectionError, RuntimeError, ValueError, OSError):
        return
    with contextlib.suppress(EOFError, OSError):
        _Tasks(ray, jobs, versions, pipe).run()


def _answers(address: str) -> bool:
    """Whether somebody is there. Ray itself takes other addresses, too, some of which would start
    a cluster that nobody asked for."""
    if address == AUTO:
        return True
    host, _, port = address.rpartition(":")
    if not (host and port.isascii() and port.isdigit()):
        return False
    try:
        socket.create_connection((host, int(port)), ANSWER).close()
    except (OSError, OverflowError):
        time.sleep(PAUSE)  # whoever waits for a head asks again and again
        return False
    return True


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    os._exit(1)


class _Tasks:
    """What Ray is doing for us."""

    def __init__(
        self,
        ray: Any,
        jobs: int | None,
        versions: dict[str, str],
        pipe: connection.Connection[Any, Any],
    ) -> None:
        self._ray, self._jobs, self._versions, self._pipe = ray, jobs, versions, pipe
        # Ray's own retries do not count, so a task that kills whoever does it would do so for ever.
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
            while self._pipe.poll(0 if self._running else COUNT):
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
        """Nodes come and go."""
        if time.monotonic() < self._counted + COUNT:
            return
        self._counted = time.monotonic()
        found = int(self._ray.cluster_resources().get("CPU", 0))
        slots = self._jobs or AHEAD * max(1, found)
        if slots != self._slots:
            self._slots = slots
            self._pipe.send(("slots", slots))

    def _ended(self) -> list[Any]:
        refs = list(self._running)
        ended, _ = self._ray.wait(refs, num_returns=1, timeout=LOOK)
        if ended:  # and whatever else has meanwhile
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
    """What a node runs. It is sent there as it is, since a node may have no Loseta, or another."""

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
