"""A client that does not read the answers to its requests is disconnected."""

from __future__ import annotations

import asyncio
import os
import socket
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState

from loseta.server.http.timeouts import TimedHttp, Waiting
from loseta.server.settings import Limits

from ..support import PATIENCE
from .servers import ServerProcess, run
from .test_limits import limited

SECONDS = 20.0


class Timers:
    """Stands in for a loop: it collects what is to be called later, and its time is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0
        self._due: list[tuple[float, Any, Any, Timer]] = []

    def call_later(self, seconds: float, call: Any, *args: Any) -> Timer:
        timer = Timer()
        self._due.append((self.now + seconds, call, args, timer))
        return timer

    def go_on(self, seconds: float) -> None:
        self.now += seconds
        due, self._due = self._due, []
        for at, call, args, timer in due:
            if timer.cancelled:
                continue
            if at <= self.now:
                call(*args)
            else:
                self._due.append((at, call, args, timer))


class Timer:
    cancelled = False

    def cancel(self) -> None:
        self.cancelled = True


class Transport(asyncio.Transport):
    aborted = closing = False

    def abort(self) -> None:
        self.aborted = True

    def close(self) -> None:
        self.closing = True

    def is_closing(self) -> bool:
        return self.closing

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return default

    def write(self, data: Any) -> None: ...
    def pause_reading(self) -> None: ...
    def resume_reading(self) -> None: ...


def connection() -> tuple[Timers, TimedHttp, Transport]:
    async def app(scope: Any, receive: Any, send: Any) -> None: ...

    timers, transport = Timers(), Transport()
    config = uvicorn.Config(app, lifespan="off")
    config.load()
    http = TimedHttp(
        config,
        ServerState(),
        {},
        timers,
        waiting=Waiting(Limits(request_seconds=SECONDS)),
    )
    http.connection_made(transport)
    http._waiting.remove(http)  # its request has arrived
    return timers, http, transport


def test_who_does_not_read_has_so_long() -> None:
    timers, http, transport = connection()
    http.pause_writing()
    timers.go_on(SECONDS - 1)
    assert not transport.aborted
    timers.go_on(1)
    assert transport.aborted


def test_who_reads_on_stays() -> None:
    timers, http, transport = connection()
    for _ in range(5):
        http.pause_writing()
        timers.go_on(SECONDS - 1)
        http.resume_writing()
        timers.go_on(2)
    timers.go_on(10 * SECONDS)
    assert not transport.aborted


def test_the_rest_of_an_answer_is_not_waited_for_without_end() -> None:
    timers, http, transport = connection()
    http.timeout_keep_alive_handler()
    assert transport.closing
    timers.go_on(SECONDS)
    assert transport.aborted


def test_who_has_gone_is_forgotten() -> None:
    timers, http, transport = connection()
    http.pause_writing()
    http.connection_lost(None)
    timers.go_on(10 * SECONDS)
    assert not transport.aborted


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="sockets are counted in /proc")
def test_a_client_that_never_reads_is_closed(tmp_path: Path) -> None:
    """Over a real connection: what it asked for is more than the buffers on the way hold."""
    server = limited(tmp_path, "request_seconds=1")

    async def test() -> None:
        host, port = server.url.removeprefix("http://").split(":")
        with socket.socket() as silent:
            silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
            before = _sockets(server)
            silent.connect((host, int(port)))
            asks = f"GET /api/v1/texts/en HTTP/1.1\r\nHost: {host}\r\n\r\n".encode()
            silent.sendall(asks * 150)
            while _sockets(server) <= before:
                await asyncio.sleep(0.05)  # until it is accepted
            while _sockets(server) > before:
                await asyncio.sleep(0.05)  # until it is closed
            silent.settimeout(PATIENCE)
            assert await asyncio.to_thread(_answers, silent) < 150

    try:
        run(test())
    finally:
        server.kill()


def _sockets(server: ServerProcess) -> int:
    """How many the server has open."""
    found = 0
    for entry in Path(f"/proc/{server.pid}/fd").iterdir():
        try:
            found += os.readlink(entry).startswith("socket:")
        except OSError:
            continue
    return found


def _answers(silent: socket.socket) -> int:
    """How many whole answers had been sent."""
    got = bytearray()
    try:
        while part := silent.recv(65_536):
            got += part
    except ConnectionError:
        pass
    return got.count(b"HTTP/1.1 200")
