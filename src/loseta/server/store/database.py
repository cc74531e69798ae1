"""Connections to the database: settings, locks against a second server, and detection of a deleted
or replaced file."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from loseta.file_lock import FileLock
from loseta.server.store.writers import FileWriter, Writer

HEAD = "0008"
"""The newest migration; a test compares it with the folder."""
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_LOCK = 0x6C6F73657461
"""The number of the advisory lock that each server takes; PostgreSQL keeps these per database."""
_MIGRATING = _LOCK + 1
"""The number of the advisory lock under which a starting server migrates the tables, so that only
one does at a time."""
_SERVER_SETTINGS = {
    "tcp_keepalives_idle": "10",
    "tcp_keepalives_interval": "5",
    "tcp_keepalives_count": "3",
    "idle_in_transaction_session_timeout": "2000",
}
"""With these settings, PostgreSQL notices within half a minute that a client is gone and releases
its lock. It ends a session whose transaction is idle for two seconds, because other servers wait
for its row locks."""
_FILE_ARGUMENTS = {"timeout": 5}
"""Seconds that SQLite waits for another program that writes to the file."""
ANSWER_SECONDS = 10.0
"""Seconds after which a database that does not answer counts as gone."""
LOCK_TRIES, LOCK_PAUSE = 5, 0.2
"""The lock is tried several times, because a process that was just killed may still hold it."""


class InUse(Exception):
    """Another server uses the database, and its copy in memory would differ from what is stored."""


class NewerDatabase(Exception):
    """The tables were migrated by a newer version of the program."""


class Database:
    """The database of a server. `url`: in the form of SQLAlchemy, without the driver. `shared`:
    other servers may use it, too, if they were also started as shared."""

    def __init__(self, url: str, shared: bool = False) -> None:
        parsed = make_url(url)
        self.is_shared = shared
        self.url = parsed.set(drivername=_DRIVERS.get(parsed.drivername, parsed.drivername))
        self.is_file = self.url.get_backend_name() == "sqlite"
        self._file = Path(self.url.database or "") if self.is_file else None
        self._lock = None
        if self._file is not None:
            self._lock = FileLock(Path(f"{os.path.realpath(self._file)}.lock"))
        self._identity: tuple[int, int] | None = None
        self.engine = self._make_engine()
        self.file_engine = self._make_file_engine() if self.is_file else None
        """Writes to a SQLite file, in a thread of its own; `engine` reads it."""
        self.name = self.url.database or ""
        self.generation = 0
        """Counts up when the file was replaced; data in memory is then invalid."""

    def _make_engine(self) -> AsyncEngine:
        if not self.is_file:
            return create_async_engine(
                self.url,
                pool_size=5,
                max_overflow=5,
                pool_pre_ping=True,
                connect_args={"server_settings": _SERVER_SETTINGS},
            )
        engine = create_async_engine(self.url, connect_args=_FILE_ARGUMENTS)
        event.listen(engine.sync_engine, "connect", _prepare_file)
        return engine

    def _make_file_engine(self) -> Engine:
        url = self.url.set(drivername="sqlite")
        engine = create_engine(url, poolclass=NullPool, connect_args=_FILE_ARGUMENTS)
        event.listen(engine, "connect", _prepare_file)
        return engine

    async def open(self) -> None:
        """Lock the database, and create or migrate its tables. Raises InUse if another server has
        it, and NewerDatabase."""
        if self._file is not None:
            if self.url.database in (None, "", ":memory:"):
                raise OSError("SQLite needs the name of a file, as in sqlite:///tables.db")
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            _make_private(self._file)
            if self._lock is not None and not self._lock.take():
                raise InUse
        connection = await self._connect_locked()
        try:
            if not self.is_file:
                await connection.execute(text("SET LOCAL idle_in_transaction_session_timeout = 0"))
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({_MIGRATING})"))
            version = await connection.run_sync(_version)
            if version is not None and version > HEAD:
                raise NewerDatabase
            if version != HEAD:
                if self.is_file:  # all or nothing, even if the process is killed in the middle
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                from loseta.server.store.migrate import upgrade  # slow to import, rarely needed

                await connection.run_sync(upgrade)
            await connection.commit()
        finally:
            await connection.invalidate()  # so that the lock goes with it
            await connection.close()
        self._identity = self._file_identity()

    async def writer(self) -> Writer:
        """A new writer. Raises InUse as `_connect_locked` does."""
        if self.file_engine is not None:
            return FileWriter(self.file_engine)
        from loseta.server.store.server_writer import ServerWriter  # needs the extra

        return await ServerWriter.over(await self._connect_locked())

    async def _connect_locked(self, tries: int = LOCK_TRIES) -> AsyncConnection:
        """A connection that may write. Raises InUse if another server is running and either of the
        two is not shared.

        A SQLite file is locked by the process (`open`). On PostgreSQL the connection itself holds
        the lock: if it breaks and another server takes the lock, this server cannot get a new
        connection and stores nothing more.
        """
        connection = await self.engine.connect()
        if self.is_file:
            return connection
        try:
            while not await _take_lock(connection, self.is_shared):
                tries -= 1
                if tries <= 0:
                    raise InUse
                await asyncio.sleep(LOCK_PAUSE)
        except BaseException:
            await connection.invalidate()
            await connection.close()
            raise
        return connection

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """A connection for reading. Raises TimeoutError as `transaction` does."""
        async with asyncio.timeout(ANSWER_SECONDS), self.engine.connect() as connection:
            try:
                yield connection
            except asyncio.CancelledError:
                await connection.invalidate()  # it may be in the middle of an answer
                raise

    @asynccontextmanager
    async def transaction(self, at_once: bool = False) -> AsyncIterator[AsyncConnection]:
        """A connection with a transaction, which is committed at the end. `at_once`: each statement
        is a transaction of its own. Raises TimeoutError if the database does not answer."""
        engine = self.engine
        if at_once:
            engine = engine.execution_options(isolation_level="AUTOCOMMIT")
        async with asyncio.timeout(ANSWER_SECONDS), engine.begin() as connection:
            try:
                yield connection
            except asyncio.CancelledError:
                await connection.invalidate()  # it may be in the middle of an answer
                raise

    async def is_there(self) -> bool:
        """Whether the database file exists. If it was replaced, for example by a backup, the new
        file is opened.

        Writing to a deleted file still works, but everything written to it would be lost.
        """
        if self._file is None:
            return True
        found = self._file_identity()
        if found is None:
            self._identity = None  # a file that appears here later must be opened again
            return False
        if found == self._identity:
            return True
        await self.engine.dispose()
        self.engine = self._make_engine()
        if self.file_engine is not None:
            self.file_engine = self._make_file_engine()
        await self.open()
        self.generation += 1
        return True

    def _file_identity(self) -> tuple[int, int] | None:
        try:
            found = os.stat(self._file) if self._file is not None else None
        except OSError:
            return None
        return (found.st_dev, found.st_ino) if found else None

    async def close(self) -> None:
        await self.engine.dispose()
        if self._lock is not None:
            self._lock.release()


async def _take_lock(connection: AsyncConnection, shared: bool) -> bool:
    function = "pg_try_advisory_lock_shared" if shared else "pg_try_advisory_lock"
    found = await connection.scalar(text(f"SELECT {function}(:lock)"), {"lock": _LOCK})
    await connection.commit()
    return bool(found)


def _make_private(file: Path) -> None:
    """Make the file and its logs accessible to their owner only, because they contain the key that
    signs cookies and the seeds of running games. SQLite gives new logs the mode of the file."""
    os.close(os.open(file, os.O_RDWR | os.O_CREAT, 0o600))
    for path in (file, *(Path(f"{file}{end}") for end in ("-wal", "-shm", "-journal", ".lock"))):
        with contextlib.suppress(FileNotFoundError, PermissionError):  # another user may own it
            if os.stat(path).st_mode & 0o077:
                os.chmod(path, 0o600)


def _prepare_file(connection: Any, record: Any) -> None:
    """Make SQLite's commits durable.

    With a write-ahead log, readers and the writer do not block each other. `synchronous=FULL`
    flushes the log to the disk before a commit returns, so acknowledged events survive kill -9 and
    power cuts. Group commit spreads that cost over many tables.
    """
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _version(connection: Connection) -> str | None:
    if not inspect(connection).has_table("alembic_version"):
        return None
    found = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return None if found is None else str(found)
