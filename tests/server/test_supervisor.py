"""Several processes on one port: `loseta serve --processes`, with small programs as its children,
and for real."""

from __future__ import annotations

import asyncio
import os
import re
import select
import signal
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from prometheus_client.multiprocess import mark_process_dead

from loseta.server import metrics
from loseta.server.serve import listen, listen_together

from ..support import PATIENCE, run_loseta
from .games import Party
from .redis_servers import RedisServer
from .servers import run
from .test_trouble import children

CHILD = """
import os, signal, socket, sys, threading, time
from pathlib import Path

number, fd, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])

def note(what):
    with (folder / "notes").open("a") as notes:
        notes.write(f"{what} {number} {os.getpid()}\\n")

def watch():
    while os.read(0, 1):
        pass
    note("alone")
    os._exit(0)

stopping = threading.Event()
signal.signal(signal.SIGTERM, lambda *_: stopping.set())
note("start")
if (folder / f"fails {number}").exists():
    sys.exit(3)
while (folder / f"slow {number}").exists():
    time.sleep(0.02)
threading.Thread(target=watch, daemon=True).start()
listening = socket.socket(fileno=fd)
listening.settimeout(0.05)
note("ready")
print("ready", flush=True)
while not stopping.is_set():
    try:
        connection, _ = listening.accept()
    except TimeoutError:
        continue
    with connection:
        connection.sendall(f"{number} {os.getpid()}".encode())
note("stop")
"""
SUPERVISOR = """
import asyncio, sys
from loseta.server import serve
from loseta.server.supervisor import Supervisor

sockets = serve.listen_together("127.0.0.1", 0, int(sys.argv[1]))
print(sockets[0].getsockname()[1], flush=True)

def command(number, fd):
    put = {"NUMBER": str(number), "FD": str(fd)}
    return [sys.executable, *(put.get(word, word) for word in sys.argv[2:])]

sys.exit(asyncio.run(Supervisor(command, sockets).run(lambda: print("ready", flush=True))))
"""


class Supervised:
    """A supervisor as a process."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.process: subprocess.Popen[str] | None = None
        (folder / "child.py").write_text(CHILD, encoding="utf-8")
        (folder / "notes").touch()

    def start(self, count: int, *command: str) -> None:
        child = command or (str(self.folder / "child.py"), "NUMBER", "FD", str(self.folder))
        self.process = subprocess.Popen(
            [sys.executable, "-c", SUPERVISOR, str(count), *child],
            stdout=subprocess.PIPE,
            text=True,
        )
        self.port = int(self.line())

    def line(self) -> str:
        assert self.process is not None
        assert self.process.stdout is not None
        return self.process.stdout.readline().strip()

    def signal(self, number: int) -> None:
        assert self.process is not None
        self.process.send_signal(number)

    def end(self) -> int:
        """Its exit code, once it has ended."""
        assert self.process is not None
        self.process.communicate(timeout=PATIENCE)
        code, self.process = self.process.returncode, None
        return code

    def ask(self) -> str:
        """Connect; which child answers, and its process."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as asking:
            return asking.recv(100).decode()

    def notes(self, *kinds: str) -> list[tuple[str, str]]:
        """What the children did, in order: the kind and the child's number."""
        lines = (self.folder / "notes").read_text(encoding="utf-8").split("\n")[:-1]
        found = [(line.split()[0], line.split()[1]) for line in lines]
        return [each for each in found if each[0] in kinds]

    def pids(self) -> dict[str, str]:
        """The newest process of each child."""
        lines = (self.folder / "notes").read_text(encoding="utf-8").splitlines()
        return {line.split()[1]: line.split()[2] for line in lines if line.startswith("ready")}


def until(true: Callable[[], Any]) -> None:
    limit = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < limit
        time.sleep(0.02)


@pytest.fixture
def supervised(tmp_path: Path) -> Iterator[Supervised]:
    found = Supervised(tmp_path)
    yield found
    if found.process is not None:
        found.process.kill()
        found.end()


@pytest.mark.long
def test_connections_are_spread_over_all_processes(supervised: Supervised) -> None:
    supervised.start(3)
    assert supervised.line() == "ready"
    answers = Counter(supervised.ask().split()[0] for _ in range(300))
    assert set(answers) == {"0", "1", "2"}
    assert min(answers.values()) > 30
    supervised.signal(signal.SIGTERM)
    assert supervised.end() == 0
    assert sorted(supervised.notes("stop")) == [("stop", "0"), ("stop", "1"), ("stop", "2")]


def test_a_process_that_is_killed_is_replaced(supervised: Supervised) -> None:
    supervised.start(2)
    assert supervised.line() == "ready"
    before = supervised.pids()
    os.kill(int(before["1"]), signal.SIGKILL)
    assert all(supervised.ask() for _ in range(50))  # who comes meanwhile waits
    until(lambda: len(supervised.notes("ready")) == 3)
    after = supervised.pids()
    assert (after["0"] == before["0"], after["1"] == before["1"]) == (True, False)


@pytest.mark.long
def test_one_that_cannot_start_does_not_disturb_the_others(supervised: Supervised) -> None:
    failing = supervised.folder / "fails 1"
    failing.touch()
    supervised.start(2)
    until(lambda: len(supervised.notes("start")) >= 4)  # it is tried again and again
    assert supervised.notes("ready") == [("ready", "0")]
    assert supervised.notes("stop") == []
    failing.unlink()
    assert supervised.line() == "ready"


@pytest.mark.long
def test_if_the_first_cannot_start_nothing_does(supervised: Supervised) -> None:
    (supervised.folder / "fails 0").touch()
    supervised.start(2)
    assert supervised.end() == 3
    assert supervised.notes("start") == [("start", "0")]


