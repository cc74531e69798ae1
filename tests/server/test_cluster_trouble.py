"""Several servers with one database, in situations that a storm has found: a fault at one of them
does not stop the others."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from sqlalchemy import text
from starlette.websockets import WebSocketDisconnect

from loseta.server.match.commands import Act, CommandId
from loseta.server.room import neighbours
from loseta.server.room.bus import Notice
from loseta.server.room.lobby import Lobby
from loseta.server.store import Database, Store, Unavailable
from loseta.server.store import database as databases

from ..support import PATIENCE
from .commits import committer_of
from .databases import POSTGRES, postgres_port
from .redis_servers import RedisServer
from .relay import Relay
from .test_cluster import (
    World,
    awaits,
    dead,
    heard,
    in_world,
    move,
    open_table,
    sit,
    table_of_two,
    until,
)

pytestmark = pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")


Use = Callable[[World, Lobby, Lobby], Awaitable[None]]
WithTwo = Callable[[Use], None]
"""Runs a test with two servers of one world."""


@pytest.fixture
def with_two(redis_server: RedisServer) -> WithTwo:
    def run(use: Use) -> None:
        async def with_servers(world: World) -> None:
            here, there = await world.two()
            await use(world, here, there)

        in_world(redis_server, with_servers)

    return run


@pytest.fixture
def only_when_told(monkeypatch: pytest.MonkeyPatch) -> None:
    """Servers read the log when something makes them, and not because it is time."""
    monkeypatch.setattr(neighbours, "SELDOM", 2.0 * PATIENCE)


def silent(notice: Notice) -> None:
    """In place of what publishes: it dies before it can."""


# --- The database ---------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["the heartbeat", "a move"])
@pytest.mark.long
def test_a_server_that_stops_in_a_transaction_does_not_keep_the_others(
    with_two: WithTwo, what: str
) -> None:
    """SIGSTOP, or a network that loses everything: what it has locked is free soon."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        room = await there.room(game)
        stopped = await here.store.database.engine.connect()
        locked = {
            "the heartbeat": "SELECT * FROM settings WHERE name = 'alive' FOR UPDATE",
            "a move": f"SELECT * FROM games WHERE id = '{game}' FOR UPDATE",
        }
        await stopped.execute(text(locked[what]))
        async with asyncio.timeout(PATIENCE):
            await there.uptime.note_alive()
            await move(room, "a")
        await stopped.invalidate()
        await stopped.close()

    with_two(use)


@pytest.mark.long
def test_a_database_that_does_not_answer_is_not_waited_for(
    with_two: WithTwo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "ANSWER_SECONDS", 1.0)

    async def use(world: World, here: Lobby, _there: Lobby) -> None:
        game = await table_of_two(here)
        relay = Relay("to PostgreSQL", postgres_port())
        await relay.start()
        url = world.database.replace(f":{postgres_port()}/", f":{relay.port}/")
        store = Store(Database(url, shared=True))
        assert await store.events(game)
        stalled = asyncio.create_task(relay.stall(PATIENCE))
        await asyncio.sleep(0)
        async with asyncio.timeout(PATIENCE / 2):
            with pytest.raises(Unavailable):
                await store.events(game)
        stalled.cancel()
        await store.database.close()
        await relay.close()

    with_two(use)


@pytest.mark.long
def test_servers_that_write_to_the_same_games_do_not_wait_for_each_other(
    with_two: WithTwo,
) -> None:
    """PostgreSQL would end one of them after a second."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        games = [await table_of_two(here) for _ in range(8)]
        for due in range(10):
            forth = [here.store.set_due(game, due) for game in games]
            back = [there.store.set_due(game, due) for game in reversed(games)]
            await asyncio.gather(*forth, *back)
            stands = {"round": due}
            forth = [here.store.append(game, [], summary=stands) for game in games]
            back = [there.store.append(game, [], summary=stands) for game in reversed(games)]
            await asyncio.gather(*forth, *back)
        assert [committer_of(each.store).errors for each in (here, there)] == [[], []]

    with_two(use)


# --- Seats ----------------------------------------------------------------------------------------


@pytest.mark.long
def test_who_joins_once_more_at_another_server_has_the_seat(with_two: WithTwo) -> None:
    """The first server has stored it, and died before it could answer or tell anybody."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await open_table(here)
        room = await there.room(game)
        here.bus.publish = silent  # type: ignore[method-assign]
        secret = here.keys.invitation(game, 1, 0)
        await here.join("luis", game, secret)
        assert await there.join("luis", game, secret) is room
        assert room.match.seats[1].identity == "luis"
        assert room.match.number > 0

    with_two(use)


