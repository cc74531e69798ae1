"""Group commit for all tables: writes that arrive during a commit go into the next one together.

A commit must reach the disk, which takes milliseconds however large it is. If each of a thousand
tables made its own commits, they would queue up; this way they share them.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import orjson
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from loseta.server import metrics
from loseta.server.store.database import Database, InUse
from loseta.server.store.errors import Conflict, Unavailable, is_conflict
from loseta.server.store.writers import Change, Transaction, Writer

LOG = logging.getLogger(__name__)
LARGEST_GROUP = 500
WINDOW = 0.004
"""Seconds that a commit waits for more writes if the one before it had several."""
PATIENCE = 10.0
"""Seconds after which a database that does not answer counts as gone."""


@dataclass(slots=True)
class Write:
    """Changes and events that are stored together or not at all."""

    game: str = ""
    """The game whose row it changes, if any."""
    events: Sequence[tuple[Any, ...]] = ()
    """The new events, as tuples of `COLUMNS`."""
    changes: Sequence[Change] = ()
    """Carried out before the events are inserted."""
    generation: int | None = None
    """The generation of the database that it is based on; it is not written to a newer one."""
    summary: Mapping[str, Any] | None = None
    """The game's new summary, if it has changed."""
    done: asyncio.Future[None] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Committer:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._waiting: list[Write] = []
        self._arrival: asyncio.Future[None] | None = None
        """Set while the task waits for the next write."""
        self._stopping = False
        self._task: asyncio.Task[None] | None = None
        self._writer: Writer | None = None
        """The writer, kept open between commits."""
        self._generation = database.generation
        """The generation of the database that `_writer` writes to."""
        self.failed = False
        """Whether a write failed since `set_alive` last succeeded, which clears it."""

    async def start(self) -> None:
        """Connect, and start the task that commits. Raises InUse if another server has the
        database."""
        await self._connect()
        self._stopping = False
        self._task = asyncio.create_task(self._run(), name="committer")

    async def stop(self) -> None:
        """Store the pending writes, then stop."""
        if self._task is not None:
            self._stopping = True
            self._wake()
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None
            await self._drop_writer()

    async def write(self, write: Write) -> None:
        """Store a write; returns once it is stored. Raises Conflict if nothing of it was stored, or
        Unavailable if that is unknown."""
        if self._task is None or self._task.done():
            raise Unavailable("the store is not open")
        self._waiting.append(write)
        self._wake()
        await write.done

    def _wake(self) -> None:
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)

    async def _run(self) -> None:
        group: list[Write] = []
        while self._waiting or not self._stopping:
            if not self._waiting:
                self._arrival = asyncio.get_running_loop().create_future()
                await self._arrival
                continue
            if len(group) > 1:
                await asyncio.sleep(WINDOW)
            group = self._waiting[:LARGEST_GROUP]
            del self._waiting[:LARGEST_GROUP]
            await self._store(group)

    async def _store(self, group: list[Write]) -> None:
        """Store a group of writes in one transaction; if that conflicts, store each write in its
        own."""
        metrics.GROUP_SIZE.observe(len(group))
        error = await self.commit(group)
        self.failed = self.failed or isinstance(error, Unavailable)
        if isinstance(error, Conflict) and len(group) > 1:
            for write in group:
                _answer(write, await self.commit([write]))
        else:
            for write in group:
                _answer(write, error)

    async def commit(self, group: list[Write]) -> Exception | None:
        """Store a group in one transaction. Returns the error, or None."""
        try:
            if not await self._database.is_there():
                await self._drop_writer()
                return Unavailable("the file of the database is gone")
            if any(each.generation not in (None, self._database.generation) for each in group):
                other = "another database is in its place"
                return Conflict(other) if len(group) > 1 else Unavailable(other)
            with metrics.COMMIT_SECONDS.time():
                async with asyncio.timeout(PATIENCE):
                    writer = await self._connect()
                    await writer.commit(_merged(group))
        except Conflict as error:
            await self._roll_back()
            return error
        except Unavailable as error:
            await self._drop_writer()
            return error
        except IntegrityError as error:
            await self._roll_back()
            return Conflict(str(error.orig))
        except (DBAPIError, PoolTimeout, OSError, InUse) as error:  # a timeout is an OSError
            if is_conflict(getattr(getattr(error, "orig", None), "sqlstate", None)):
                await self._roll_back()
                return Conflict("another server wrote to the same games")
            await self._drop_writer()
            return _unavailable(error)
        except Exception as error:  # the committing task must never end
            LOG.exception("a write failed for an unknown reason")
            await self._drop_writer()
            return _unavailable(error)
        return None

    async def _connect(self) -> Writer:
        if self._writer is None or self._generation != self._database.generation:
            await self._drop_writer()
            self._generation = self._database.generation
            self._writer = await self._database.writer()
        return self._writer

    async def _roll_back(self) -> None:
        try:
            if self._writer is not None:
                await self._writer.roll_back()
        except Exception:
            await self._drop_writer()

    async def _drop_writer(self) -> None:
        """Drop the connection, whatever its state; the next commit opens a new one."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with contextlib.suppress(Exception):
                async with asyncio.timeout(PATIENCE):
                    await writer.close()


def _merged(group: Sequence[Write]) -> Transaction:
    stand = {write.game: write.summary for write in group if write.summary}
    return Transaction(
        sorted({write.game for write in group if write.game}),
        [change for write in group for change in write.changes],
        [row for write in group for row in write.events],
        {game: orjson.dumps(summary).decode() for game, summary in stand.items()},
    )


def _unavailable(error: Exception) -> Unavailable:
    found = Unavailable(type(error).__name__)
    found.__cause__ = error  # shown to the operator when a server starts
    return found


def _answer(write: Write, error: Exception | None) -> None:
    if write.done.done():  # the caller was cancelled
        return
    if error is None:
        write.done.set_result(None)
    else:
        write.done.set_exception(error)
