"""Several servers with one database: events stored by one reach the clients of all, only one
prompts a table's computer players and flags its clocks, and the others take over when one dies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from sqlalchemy import text

from loseta.server.match.commands import Act, CommandId, Resign
from loseta.server.refusals import Refused
from loseta.server.room import neighbours
from loseta.server.room.connection import Connection
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.room.table_setup import TableSetup
from loseta.server.settings import Limits, Settings
from loseta.server.store import (
    ALIVE,
    Cluster,
    Database,
    InUse,
    LeaseLost,
    NewerDatabase,
    Seen,
    Store,
)

from ..support import PATIENCE
from .commits import FaultyCommitter
from .databases import POSTGRES, fresh_postgres
from .redis_servers import RedisServer

pytestmark = pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")


class World:
    """A database and a Redis, and the servers that share them."""

    def __init__(self, database: str, redis: RedisServer) -> None:
        self.database = database
        self.redis = redis
        self.lobbies: list[Lobby] = []

    async def lobby(self, **limits: Any) -> Lobby:
        settings = Settings(
            database=self.database,
            bus=self.redis.url,
            prepare=False,
            workers=1,
            limits=Limits(**limits),
        )
        lobby = Lobby(settings, committer=FaultyCommitter)
        await lobby.open()
        self.lobbies.append(lobby)
        return lobby

    async def two(self) -> tuple[Lobby, Lobby]:
        one, two = await self.lobby(), await self.lobby()
        await until(lambda: all(each.bus.is_healthy for each in self.lobbies))
        return one, two

    async def sql(self, statement: str) -> Any:
        async with self.lobbies[-1].store.database.engine.begin() as connection:
            result = await connection.execute(text(statement))
            return result.all() if result.returns_rows else None


def in_world(redis: RedisServer, use: Callable[[World], Awaitable[None]]) -> None:
    async def test(database: str) -> None:
        world = World(database, redis)
        try:
            await use(world)
        finally:
            for lobby in world.lobbies:
                await lobby.close()

    with fresh_postgres() as database:
        asyncio.run(test(database))


async def until(holds: Callable[[], Any]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.02)


def listener(identity: str, seat: int | None) -> Connection:
    return Connection(None, identity, seat, "en", Limits(outbox=10_000))  # type: ignore[arg-type]


def heard(connection: Connection) -> list[dict[str, Any]]:
    return [json.loads(each) for each in connection.outbox]


async def sit(lobby: Lobby, game: str, identity: str, seat: int | None) -> tuple[Room, Connection]:
    room, connection = await lobby.room(game), listener(identity, seat)
    await room.snapshot(connection)
    lobby.enter(room, connection)
    return room, connection


async def open_table(lobby: Lobby, *seats: str, **options: Any) -> str:
    for name in ("ana", "luis"):
        if await lobby.store.name_of(name) is None:
            await lobby.store.add_identity(name, name, 1)
    setup = TableSetup("azul", {"first": "1"}, ["me", *(seats or ["open"])], **options)
    return (await lobby.open_table("ana", setup)).id


async def table_of_two(lobby: Lobby, **options: Any) -> str:
    game = await open_table(lobby, **options)
    await lobby.join("luis", game, lobby.keys.invitation(game, 1, 0))
    return game


async def move(room: Room, command: str) -> int:
    log = room.match.log
    assert log is not None
    (seat,) = log.waiting()
    action = log.state.legal_actions()[0].text
    return (await room.execute(seat, CommandId(command), Act(log.ply, [action]))).number


def awaits(room: Room, seat: int) -> bool:
    log = room.match.log
    return log is not None and set(log.waiting()) == {seat}


@asynccontextmanager
async def dead(lobby: Lobby) -> AsyncIterator[None]:
    """As if its process had been killed: it does, hears and says nothing more."""
    await lobby.bus.stop()
    await lobby.freeze()
    yield


# --- What one stores, the others tell -------------------------------------------------------------


def test_a_move_is_told_by_all_servers(redis_server: RedisServer) -> None:
    """Over the bus: nobody reads the log for it."""

    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, ana = await sit(here, game, "ana", 0)
        other, luis = await sit(there, game, "luis", 1)
        await until(lambda: other.match.number == room.match.number)
        await asyncio.sleep(0.2)  # so that the channel of the table is followed
        reads = count_calls(there.store, "events")
        for number in range(4):
            mover = (room, other)[number % 2]
            await move(mover, f"c{number}")
            await until(lambda: other.match.number == room.match.number)
        updates = [m for m in heard(ana) if m["type"] == "update"]
        assert updates[-4:] != []
        told = [m for m in heard(luis) if m["type"] == "update"]
        assert [m["number"] for m in told] == [m["number"] for m in updates]
        assert [m["hash"] for m in told] == [m["hash"] for m in updates]
        assert reads == []

    in_world(redis_server, use)


def count_calls(thing: Any, name: str) -> list[Any]:
    calls: list[Any] = []
    method = getattr(thing, name)

    async def counted(*args: Any, **options: Any) -> Any:
        calls.append(args)
        return await method(*args, **options)

    setattr(thing, name, counted)
    return calls


def test_without_redis_moves_are_stored_and_read_from_the_log(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, luis = await sit(there, game, "luis", 1)
        world.redis.kill()
        await until(lambda: not here.bus.is_healthy)
        number = await move(room, "a")
        await until(lambda: other.match.number >= number)
        await until(lambda: heard(luis)[-1].get("number") == room.match.number)
        world.redis.start()  # it has forgotten everything
        await until(lambda: here.bus.is_healthy and there.bus.is_healthy)
        number = await move(other, "b")
        await until(lambda: room.match.number >= number)

    in_world(redis_server, use)


@pytest.mark.long
def test_what_a_server_stores_that_the_bus_does_not_reach_is_read_by_the_others(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(neighbours, "SELDOM", 10_000)

    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, _ = await sit(there, game, "luis", 1)
        await here.bus.stop()
        await until(lambda: not here.bus.is_healthy)
        assert there.bus.is_healthy
        number = await move(room, "a")
        await until(lambda: other.match.number >= number)

    in_world(redis_server, use)


@pytest.mark.long
def test_processes_that_died_long_ago_are_forgotten(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        lobby = await world.lobby()
        game = await table_of_two(lobby)
        await world.sql("INSERT INTO processes VALUES ('old', '1', 5, true)")
        await world.sql(f"INSERT INTO presence VALUES ('{game}', 0, 'old', 1, 5)")
        await Cluster(lobby.store.database, "x", "1").forget_the_dead()
        assert await world.sql("SELECT * FROM presence WHERE process = 'old'") == []
        assert await world.sql("SELECT * FROM processes WHERE id = 'old'") == []

    in_world(redis_server, use)


@pytest.mark.long
def test_a_server_starts_while_redis_is_away(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        world.redis.kill()
        lobby = await world.lobby()
        game = await table_of_two(lobby)
        await move(await lobby.room(game), "a")
        world.redis.start()
        await until(lambda: lobby.bus.is_healthy)

    in_world(redis_server, use)


@pytest.mark.long
def test_a_message_of_another_version_is_believed_in_part(redis_server: RedisServer) -> None:
    """It says that there is something new, and the log says what."""

    async def use(world: World) -> None:
        from redis.asyncio import Redis

        here, there = await world.two()
        game = await table_of_two(here)
        other, _ = await sit(there, game, "luis", 1)
        room = await here.room(game)
        await asyncio.sleep(0.2)
        room.close()  # so that it tells nobody
        here.bus.publish = lambda notice: None  # type: ignore[method-assign]
        number = await move(room, "a")
        redis = Redis.from_url(world.redis.url)
        (channel,) = await redis.pubsub_channels("*:table:*")
        later = {"version": 99, "process": "later", "kind": "events", "number": number, "x": 1}
        for message in (b"", b"[", b"[]", json.dumps(later).encode()):
            await redis.publish(channel, message)
        await until(lambda: other.match.number >= number)
        await redis.aclose()

    in_world(redis_server, use)


# --- Who sits where -------------------------------------------------------------------------------


@pytest.mark.long
def test_a_seat_that_is_taken_at_one_server_is_taken_at_all(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await open_table(here)
        room, _ = await sit(here, game, "ana", 0)
        await asyncio.sleep(0.2)
        await there.join("luis", game, there.keys.invitation(game, 1, 0))
        await until(lambda: room.match.seats[1].identity == "luis")
        await until(lambda: room.match.number > 0)  # it has begun
        await here.store.add_identity("eva", "eva", 1)
        with pytest.raises(Refused, match="no longer free"):
            await here.join("eva", game, here.keys.invitation(game, 1, 0))

    in_world(redis_server, use)


@pytest.mark.long
def test_a_new_name_is_told_everywhere(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, ana = await sit(here, game, "ana", 0)
        await asyncio.sleep(0.2)
        await there.store.rename("luis", "Ludovico")
        await there.publish_name("luis")
        await until(lambda: room.match.seats[1].name == "Ludovico")
        await until(lambda: "Ludovico" in str(heard(ana)[-1]))

    in_world(redis_server, use)


def test_presence_is_that_of_all_servers(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, luis = await sit(there, game, "luis", 1)
        await sit(there, game, "eva", None)

        def told(room: Room) -> list[Any]:
            info = room.info(None, False)
            return [*(seat["present"] for seat in info["seats"]), info["spectators"]]

        await until(lambda: told(room) == told(other) == [True, True, 1])
        other.leave(luis)
        await until(lambda: told(room) == [True, False, 1])
        assert 0 <= room.presence.absent_for(1) < 1000 * PATIENCE
        assert room.presence.absent_for(0) == 0
        third = await world.lobby()  # it learns of all when it loads the table
        late = await third.room(game)
        await until(lambda: told(late) == [True, False, 1])
        assert late.presence.absent_for(1) >= room.presence.absent_for(1) - 1000

    in_world(redis_server, use)


@pytest.mark.long
def test_a_table_that_is_gone_does_not_keep_others_from_being_told(
    redis_server: RedisServer,
) -> None:
    async def use(world: World) -> None:
        lobby = await world.lobby()
        game = await table_of_two(lobby)
        cluster = Cluster(lobby.store.database, "x", "1")
        await cluster.set_presence({"gone": {0: Seen(1, 5)}, game: {0: Seen(1, 5)}})
        found = await world.sql("SELECT game FROM presence WHERE process = 'x'")
        assert [row[0] for row in found] == [game]

    in_world(redis_server, use)


@pytest.mark.long
def test_who_was_with_a_dead_server_is_away(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        await sit(there, game, "luis", 1)
        await until(lambda: room.presence.is_here(1))
        async with dead(there):
            await until(lambda: not room.presence.is_here(1))

    in_world(redis_server, use)


@pytest.mark.long
def test_what_is_broadcast_reaches_the_others_only(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        own: list[Any] = []
        others: list[Any] = []
        here.bus.listen("news", lambda process, data: own.append(data))
        there.bus.listen("news", lambda process, data: others.append(data))
        here.bus.broadcast("news", {"ana": 3})
        await until(lambda: others)
        await asyncio.sleep(0.1)
        assert (own, others) == ([], [{"ana": 3}])

    in_world(redis_server, use)


# --- Leases ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_one_server_prompts_the_computer_players(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await open_table(here, "greedy")
        room, _ = await sit(here, game, "ana", 0)
        other, _ = await sit(there, game, "ana", 0)
        for number in range(6):
            await until(lambda: awaits(room, 0) and awaits(other, 0))
            await until(lambda: other.match.number == room.match.number)
            log = room.match.log
            assert log is not None
            if log.ending is not None:
                break
            await move(room if number % 2 else other, f"c{number}")
            await until(lambda: other.match.number == room.match.number)
            assert not (here.leases.holds(game) and there.leases.holds(game))
        assert here.leases.holds(game) or there.leases.holds(game)

    in_world(redis_server, use)


@pytest.mark.long
def test_who_takes_over_from_a_dead_server(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await open_table(here, "greedy")
        room, _ = await sit(here, game, "ana", 0)
        await until(lambda: awaits(room, 0))
        await move(room, "a")
        await until(lambda: here.leases.holds(game))
        await until(lambda: awaits(room, 0))
        other, _ = await sit(there, game, "ana", 0)
        await until(lambda: awaits(other, 0))
        async with dead(here):
            number = await move(other, "b")
            await until(lambda: other.match.number > number and awaits(other, 0))
            assert there.leases.holds(game)

    in_world(redis_server, use)


def test_what_an_earlier_holder_stores_too_late_is_refused(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        room = await here.room(game)
        assert await here.leases.acquire(game)
        old = here.leases.of(game)
        assert old is not None
        assert not await there.leases.acquire(game)
        await here.leases.release(game)
        assert await there.leases.acquire(game)
        before = room.match.number
        with pytest.raises(LeaseLost):
            await room.execute(0, None, Resign(), old)
        assert room.match.number == before
        assert len(await here.store.events(game)) == before
        await (await there.room(game)).execute(0, None, Resign(), there.leases.of(game))
        await until(lambda: room.match.row.status == "over")

    in_world(redis_server, use)


@pytest.mark.long
def test_a_server_that_stops_lets_go_at_once(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here)
        assert await here.leases.acquire(game)
        await here.close()
        world.lobbies.remove(here)
        assert await there.leases.acquire(game)

    in_world(redis_server, use)


@pytest.mark.long
def test_the_clock_of_a_dead_servers_table_runs_out(redis_server: RedisServer) -> None:
    """Nobody is there, and the server that watched its clock is gone."""

    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here, clock_ms=6000)
        await until(lambda: here.timers.__contains__(game))
        async with dead(here):
            await until(lambda: game in there.rooms)
            await until(lambda: there.rooms[game].match.row.status == "over")
            assert there.rooms[game].match.row.ended == "flag"

    in_world(redis_server, use)


# --- Time -----------------------------------------------------------------------------------------


@pytest.mark.long
def test_all_go_by_the_clock_of_the_database(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        there.uptime.time.start(here.uptime.now() + 100_000)  # its computer's clock is wrong
        ahead = there.uptime.now()
        await there.uptime.note_alive()
        stands = there.uptime.now()
        assert stands >= ahead  # it never goes back
        await asyncio.sleep(0.05)
        assert there.uptime.now() == stands
        late = await world.lobby()
        assert abs(late.uptime.now() - here.uptime.now()) < 1000

    in_world(redis_server, use)


@pytest.mark.long
def test_an_outage_is_of_the_whole_service_and_all_learn_of_it(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        here, there = await world.two()
        game = await table_of_two(here, clock_ms=600_000)
        room = await there.room(game)
        await move(room, "a")
        log = room.match.log
        assert log is not None
        assert log.clock is not None
        charged = 600_000 - log.clock.left[0]
        # Nobody was there for the ten minutes before, as one of them finds out only now.
        began = log.at - charged - 600_000
        await world.sql(f"INSERT INTO outages VALUES ({began}, {log.at})")
        await until(lambda: there.uptime.outages.between(began, log.at) == log.at - began)
        await until(lambda: room.match.log not in (None, log))
        again = room.match.log
        assert again is not None
        assert again.clock is not None
        assert again.clock.left[0] == 600_000 + again.clock.increment

    in_world(redis_server, use)


@pytest.mark.long
def test_where_nobody_noted_to_be_alive_that_was_an_outage(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        lobby = await world.lobby()
        cluster = Cluster(lobby.store.database, "x", "1")
        first = await cluster.beat(ALIVE, 3000, False, 0)
        assert first.outages == []
        await world.sql(
            f"UPDATE settings SET value = '{first.now - 10_000}' WHERE name = '{ALIVE}'"
        )
        second = await cluster.beat(ALIVE, 3000, False, 0)
        ((began, ended),) = second.outages
        assert began == first.now - 10_000
        assert ended <= second.now
        third = await cluster.beat(ALIVE, 3000, True, second.now)  # one could store nothing
        assert len(third.outages) <= 1

    in_world(redis_server, use)


# --- Starting -------------------------------------------------------------------------------------


@pytest.mark.long
def test_servers_that_start_together_make_the_tables_once(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        lobbies = await asyncio.gather(*(world.lobby() for _ in range(4)))
        assert len({lobby.keys.invitation("t", 0, 0) for lobby in lobbies}) == 1

    in_world(redis_server, use)


def test_a_server_without_a_bus_shares_its_database_with_nobody(
    redis_server: RedisServer,
) -> None:
    async def use(world: World) -> None:
        await world.lobby()
        alone = Store(Database(world.database))
        with pytest.raises(InUse):
            await alone.open()
        await alone.close()
        await world.lobbies.pop().close()
        await alone.open()
        with pytest.raises(InUse):
            await world.lobby()
        await alone.close()

    in_world(redis_server, use)


@pytest.mark.long
def test_a_database_of_a_newer_version_is_refused(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        await world.lobby()
        await world.sql("UPDATE alembic_version SET version_num = '9999'")
        with pytest.raises(NewerDatabase):
            await world.lobby()

    in_world(redis_server, use)
