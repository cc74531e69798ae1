"""The connection to the database: its settings, whether it is still there, its migrations."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, event, inspect, text
from sqlalchemy.engine import make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

HEAD = "0001"
"""The newest migration; a test compares it with the folder."""
_DRIVERS = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}


class Database:
    """One database for the whole server. `url` is as SQLAlchemy writes it, the driver left out."""

    def __init__(self, url: str) -> None:
        parsed = make_url(url)
        self.url = parsed.set(drivername=_DRIVERS.get(parsed.drivername, parsed.drivername))
        self._is_file = self.url.get_backend_name() == "sqlite"
        self._file = Path(self.url.database or "") if self._is_file else None
        self._identity: tuple[int, int] | None = None
        self.engine = self._make_engine()
        self.generation = 0
        """Counts up when the file was exchanged: what is in memory is then of no use."""

    def _make_engine(self) -> AsyncEngine:
        if not self._is_file:
            return create_async_engine(self.url, pool_size=5, max_overflow=5, pool_pre_ping=True)
        engine = create_async_engine(self.url, connect_args={"timeout": 5})
        event.listen(engine.sync_engine, "connect", _prepare_file)
        return engine

    async def open(self) -> None:
        """Make the tables, or bring them up to date."""
        if self._file is not None:
            self._file.parent.mkdir(parents=True, exist_ok=True)
        async with self.engine.begin() as connection:
            if await connection.run_sync(_version) != HEAD:
                if self._is_file:  # all of it or nothing, though it be killed in the middle
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                from loseta.server.store.migrate import upgrade  # slow to load, seldom needed

                await connection.run_sync(upgrade)
        self._identity = self._file_identity()

    async def is_there(self) -> bool:
        """Whether the file that was opened is still the one in its place; if there is another
        one, such as a copy that was put back, it is opened.

        A file that was deleted can go on being written to, and all of that would be lost.
        """
        if self._file is None:
            return True
        found = self._file_identity()
        if found is None:
            self._identity = None  # whatever comes back must be opened again
            return False
        if found == self._identity:
            return True
        await self.engine.dispose()
        self.engine = self._make_engine()
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


def _prepare_file(connection: Any, record: Any) -> None:
    """What makes SQLite keep its word.

    With a write-ahead log readers and the writer do not wait for each other. `synchronous=FULL`
    flushes the log to the disk before a commit returns: what was acknowledged is there after
    kill -9 and after a power cut alike. Group commit pays for it once for many tables.
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
