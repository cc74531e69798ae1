"""Writers: connections that commit whole transactions, one after the other."""

from __future__ import annotations

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from queue import SimpleQueue
from threading import Thread
from typing import Any, Protocol

from sqlalchemy import Connection, Engine, Executable

from loseta.server.store.errors import Conflict, Unavailable
from loseta.server.store.schema import events


@dataclass(frozen=True, slots=True)
class Change:
    """A statement of a write. With `exactly_one`, it must match exactly one row."""

    statement: Executable
    exactly_one: bool = True
    otherwise: type[Conflict] = Conflict
    """Raised if it does not."""

    def carry_out(self, connection: Connection) -> None:
        result = connection.execute(self.statement)
        if self.exactly_one and result.rowcount != 1:
            raise self.otherwise("no such row any more")


@dataclass(frozen=True, slots=True)
class Transaction:
    """Changes and events that are stored together or not at all."""

    games: Sequence[str]
    """The games whose rows it changes, sorted by id."""
    changes: Sequence[Change]
    """Carried out before the events are inserted."""
    events: Sequence[tuple[Any, ...]]
    """The new events, as tuples of `COLUMNS`."""
    summaries: Mapping[str, str]
    """The new summaries of games, as JSON."""


class Writer(Protocol):
    """Commits transactions. If `commit` fails, the caller must roll back, or close the writer and
    use a new one."""

    async def commit(self, transaction: Transaction) -> None:
        """Store a transaction. Raises Conflict, Unavailable and the errors of SQLAlchemy."""

    async def roll_back(self) -> None: ...

    async def close(self) -> None:
        """Close the connection, whatever its state."""


COLUMNS: tuple[str, ...] = tuple(events.c.keys())
# Plain SQL, without SQLAlchemy, because it runs for every move.
_INSERT = f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_SUMMARISE = "UPDATE games SET summary = ? WHERE id = ?"


class _WriterThread:
    """A thread that runs functions one after the other. A `ThreadPoolExecutor` would create locks
    and a second future for each of them, on every move."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], None], asyncio.Future[None]] | None]
        self._waiting = SimpleQueue()
        Thread(target=self._run, name="writer", daemon=True).start()

    async def do(self, work: Callable[[], None]) -> None:
        """Run a function in the thread and wait for it. Raises what it raises. If the call is
        cancelled before the function begins, it is not run."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        await done

    def end(self) -> None:
        """End the thread once all functions have run."""
        self._waiting.put(None)

    def _run(self) -> None:
        while (taken := self._waiting.get()) is not None:
            work, done = taken
            error: BaseException | None = None
            if done.cancelled():
                continue
            try:
                work()
            except BaseException as raised:
                error = raised
            with contextlib.suppress(RuntimeError):  # the event loop is closed: nobody waits
                done.get_loop().call_soon_threadsafe(_answer, done, error)


def _answer(done: asyncio.Future[None], error: BaseException | None) -> None:
    if done.done():  # the wait was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class FileWriter:
    """Writes to SQLite in a thread of its own. It passes whole transactions to the thread, because
    passing single statements would cost more than the statements themselves."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._connection: Connection | None = None
        self._thread = _WriterThread()

    async def commit(self, transaction: Transaction) -> None:
        def whole() -> None:
            try:
                self._carry_out(transaction)
            except sqlite3.IntegrityError as error:
                raise Conflict(str(error)) from error
            except sqlite3.Error as error:
                raise Unavailable(type(error).__name__) from error

        await self._thread.do(whole)

    def _carry_out(self, transaction: Transaction) -> None:
        """Run a transaction. Most have only a few events and summaries; these use the driver
        directly, because SQLAlchemy's overhead is larger than the cost of the statements."""
        if self._connection is None:
            self._connection = self._engine.connect()
        connection = self._connection
        driver = connection.connection.dbapi_connection
        assert isinstance(driver, sqlite3.Connection)
        if transaction.changes:
            with connection.begin():
                for change in transaction.changes:
                    change.carry_out(connection)
                _store(driver, transaction)
        else:
            with driver:
                _store(driver, transaction)

    async def roll_back(self) -> None:
        pass  # `_carry_out` rolls back a transaction that fails

    async def close(self) -> None:
        def end() -> None:
            if self._connection is not None:
                self._connection.invalidate()
                self._connection.close()

        try:
            await self._thread.do(end)
        finally:
            self._thread.end()


def _store(driver: sqlite3.Connection, transaction: Transaction) -> None:
    if transaction.events:
        driver.executemany(_INSERT, transaction.events)
    if stand := transaction.summaries:
        driver.executemany(_SUMMARISE, [(summary, game) for game, summary in stand.items()])
