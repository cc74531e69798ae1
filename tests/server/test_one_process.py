"""One process serves one database, and what it keeps there is for its user's eyes only."""

from __future__ import annotations

import asyncio
import os
import stat
import subprocess
import sys
from pathlib import Path

import asyncpg
import pytest

from loseta.server.store import Database, InUse, Store, Unavailable

from ..support import run_loseta
from .databases import POSTGRES
from .servers import ServerProcess

# --- One process ----------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Another server uses this database"),
        pytest.param("es", "Otro servidor usa esta base de datos", marks=pytest.mark.long),
    ],
)
def test_a_second_server_is_refused(
    database_url: str, tmp_path: Path, lang: str, sentence: str
) -> None:
    first = ServerProcess(database_url, tmp_path / "log")
    first.start()
    try:
        second = run_loseta("serve", "--port", "0", "--db", database_url, lang=lang)
        assert second.returncode == 2
        assert sentence in second.stderr
        assert second.stderr.count("\n") == 1
        assert second.stdout == ""
        first.kill()
        asyncio.run(open_and_close(database_url))  # at once: the lock died with its process
    finally:
        first.kill()


async def open_and_close(database_url: str) -> None:
    """Raises InUse."""
    store = Store(Database(database_url))
    await store.open()
    await store.close()


@pytest.mark.long
def test_a_server_that_was_killed_or_stopped_starts_again(
    database_url: str, tmp_path: Path
) -> None:
    server = ServerProcess(database_url, tmp_path / "log")
    server.start()
    try:
        server.kill()
        server.start()
        assert server.stop() == 0
        server.start()
    finally:
        server.kill()


def test_a_file_has_one_lock_whatever_it_is_called(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")

    async def test() -> None:
        one = Store(Database(f"sqlite:///{tmp_path / 'real' / 'a.db'}"))
        two = Store(Database(f"sqlite:///{tmp_path / 'link' / 'a.db'}"))
        await one.open()
        with pytest.raises(InUse):
            await two.open()
        await two.close()
        await one.add_identity("ana", "Ana", 1)  # the first goes on undisturbed
        await one.close()
        await two.open()
        assert await two.name_of("ana") == "Ana"
        await two.close()

    asyncio.run(test())


def test_workers_do_not_hold_the_lock(tmp_path: Path) -> None:
    """A process that the server started may outlive it for a moment."""

    async def test() -> None:
        store = Store(Database(f"sqlite:///{tmp_path / 'a.db'}"))
        await store.open()
        child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
        await store.close()
        again = Store(Database(f"sqlite:///{tmp_path / 'a.db'}"))
        await again.open()
        await again.close()
        child.communicate(b"\n")

    asyncio.run(test())


@pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")
def test_who_lost_the_lock_of_postgres_stores_nothing(database_url: str) -> None:
    """Its connection broke, and another server was started meanwhile."""
    if "postgresql" not in database_url:
        return

    async def test() -> None:
        one, two = Store(Database(database_url)), Store(Database(database_url))
        await one.open()
        with pytest.raises(InUse):
            await two.open()
        admin = await asyncpg.connect(POSTGRES)
        name = database_url.rsplit("/", 1)[1]
        await admin.execute(
            f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'"
        )
        await admin.close()
        await two.open()
        for _ in range(2):
            with pytest.raises(Unavailable):
                await one.add_identity("ana", "Ana", 1)
        await two.add_identity("bea", "Bea", 1)
        await two.close()
        await one.add_identity("ana", "Ana", 1)  # it is alone again
        await one.close()

    asyncio.run(test())


# --- For one's own eyes ---------------------------------------------------------------------------


def mode(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


def serve_and_look(folder: Path) -> None:
    """Serve from the user's data folder with a permissive umask; what is in it while it runs."""
    process = subprocess.Popen(
        [sys.executable, "-m", "loseta", "serve", "--port", "0", "--no-prepare"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "XDG_DATA_HOME": str(folder)},
        umask=0,
    )
    assert process.stdout is not None
    try:
        assert "http://" in process.stdout.readline()
        own = folder / "loseta"
        assert mode(own) == "0o700"
        found = {path.name: mode(path) for path in own.iterdir()}
        assert {"tables.db", "tables.db-wal", "tables.db-shm"} <= set(found)
        assert set(found.values()) == {"0o600"}, found
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


@pytest.mark.long
def test_the_default_database_is_private(tmp_path: Path) -> None:
    serve_and_look(tmp_path)
    own = tmp_path / "loseta"
    own.chmod(0o755)
    for path in own.iterdir():  # the log of a server that was killed is there, too
        path.chmod(0o644)
    serve_and_look(tmp_path)


def test_a_file_elsewhere_is_private_and_its_folder_stays_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    file = tmp_path / "a.db"
    file.touch(0o644)
    new = tmp_path / "new" / "b.db"

    async def test() -> None:
        for path in (file, new):
            store = Store(Database(f"sqlite:///{path}"))
            await store.open()
            await store.close()

    asyncio.run(test())
    assert (mode(tmp_path), mode(file)) == ("0o755", "0o600")
    assert (mode(new.parent), mode(new)) == ("0o700", "0o600")
