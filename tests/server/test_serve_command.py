"""`loseta serve` as a command: where it listens, and what it says when it cannot."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy.engine import make_url
from sqlalchemy.exc import OperationalError

from loseta.cli import serve
from loseta.server.settings import Limits
from loseta.server.store import Database, Store, Unavailable
from loseta.server.store_errors import NoDatabase

from ..support import PATIENCE, Call, run_loseta
from .databases import POSTGRES

NO_NUMBERS = ("-1", "0", "nan", "inf", "", "1.5")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--limit", "nothing=1"], "There is no such limit"),
        (["--limit", "messages=many"], "There is no such limit"),
        *((["--limit", f"messages={value}"], "There is no such limit") for value in NO_NUMBERS),
        (["--limit", "window=0"], "There is no such limit"),
        (["--limit", "messages"], "There is no such limit"),
        (["--origin", "notaurl"], "“notaurl” is not the address of a site"),
        (["--origin", "https://"], "“https://” is not the address of a site"),
        (["--origin", "ftp://club.example"], "is not the address of a site"),
        (["--origin", "https://club.example/page"], "is not the address of a site"),
        (["--origin", "https://a@club.example"], "is not the address of a site"),
        (["--origin", "https://club.example:x"], "is not the address of a site"),
        (["--remote-workers"], "--remote-workers needs a Redis that the processes share"),
        (["--bus", "redis://localhost:1/0"], "--bus needs a database that processes can share"),
        (
            ["--bus", "redis://localhost:1/0", "--db", "sqlite:///x.db"],
            "Name it with --db postgres",
        ),
        (
            ["--bus", "nonsense", "--db", "postgresql://localhost:1/x", "--remote-workers"],
            "“nonsense” is not the address of a Redis",
        ),
        (["--port", "x"], "--port"),
        (["--port", "65536"], "There is no port 65536. Choose one from 0 to 65535"),
        (["--port", "99999"], "There is no port 99999"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    call: Call, arguments: list[str], sentence: str
) -> None:
    code, _, told = call("serve", "--port", "0", *arguments)
    assert code == 2
    assert sentence in told
    assert told.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--db", "nonsense"], "--db takes an address such as sqlite:///tables.db"),
        (["--db", "postgresql://localhost:1/x"], "no PostgreSQL answers at localhost:1. Start it"),
        *(
            pytest.param(arguments, sentence, marks=pytest.mark.long)
            for arguments, sentence in (
                (["--db", "oracle://localhost/x"], "--db takes an address such as sqlite:///"),
                (["--db", "sqlite://"], "cannot be opened: SQLite needs the name of a file"),
                (["--db", "sqlite:///:memory:"], "SQLite needs the name of a file"),
                (["--db", "sqlite:////proc/no/such.db"], "Check that its folder is there"),
            )
        ),
    ],
)
def test_what_cannot_be_opened_is_told_in_one_sentence(arguments: list[str], sentence: str) -> None:
    done = run_loseta("serve", "--port", "0", *arguments)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("Remember the milk.\n" * 100, encoding="utf-8")
    done = run_loseta("serve", "--port", "0", "--db", f"sqlite:///{file}", lang="es")
    assert done.returncode == 2
    assert f"{file} no es un archivo de SQLite. Elige otro con --db." in done.stderr
    assert file.read_text(encoding="utf-8").startswith("Remember the milk.")


@pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")
@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"database": "no_such_club"}, "Create it with: createdb no_such_club"),
        ({"username": "nobody", "password": "x"}, "PostgreSQL does not let nobody in."),
    ],
)
def test_what_is_wrong_with_postgres_is_told(changes: dict[str, Any], sentence: str) -> None:
    url = make_url(POSTGRES).set(**changes).render_as_string(hide_password=False)
    done = run_loseta("serve", "--port", "0", "--db", url)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert done.stderr.count("\n") == 1


class Told(Exception):
    """An error of a driver."""

    def __init__(self, text: str, sqlstate: str = "") -> None:
        super().__init__(text)
        self.sqlstate = sqlstate


@pytest.mark.parametrize(
    ("url", "error", "sentence"),
    [
        ("sqlite:///a.db", Told("database or disk is full"), "the disk of a.db is full"),
        ("sqlite:///a.db", OSError(28, "No space left on device"), "the disk of a.db is full"),
        ("postgresql://h/x", TimeoutError(), "no PostgreSQL answers at h:5432"),
        ("postgresql://h/x", Told("no rights", "42501"), "no rights. Check the address"),
    ],
)
def test_the_first_cause_is_told(url: str, error: Exception, sentence: str) -> None:
    """Not the class of an error: it lies under those of the store and of its library."""
    unavailable = Unavailable("OperationalError")
    unavailable.__cause__ = OperationalError("INSERT", (), error)
    assert sentence in NoDatabase(url, unavailable).sentence("en")
    assert NoDatabase(url, unavailable).code == "no_database"


def test_a_write_that_fails_tells_its_cause(tmp_path: Path) -> None:
    async def run() -> None:
        store = Store(Database(f"sqlite:///{tmp_path / 'a.db'}"))
        await store.open()
        try:
            with sqlite3.connect(tmp_path / "a.db") as other:
                other.execute("DROP TABLE settings")
            with pytest.raises(Unavailable) as unavailable:
                await store.set_alive(1)
        finally:
            await store.close()
        assert (
            "no such table: settings" in NoDatabase("sqlite:///a.db", unavailable.value).sentence()
        )

    asyncio.run(run())


def test_some_limits_may_be_none() -> None:
    limits = Limits().changed({"spectators": "0", "thoughts": "0", "window": "0.5"})
    assert (limits.spectators, limits.thoughts, limits.window) == (0, 0, 0.5)


@pytest.fixture
def not_installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Packages that look as if they were not there."""

    def hide(package: str) -> None:
        error = f"ModuleNotFoundError(\"No module named '{package}'\", name={package!r})"
        (tmp_path / f"{package}.py").write_text(f"raise {error}\n", encoding="utf-8")
        monkeypatch.setenv("PYTHONPATH", str(tmp_path))

    return hide


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [pytest.param("en", "needs packages that", marks=pytest.mark.long), ("es", "PostgreSQL")],
)
def test_postgres_without_its_extra(
    not_installed: Callable[[str], None], lang: str, sentence: str
) -> None:
    not_installed("asyncpg")
    done = run_loseta("serve", "--port", "0", "--db", "postgresql://localhost/x", lang=lang)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert 'pip install "loseta[postgres]"' in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Redis needs packages that"),
        pytest.param("es", "Redis necesita", marks=pytest.mark.long),
    ],
)
@pytest.mark.parametrize(
    "command",
    [
        ["workers", "--bus", "redis://localhost:1/0"],
        [
            *("serve", "--port", "0", "--db", "postgresql://localhost:1/x"),
            *("--bus", "redis://localhost:1/0", "--remote-workers"),
        ],
    ],
    ids=["workers", "serve"],
)
def test_redis_without_its_extra(
    not_installed: Callable[[str], None], command: list[str], lang: str, sentence: str
) -> None:
    not_installed("redis")
    done = run_loseta(*command, lang=lang)
    assert done.returncode == 2
    assert sentence in done.stderr
    assert 'pip install "loseta[redis]"' in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ([], "--bus"),
        (["--bus", "nonsense"], "“nonsense” is not the address of a Redis"),
        (["--bus", "http://localhost"], "is not the address of a Redis"),
        (["--bus", "redis://localhost:x/0"], "is not the address of a Redis"),
        (["--bus", "redis://localhost:1/0"], "Redis cannot be reached"),
        (["--bus", "redis://localhost:1/0", "--jobs", "0"], "--jobs"),
    ],
)
def test_workers_that_cannot_work_say_why(call: Call, arguments: list[str], sentence: str) -> None:
    code, _, told = call("workers", *arguments)
    assert code == 2
    assert sentence in told
    assert told.count("\n") == 1


