"""The connection that writes: whole transactions, one after the other.

A transaction is a function of SQLAlchemy's plain `Connection`, whatever the database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from sqlalchemy import Connection, Engine
from sqlalchemy.ext.asyncio import AsyncConnection

Work = Callable[[Connection], None]


class Writer(Protocol):
    """If `commit` fails the caller must roll back, or close it and begin with a new one."""

    async def commit(self, work: Work) -> None:
        """Carry out statements and commit. Raises what they raise."""

    async def roll_back(self) -> None: ...

    async def close(self) -> None:
        """Whatever state it is in."""


class FileWriter:
    """SQLite, in a thread of its own. A whole transaction goes there and comes back once: with one
    way for each statement, the ways would cost more than the statements."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "writer")

    async def _in_thread(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def commit(self, work: Work) -> None:
        def whole() -> None:
            if self._connection is None:
                self._connection = self._engine.connect()
            work(self._connection)
            self._connection.commit()

        await self._in_thread(whole)

    async def roll_back(self) -> None:
        if self._connection is not None:
            await self._in_thread(self._connection.rollback)

    async def close(self) -> None:
        def end() -> None:
            if self._connection is not None:
                self._connection.invalidate()
                self._connection.close()

        try:
            await self._in_thread(end)
        finally:
            self._thread.shutdown(wait=False)


class ServerWriter:
    """A database server. The connection may hold the lock that makes this server the only one."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    async def commit(self, work: Work) -> None:
        await self._connection.run_sync(work)
        await self._connection.commit()

    async def roll_back(self) -> None:
        await self._connection.rollback()

    async def close(self) -> None:
        await self._connection.invalidate()
        await self._connection.close()
