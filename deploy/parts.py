"""The programs of a cluster: finding or installing the distribution's, and running each."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
from pathlib import Path
from typing import IO, Any

PACKAGES = {"postgres": "postgresql", "redis-server": "redis-server", "haproxy": "haproxy"}
"""The Debian and Ubuntu package of each program."""
PATIENCE = 60.0
"""Seconds that a program has to end after the signal; then it is killed."""


class Missing(Exception):
    """Programs are missing and cannot be installed. The message names their packages."""


def find(program: str) -> str | None:
    """The path of a program, or None. Debian keeps PostgreSQL's in a folder for each version."""
    versions = Path("/usr/lib/postgresql").glob("*/bin")
    newest = sorted(versions, key=lambda folder: float(folder.parent.name), reverse=True)
    return shutil.which(program, path=os.pathsep.join([os.environ["PATH"], "/usr/sbin"])) or next(
        (str(each / program) for each in newest if (each / program).is_file()), None
    )


def find_all() -> dict[str, str]:
    """The paths of all programs in PACKAGES, installing them if run as root. Raises Missing."""
    missing = [package for program, package in PACKAGES.items() if find(program) is None]
    apt = shutil.which("apt-get")
    if missing and apt and os.geteuid() == 0:
        print(f"Installing {', '.join(missing)} ...", flush=True)
        for command in (["update"], ["install", "-y", "--no-install-recommends", *missing]):
            subprocess.run([apt, *command], capture_output=True, check=False)
    found = {program: find(program) for program in PACKAGES}
    missing = [PACKAGES[program] for program, path in found.items() if path is None]
    if missing:
        raise Missing(f"Please install these packages of your system first: {', '.join(missing)}.")
    return {program: path for program, path in found.items() if path is not None}


def free_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


class Part:
    """A program, with its output in a file. It runs in its own session: Ctrl-C in the terminal
    reaches only the process that started it, which then stops all parts in the right order."""

    def __init__(
        self,
        name: str,
        command: list[str],
        log: Path,
        end: signal.Signals = signal.SIGTERM,
        told: str = "",
        **options: Any,
    ) -> None:
        """`end` is the signal for an orderly shutdown, `told` the text for its standard input."""
        self.name = name
        self.command = command
        self._log = log
        self._end = end
        self._told = told
        self._options = options
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def pid(self) -> int:
        assert self._process is not None
        return self._process.pid

    @property
    def has_ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    @property
    def last_words(self) -> str:
        """The last 2000 characters of its output."""
        return self._log.read_text(encoding="utf-8", errors="replace")[-2000:]

    def start(self) -> None:
        with self._log.open("ab") as log:
            self._process = subprocess.Popen(
                self.command,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                start_new_session=True,
                **self._options,
            )
        with _writing(self._process) as stdin:
            stdin.write(self._told.encode())

    def stop(self) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(self._end)
        try:
            self._process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None


def _writing(process: subprocess.Popen[bytes]) -> IO[bytes]:
    assert process.stdin is not None
    return process.stdin
