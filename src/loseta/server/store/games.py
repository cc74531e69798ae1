"""What the server keeps and asks for: identities, games, seats, events."""

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
    """How it stands (`GameLog.summary`); none before the start."""
    start: str | None = None
    """The position that it begins from; none: a new game."""
    origin: str | None = None
    """The table and the step whose position that is, if it is known: `TABLE PLY`."""
    listed_until: int | None = None
    """Until when anybody may take a seat; none: with an invitation only."""


@dataclass(frozen=True, slots=True)
class SeatRow:
    seat: int
    identity: str | None
    level: str | None
    invitation: int
    name: str | None = None
    """Of a person who has chosen one."""

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
    """Of what the command said."""


def command_for_another(author: int | None, command: str) -> str:
    """How the id of a command is kept with an event of another seat, whose own ids must not be
    used up by it."""
    return f"{author}>{command}"


def author_of(row: EventRow) -> tuple[int, str]:
    """Whose command made an event, and the id of that command. There must be one."""
    assert row.command is not None
    author, another, command = row.command.partition(">")  # no id has such a character
    if another:
        return int(author), command
    assert row.seat is not None
    return row.seat, row.command


ALIVE = "alive"
"""The setting that holds when the server was last running."""
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
        """Changes when the database was exchanged for another."""
        return self.database.generation

    @property
    def is_shared(self) -> bool:
        """Whether other servers may store something, too."""
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
        """`game`: whose row is changed, if it is a game's."""
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
        """Add events with the next numbers, and change the game's row with them. `generation`:
        of the database that the game was read from. `summary`: how the game stands now, unless
        that is stored already. `following`: a new game, its rematch. `lease`: one that must still
        hold.

        Raises LeaseLost when it does not, Conflict when a number is taken, the command is known or
        there is a rematch already, Unavailable when nothing can be stored.
        """
        rows = [
            (game, e.number, e.kind, e.seat, e.text, e.at, e.command, e.digest) for e in events
        ]  # as in `writers.COLUMNS`
        changing: list[Change] = []
        if lease is not None:
            held = schema.games.c.holder == lease.holder, schema.games.c.epoch == lease.epoch
            still = update(schema.games).where(schema.games.c.id == game, *held)
            changing.append(Change(still.values(epoch=lease.epoch), otherwise=LeaseLost))
        if changes:  # seldom: most moves change nothing in the row of the game
            of_game = update(schema.games).where(schema.games.c.id == game)
            if following is not None:
                of_game = of_game.where(schema.games.c.rematch.is_(None))
            changing.append(Change(of_game.values(**changes)))
        if following is not None:
            changing += [Change(statement) for statement in _inserts(*following)]
        await self.committer.write(Write(game, rows, changing, generation, summary))

    async def events(self, game: str, after: int = 0) -> list[EventRow]:
        """The events of a game that follow one of them."""
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
        """The event that a command of a seat made, and the digest of what it said; None if it made
        none. Commands of an older version have no digest."""
        table = schema.events.c
        own = and_(table.seat == seat, table.command == command)
        for_another = table.command == command_for_another(seat, command)
        query = select(table.number, table.digest).where(table.game == game, or_(own, for_another))
        rows = await self._rows(query)
        return (rows[0][0], rows[0][1]) if rows else None

    # --- Games and seats --------------------------------------------------------------------

    async def add_game(self, row: GameRow, seats: Sequence[SeatRow]) -> None:
        """One that is listed takes the place of another of the same host on the list."""
        changes = [Change(statement) for statement in _inserts(row, seats)]
        if row.listed_until is not None:
            games = schema.games
            listed = (games.c.host == row.host, games.c.listed_until.is_not(None))
            taken_off = update(games).where(*listed).values(listed_until=None)
            changes.insert(0, Change(taken_off, exactly_one=False))
        await self.committer.write(Write(changes=changes))

    async def listed_games(self, now: int, limit: int = 50) -> list[GameRow]:
        """Tables that anybody may join, the newest first."""
        games = schema.games.c
        query = (
            select(*_GAME)
            .where(games.status == "open", games.listed_until > now)
            .order_by(desc(games.created), games.id)
            .limit(limit)
        )
        return [GameRow(**row._mapping) for row in await self._rows(query)]

    async def keep_listed(self, game: str, until: int) -> None:
        """Keep a table on the list of open ones, unless it was taken off or has started."""
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
        """Who sits at each of some games."""
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
        """Raises Conflict when the seat is no longer free or the invitation void, or when there
        is a seat for this identity already."""
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
        """Put a computer player into an open seat. Raises Conflict when it is not open."""
        table = schema.seats.c
        await self._write(
            update(schema.seats)
            .where(table.game == game, table.seat == seat)
            .where(table.identity.is_(None), table.level.is_(None))
            .values(level=level, invitation=table.invitation + 1)
        )

    async def games_of(self, identity: str, limit: int = 50) -> list[GameRow]:
        """The games in which somebody sits, or which they opened: those that are not over first,
        the newest of them at the top."""
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
        """How many games that are not over somebody has opened."""
        games = schema.games.c
        query = select(func.count()).where(games.host == identity, games.status != "over")
        return int((await self._rows(query))[0][0])

    async def games_due(self, until: int) -> list[str]:
        """Games in which a clock runs out until then; see `GameLog.due`."""
        games = schema.games.c
        query = select(games.id).where(games.due <= until).order_by(games.due)
        return [row[0] for row in await self._rows(query)]

    async def set_due(self, game: str, due: int | None) -> None:
        games = schema.games
        await self._write(update(games).where(games.c.id == game).values(due=due), game=game)

    async def plays_without_hints(self, identity: str) -> bool:
        """Whether somebody is in a game that goes on and allows no help."""
        games, seats = schema.games.c, schema.seats.c
        query = (
            select(games.id)
            .join_from(schema.seats, schema.games, seats.game == games.id)
            .where(seats.identity == identity, games.status == "playing", games.hints.is_(False))
            .limit(1)
        )
        return bool(await self._rows(query))

    async def last_clocked_event(self) -> int:
        """The time of the last event of all games that go on and have a clock; 0: of none."""
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

    # --- The server itself ------------------------------------------------------------------

    async def setting(self, name: str, default: str | None = None) -> str | None:
        """A value that outlives the server; the default is stored if there is none yet."""
        table = schema.settings.c
        query = select(table.value).where(table.name == name)
        rows = await self._rows(query)
        if not rows and default is not None:
            try:
                await self._write(insert(schema.settings).values(name=name, value=default))
                return default
            except Conflict:  # another server was starting, too, and was faster
                rows = await self._rows(query)
        return rows[0][0] if rows else None

    async def set_alive(self, now: int, since: int | None = None) -> None:
        """Note that the server is running; `since`: and that it was not from then until now. Both
        are in one commit, because half of it would prevent the next start."""
        setting, outages = schema.settings, schema.outages
        alive = update(setting).where(setting.c.name == ALIVE).values(value=str(now))
        changes = [Change(alive)]
        if since is not None and since < now:
            # One that began then may have been stored already, though it looked as if it was not.
            known = delete(outages).where(outages.c.began == since)
            longer = insert(outages).values(began=since, ended=now)
            changes += [Change(known, exactly_one=False), Change(longer)]
        await self.committer.write(Write(changes=changes))
        self.committer.failed = False

    @property
    def failed(self) -> bool:
        """Whether a write has failed since the server was last noted as running."""
        return self.committer.failed

    @failed.setter
    def failed(self, failed: bool) -> None:
        self.committer.failed = failed

    async def end_outages(self, now: int) -> None:
        """Cut off the part of outages that lies in the future."""
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