@pytest.mark.long
def test_all_are_replaced_one_after_the_other(supervised: Supervised) -> None:
    supervised.start(3)
    assert supervised.line() == "ready"
    before = supervised.pids()
    supervised.signal(signal.SIGHUP)
    while len(supervised.notes("ready")) < 6:
        assert supervised.ask()  # nobody is sent away
    after = supervised.pids()
    assert set(before.values()).isdisjoint(after.values())
    turns = [(kind, number) for number in "012" for kind in ("stop", "ready")]
    assert supervised.notes("ready", "stop")[3:] == turns


def test_the_next_is_replaced_only_when_the_one_before_is_ready(supervised: Supervised) -> None:
    supervised.start(2)
    assert supervised.line() == "ready"
    slow = supervised.folder / "slow 0"
    slow.touch()
    supervised.signal(signal.SIGHUP)
    until(lambda: len(supervised.notes("start")) == 3)
    time.sleep(0.5)
    assert supervised.notes("stop") == [("stop", "0")]
    slow.unlink()
    until(lambda: len(supervised.notes("ready")) == 4)
    assert supervised.notes("stop") == [("stop", "0"), ("stop", "1")]


def test_no_process_outlives_its_supervisor(supervised: Supervised) -> None:
    supervised.start(2)
    assert supervised.line() == "ready"
    supervised.signal(signal.SIGKILL)
    until(lambda: len(supervised.notes("alone")) == 2)


def test_a_port_is_taken_also_if_it_is_shared() -> None:
    shared = listen_together("127.0.0.1", 0, 2)
    port = shared[0].getsockname()[1]
    with pytest.raises(OSError, match="in use"):
        listen_together("127.0.0.1", port, 2)
    with pytest.raises(OSError, match="in use"):
        listen("127.0.0.1", port)
    for each in shared:
        each.close()


def test_processes_count_together(tmp_path: Path) -> None:
    """Counters go on when a process ends; gauges are of those that live."""
    env = {**os.environ, metrics.SHARED_FOLDER: str(tmp_path)}
    count = """
from loseta.server import metrics
metrics.COMMANDS.labels("done").inc({n})
metrics.CONNECTIONS.inc({n})
"""
    for n in (2, 3):
        subprocess.run([sys.executable, "-c", count.format(n=n)], env=env, check=True)
        for file in tmp_path.glob("gauge_livesum_*.db"):
            mark_process_dead(int(file.stem.rsplit("_", 1)[1]), str(tmp_path))  # type: ignore[no-untyped-call]
    show = count.format(n=5) + "print(metrics.figures().decode())"
    told = subprocess.run(
        [sys.executable, "-c", show], env=env, check=True, capture_output=True, text=True
    )
    assert 'loseta_commands_total{result="done"} 10.0' in told.stdout
    assert "loseta_connections 5.0" in told.stdout


# --- For real -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--processes", "2"], "--processes needs a Redis that the processes share"),
        (["--processes", "2", "--bus", "redis://localhost:1/0"], "--bus needs a database that"),
        (["--processes", "0"], "--processes"),
    ],
)
def test_what_several_processes_need_is_told(arguments: list[str], sentence: str) -> None:
    done = run_loseta("serve", "--port", "0", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_a_server_is_replaced_and_ends_with_its_supervisor(supervised: Supervised) -> None:
    database = f"sqlite:///{supervised.folder / 'tables.db'}"
    command = ("-m", "loseta", "serve", "--inherit", "FD", "--db", database, "--no-prepare")
    supervised.start(1, *command)
    assert supervised.line() == "ready"
    assert supervised.process is not None
    url = f"http://127.0.0.1:{supervised.port}/healthz"
    (first,) = children(supervised.process.pid)
    assert httpx.get(url, timeout=PATIENCE).json()["status"] == "ok"
    supervised.signal(signal.SIGHUP)
    until(lambda: children(supervised.process.pid) not in ([first], []))  # type: ignore[union-attr]
    assert httpx.get(url, timeout=PATIENCE).json()["status"] == "ok"  # waited for the new one
    (second,) = children(supervised.process.pid)
    supervised.signal(signal.SIGKILL)
    supervised.end()
    until(lambda: not Path(f"/proc/{second}").exists())


@pytest.mark.long
def test_two_processes_serve_one_club(
    postgres_url: str, redis_server: RedisServer, tmp_path: Path
) -> None:
    async def play(url: str) -> None:
        async with Party(url, "azul", {}) as party:
            await party.play(until=lambda: party.seats[0].number > 8)
            before = set(children(process.pid))
            process.send_signal(signal.SIGHUP)
            await party.play()
            await party.settled()
            assert party.seats[0].over
            while len(children(process.pid)) < 2 or before & set(children(process.pid)):
                await asyncio.sleep(0.1)
            assert (await party.accounts[0].record(party.id)).count("\n") > 8

    command = ["-m", "loseta", "serve", "--port", "0", "--db", postgres_url, "--lang", "en"]
    command += ["--bus", redis_server.url, "--processes", "2", "--no-prepare"]
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen(
            [sys.executable, *command], stdout=subprocess.PIPE, stderr=log, text=True
        )
    try:
        assert process.stdout is not None
        readable, _, _ = select.select([process.stdout], [], [], PATIENCE)
        assert readable, (tmp_path / "log").read_text(encoding="utf-8")
        said = process.stdout.readline()
        port = re.search(r"localhost:(\d+)/", said)
        assert port, (tmp_path / "log").read_text(encoding="utf-8")
        assert len(children(process.pid)) == 2
        run(play(f"http://127.0.0.1:{port[1]}"))
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