@pytest.mark.long
def test_who_has_joined_at_one_server_is_no_spectator_at_another(
    with_two: WithTwo,
) -> None:
    """Though that has not heard of it yet; at a private table it would not let them in."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await open_table(here)
        assert (await there.room_for("luis", game)).seat_of("luis") is None
        here.bus.publish = silent  # type: ignore[method-assign]
        await here.join("luis", game, here.keys.invitation(game, 1, 0))
        assert (await there.room_for("luis", game)).seat_of("luis") == 1

    with_two(use)


# --- What was not told ----------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.usefixtures("only_when_told")
def test_what_a_dead_server_could_not_tell_is_read(with_two: WithTwo) -> None:
    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, luis = await sit(there, game, "luis", 1)
        await asyncio.sleep(0.3)
        here.bus.publish = silent  # type: ignore[method-assign]
        number = await move(room, "a")
        async with dead(here):
            await until(lambda: other.match.number >= number)
            await until(lambda: heard(luis)[-1].get("number", 0) >= number)

    with_two(use)


@pytest.mark.long
@pytest.mark.usefixtures("only_when_told")
def test_what_is_stored_before_a_table_is_followed_is_read(with_two: WithTwo) -> None:
    """Between the loading of a table and the subscription to its channel."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, _ = await sit(there, game, "luis", 1)
        number = await move(room, "a")  # at once: nobody has subscribed yet
        await until(lambda: other.match.number >= number)

    with_two(use)


@pytest.mark.long
@pytest.mark.usefixtures("only_when_told")
def test_what_could_not_be_published_is_read(with_two: WithTwo) -> None:
    """The connection over which one server publishes breaks; the others notice nothing."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, _ = await sit(there, game, "luis", 1)
        await until(lambda: other.presence.is_here(0))
        bus: Any = here.bus
        whole = bus.redis.pipeline

        def broken(**_: Any) -> Any:
            bus.redis.pipeline = whole
            raise ConnectionError

        bus.redis.pipeline = broken
        number = await move(room, "a")
        await until(lambda: other.match.number >= number)

    with_two(use)


@pytest.mark.long
@pytest.mark.usefixtures("only_when_told")
def test_a_move_that_was_sent_again_to_another_server_is_told_there(with_two: WithTwo) -> None:
    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        room, _ = await sit(here, game, "ana", 0)
        other, ana = await sit(there, game, "ana", 0)
        await asyncio.sleep(0.3)
        log = other.match.log
        assert log is not None
        command = Act(log.ply, [log.state.legal_actions()[0].text])
        here.bus.publish = silent  # type: ignore[method-assign]
        done = await room.execute(0, CommandId("a", "x"), command)
        again = await other.execute(0, CommandId("a", "x"), command)
        assert again.number == done.number
        assert other.match.number >= done.number
        assert heard(ana)[-1]["number"] >= done.number

    with_two(use)


# --- Leases ---------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_lease_that_could_not_be_released_is_released_later(with_two: WithTwo) -> None:
    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        assert await here.leases.acquire(game)
        leases: Any = here.leases
        release = leases.cluster.release_lease

        async def fails(*_: Any) -> None:
            leases.cluster.release_lease = release
            raise Unavailable

        leases.cluster.release_lease = fails
        with pytest.raises(Unavailable):
            await here.leases.release(game)
        del here.rooms[game]
        async with asyncio.timeout(PATIENCE):
            while not await there.leases.acquire(game):
                await asyncio.sleep(0.1)

    with_two(use)


@pytest.mark.long
def test_a_lease_that_was_taken_without_an_answer_is_released(with_two: WithTwo) -> None:
    """The database has stored it, and the answer got lost: nobody else could have it."""

    async def use(world: World, here: Lobby, there: Lobby) -> None:
        game = await table_of_two(here)
        leases: Any = here.leases
        take = leases.cluster.take_lease

        async def gets_lost(game: str) -> None:
            leases.cluster.take_lease = take
            await take(game)
            raise Unavailable

        leases.cluster.take_lease = gets_lost
        with pytest.raises(Unavailable):
            await here.leases.acquire(game)
        del here.rooms[game]
        async with asyncio.timeout(PATIENCE):
            while not await there.leases.acquire(game):
                await asyncio.sleep(0.1)

    with_two(use)


@pytest.mark.long
def test_computer_players_go_on_when_a_lease_is_lost_and_free_again(
    with_two: WithTwo,
) -> None:
    """Another process took it while this one stood still, and died before it moved."""

    async def use(world: World, here: Lobby, _there: Lobby) -> None:
        game = await open_table(here, "greedy")
        room, _ = await sit(here, game, "ana", 0)
        await until(lambda: awaits(room, 0))
        await here.leases.acquire(game)
        await world.sql(f"UPDATE games SET holder = 'dead', epoch = epoch + 1 WHERE id = '{game}'")
        await move(room, "a")
        await until(lambda: awaits(room, 0))

    with_two(use)


# --- Live connections -----------------------------------------------------------------------------


@pytest.mark.long
def test_who_is_gone_before_a_refusal_is_told_does_no_harm(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        from loseta.server.http.websocket import Live

        lobby = await world.lobby()

        class Gone:
            headers: dict[str, str] = {}  # noqa: RUF012

            async def accept(self) -> None:
                pass

            async def send_json(self, _: Any) -> None:
                raise WebSocketDisconnect(1006)

        class Nobody:
            async def required(self, _: Any) -> str:
                from loseta.server.refusals import Refused

                raise Refused("storage")

        live = Live(lobby, Nobody())  # type: ignore[arg-type]
        await live.serve(Gone(), "t", None, "en")  # type: ignore[arg-type]

    in_world(redis_server, use)
