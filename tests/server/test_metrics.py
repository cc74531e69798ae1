"""The metrics for operators: they measure what they claim to measure."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import httpx
import pytest

from ..support import PATIENCE
from .redis_servers import RedisServer
from .servers import ServerProcess


def figure(url: str, name: str) -> float:
    """The sum over all labels; 0 if there is none yet."""
    text = httpx.get(f"{url}/metrics").text
    values = re.findall(rf"^{re.escape(name)}(?:{{[^}}]*}})? (\S+)$", text, re.MULTILINE)
    return sum(map(float, values))


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_refusals_are_counted_by_their_code(shared_server: ServerProcess) -> None:
    url = shared_server.url
    counters = [f'loseta_refusals_total{{code="{c}"}}' for c in ("no_identity", "unknown_page")]

    def counts() -> list[float]:
        lines = [line.rpartition(" ") for line in httpx.get(f"{url}/metrics").text.splitlines()]
        told = {name: value for name, _, value in lines}
        return [float(told.get(counter, 0)) for counter in counters]

    before = counts()
    for _ in range(3):
        assert httpx.get(f"{url}/api/v1/tables").status_code == 401
    assert httpx.get(f"{url}/api/v1/nothing").status_code == 404
    assert counts() == [before[0] + 3, before[1] + 1]


def test_a_server_alone_is_healthy(shared_server: ServerProcess) -> None:
    names = ("loseta_can_store", "loseta_bus_healthy", "loseta_processes", "loseta_leases")
    assert [figure(shared_server.url, name) for name in names] == [1, 1, 1, 0]


@pytest.mark.long
def test_servers_tell_of_their_neighbours_and_of_the_bus(
    postgres_url: str, redis_server: RedisServer, tmp_path: Path
) -> None:
    options = "--bus", redis_server.url
    one, two = (ServerProcess(postgres_url, tmp_path / name, *options) for name in ("1", "2"))
    one.start()
    try:
        two.start()
        try:
            until(lambda: figure(one.url, "loseta_processes") == 2)
            until(lambda: figure(one.url, "loseta_bus_healthy") == 1)
            redis_server.kill()
            until(lambda: figure(one.url, "loseta_bus_healthy") == 0)
            assert figure(one.url, "loseta_can_store") == 1
        finally:
            two.kill()
        until(lambda: figure(one.url, "loseta_processes") == 1)
        with httpx.Client(base_url=one.url) as ana:
            ana.get("/api/v1/me")
            body = {"game": "azul", "seats": ["me", "random"], "options": {"first": "2"}}
            assert ana.post("/api/v1/tables", json=body).status_code < 300
        until(lambda: figure(one.url, "loseta_leases") == 1)
    finally:
        one.kill()
