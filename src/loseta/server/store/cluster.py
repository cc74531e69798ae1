"""What several servers on one PostgreSQL agree on: which of them are alive, which one has the lease
of a table, and who is connected where. All times are the database's own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from sqlalchemy import BigInteger, cast, delete, extract, func, or_, select, update
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection

from loseta.server.store.committer import Unavailable
from loseta.server.store.database import Database, InUse
from loseta.server.store.schema import events, games, outages, presence, processes, settings

DEAD_AFTER = 3000
"""Milliseconds without a heartbeat after which a process counts as dead."""
FORGOTTEN_AFTER = 86_400_000
"""Milliseconds after which nothing is known of a dead process any more."""
SPECTATORS = -1
"""The seat of those who have none."""

_NOW = cast(extract("epoch", func.clock_timestamp()) * 1000, BigInteger)


@dataclass(frozen=True, slots=True)
class Lease:
    """The right to prompt the computer players of a table and to flag its clocks. `epoch` grows
    with each new holder, so that what an earlier one stores too late is refused."""

    holder: str
    epoch: int


class Beat(NamedTuple):
    """What a heartbeat found."""

    now: int
    live: frozenset[str]
    outages: Sequence[tuple[int, int]]
    """Those that ended lately."""


class Seen(NamedTuple):
    """How many connections a seat has at a process, and since when."""

    connections: int
    at: int


Counts = Mapping[int, Seen]
"""By seat; `SPECTATORS` is one."""


class Cluster:
    def __init__(self, database: Database, process: str, version: str) -> None:
        self.process = process
        self._database = database
        self._version = version

    async def _rows(self, *statements: Any) -> Sequence[Any]:
        """Carry out statements in a transaction; what the last one returns. Raises Unavailable."""
        try:
            async with self._database.engine.begin() as connection:
                for statement in statements:
                    result = await connection.execute(statement)
                return result.all() if result.returns_rows else []
        except (DBAPIError, PoolTimeout, OSError, InUse) as error:
            raise Unavailable(type(error).__name__) from error

    # --- Who is alive -------------------------------------------------------------------------

    async def beat(self, alive: str, patience: int, failed: bool, since: int) -> Beat:
        """Note that this process is alive. Where nobody was for longer than `patience`
        milliseconds, or this one could store nothing (`failed`), that was an outage. `alive` is
        the setting that tells when somebody last was. Raises Unavailable."""
        try:
            async with self._database.engine.begin() as connection:
                now = await self._note_outage(connection, alive, patience, failed)
                here = insert(processes).values(id=self.process, version=self._version, seen=now)
                await connection.execute(
                    here.on_conflict_do_update(index_elements=["id"], set_={"seen": now})
                )
                live = select(processes.c.id).where(processes.c.seen > now - DEAD_AFTER)
                late = select(outages.c.began, outages.c.ended).where(outages.c.ended > since)
                found = frozenset((await connection.scalars(live)).all())
                spans = [(row[0], row[1]) for row in await connection.execute(late)]
                return Beat(now, found, spans)
        except (DBAPIError, PoolTimeout, OSError, InUse) as error:
            raise Unavailable(type(error).__name__) from error

    async def _note_outage(
        self, connection: AsyncConnection, alive: str, patience: int, failed: bool
    ) -> int:
        """The time now. The row of the setting is locked, so that each outage is noted once."""
        value = select(settings.c.value).where(settings.c.name == alive).with_for_update()
        last = await connection.scalar(value)
        now = int(await connection.scalar(select(_NOW)) or 0)
        if last is None:
            await connection.execute(
                insert(settings).values(name=alive, value=str(now)).on_conflict_do_nothing()
            )
        elif int(last) < now:
            if failed or now - int(last) > patience:
                span = insert(outages).values(began=int(last), ended=now)
                later = func.greatest(outages.c.ended, span.excluded.ended)
                await connection.execute(
                    span.on_conflict_do_update(index_elements=["began"], set_={"ended": later})
                )
            stored = update(settings).where(settings.c.name == alive).values(value=str(now))
            await connection.execute(stored)
        return now

    async def leave(self) -> None:
        """This process ends: what it held is free at once. Raises Unavailable."""
        mine = presence.c.process == self.process
        await self._rows(
            update(games).where(games.c.holder == self.process).values(holder=None),
            update(presence).where(mine, presence.c.connections > 0).values(connections=0, at=_NOW),
            update(processes).where(processes.c.id == self.process).values(seen=0),
        )

    async def forget_the_dead(self) -> None:
        """Raises Unavailable."""
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
        """The lease of a table, if it is free or its holder dead. Raises Unavailable."""
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

    async def release_lease(self, game: str, lease: Lease) -> None:
        """Raises Unavailable."""
        mine = (games.c.id == game, games.c.holder == lease.holder, games.c.epoch == lease.epoch)
        await self._rows(update(games).where(*mine).values(holder=None))

    async def unheld_games_due(self, until: int) -> list[str]:
        """Games in which a clock runs out until then, and whose lease no live process has; see
        `GameLog.due`. Raises Unavailable."""
        alive = select(processes.c.id).where(processes.c.seen > _NOW - DEAD_AFTER)
        free = or_(games.c.holder.is_(None), games.c.holder.not_in(alive))
        query = select(games.c.id).where(games.c.due <= until, free).order_by(games.c.due)
        return [row[0] for row in await self._rows(query)]

    # --- Presence -----------------------------------------------------------------------------

    async def set_presence(self, changes: Mapping[str, Counts]) -> None:
        """Who is connected to tables here. Raises Unavailable."""
        rows = [
            {
                "game": game,
                "seat": seat,
                "process": self.process,
                "connections": seen.connections,
                "at": seen.at,
            }
            for game, counts in sorted(changes.items())
            for seat, seen in sorted(counts.items())
        ]
        if rows:
            put = insert(presence).values(rows)
            new = {"connections": put.excluded.connections, "at": put.excluded.at}
            await self._rows(
                put.on_conflict_do_update(index_elements=["game", "seat", "process"], set_=new)
            )

    async def presence_of(self, wanted: Collection[str]) -> dict[str, dict[str, dict[int, Seen]]]:
        """Who is, or was, connected to tables at the other processes: by game, process and seat.
        A process that died counts as gone since its last heartbeat. Raises Unavailable."""
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

    # --- What was missed ----------------------------------------------------------------------

    async def last_events(self, wanted: Iterable[str]) -> dict[str, int]:
        """The number of the last event of some games. Raises Unavailable."""
        last = func.max(events.c.number)
        query = select(events.c.game, last).where(events.c.game.in_(wanted))
        return {row[0]: int(row[1]) for row in await self._rows(query.group_by(events.c.game))}
