"""A proxy before several servers: haproxy, with a configuration of the tests' own."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path

from ..support import PATIENCE

PROGRAM = shutil.which("haproxy") or shutil.which("haproxy", path="/usr/sbin")
_CONFIGURATION = """
global
    maxconn 2000
    nbthread 1
defaults
    mode http
    retries 2
    option redispatch 1
    option forwardfor
    timeout connect 1s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
    timeout queue 2s
    timeout check 2s
frontend club
    bind 127.0.0.1:{port}
    default_backend servers
backend servers
    balance random
    option httpchk
    http-check send meth GET uri /healthz ver HTTP/1.1 hdr Host 127.0.0.1
    http-check expect status 200
    default-server check inter 500ms fastinter 300ms fall 2 rise 1 on-marked-down shutdown-sessions
{servers}
"""


class Haproxy:
    """No session sticks to a server. A server that cannot store a move is left at once, its live
    connections with it: clients come back by themselves, to another one."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / "haproxy.cfg"
        self._process: subprocess.Popen[bytes] | None = None
        self.port = 0

    def start(self, servers: Sequence[int]) -> None:
        assert PROGRAM is not None
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        lines = [f"    server s{n} 127.0.0.1:{port}" for n, port in enumerate(servers)]
        self._file.write_text(_CONFIGURATION.format(port=self.port, servers="\n".join(lines)))
        self._process = subprocess.Popen(
            [PROGRAM, "-db", "-q", "-f", self._file], stderr=subprocess.DEVNULL
        )
        until = time.monotonic() + PATIENCE
        while not self._listens():
            assert self._process.poll() is None
            assert time.monotonic() < until
            time.sleep(0.05)

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), timeout=5).close()
        except OSError:
            return False
        return True

    def stop(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.wait(PATIENCE)
            self._process = None
