"""The metrics for Prometheus (`/metrics`)."""

from __future__ import annotations

import os
from functools import cache

from prometheus_client import (
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.multiprocess import MultiProcessCollector

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""The environment variable with the folder in which server processes on one port combine their
metrics."""

_FAST = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 5)

COMMIT_SECONDS = Histogram("loseta_commit_seconds", "Time of a commit", buckets=_FAST)
GROUP_SIZE = Histogram(
    "loseta_commit_group", "Writes stored in one commit", buckets=(1, 2, 5, 10, 20, 50, 100, 500)
)
COMMAND_SECONDS = Histogram(
    "loseta_command_seconds", "Time from a command to its answer", buckets=_FAST
)
COMMANDS = Counter("loseta_commands", "Commands by what became of them", ["result"])
REFUSALS = Counter("loseta_refusals", "What clients were refused", ["code"])
EVENTS = Counter("loseta_events", "Events stored", ["kind"])
CONNECTIONS = Gauge("loseta_connections", "Open live connections", multiprocess_mode="livesum")
TABLES = Gauge("loseta_live_tables", "Tables in memory", multiprocess_mode="livesum")
LOAD_SECONDS = Histogram("loseta_load_seconds", "Time to bring a table back", buckets=_FAST)
CAN_STORE = Gauge(
    "loseta_can_store", "Whether the last heartbeat was stored: 1 or 0", multiprocess_mode="livemin"
)
BUS_HEALTHY = Gauge(
    "loseta_bus_healthy", "Whether the bus carries everything: 1 or 0", multiprocess_mode="livemin"
)
PROCESSES = Gauge(
    "loseta_processes", "Servers of this database that are alive", multiprocess_mode="livemax"
)
LEASES = Gauge(
    "loseta_leases",
    "Tables whose computer players and clocks it sees to",
    multiprocess_mode="livesum",
)
THINKING_SECONDS = Histogram(
    "loseta_thinking_seconds", "Time a computer player's move took, waiting included"
)
THINKING_QUEUE = Gauge(
    "loseta_thinking_queue", "Moves that wait for a worker", multiprocess_mode="livesum"
)
WORKERS_LOST = Counter("loseta_workers_lost", "Worker processes that died and were replaced")
THINKING_AT_HOME = Counter(
    "loseta_thinking_at_home", "Jobs for remote workers that the server had to do itself"
)


@cache
def events_of(kind: str) -> Counter:
    """The counter for one kind of event, cached to avoid repeated lookups."""
    return EVENTS.labels(kind)


def figures() -> bytes:
    """All metrics as text for Prometheus: of this process, or of all processes on the port."""
    registry = REGISTRY
    if os.environ.get(SHARED_FOLDER):
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
    return generate_latest(registry)
