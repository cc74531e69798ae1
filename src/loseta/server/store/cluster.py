"""The shared state of several servers with one PostgreSQL: which of them are alive, which has the
lease of a table, and who is connected where. All times are by the database's clock."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, cast, delete, extract, func, or_, select, text, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from loseta.server.store.database import Database, InUse
from loseta.server.store.errors import Unavailable
from loseta.server.store.schema import events, games, outages, presence, processes, settings

DEAD_AFTER = 3000
"""Milliseconds without a heartbeat after which a process counts as dead."""
FORGOTTEN_AFTER = 86_400_000
"""Milliseconds after which the rows of a dead process are deleted."""
SPECTATORS = -1
"""The seat number that stands for all spectators."""

_NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)

_BEAT = text("""
    WITH last AS (
        SELECT name, value::bigint AS at FROM settings WHERE name = :alive FOR UPDATE
    ), beat AS (
        UPDATE settings
        SET value = greatest(at, (extract(epoch FROM clock_timestamp()) * 1000)::bigint)::text
        FROM last WHERE settings.name = last.name
        RETURNING at AS began, value::bigint AS now
    ), outage AS (
        INSERT INTO outages (began, ended) SELECT began, now FROM beat
        WHERE began > 0 AND now > began AND (:failed OR now - began > :patience)
        ON CONFLICT (began) DO UPDATE SET ended = greatest(outages.ended, excluded.ended)
    )
    INSERT INTO processes (id, version, seen, hears)
    SELECT :process, :version, now, :hears FROM beat
    ON CONFLICT (id) DO UPDATE SET seen = excluded.seen, hears = excluded.hears
    RETURNING seen
""")
"""A heartbeat. It locks the row of the setting, so that each outage is noted only once. It is a
single statement, so that a process that stalls in the middle does not block the others."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to prompt the computer players of a table and to flag its clocks. `epoch` increases
    with each new holder, so that late writes of an earlier holder are refused."""

    holder: str
    epoch: int


class Beat(NamedTuple):
    """The result of a heartbeat."""

    now: int
    live: frozenset[str]
    """The processes that are alive."""
    outages: Sequence[tuple[int, int]]
    """The outages that ended after the time asked for."""
    all_hear: bool
    """Whether the bus reaches all live processes."""


class Seen(NamedTuple):
    """The number of a seat's connections to a process, and when it was last seen there."""

    connections: int
    at: int


Counts = Mapping[int, Seen]
"""Who is connected to a process, by seat; `SPECTATORS` is one of the keys."""


