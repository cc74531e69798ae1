"""A PostgreSQL of the test's own, which may be killed and started again."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from pathlib import Path

from sqlalchemy.engine import make_url

from ..support import PATIENCE, ROOT

SCRIPT = ROOT / ".ci" / "postgres"


def binaries() -> Path | None:
    """The programs of the newest PostgreSQL here."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: path.parent.name)
    return found[-1] if found else None


class PostgresServer:
    """Its files are in a folder directly under one that all users may enter."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self.url = ""

    @property
    def port(self) -> int:
        return int(make_url(self.url).port or 0)

    def make(self) -> None:
        """Make an empty one, and start it."""
        started = subprocess.run(
            [SCRIPT, "start", self._folder], stdout=subprocess.PIPE, text=True, check=True
        )
        self.url = started.stdout.strip()
        assert self.url, "there is no PostgreSQL here"

    def restart(self) -> None:
        """At once, as after a power cut; it need not run."""
        until = time.monotonic() + PATIENCE
        # After kill -9 its children may be there for a moment, and keep a new one from starting.
        while self._control("-m immediate -w restart") != 0:
            assert time.monotonic() < until
            time.sleep(0.2)

    def kill(self) -> None:
        """kill -9 of its first process; the others end when they notice."""
        try:
            pid = int((self._folder / "data" / "postmaster.pid").read_text().split()[0])
            os.kill(pid, signal.SIGKILL)
        except (OSError, IndexError):  # it does not run just now
            pass

    def stop(self) -> None:
        subprocess.run([SCRIPT, "stop", self._folder], check=False)

    @property
    def log(self) -> str:
        return (self._folder / "log").read_text(encoding="utf-8", errors="replace")

    def _control(self, what: str) -> int:
        data, log = self._folder / "data", self._folder / "log"
        command = f"'{binaries()}/pg_ctl' -D '{data}' -s -l '{log}' {what}"
        if os.getuid() == 0:  # PostgreSQL refuses to run as root
            whole = ["su", "postgres", "-s", "/bin/sh", "-c", command]
        else:
            whole = ["sh", "-c", command]
        return subprocess.run(whole, stderr=subprocess.DEVNULL, check=False).returncode
