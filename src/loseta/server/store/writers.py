"""The connection that writes: whole transactions, one after the other."""

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
    events: Sequence[tuple[Any, ...]]
    """Their `COLUMNS`."""
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
_INSERT = f"INSERT INTO events ({', '.join(COLUMNS)}) VALUES ({', '.join('?' * len(COLUMNS))})"
_SUMMARISE = "UPDATE games SET summary = ? WHERE id = ?"


class _WriterThread:
    """Runs one function after the other. A `ThreadPoolExecutor` would make locks and a second
    future for each, on every move."""

    def __init__(self) -> None:
        self._waiting: SimpleQueue[tuple[Callable[[], None], asyncio.Future[None]] | None]
        self._waiting = SimpleQueue()
        Thread(target=self._run, name="writer", daemon=True).start()

    async def do(self, work: Callable[[], None]) -> None:
        """Raises what it raises. If the wait for it is cancelled it is not begun any more."""
        done = asyncio.get_running_loop().create_future()
        self._waiting.put((work, done))
        await done

    def end(self) -> None:
        """Once everything is done."""
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
            with contextlib.suppress(RuntimeError):  # the loop has ended: nobody waits
                done.get_loop().call_soon_threadsafe(_answer, done, error)


def _answer(done: asyncio.Future[None], error: BaseException | None) -> None:
    if done.done():  # the wait was cancelled
        return
    if error is None:
        done.set_result(None)
    else:
        done.set_exception(error)


class FileWriter:
    """SQLite, in a thread of its own. A whole transaction is handed over at once: handing over each
    statement would cost more than the statements do."""

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
        """Most transactions are a few events and summaries. For these the driver does everything:
        what SQLAlchemy does around a statement takes longer than the statement."""
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
        pass  # a transaction that fails is rolled back there and then

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
