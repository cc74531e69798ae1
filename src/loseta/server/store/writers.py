"""The connection that writes: whole transactions, one after the other."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Executable

from loseta.server.store.errors import Conflict
from loseta.server.store.schema import events


@dataclass(frozen=True, slots=True)
class Change:
    """A statement of a write. It must match exactly one row unless it may match any number."""

    statement: Executable
    exactly_one: bool = True
    otherwise: type[Conflict] = Conflict
    """Raised where it matches none."""

    def carry_out(self, connection: Connection) -> None:
        result = connection.execute(self.statement)
        if self.exactly_one and result.rowcount != 1:
            raise self.otherwise("no such row any more")


@dataclass(frozen=True, slots=True)
class Transaction:
    """What is stored together or not at all."""

    games: Sequence[str]
    """Whose rows it changes, in order."""
    changes: Sequence[Change]
    """Carried out before the events are inserted."""
    events: Sequence[Mapping[str, Any]]
    summaries: Mapping[str, str]
    """How games stand now, as JSON."""


class Writer(Protocol):
    """If `commit` fails the caller must roll back, or close it and begin with a new one."""

    async def commit(self, transaction: Transaction) -> None:
        """Raises Conflict, Unavailable and what SQLAlchemy raises."""

    async def roll_back(self) -> None: ...

    async def close(self) -> None:
        """Whatever state it is in."""


COLUMNS: tuple[str, ...] = tuple(events.c.keys())
# Written by hand, and not by SQLAlchemy: they are carried out for every move.
_VALUES = ", ".join(f":{name}" for name in COLUMNS)
_INSERT = f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES ({_VALUES})"
_SUMMARISE = "UPDATE games SET summary = :summary WHERE id = :game"


class FileWriter:
    """SQLite, in a thread of its own. A whole transaction goes there and comes back once: with one
    way for each statement, the ways would cost more than the statements."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = ThreadPoolExecutor(1, "writer")

    async def _in_thread(self, work: Callable[[], None]) -> None:
        await asyncio.get_running_loop().run_in_executor(self._thread, work)

    async def commit(self, transaction: Transaction) -> None:
        def whole() -> None:
            if self._connection is None:
                self._connection = self._engine.connect()
            connection = self._connection
            for change in transaction.changes:
                change.carry_out(connection)
            if transaction.events:
                connection.exec_driver_sql(_INSERT, [dict(row) for row in transaction.events])
            if stand := transaction.summaries:
                rows = [{"game": game, "summary": summary} for game, summary in stand.items()]
                connection.exec_driver_sql(_SUMMARISE, rows)
            connection.commit()

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
