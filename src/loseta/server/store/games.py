"""The store: identities, games, seats and events."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Insert, Select, and_, delete, desc, exists, func, insert, or_, select, update
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from loseta.server.names import chosen_name
from loseta.server.store import schema
from loseta.server.store.cluster import Lease
from loseta.server.store.committer import Committer, Write
from loseta.server.store.database import Database
from loseta.server.store.errors import Conflict, LeaseLost, Unavailable
from loseta.server.store.writers import Change


@dataclass(frozen=True, slots=True)
class GameRow:
    id: str
    game: str
    options: dict[str, str]
    seed: str
    host: str
    created: int
    status: str
    private: bool
    hints: bool
    clock: int | None = None
    increment: int | None = None
    result: str | None = None
    ended: str | None = None
    rematch: str | None = None
    due: int | None = None
    summary: dict[str, Any] | None = None
    """The current state for lists of games (`match/summary.py`); None before the start."""
    start: str | None = None
    """The position that the game begins from; None: a new game."""
    origin: str | None = None
    """The table and the step that `start` comes from, if known: `TABLE PLY`."""
    listed_until: int | None = None
    """When the table expires from the list of open ones; None: seats need an invitation."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    identity: str | None
    level: str | None
    invitation: int
    name: str | None = None
    """The name of a person; None if none was chosen."""

    @property
    def kind(self) -> str:
        return "computer" if self.level else "person" if self.identity else "open"


NewGame = tuple[GameRow, Sequence[SeatRow]]


@dataclass(frozen=True, slots=True)
class EventRow:
    """One numbered event of a game."""

    number: int
    kind: str
    seat: int | None
    text: str
    at: int
    command: str | None = None
    digest: str | None = None
    """A hash of the command that made the event."""


def command_for_another(author: int | None, command: str) -> str:
    """The id of a seat's command as stored with an event of another seat. It is marked with its
    author so that it cannot collide with that seat's own ids."""
    return f"{author}>{command}"


def author_of(row: EventRow) -> tuple[int, str]:
    """The seat whose command made an event, and the command's id. The event must have one."""
    assert row.command is not None
    author, another, command = row.command.partition(">")  # ids never contain this character
    if another:
        return int(author), command
    assert row.seat is not None
    return row.seat, row.command


ALIVE = "alive"
"""The setting with the time of the last heartbeat."""
_GAME = tuple(schema.games.c[name] for name in GameRow.__slots__)


