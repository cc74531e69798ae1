"""Tasks on a Ray cluster.

Ray silently kills the process that uses it when the cluster is gone. So another process, the
*bridge* (`bridge.py`), talks to Ray: it connects, hands out tasks and brings back the results. This
process keeps the list of remaining tasks. If the bridge dies with the head node of the cluster,
another takes over as soon as there is a head again, and only the tasks that were running are done
again. When this process ends, the bridge is killed, and Ray ends what it had started on the nodes.
"""

from __future__ import annotations

import multiprocessing
import pickle
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from importlib.util import find_spec
from itertools import chain
from multiprocessing import connection
from time import monotonic
from types import TracebackType
from typing import Any, Self

from loseta.executors import R, T, WorkersFail
from loseta.executors.bridge import AUTO, bridge
from loseta.executors.local import interrupt_held
from loseta.executors.node import versions
from loseta.game import Reason, Refusal

PATIENCE = 300.0
"""Seconds to wait for a lost head to come back."""
BUNDLE = 0.5
"""Seconds of work in one bundle of tasks, because each bundle costs Ray some milliseconds."""
LOST_BRIDGES = 3
"""If this many bridges in a row are lost without a result, the cluster counts as gone."""
TICK = 0.5


class NoCluster(Refusal):
    """There is no cluster at this address, or no longer."""

    def __init__(self, key: str, address: str) -> None:
        super().__init__(Reason("", f"cluster.{key}", {"address": address}))


class OtherNode(Refusal):
    """A node has other versions of packages, so its games could differ."""

    def __init__(self, node: str, package: str, here: str, there: str) -> None:
        params = {"node": node, "package": package, "here": here, "there": there}
        super().__init__(Reason("", "cluster.other" if there else "cluster.lacks", params))


class Cluster:
    """An executor on many machines. It connects when the first task is due."""

    def __init__(self, address: str = AUTO, jobs: int | None = None) -> None:
        """`jobs`: how many tasks to run at a time; None: enough for all processors of the cluster.
        Raises Refusal."""
        if find_spec("ray") is None:
            params = {"name": "--cluster", "extra": "loseta[cluster]"}
            raise Refusal(Reason("", "missing_extra", params))
        self._address, self._jobs = address, jobs
        self._bridge: _Bridge | None = None
        self._connected = False
        self._lost = 0
        """The number of bridges lost in a row without a result."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """End all running tasks."""
        if self._bridge is not None:
            self._bridge.kill()
            self._bridge = None

    def map(
        self, setup: Callable[[], Callable[[T], R]], tasks: Sequence[T]
    ) -> Generator[tuple[int, R], None, None]:
        """Raises NoCluster, OtherNode, WorkersFail, and what a task raises."""
        todo = deque(range(len(tasks)))
        running: dict[int, list[int]] = {}
        size = 1
        done = False
        try:
            while todo or running:
                bridge = self._connect(setup)
                while todo and len(running) < bridge.slots:
                    fair = len(todo) // (2 * bridge.slots)  # so that all end at about the same time
                    bundle = [todo.popleft() for _ in range(max(1, min(size, fair)))]
                    running[bundle[0]] = bundle
                    bridge.give(bundle[0], [tasks[number] for number in bundle])
                try:
                    first, results, seconds = bridge.take()
                except EOFError:
                    self.close()
                    self._lost += 1
                    if self._lost == LOST_BRIDGES:
                        raise NoCluster("gone", self._address) from None
                    lost = sorted(chain.from_iterable(running.values()))
                    todo.extendleft(reversed(lost))
                    running.clear()
                    continue
                if first is not None:
                    bundle = running.pop(first)
                    size = max(1, int(BUNDLE * len(bundle) / max(seconds, 1e-6)))
                    self._lost = 0
                    yield from zip(bundle, results, strict=True)
            done = True
        finally:
            if not done:  # the running tasks are no longer wanted
                self.close()

    def _connect(self, setup: Callable[[], Any]) -> _Bridge:
        """The bridge, prepared for these tasks. After a loss, tries for a while to reconnect."""
        until = monotonic() + PATIENCE
        while self._bridge is None:
            found = _Bridge(self._address, self._jobs)
            try:
                found.meet()
            except EOFError:
                found.kill()
                if not self._connected:
                    raise NoCluster("none", self._address) from None
                if monotonic() > until:
                    raise NoCluster("gone", self._address) from None
            except BaseException:
                found.kill()
                raise
            else:
                self._bridge, self._connected = found, True
        self._bridge.prepare(setup)
        return self._bridge


class _Bridge:
    """The bridge process as seen from this one. Its methods raise EOFError when it is gone."""

    def __init__(self, address: str, jobs: int | None) -> None:
        context = multiprocessing.get_context("spawn")  # nothing of this process leaks into it
        self._pipe, its_end = context.Pipe()
        self._process = context.Process(
            target=bridge, args=(address, jobs, versions(), its_end), daemon=True
        )
        with interrupt_held():
            self._process.start()
        its_end.close()
        self._setup: Callable[[], Any] | None = None
        self.slots = 0
        """How many bundles it takes at a time; 0 until it is connected."""

    def meet(self) -> None:
        """Wait until it is connected."""
        while not self.slots:
            self.take()

    def prepare(self, setup: Callable[[], Any]) -> None:
        """Send the setup of the next tasks, if it has changed."""
        if setup is not self._setup:
            self._send("setup", pickle.dumps(setup))
            self._setup = setup

    def give(self, name: int, bundle: list[Any]) -> None:
        self._send(name, pickle.dumps(bundle))

    def _send(self, what: Any, data: bytes) -> None:
        with suppress(OSError):  # it is gone: the next `take` notices
            self._pipe.send((what, data))

    def take(self) -> tuple[int | None, list[Any], float]:
        """The name of the next bundle that has ended, its results and the seconds it took; the name
        is None if the bridge reported something else."""
        while not connection.wait([self._pipe, self._process.sentinel], TICK):
            pass  # short waits, so that Ctrl-C works on every system
        try:
            kind, *said = self._pipe.recv()
        except OSError:
            raise EOFError from None
        if kind == "slots":
            (self.slots,) = said
            return None, [], 0.0
        if kind == "done":
            name, data = said
            error, results, seconds = pickle.loads(data)
            if error is not None:
                raise error
            return name, results, seconds
        raise OtherNode(*said) if kind == "other" else WorkersFail("cluster.tasks")

    def kill(self) -> None:
        self._process.kill()
        self._process.join()
        self._process.close()
        self._pipe.close()
