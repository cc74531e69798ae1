"""Tables that anybody may join: who is on the list, who leaves it, and who gets the last seat."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from loseta.client import Account, ServerRefused
from loseta.server.match.rematch import next_game
from loseta.server.refusals import Refused
from loseta.server.room import open_tables
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.room.table_setup import TableSetup
from loseta.server.settings import Limits, Settings

from ..support import PATIENCE
from .databases import POSTGRES
from .inside import inside
from .redis_servers import RedisServer
from .servers import ServerProcess, run
from .test_cluster import World, in_world, listener, sit

DAY = 86_400_000
PEOPLE = ("ana", "bea", "luis", "eva")


async def people(lobby: Lobby) -> None:
    for name in PEOPLE:
        if await lobby.store.name_of(name) is None:
            await lobby.store.add_identity(name, name.capitalize(), 1)


async def opened(lobby: Lobby, host: str = "ana", n: int = 2, **setup: Any) -> Room:
    seats = ["me", *["open"] * (n - 1)]
    wanted = TableSetup("azul", {"players": str(n)}, seats, listed=True, **setup)
    return await lobby.open_table(host, wanted)


async def listed(lobby: Lobby) -> list[str]:
    lobby.open_tables.forget()
    return [row.id for row, _ in await lobby.open_tables.all()]


async def refusal(what: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refused:
        await what
    return refused.value.code


def in_lobby(url: str, use: Callable[[Lobby], Awaitable[None]], **limits: Any) -> None:
    async def test() -> None:
        lobby = Lobby(Settings(url, prepare=False, workers=1, limits=Limits(**limits)))
        await lobby.open()
        try:
            await people(lobby)
            await use(lobby)
        finally:
            await lobby.close()

    asyncio.run(test())


def test_a_table_is_listed_until_it_is_full(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        room = await opened(lobby, n=3)
        private = await lobby.open_table("bea", TableSetup("duel", {}, ["me", "open"]))
        assert await listed(lobby) == [room.id], "private by link is the default"
        ((row, seats),) = await lobby.open_tables.all()
        told = open_tables.open_table_info((row, seats), "luis")
        assert (told["host"], told["yours"]) == ("Ana", False)
        assert [seat["kind"] for seat in told["seats"]] == ["person", "open", "open"]
        assert await refusal(lobby.sit_down("luis", private.id)) == "not_listed"
        await lobby.sit_down("luis", room.id)
        assert await listed(lobby) == [room.id]
        await lobby.sit_down("luis", room.id)  # once more changes nothing
        assert room.seat_of("luis") == 1
        await lobby.sit_down("eva", room.id)
        assert room.match.row.status == "playing"
        assert await listed(lobby) == []
        assert await refusal(lobby.sit_down("bea", room.id)) == "seat_taken"

    in_lobby(database_url, use)


def test_a_table_whose_host_has_gone_leaves_the_list_and_comes_back(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        room = await opened(lobby)
        connection = listener("ana", 0)
        lobby.enter(room, connection)
        for _ in range(8):  # longer than it would be listed without its host
            await asyncio.sleep(0.1)
            await lobby.open_tables.renew()
        assert await listed(lobby) == [room.id]
        room.leave(connection)
        async with asyncio.timeout(PATIENCE):
            while await listed(lobby):
                await asyncio.sleep(0.05)
        assert await refusal(lobby.sit_down("luis", room.id)) == "not_listed"
        lobby.enter(room, listener("luis", None))  # a spectator is not the host
        await lobby.open_tables.renew()
        assert await listed(lobby) == []
        lobby.enter(room, listener("ana", 0))
        await lobby.open_tables.renew()
        await lobby.sit_down("luis", room.id)
        assert room.match.row.status == "playing"

    in_lobby(database_url, use, listed_seconds=0.6)


def test_who_gives_a_day_for_each_turn_may_be_away_for_a_day(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        slow = await opened(lobby, "ana", clock_ms=3 * DAY, increment_ms=DAY)
        quick = await opened(lobby, "bea", clock_ms=300_000, increment_ms=5_000)
        now = lobby.uptime.now()
        left = [(room.match.row.listed_until or 0) - now for room in (slow, quick)]
        assert abs(left[0] - DAY) < 60_000
        assert 0 < left[1] <= 60_000

    in_lobby(database_url, use)


def test_a_host_has_one_open_table(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        first, second = await opened(lobby), await opened(lobby)
        other = await opened(lobby, "bea")
        lobby.enter(first, listener("ana", 0))  # a window that was left open
        await lobby.open_tables.renew()
        assert sorted(await listed(lobby)) == sorted([second.id, other.id])
        assert await refusal(lobby.sit_down("luis", first.id)) == "not_listed"
        await lobby.join("luis", first.id, lobby.keys.invitation(first.id, 1, 0))
        assert first.match.row.status == "playing", "by invitation it can still be joined"

    in_lobby(database_url, use)


def test_a_rematch_is_not_listed(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        room = await opened(lobby)
        await lobby.sit_down("luis", room.id)
        await room.match._store.keep_listed(room.id, lobby.uptime.now() + DAY)
        row, _ = next_game(room.match.row, room.match.seats, "ana", 1)
        assert row.listed_until is None
        assert await listed(lobby) == [], "nor is a game that goes on"

    in_lobby(database_url, use)


def test_the_last_seat_is_taken_once(database_url: str) -> None:
    async def use(lobby: Lobby) -> None:
        room = await opened(lobby)
        tries = [lobby.sit_down(name, room.id) for name in ("bea", "luis", "eva")]
        done = await asyncio.gather(*tries, return_exceptions=True)
        refused = [each.code for each in done if isinstance(each, Refused)]
        assert refused == ["seat_taken", "seat_taken"]
        assert room.match.row.status == "playing"

    in_lobby(database_url, use)


@pytest.mark.skipif(not POSTGRES, reason="LOSETA_TEST_POSTGRES names no PostgreSQL")
def test_two_processes_have_one_list(redis_server: RedisServer) -> None:
    async def use(world: World) -> None:
        one, two = await world.lobby(listed_seconds=1.0), await world.lobby(listed_seconds=1.0)
        await people(one)
        room = await opened(one)
        assert await listed(two) == [room.id]
        # The host is connected to the other process, which keeps the table on the list.
        there, connection = await sit(two, room.id, "ana", 0)
        for _ in range(15):
            await asyncio.sleep(0.1)
            await two.open_tables.renew()
        assert await listed(one) == [room.id]
        tries = [one.sit_down("luis", room.id), two.sit_down("eva", room.id)]
        done = await asyncio.gather(*tries, return_exceptions=True)
        assert [each.code for each in done if isinstance(each, Refused)] == ["seat_taken"]
        assert (await listed(one), await listed(two)) == ([], [])
        assert connection in there.connections

    in_world(redis_server, use)


def test_the_list_costs_little_however_many_ask(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, luis = await server.guest(), await server.guest()
            body = {"game": "azul", "seats": ["me", "open"], "listed": True}
            table = (await ana.told("POST", "/tables", body))["table"]
            assert table["listed"]
            first = await luis.ask("GET", "/tables/open")
            assert [each["id"] for each in first.json()["tables"]] == [table["id"]]
            server.lobby.open_tables.fresh = 1000  # as if no time passed
            with server.queries() as seen:
                tag = {"If-None-Match": first.headers["etag"]}
                again = await luis.get("/api/v1/tables/open", headers=tag)
                own = await ana.told("GET", "/tables/open")
            assert again.status_code == 304
            assert own["tables"][0]["yours"]
            assert seen == []
            for wrong, code in (
                ({"seats": ["me", "greedy"]}, "listed_full"),
                ({"start": {"position": "x"}}, None),
            ):
                answer = await ana.ask("POST", "/tables", body | wrong)
                assert answer.status_code >= 400
                assert code is None or answer.json()["error"]["code"] == code

    run(test())


def test_a_host_who_comes_back_costs_one_write(tmp_path: Path) -> None:
    """However many open tables others have in this process."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            lobby = server.lobby
            await people(lobby)
            rooms = [await opened(lobby, name) for name in PEOPLE]
            for name, room in zip(PEOPLE, rooms, strict=True):
                room.enter(listener(name, 0))
            with server.queries() as seen:
                lobby.enter(rooms[0], listener("ana", 0))
                await asyncio.gather(*list(lobby._tasks), return_exceptions=True)
            assert sum(each.startswith("UPDATE games") for each in seen) == 1

    run(test())


def test_a_client_finds_a_stranger(shared_server: ServerProcess) -> None:
    async def test() -> None:
        url = shared_server.url
        async with Account(url, "Nuria") as nuria, Account(url) as teo, Account(url) as eva:
            clock = {"seconds": 900, "increment": 10}
            told = await nuria.open_table("duel", ["me", "open"], listed=True, clock=clock)
            table = told["table"]["id"]
            found = {each["id"]: each for each in await teo.open_tables()}[table]
            assert (found["host"], found["game"], found["clock"]) == ("Nuria", "duel", clock)
            await teo.join(table)
            assert table not in [each["id"] for each in await eva.open_tables()]
            with pytest.raises(ServerRefused, match="seat_taken"):
                await eva.join(table)
            async with nuria.sit(table) as seat:
                assert seat.table["status"] == "playing"

    run(test())