@pytest.mark.parametrize("command", [["serve", "--port", "0", "--remote-workers"], ["workers"]])
def test_urls_with_passwords_may_come_from_the_environment(
    call: Call, monkeypatch: pytest.MonkeyPatch, command: list[str]
) -> None:
    monkeypatch.setenv("LOSETA_DB", "postgresql://localhost:1/x")
    monkeypatch.setenv("LOSETA_BUS", "nonsense")
    code, _, told = call(*command)
    assert code == 2
    assert "“nonsense” is not the address of a Redis" in told


def test_a_password_is_not_shown(call: Call) -> None:
    _, _, told = call("workers", "--bus", "redis://ana:secret@localhost:x/0")
    assert "***@localhost" in told
    assert "secret" not in told


@pytest.mark.parametrize("package", ["httpx", "websockets"])
def test_the_client_without_its_extra(not_installed: Callable[[str], None], package: str) -> None:
    not_installed(package)
    done = subprocess.run(
        [sys.executable, "-c", "import loseta.client"], capture_output=True, text=True, check=False
    )
    last = done.stderr.splitlines()[-1]
    assert last.startswith(
        "ModuleNotFoundError: loseta.client needs packages that are not installed."
    )
    assert 'pip install "loseta[server]"' in last
    assert "During handling" not in done.stderr


@pytest.mark.parametrize("package", ["uvicorn", "httptools"])
def test_the_server_without_its_extra(not_installed: Callable[[str], None], package: str) -> None:
    not_installed(package)
    done = run_loseta("serve", "--port", "0")
    assert done.returncode == 2
    assert 'pip install "loseta[server]"' in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_port_in_use_is_told() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        done = run_loseta("serve", "--port", port, lang="es")
    assert done.returncode == 2
    assert f"El puerto {port} no está libre" in done.stderr


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("127.0.0.1", "localhost"),
        ("::1", "localhost"),
        ("0.0.0.0", "198.51.100.7"),
        ("::", "198.51.100.7"),
        ("example.org", "example.org"),
        ("2001:db8::1", "[2001:db8::1]"),
    ],
)
def test_links_begin_with_an_address_that_others_can_use(host: str, name: str) -> None:
    assert serve.page_url(host, 8000, lambda: "198.51.100.7") == f"http://{name}:8000/"


def test_an_address_of_this_computer_or_none() -> None:
    address = serve.address_in_network()
    if address is not None:
        with socket.socket() as own:
            own.bind((address, 0))  # fails for any other


@pytest.mark.parametrize(
    "number", [signal.SIGINT, pytest.param(signal.SIGTERM, marks=pytest.mark.long)]
)
def test_it_says_where_to_look_and_stops_when_asked(tmp_path: Path, number: int) -> None:
    """Without a word about the database: it is in the user's data folder."""
    process = subprocess.Popen(
        [sys.executable, "-m", "loseta", "serve", "--port", "0", "--lang", "en"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
    )
    assert process.stdout is not None
    said, kept = process.stdout.readline(), process.stdout.readline()
    assert "http://localhost:" in said
    assert str(tmp_path / "loseta" / "tables.db") in kept
    assert httpx.get(said.split()[-1]).status_code == 200
    process.send_signal(number)
    rest, errors = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0
    assert "Everything is stored." in rest
    assert errors == ""
    assert (tmp_path / "loseta" / "tables.db").exists()