class Cluster:
    def __init__(self, database: Database, process: str, version: str) -> None:
        self.process = process
        self.hears = True
        """Whether the bus reaches this process; heartbeats report it to the others."""
        self._database = database
        self._version = version

    async def _rows(self, *statements: Any) -> Sequence[Any]:
        """Run statements in one transaction; returns the rows of the last one. Raises
        Unavailable."""
        try:
            async with self._database.transaction() as connection:
                for statement in statements:
                    result = await connection.execute(statement)
                return result.all() if result.returns_rows else []
        except (DBAPIError, PoolTimeout, OSError, InUse) as error:
            raise Unavailable(type(error).__name__) from error

    # --- Heartbeats ---------------------------------------------------------------------------

    async def beat(self, alive: str, patience: int, failed: bool, since: int) -> Beat:
        """Store a heartbeat of this process. If the last heartbeat of any process is more than
        `patience` milliseconds old, or this process could not store anything (`failed`), the time
        since is stored as an outage. `alive` names the setting with the time of the last heartbeat.
        The result has the outages that ended after `since`. Raises Unavailable."""
        asked = {
            "alive": alive,
            "failed": failed,
            "patience": patience,
            "process": self.process,
            "version": self._version,
            "hears": self.hears,
        }
        try:
            async with self._database.transaction(at_once=True) as connection:
                now = await connection.scalar(_BEAT, asked)
                if now is None:  # the first heartbeat in this database
                    first = insert(settings).values(name=alive, value="0")
                    await connection.execute(first.on_conflict_do_nothing())
                    now = await connection.scalar(_BEAT, asked)
                live = select(processes.c.id, processes.c.hears).where(
                    processes.c.seen > now - DEAD_AFTER
                )
                late = select(outages.c.began, outages.c.ended).where(outages.c.ended > since)
                found = {row[0]: row[1] for row in await connection.execute(live)}
                spans = [(row[0], row[1]) for row in await connection.execute(late)]
                return Beat(int(now or 0), frozenset(found), spans, all(found.values()))
        except (DBAPIError, PoolTimeout, OSError, InUse) as error:
            raise Unavailable(type(error).__name__) from error

    async def leave(self) -> None:
        """Release the leases and presence of this process, which ends. Raises Unavailable."""
        mine = presence.c.process == self.process
        await self._rows(
            update(games).where(games.c.holder == self.process).values(holder=None),
            update(presence).where(mine, presence.c.connections > 0).values(connections=0, at=_NOW),
            update(processes).where(processes.c.id == self.process).values(seen=0),
        )

    async def forget_the_dead(self) -> None:
        """Delete the rows of processes that died long ago. Raises Unavailable."""
        old = select(processes.c.id).where(
            processes.c.seen < _NOW - FORGOTTEN_AFTER, processes.c.id != self.process
        )
        await self._rows(
            delete(presence).where(presence.c.at < _NOW - FORGOTTEN_AFTER),
            delete(processes).where(
                processes.c.id.in_(old),
                processes.c.id.not_in(select(presence.c.process)),
            ),
        )

    # --- Leases -------------------------------------------------------------------------------

    async def take_lease(self, game: str) -> Lease | None:
        """Take the lease of a table if it is free or its holder is dead; otherwise returns None.
        Raises Unavailable."""
        alive = select(processes.c.id).where(processes.c.seen > _NOW - DEAD_AFTER)
        free = or_(
            games.c.holder.is_(None),
            games.c.holder == self.process,
            games.c.holder.not_in(alive),
        )
        rows = await self._rows(
            update(games)
            .where(games.c.id == game, free)
            .values(holder=self.process, epoch=games.c.epoch + 1)
            .returning(games.c.epoch)
        )
        return Lease(self.process, int(rows[0][0])) if rows else None

    async def release_lease(self, game: str) -> None:
        """Release the lease of a table, if this process has it. Raises Unavailable."""
        mine = (games.c.id == game, games.c.holder == self.process)
        await self._rows(update(games).where(*mine).values(holder=None))

    async def unheld_games_due(self, until: int) -> list[str]:
        """The games in which a clock runs out by `until` (see `GameLog.due`), and whose lease no
        live process has. Raises Unavailable."""
        alive = select(processes.c.id).where(processes.c.seen > _NOW - DEAD_AFTER)
        free = or_(games.c.holder.is_(None), games.c.holder.not_in(alive))
        query = select(games.c.id).where(games.c.due <= until, free).order_by(games.c.due)
        return [row[0] for row in await self._rows(query)]

    # --- Presence -----------------------------------------------------------------------------

    async def set_presence(self, changes: Mapping[str, Counts]) -> None:
        """Store who is connected to tables at this process. Tables that are gone, because a backup
        was restored, are skipped so that the others can be stored. Raises Unavailable."""
        known = await self._rows(select(games.c.id).where(games.c.id.in_(changes)))
        stored = {row[0] for row in known}
        rows = [
            {
                "game": game,
                "seat": seat,
                "process": self.process,
                "connections": seen.connections,
                "at": seen.at,
            }
            for game, counts in sorted(changes.items())
            if game in stored
            for seat, seen in sorted(counts.items())
        ]
        if rows:
            put = insert(presence).values(rows)
            new = {"connections": put.excluded.connections, "at": put.excluded.at}
            await self._rows(
                put.on_conflict_do_update(index_elements=["game", "seat", "process"], set_=new)
            )

    async def presence_of(self, wanted: Collection[str]) -> dict[str, dict[str, dict[int, Seen]]]:
        """Who is, or was, connected to tables at the other processes, by game, process and seat.
        Connections to a dead process count as gone since its last heartbeat. Raises Unavailable."""
        alive = processes.c.seen > _NOW - DEAD_AFTER
        query = (
            select(presence, processes.c.seen, alive)
            .outerjoin_from(presence, processes, presence.c.process == processes.c.id)
            .where(presence.c.game.in_(wanted), presence.c.process != self.process)
        )
        found: dict[str, dict[str, dict[int, Seen]]] = {game: defaultdict(dict) for game in wanted}
        for game, seat, process, connections, at, seen, lives in await self._rows(query):
            here = Seen(connections, at) if lives else Seen(0, max(at, seen or 0))
            found[game][process][seat] = here
        return found

    # --- Events -------------------------------------------------------------------------------

    async def last_events(self, wanted: Iterable[str]) -> dict[str, int]:
        """The number of the last event of some games. Raises Unavailable."""
        last = func.max(events.c.number)
        query = select(events.c.game, last).where(events.c.game.in_(wanted))
        return {row[0]: int(row[1]) for row in await self._rows(query.group_by(events.c.game))}