class Store:
    def __init__(
        self, database: Database, committer: Callable[[Database], Committer] = Committer
    ) -> None:
        self.database = database
        self.committer = committer(database)

    async def open(self) -> None:
        await self.database.open()
        await self.committer.start()

    async def close(self) -> None:
        await self.committer.stop()
        await self.database.close()

    @property
    def generation(self) -> int:
        """A number that increases when the database was replaced by another."""
        return self.database.generation

    @property
    def is_shared(self) -> bool:
        """Whether other servers may use the same database."""
        return self.database.is_shared

    async def _rows(self, query: Select[Any]) -> Sequence[Any]:
        try:
            if not await self.database.is_there():
                raise Unavailable("the file of the database is gone")
            async with self.database.reading() as connection:
                found: Sequence[Any] = (await connection.execute(query)).all()
                return found
        except (DBAPIError, PoolTimeout, OSError) as error:
            raise Unavailable(type(error).__name__) from error

    async def _write(self, *changes: Any, exactly_one: bool = True, game: str = "") -> None:
        """Store changes in one transaction. `game`: the game whose row they change, if any."""
        wanted = [Change(statement, exactly_one) for statement in changes]
        await self.committer.write(Write(game, changes=wanted))

    # --- Events -----------------------------------------------------------------------------

    async def append(
        self,
        game: str,
        events: Sequence[EventRow],
        changes: dict[str, Any] | None = None,
        generation: int | None = None,
        summary: dict[str, Any] | None = None,
        following: NewGame | None = None,
        lease: Lease | None = None,
    ) -> None:
        """Add events with the next numbers, and in the same transaction change the game's row.
        `generation`: that of the database the game was read from. `summary`: the new summary;
        None if it has not changed. `following`: the new game of a rematch. `lease`: a lease that
        must still be valid.

        Raises LeaseLost if it is not, Conflict if a number is taken, the command's id is used or
        there is a rematch already, Unavailable if nothing can be stored.
        """
        rows = [
            (game, e.number, e.kind, e.seat, e.text, e.at, e.command, e.digest) for e in events
        ]  # as in `writers.COLUMNS`
        changing: list[Change] = []
        if lease is not None:
            held = schema.games.c.holder == lease.holder, schema.games.c.epoch == lease.epoch
            still = update(schema.games).where(schema.games.c.id == game, *held)
            changing.append(Change(still.values(epoch=lease.epoch), otherwise=LeaseLost))
        if changes:  # most moves change nothing in the game's row but its summary
            of_game = update(schema.games).where(schema.games.c.id == game)
            if following is not None:
                of_game = of_game.where(schema.games.c.rematch.is_(None))
            changing.append(Change(of_game.values(**changes)))
        if following is not None:
            changing += [Change(statement) for statement in _inserts(*following)]
        await self.committer.write(Write(game, rows, changing, generation, summary))

    async def events(self, game: str, after: int = 0) -> list[EventRow]:
        """The events of a game after event number `after`."""
        table = schema.events.c
        query = (
            select(*(table[name] for name in EventRow.__slots__))
            .where(table.game == game, table.number > after)
            .order_by(table.number)
        )
        return [EventRow(*row) for row in await self._rows(query)]

    async def carried_out(
        self, game: str, seat: int, command: str
    ) -> tuple[int, str | None] | None:
        """The event that a command of a seat has made, and the digest of the command; None if it
        made none. Commands stored by older versions have no digest."""
        table = schema.events.c
        own = and_(table.seat == seat, table.command == command)
        for_another = table.command == command_for_another(seat, command)
        query = select(table.number, table.digest).where(table.game == game, or_(own, for_another))
        rows = await self._rows(query)
        return (rows[0][0], rows[0][1]) if rows else None

    # --- Games and seats --------------------------------------------------------------------

    async def add_game(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """Store a new game. If it is listed, other games of the same host are taken off the
        list."""
        changes = [Change(statement) for statement in _inserts(row, seats)]
        if row.listed_until is not None:
            games = schema.games
            listed = (games.c.host == row.host, games.c.listed_until.is_not(None))
            taken_off = update(games).where(*listed).values(listed_until=None)
            changes.insert(0, Change(taken_off, exactly_one=False))
        await self.committer.write(Write(changes=changes))

    async def listed_games(self, now: int, limit: int = 50) -> list[GameRow]:
        """The tables that anybody may join, the newest first."""
        games = schema.games.c
        query = (
            select(*_GAME)
            .where(games.status == "open", games.listed_until > now)
            .order_by(desc(games.created), games.id)
            .limit(limit)
        )
        return [GameRow(**row._mapping) for row in await self._rows(query)]

    async def keep_listed(self, game: str, until: int) -> None:
        """Extend the time for which an open table is listed, unless it was taken off the list or
        has started."""
        games = schema.games
        listed = (games.c.status == "open", games.c.listed_until.is_not(None))
        keep = update(games).where(games.c.id == game, *listed).values(listed_until=until)
        await self._write(keep, exactly_one=False, game=game)

    async def game(self, game: str) -> GameRow | None:
        rows = await self._rows(select(*_GAME).where(schema.games.c.id == game))
        return GameRow(**rows[0]._mapping) if rows else None

    async def seats(self, game: str) -> list[SeatRow]:
        return (await self.seats_of([game]))[game]

    async def seats_of(self, games: Sequence[str]) -> dict[str, list[SeatRow]]:
        """The seats of each game."""
        table, people = schema.seats.c, schema.identities
        row = (table.game, table.seat, table.identity, table.level, table.invitation, people.c.name)
        query = (
            select(*row)
            .outerjoin_from(schema.seats, people, table.identity == people.c.id)
            .where(table.game.in_(games))
            .order_by(table.seat)
        )
        found: dict[str, list[SeatRow]] = {game: [] for game in games}
        for game, seat, identity, level, invitation, name in await self._rows(query):
            found[game].append(SeatRow(seat, identity, level, invitation, chosen_name(name)))
        return found

    async def take_seat(self, game: str, seat: int, invitation: int, identity: str) -> None:
        """Give a seat to a guest. Raises Conflict if the seat is not free any more, the invitation
        is invalid, or the guest has a seat at this table already."""
        table = schema.seats.c
        own = schema.seats.alias()
        held = exists().where(own.c.game == game, own.c.identity == identity)
        free = (table.game == game, table.seat == seat, table.invitation == invitation)
        await self._write(
            update(schema.seats)
            .where(*free, table.identity.is_(None), table.level.is_(None), ~held)
            .values(identity=identity)
        )

    async def fill_seat(self, game: str, seat: int, level: str) -> None:
        """Put a computer player into an open seat. Raises Conflict if the seat is not open."""
        table = schema.seats.c
        await self._write(
            update(schema.seats)
            .where(table.game == game, table.seat == seat)
            .where(table.identity.is_(None), table.level.is_(None))
            .values(level=level, invitation=table.invitation + 1)
        )

    async def games_of(self, identity: str, limit: int = 50) -> list[GameRow]:
        """The games in which a guest has a seat, or which they opened. Unfinished games come first,
        then the newest."""
        games, seats = schema.games.c, schema.seats.c
        mine = select(seats.game).where(seats.identity == identity)
        query = (
            select(*_GAME)
            .where(or_(games.id.in_(mine), games.host == identity))
            .order_by(games.status == "over", desc(games.created), games.id)
            .limit(limit)
        )
        return [GameRow(**row._mapping) for row in await self._rows(query)]

    async def open_games_of(self, identity: str) -> int:
        """The number of unfinished games that a guest has opened."""
        games = schema.games.c
        query = select(func.count()).where(games.host == identity, games.status != "over")
        return int((await self._rows(query))[0][0])

    async def games_due(self, until: int) -> list[str]:
        """The games in which a clock runs out by `until`; see `GameLog.due`."""
        games = schema.games.c
        query = select(games.id).where(games.due <= until).order_by(games.due)
        return [row[0] for row in await self._rows(query)]

    async def set_due(self, game: str, due: int | None) -> None:
        games = schema.games
        await self._write(update(games).where(games.c.id == game).values(due=due), game=game)

    async def plays_without_hints(self, identity: str) -> bool:
        """Whether a guest has a seat in a running game that allows no hints."""
        games, seats = schema.games.c, schema.seats.c
        query = (
            select(games.id)
            .join_from(schema.seats, schema.games, seats.game == games.id)
            .where(seats.identity == identity, games.status == "playing", games.hints.is_(False))
            .limit(1)
        )
        return bool(await self._rows(query))

    async def last_clocked_event(self) -> int:
        """The time of the last event in all running games with a clock; 0 if there is none."""
        games, events = schema.games.c, schema.events.c
        query = (
            select(func.max(events.at))
            .join_from(schema.games, schema.events, games.id == events.game)
            .where(games.status == "playing", games.clock.is_not(None))
        )
        return int((await self._rows(query))[0][0] or 0)

    # --- Identities -------------------------------------------------------------------------

    async def add_identity(self, identity: str, name: str, created: int) -> None:
        row = {"id": identity, "name": name, "created": created}
        await self._write(insert(schema.identities).values(**row))

    async def name_of(self, identity: str) -> str | None:
        """The stored name; None if the identity is unknown."""
        table = schema.identities.c
        rows = await self._rows(select(table.name).where(table.id == identity))
        return rows[0][0] if rows else None

    async def rename(self, identity: str, name: str) -> None:
        table = schema.identities
        await self._write(update(table).where(table.c.id == identity).values(name=name))

    # --- Settings and uptime ----------------------------------------------------------------

    async def setting(self, name: str, default: str | None = None) -> str | None:
        """A stored setting; if there is none yet, `default` is stored and returned."""
        table = schema.settings.c
        query = select(table.value).where(table.name == name)
        rows = await self._rows(query)
        if not rows and default is not None:
            try:
                await self._write(insert(schema.settings).values(name=name, value=default))
                return default
            except Conflict:  # another server that was starting has stored it first
                rows = await self._rows(query)
        return rows[0][0] if rows else None

    async def set_alive(self, now: int, since: int | None = None) -> None:
        """Store a heartbeat. `since`: also store an outage from then until now. Both are in one
        commit, because storing only one of them would break the next start."""
        setting, outages = schema.settings, schema.outages
        alive = update(setting).where(setting.c.name == ALIVE).values(value=str(now))
        changes = [Change(alive)]
        if since is not None and since < now:
            # An earlier attempt may have stored this outage although it seemed to fail.
            known = delete(outages).where(outages.c.began == since)
            longer = insert(outages).values(began=since, ended=now)
            changes += [Change(known, exactly_one=False), Change(longer)]
        await self.committer.write(Write(changes=changes))
        self.committer.failed = False

    @property
    def failed(self) -> bool:
        """Whether a write has failed since the last heartbeat was stored."""
        return self.committer.failed

    @failed.setter
    def failed(self, failed: bool) -> None:
        self.committer.failed = failed

    async def end_outages(self, now: int) -> None:
        """Cut off the parts of outages that lie in the future."""
        outages = schema.outages
        await self._write(
            delete(outages).where(outages.c.began >= now),
            update(outages).where(outages.c.ended > now).values(ended=now),
            exactly_one=False,
        )

    async def outages(self) -> list[tuple[int, int]]:
        table = schema.outages.c
        query = select(table.began, table.ended).order_by(table.began)
        return [(row[0], row[1]) for row in await self._rows(query)]


def _inserts(row: GameRow, seats: Sequence[SeatRow]) -> list[Insert]:
    game = {name: getattr(row, name) for name in GameRow.__slots__}
    taken = [
        {
            "game": row.id,
            "seat": seat.seat,
            "identity": seat.identity,
            "level": seat.level,
            "invitation": seat.invitation,
        }
        for seat in seats
    ]
    return [
        insert(schema.games).values(**game),
        *(insert(schema.seats).values(**seat) for seat in taken),
    ]
