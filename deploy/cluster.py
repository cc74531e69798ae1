"""Run a whole club on this computer: PostgreSQL, Redis, two servers, a worker and a proxy.

    make cluster            or: python -m deploy.cluster [--port N] [--processes N] [--jobs N]

Everything listens on free local ports, lives in a temporary folder, and is removed after Ctrl-C. A
part that dies is restarted, as systemd would do: kill one and see what the players notice.
"""

from __future__ import annotations

import argparse
import os
import pwd
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, NoReturn, Self

from deploy.parts import Missing, Part, find_all, free_port

PROXY = Path(__file__).parent / "haproxy.cfg"
START_SECONDS = 300.0
"""The longest wait for a part to become ready; long enough for a busy machine."""
POSTGRES_USER = "postgres"
"""PostgreSQL refuses to run as root; its package creates this user."""
NAMES = ("one", "two")
"""The servers already in the proxy's example configuration; further ones are appended to it."""


class Failed(Exception):
    """A part did not start. The message contains its output."""


class Cluster:
    """A whole club. `options` go to `loseta serve`; `port` is the proxy's, 0 for any free one."""

    def __init__(
        self, processes: int = 2, jobs: int = 1, port: int = 0, options: Sequence[str] = ()
    ) -> None:
        self._programs = find_all()
        self._count = processes
        self._jobs = jobs
        self._options = options
        self.folder = Path()
        self.parts: list[Part] = []
        self.servers: list[str] = []
        """The address of each server."""
        self.url = f"http://localhost:{port or free_port()}"
        """The address of the proxy: the one to open."""
        self.database = self.redis = ""
        """Their URLs, with passwords."""

    def __enter__(self) -> Self:
        self.folder = Path(tempfile.mkdtemp(prefix="loseta-cluster-"))
        try:
            self._start()
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def stop(self) -> None:
        """Stop all parts, dependent ones first, and remove the folder."""
        for part in reversed(self.parts):
            part.stop()
        self.parts.clear()
        shutil.rmtree(self.folder)

    def revive(self) -> list[Part]:
        """Restart the parts that have ended, and return them."""
        ended = [part for part in self.parts if part.has_ended]
        for part in ended:
            part.start()
        return ended

    # --- Parts --------------------------------------------------------------------------------

    def _start(self) -> None:
        # Let others traverse the folder but not list it: PostgreSQL's user needs a folder inside.
        self.folder.chmod(0o711)
        self._start_postgres()
        self._start_redis()
        for number in range(self._count):
            self._start_server(f"server {_name(number)}")
        self._start_workers()
        self._start_proxy()

    def _add(
        self, name: str, command: list[str], ready: Callable[[], bool], **options: Any
    ) -> None:
        part = Part(name, command, self.folder / f"{name}.log", **options)
        self.parts.append(part)
        part.start()
        until = time.monotonic() + START_SECONDS
        while not ready():
            if part.has_ended or time.monotonic() > until:
                raise Failed(f"{name} did not start:\n{part.last_words}")
            time.sleep(0.1)

    def _start_postgres(self) -> None:
        programs = Path(os.path.realpath(self._programs["postgres"])).parent
        home = self.folder / "postgres"
        home.mkdir(mode=0o700)
        password = home / "password"
        password.write_text(secrets.token_urlsafe(), encoding="ascii")
        as_user: dict[str, Any] = {}
        if os.geteuid() == 0:
            owner = pwd.getpwnam(POSTGRES_USER)
            for path in (home, password):
                os.chown(path, owner.pw_uid, owner.pw_gid)
            as_user = {"user": owner.pw_uid, "group": owner.pw_gid, "extra_groups": []}
        as_user["cwd"] = home
        data, port = str(home / "data"), free_port()
        making = [str(programs / "initdb"), "-D", data, "-U", "loseta", "-A", "scram-sha-256"]
        making += [f"--pwfile={password}", "--encoding=UTF8", "--no-locale"]
        made = subprocess.run(making, capture_output=True, text=True, check=False, **as_user)
        if made.returncode:
            raise Failed(f"PostgreSQL could not be set up:\n{made.stderr}")
        secret = password.read_text(encoding="ascii")
        self.database = f"postgresql://loseta:{secret}@127.0.0.1:{port}/postgres"
        command = [str(programs / "postgres"), "-D", data, "-p", str(port)]
        for setting in ("listen_addresses=127.0.0.1", "unix_socket_directories="):
            command += ["-c", setting]
        command += ["-c", "max_connections=200"]
        asking = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
        self._add(
            "PostgreSQL",
            command,
            lambda: subprocess.run(asking, check=False).returncode == 0,
            end=signal.SIGINT,  # do not wait for clients
            **as_user,
        )

    def _start_redis(self) -> None:
        port, secret = free_port(), secrets.token_urlsafe()
        home = self.folder / "redis"
        home.mkdir(mode=0o700)
        self.redis = f"redis://:{secret}@127.0.0.1:{port}/0"
        # Nothing in Redis needs to survive a restart, so it writes no files.
        settings = f'port {port}\nbind 127.0.0.1\nrequirepass {secret}\nsave ""\nappendonly no\n'
        command = [self._programs["redis-server"], "-"]
        self._add(
            "Redis", command, lambda: _listens(port), told=f"{settings}dir {home}\n", cwd=home
        )

    def _start_server(self, name: str) -> None:
        port = free_port()
        url = f"http://localhost:{port}"
        command = [sys.executable, "-m", "loseta", "serve", "--port", str(port)]
        command += ["--remote-workers", "--no-prepare", *self._options]
        self._add(name, command, lambda: _is_healthy(url), env=self._environment)
        self.servers.append(url)

    def _start_workers(self) -> None:
        command = [sys.executable, "-m", "loseta", "workers", "--jobs", str(self._jobs)]
        # Do not wait for it: preparing takes half a minute the first time; people can already play.
        self._add("workers", command, lambda: True, env=self._environment)

    def _start_proxy(self) -> None:
        port = self.url.rpartition(":")[2]
        settings = self.folder / "haproxy.cfg"
        text = PROXY.read_text(encoding="utf-8")
        at = [url.removeprefix("http://").replace("localhost", "127.0.0.1") for url in self.servers]
        for number in range(len(NAMES), self._count):
            text += f"    server {_name(number)} {at[number]}\n"
        settings.write_text(text, encoding="utf-8")
        # The example has two servers; a single server takes both places.
        names = {f"LOSETA_{name.upper()}": at[min(n, len(at) - 1)] for n, name in enumerate(NAMES)}
        environment = {**os.environ, "LOSETA_BIND": f"127.0.0.1:{port}", **names}
        command = [self._programs["haproxy"], "-db", "-f", str(settings)]
        self._add("proxy", command, lambda: _is_healthy(self.url), env=environment)

    @property
    def _environment(self) -> dict[str, str]:
        """URLs with passwords go here, because anybody on the computer can read command lines."""
        return {**os.environ, "LOSETA_DB": self.database, "LOSETA_BUS": self.redis}


