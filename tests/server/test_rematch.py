"""A rematch is an offer: nobody is seated, and no clock runs, before all persons have agreed."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from loseta.client import Account, LiveTable
from loseta.server.match.commands import CommandId, Resign
from loseta.server.match.rematch import next_game
from loseta.server.room.connection import Connection
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.settings import Limits, Settings
from loseta.server.store import Seen, Unavailable
from loseta.server.store.committer import Write

from .commits import committer_of
from .games import Party, code_of
from .servers import ServerProcess, run
from .test_lobby import code_of as lobby_code_of
from .test_lobby import in_lobby, table_of_two


async def over(party: Party, *resigning: int) -> None:
    for seat in resigning or (0,):
        await party.seats[seat].command("resign")
    for table in party.seats:
        await table.wait_until(lambda table=table: table.over)  # type: ignore[misc]


def offer(account: Account, party: Party) -> Awaitable[dict[str, Any]]:
    return account.rematch(party.id)


async def games_of(account: Account) -> list[str]:
    return [each["id"] for each in (await account.request("GET", "/tables"))["tables"]]


def test_nobody_is_seated_by_the_offer_of_another(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}, clock={"seconds": 60}) as party:
            ana, luis = party.accounts
            assert await code_of(offer(ana, party)) == "not_over"
            await over(party)
            assert party.seats[1].table["rematch"] is None
            told = await offer(ana, party)
            assert told == {"accepted": [0], "declined": None, "table": None}
            assert await offer(ana, party) == told, "asking again changes nothing"
            await party.seats[1].wait_until(lambda: party.seats[1].table["rematch"] == told)
            for account in party.accounts:
                assert await games_of(account) == [party.id]
            accepted = await offer(luis, party)
            assert accepted["accepted"] == [0, 1]
            new = accepted["table"]
            await party.seats[0].wait_until(lambda: party.seats[0].table["rematch"] == accepted)
            assert (await offer(ana, party))["table"] == new
            for account, seat in ((ana, 1), (luis, 0)):  # everybody one seat on
                assert set(await games_of(account)) == {party.id, new}
                async with account.sit(new) as table:
                    assert table.you == seat
                    assert table.table["status"] == "playing"
                    assert table.table["clock"]["running"]

    run(test())


def test_two_who_offer_at_the_same_time_have_agreed(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            await over(party)
            told = await asyncio.gather(*(offer(each, party) for each in party.accounts * 4))
            tables = {each["table"] for each in told} - {None}
            assert len(tables) == 1
            for account in party.accounts:
                assert set(await games_of(account)) == {party.id, *tables}

    run(test())


def test_among_three_all_must_agree(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {"players": "3"}) as party:
            await over(party, 0, 1)
            assert (await offer(party.accounts[1], party))["table"] is None
            told = await offer(party.accounts[2], party)
            assert told == {"accepted": [1, 2], "declined": None, "table": None}
            new = (await offer(party.accounts[0], party))["table"]
            for account, seat in zip(party.accounts, (2, 0, 1), strict=True):
                async with account.sit(new) as table:
                    assert table.you == seat

    run(test())


def test_an_offer_is_withdrawn_or_declined(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {"players": "3"}) as party:
            ana, luis, eva = party.accounts
            seat = party.seats[0]
            assert await code_of(ana.decline_rematch(party.id)) == "nothing_offered"
            await over(party, 0, 1)
            await offer(ana, party)
            assert await ana.decline_rematch(party.id) is None
            assert await code_of(luis.decline_rematch(party.id)) == "nothing_offered"

            await offer(ana, party)
            await offer(luis, party)
            told = await eva.decline_rematch(party.id)
            assert told == {"accepted": [], "declined": 2, "table": None}
            await seat.wait_until(lambda: seat.table["rematch"] == told)
            assert await code_of(offer(ana, party)) == "rematch_declined", "a no is a no"
            assert await code_of(eva.decline_rematch(party.id)) == "nothing_offered"
            assert await games_of(ana) == [party.id]

            told = await offer(eva, party)  # but minds may change
            assert told == {"accepted": [2], "declined": None, "table": None}
            await offer(luis, party)
            assert await luis.decline_rematch(party.id) == told
            await offer(luis, party)
            assert (await offer(ana, party))["table"]
            assert await code_of(ana.decline_rematch(party.id)) == "rematch_started"

    run(test())


def test_computer_players_are_always_ready(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana, AsyncExitStack() as stack:
            opened = await ana.open_table(
                "azul", ["greedy", "me", "random"], options={"players": "3"}
            )
            table = opened["table"]["id"]
            seat: LiveTable = await stack.enter_async_context(ana.sit(table))
            await seat.command("resign")
            told = await ana.rematch(table)
            assert await seat.wait_for_rematch() == told["table"]
            async with ana.sit(told["table"]) as again:
                assert again.you == 0
                assert [each["level"] for each in again.table["seats"]] == [
                    None,
                    "random",
                    "greedy",
                ]
                assert again.table["status"] == "playing"

    run(test())


def test_only_those_who_sat_there_have_a_say(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with (
            Party(shared_server.url, "azul", {}) as party,
            Account(shared_server.url) as stranger,
        ):
            await over(party)
            assert await code_of(offer(stranger, party)) == "not_yours"
            await offer(party.accounts[0], party)
            assert await code_of(stranger.decline_rematch(party.id)) == "not_yours"
            watching = await party.watch()
            assert watching.table["rematch"]["accepted"] == [0]

    run(test())


@pytest.mark.long
def test_an_offer_outlives_kill_and_reconnection(server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(server.url, "azul", {}, clock={"seconds": 60}) as party:
            ana, luis = party.accounts
            await over(party)
            await offer(ana, party)
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            seat = party.seats[1]
            await seat.wait_until(lambda: seat.connections == 2)
            assert seat.table["rematch"]["accepted"] == [0]
            told = await offer(luis, party)
            assert await party.seats[0].wait_for_rematch() == told["table"]
            await asyncio.to_thread(server.kill)
            await asyncio.to_thread(server.start)
            async with ana.sit(told["table"]) as again:
                assert again.table["status"] == "playing"
            assert (await offer(ana, party))["table"] == told["table"]

    run(test())


def test_waiting_for_a_rematch_ends_with_a_no(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            await over(party)
            await offer(party.accounts[0], party)
            waiting = asyncio.create_task(party.seats[0].wait_for_rematch())
            await party.accounts[1].decline_rematch(party.id)
            assert await waiting is None

    run(test())


# --- In one process ------------------------------------------------------------------------------


async def ended_table(lobby: Lobby, clock_ms: int | None = None) -> Room:
    table = await table_of_two(lobby, clock_ms)
    await table.execute(0, CommandId("r"), Resign())
    return table


def was_last_seen(table: Room, seat: int, ago: int) -> None:
    """At another server, which tells so."""
    table.presence.learn("there", {seat: Seen(0, table.match.now() - ago)})


def test_no_clock_starts_for_somebody_who_has_gone(tmp_path: Path) -> None:
    """A player who has offered a rematch and left must come back and offer again."""

    async def use(lobby: Lobby) -> None:
        table = await ended_table(lobby, clock_ms=60_000)
        await lobby.rematch("ana", table.match.row.id)
        was_last_seen(table, 0, 61_000)
        await lobby.rematch("luis", table.match.row.id)
        assert table.match.row.rematch is None
        assert table.info(0, False)["rematch"]["accepted"] == [0, 1]
        here = Connection(None, "ana", 0, "en", Limits())  # type: ignore[arg-type]
        table.enter(here)
        assert table.match.row.rematch is None
        await lobby.rematch("ana", table.match.row.id)
        assert table.match.row.rematch is not None
        assert "rematch" in here.outbox[-1]

    in_lobby(tmp_path, use)


def test_where_no_clock_runs_nobody_need_be_there(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await ended_table(lobby)
        await lobby.rematch("ana", table.match.row.id)
        was_last_seen(table, 0, 61_000)
        await lobby.rematch("luis", table.match.row.id)
        assert table.match.row.rematch is not None

    in_lobby(tmp_path, use)


def test_the_last_yes_and_the_new_game_are_stored_together(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await ended_table(lobby)
        await lobby.rematch("ana", table.match.row.id)

        async def fail(write: Write) -> None:
            if write.events:
                raise Unavailable

        committer_of(lobby.store).fault = fail
        assert await lobby_code_of(lobby.rematch("luis", table.match.row.id)) == "storage"
        committer_of(lobby.store).fault = None
        await table.ready()
        assert table.info(0, False)["rematch"]["accepted"] == [0]
        assert len(await lobby.store.games_of("luis")) == 1
        await lobby.rematch("luis", table.match.row.id)
        assert len(await lobby.store.games_of("luis")) == 2

    in_lobby(tmp_path, use)


def test_a_rematch_begins_anew(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await ended_table(lobby, clock_ms=60_000)
        assert table.match.row.summary is not None
        new, _ = next_game(table.match.row, table.match.seats, "luis", 7)
        fresh = (new.status, new.result, new.ended, new.rematch, new.due, new.summary)
        assert fresh == ("open", None, None, None, None, None)
        assert (new.host, new.created, new.clock) == ("luis", 7, 60_000)

    in_lobby(tmp_path, use)


def test_a_rematch_counts_among_the_tables_of_a_guest(tmp_path: Path) -> None:
    async def test() -> None:
        url = f"sqlite:///{tmp_path / 'tables.db'}"
        lobby = Lobby(Settings(url, prepare=False, workers=1, limits=Limits(tables_per_guest=1)))
        await lobby.open()
        try:
            table = await ended_table(lobby)
            await table_of_two(lobby)  # now Ana has one that is not over
            assert (
                await lobby_code_of(lobby.rematch("ana", table.match.row.id)) == "too_many_tables"
            )
            await lobby.rematch("luis", table.match.row.id)
            assert (
                await lobby_code_of(lobby.rematch("ana", table.match.row.id)) == "too_many_tables"
            )
            assert table.match.row.rematch is None
        finally:
            await lobby.close()

    asyncio.run(test())
