"""Several servers with one database, and what a storm has found: what one of them does in the
middle of a fault does not keep the others."""

from __future__ import annotations

import asyncio

import pytest
from sqlalchemy import text

from loseta.server.room.bus import Notice
from loseta.server.store import Database, Store, Unavailable
from loseta.server.store import database as databases

from ..support import PATIENCE
from .databases import POSTGRES, postgres_port
from .redis_servers import RedisServer
from .relay import Relay
from .test_cluster import (
    World,
    in_world,
    move,
    table_of_two,
)

pytestmark = pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")


def silent(notice: Notice) -> None:
    """In place of what publishes: it dies before it can."""


# --- The database ---------------------------------------------------------------------------------


@pytest.mark.parametrize("what", ["the heartbeat", "a move"])
def test_a_server_that_stops_in_a_transaction_does_not_keep_the_others(
    redis_server: RedisServer, what: str
) -> None:
    """SIGSTOP, or a network that loses everything: what it has locked is free soon."""

    async def use(world: World) -> None:
        here, there = await world.two()
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

    in_world(redis_server, use)


def test_a_database_that_does_not_answer_is_not_waited_for(
    redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "ANSWER_SECONDS", 1.0)

    async def use(world: World) -> None:
        here, _ = await world.two()
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

    in_world(redis_server, use)
