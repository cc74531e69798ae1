"""Writes to PostgreSQL. Most moves only add events and replace summaries. For all tables together
that is one statement, so nothing stays locked during a round trip to the database."""

from __future__ import annotations

import asyncpg
from sqlalchemy import Connection, select
from sqlalchemy.ext.asyncio import AsyncConnection

from loseta.server.store.errors import Conflict, Unavailable, is_conflict
from loseta.server.store.schema import games
from loseta.server.store.writers import COLUMNS, Transaction

_TYPES = {"number": "int", "seat": "smallint", "at": "bigint"}
_ARRAYS = ", ".join(
    f"${place}::{_TYPES.get(name, 'text')}[]" for place, name in enumerate(COLUMNS, start=4)
)
_STORE = f"""
WITH locked AS MATERIALIZED (
    SELECT id FROM games WHERE id = ANY($1::text[]) ORDER BY id FOR NO KEY UPDATE
), summarised AS (
    UPDATE games SET summary = stands.summary::json
    FROM unnest($2::text[], $3::text[]) AS stands (id, summary) WHERE games.id = stands.id
), stored AS (
    INSERT INTO events ({", ".join(COLUMNS)}) SELECT * FROM unnest({_ARRAYS})
)
SELECT count(*) FROM locked
"""
"""It first locks the rows of the games, in the same order in all processes, which prevents
deadlocks between them."""


class ServerWriter:
    """The writer of a connection, which holds this server's lock on the database. `driver` is the
    connection of asyncpg below it."""

    def __init__(self, connection: AsyncConnection, driver: asyncpg.Connection) -> None:
        self._connection = connection
        self._driver = driver

    @classmethod
    async def over(cls, connection: AsyncConnection) -> ServerWriter:
        raw = await connection.get_raw_connection()
        return cls(connection, raw.driver_connection)

    async def commit(self, transaction: Transaction) -> None:
        def change(connection: Connection) -> None:
            if len(transaction.games) > 1:
                rows = select(games.c.id).where(games.c.id.in_(transaction.games))
                in_order = rows.order_by(games.c.id)
                connection.execute(in_order.with_for_update(key_share=True))
            for each in transaction.changes:
                each.carry_out(connection)

        if transaction.changes:
            await self._connection.run_sync(change)
        if transaction.events or transaction.summaries:
            await self._store(transaction)
        if transaction.changes:
            await self._connection.commit()

    async def _store(self, transaction: Transaction) -> None:
        """Store events and summaries, in the current transaction if there is one."""
        stand = transaction.summaries
        columns = [[row[place] for row in transaction.events] for place in range(len(COLUMNS))]
        arguments = transaction.games, list(stand), list(stand.values()), *columns
        try:
            await self._driver.execute(_STORE, *arguments)
        except asyncpg.PostgresError as error:
            if is_conflict(error.sqlstate):
                raise Conflict(str(error)) from error
            raise Unavailable(type(error).__name__) from error
        except (asyncpg.InterfaceError, asyncpg.InternalClientError) as error:
            # The second: the connection broke between preparing and executing the statement.
            raise Unavailable(type(error).__name__) from error

    async def roll_back(self) -> None:
        await self._connection.rollback()

    async def close(self) -> None:
        await self._connection.invalidate()
        await self._connection.close()