def _name(number: int) -> str:
    return NAMES[number] if number < len(NAMES) else str(number + 1)


def _listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), timeout=5).close()
    except OSError:
        return False
    return True


def _is_healthy(url: str) -> bool:
    try:
        with urllib.request.urlopen(f"{url}/healthz", timeout=10) as answer:
            return bool(answer.status == 200)
    except (OSError, urllib.error.URLError):
        return False


def _interrupt(number: int, frame: FrameType | None) -> NoReturn:
    """Interrupt once; ignore further signals, so that they cannot stop the clean-up."""
    _on_interrupt(signal.SIG_IGN)
    raise KeyboardInterrupt


def _on_interrupt(handler: Any) -> None:
    for each in (signal.SIGINT, signal.SIGTERM):
        signal.signal(each, handler)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make cluster", description=__doc__.partition("\n")[0])
    parser.add_argument("--port", type=int, default=0, help="of the proxy (default: any free one)")
    parser.add_argument("--processes", type=int, default=2, help="of loseta serve (default: 2)")
    parser.add_argument("--jobs", type=int, default=1, help="that think at once (default: 1)")
    args = parser.parse_args(arguments)
    _on_interrupt(_interrupt)
    try:
        cluster = Cluster(args.processes, args.jobs, args.port)
    except Missing as missing:
        print(missing, file=sys.stderr)
        return 1
    print("Starting PostgreSQL, Redis, the servers and the proxy ...", flush=True)
    try:
        with cluster:
            _tell(cluster)
            while True:
                time.sleep(1)
                for part in cluster.revive():
                    print(f"{part.name} had ended: started again.", flush=True)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nEverything has ended, nothing is left.")
    return 0


def _tell(cluster: Cluster) -> None:
    print(f"Open this address in your browser: {cluster.url}/")
    for number, url in enumerate(cluster.servers):
        print(f"Only server {_name(number)}: {url}/ (its figures: {url}/metrics)")
    print("Processes:", ", ".join(f"{part.name} {part.pid}" for part in cluster.parts))
    print(f"Logs are in {cluster.folder}. Ctrl-C ends everything and removes them.", flush=True)


if __name__ == "__main__":
    sys.exit(main())
