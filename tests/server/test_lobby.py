"""The lobby when many come at once, and when the database fails them: tables, clocks, outages."""

from __future__ import annotations

import asyncio
import json
import os
import sqlite3
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from alembic import op

from loseta.server.match.commands import Act, CommandId, Resign, Say
from loseta.server.refusals import Refused
from loseta.server.room.connection import Connection
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.room.table_setup import TableSetup
from loseta.server.settings import Limits, Settings
from loseta.server.store import ALIVE, Database, Unavailable
from loseta.server.store.committer import Write

from .commits import FaultyCommitter, committer_of

Use = Callable[[Lobby], Awaitable[None]]


def settings(folder: Path) -> Settings:
    return Settings(database=f"sqlite:///{folder / 'tables.db'}", prepare=False, workers=1)


def in_lobby(folder: Path, use: Use) -> None:
    async def test() -> None:
        lobby = Lobby(settings(folder), committer=FaultyCommitter)
        await lobby.open()
        try:
            await use(lobby)
        finally:
            await lobby.close()

    asyncio.run(test())


async def table_of_two(lobby: Lobby, clock_ms: int | None = None) -> Room:
    for name in ("ana", "luis"):
        if await lobby.store.name_of(name) is None:
            await lobby.store.add_identity(name, name, 1)
    setup = TableSetup("azul", {"first": "1"}, ["me", "open"], clock_ms=clock_ms)
    table = await lobby.open_table("ana", setup)
    await lobby.join("luis", table.match.row.id, lobby.keys.invitation(table.match.row.id, 1, 0))
    return table


async def move(table: Room, command: str) -> int:
    log = table.match.log
    assert log is not None
    (seat,) = log.waiting()
    text = log.state.legal_actions()[0].text
    return (await table.execute(seat, CommandId(command), Act(log.ply, [text]))).number


async def code_of(doing: Awaitable[Any]) -> str:
    with pytest.raises(Refused) as refused:
        await doing
    return refused.value.code


def test_all_who_wait_for_a_table_get_the_same_one(tmp_path: Path) -> None:
    """Also those who come while others, with whom it failed, are still being told."""

    async def use(lobby: Lobby) -> None:
        game = (await table_of_two(lobby)).match.row.id
        lobby.rooms.clear()  # as after a restart
        stored, asked, failing = lobby.store.game, asyncio.Event(), asyncio.Event()

        async def fails_once(game: str) -> Any:
            if asked.is_set():
                return await stored(game)
            asked.set()
            await failing.wait()
            raise Unavailable

        lobby.store.game = fails_once  # type: ignore[method-assign]

        async def come() -> Room | str:
            try:
                return await lobby.room(game)
            except Refused as refused:
                return refused.code

        early = [asyncio.create_task(come()) for _ in range(3)]
        await asked.wait()
        failing.set()
        late = []
        for _ in range(20):  # clients connect at every moment while the failure is being reported
            late.append(asyncio.create_task(come()))
            await asyncio.sleep(0)
        assert set(await asyncio.gather(*early)) == {"storage"}
        found = set(await asyncio.gather(*late))
        assert found - {"storage"} == {lobby.rooms[game]}

    in_lobby(tmp_path, use)


def test_nobody_takes_two_seats_at_once(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        for name in ("ana", "luis"):
            await lobby.store.add_identity(name, name, 1)
        setup = TableSetup("azul", {"players": "3"}, ["me", "open", "open"])
        table = await lobby.open_table("ana", setup)
        joins = [
            lobby.join(
                "luis", table.match.row.id, lobby.keys.invitation(table.match.row.id, seat, 0)
            )
            for seat in (1, 2)
        ]
        done = await asyncio.gather(*joins, return_exceptions=True)
        assert sum(isinstance(each, Refused) for each in done) == 1
        assert sorted(str(seat.identity) for seat in table.match.seats) == ["None", "ana", "luis"]

    in_lobby(tmp_path, use)


def test_who_is_here_when_taking_a_seat_is_not_absent(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        for name in ("ana", "luis"):
            await lobby.store.add_identity(name, name, 1)
        table = await lobby.open_table("ana", TableSetup("azul", {}, ["me", "open"]))
        watching = Connection(None, "luis", None, "en", Limits())  # type: ignore[arg-type]
        table.enter(watching)
        await lobby.join(
            "luis", table.match.row.id, lobby.keys.invitation(table.match.row.id, 1, 0)
        )
        await asyncio.sleep(0.05)
        assert table.absent_for(1) <= 0

    in_lobby(tmp_path, use)


def test_what_is_not_stored_yet_is_told_to_nobody(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await table_of_two(lobby)
        here = [
            Connection(None, name, seat, "en", Limits())  # type: ignore[arg-type]
            for name, seat in (("ana", 0), ("luis", 1), ("eva", None))
        ]
        for connection in here:
            table.enter(connection)
        for connection in here:
            connection.outbox.clear()
        asked, failing = asyncio.Event(), asyncio.Event()

        async def fail(write: Write) -> None:
            if write.events:
                asked.set()
                await failing.wait()
                raise Unavailable

        committer_of(lobby.store).fault = fail
        resigning = asyncio.create_task(code_of(table.execute(0, CommandId("r1"), Resign())))
        await asked.wait()
        table.leave(here[2])
        await asyncio.sleep(0.05)
        assert not here[1].outbox
        failing.set()
        assert await resigning == "storage"
        (told,) = [json.loads(text)["table"] for text in here[1].outbox]
        assert told["spectators"] == 0
        assert told["end"] is None
        assert told["seats"][0]["out"] is None

    in_lobby(tmp_path, use)


def test_who_comes_while_a_move_is_stored_is_told_with_it(tmp_path: Path) -> None:
    """The messages about a move are written before it is stored; later changes are included."""

    async def use(lobby: Lobby) -> None:
        table = await table_of_two(lobby)
        ana = Connection(None, "ana", 0, "en", Limits())  # type: ignore[arg-type]
        eva = Connection(None, "eva", None, "en", Limits())  # type: ignore[arg-type]
        table.enter(ana)
        ana.outbox.clear()
        asked, storing = asyncio.Event(), asyncio.Event()

        async def wait(write: Write) -> None:
            if write.events:
                asked.set()
                await storing.wait()

        committer_of(lobby.store).fault = wait
        saying = asyncio.create_task(table.execute(0, CommandId("s1"), Say("hello")))
        await asked.wait()
        table.enter(eva)
        assert not ana.outbox
        assert not eva.outbox
        storing.set()
        await saying
        for connection, seat in ((ana, 0), (eva, None)):
            (told,) = map(json.loads, connection.outbox)
            assert (told["type"], told["table"]["you"]) == ("update", seat)
            assert [event["text"] for event in told["events"]] == ["hello"]
            assert told["table"]["spectators"] == 1

    in_lobby(tmp_path, use)


def test_a_move_that_could_not_be_stored_is_not_told_with_the_next(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await table_of_two(lobby)
        ana = Connection(None, "ana", 0, "en", Limits())  # type: ignore[arg-type]
        table.enter(ana)
        ana.outbox.clear()

        async def fail(write: Write) -> None:
            if write.events:
                raise Unavailable

        committer_of(lobby.store).fault = fail
        assert await code_of(table.execute(0, CommandId("s1"), Say("hello"))) == "storage"
        committer_of(lobby.store).fault = None
        await table.execute(0, CommandId("s2"), Say("thanks"))
        (told,) = map(json.loads, ana.outbox)
        assert [event["text"] for event in told["events"]] == ["thanks"]

    in_lobby(tmp_path, use)


def days_ms(days: float) -> int:
    return int(days * 24 * 3600 * 1000)


async def reopened(lobby: Lobby) -> Lobby:
    await lobby.close()
    again = Lobby(lobby.settings)
    await again.open()
    return again


async def ends_by_flag(lobby: Lobby, game: str) -> None:
    while True:
        row = await lobby.store.game(game)
        assert row is not None
        if row.status == "over":
            assert row.ended == "flag"
            return
        await asyncio.sleep(0.05)


@pytest.mark.long
def test_games_by_days_are_not_kept_in_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Their clocks run all the same: what runs out soon comes back in time."""
    monkeypatch.setattr("loseta.server.room.clock_timers.WATCH", 0.2)

    async def test() -> None:
        short_lived = replace(settings(tmp_path), limits=Limits(tables_per_guest=1000))
        lobby = Lobby(short_lived)
        await lobby.open()
        try:
            for _ in range(40):
                await table_of_two(lobby, clock_ms=days_ms(3))
            short = (await table_of_two(lobby, clock_ms=3_000)).match.row.id
            lobby = await reopened(lobby)
            assert len(lobby.rooms) < 5
            async with asyncio.timeout(60):
                await ends_by_flag(lobby, short)
            assert len(lobby.rooms) < 5
        finally:
            await lobby.close()

    asyncio.run(test())


@pytest.mark.long
def test_games_with_a_clock_leave_the_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("loseta.server.room.clock_timers.WATCH", 0.2)

    async def test() -> None:
        lobby = Lobby(replace(settings(tmp_path), limits=Limits(idle_seconds=0.1)))
        await lobby.open()
        try:
            games = [
                (await table_of_two(lobby, clock_ms=days_ms(1))).match.row.id for _ in range(5)
            ]
            short = (await table_of_two(lobby, clock_ms=3_000)).match.row.id
            async with asyncio.timeout(60):
                while set(games) & set(lobby.rooms):
                    await asyncio.sleep(0.05)
                assert not any(game in lobby.timers for game in games)
                await ends_by_flag(lobby, short)
                table = await lobby.room(games[0])
                await move(table, "m1")
        finally:
            await lobby.close()

    asyncio.run(test())


def test_what_ran_out_while_the_server_was_away_is_not_looked_at(tmp_path: Path) -> None:
    """Nobody's clock ran then, so nothing is due; without that all games would be loaded."""

    async def test() -> None:
        lobby = Lobby(settings(tmp_path))
        await lobby.open()
        game = (await table_of_two(lobby, clock_ms=days_ms(1))).match.row.id
        await lobby.close()
        days = days_ms(30)
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:  # all that is stored happened a month ago
            database.execute("UPDATE events SET at = at - ?", (days,))
            database.execute(
                "UPDATE outages SET began = began - ?, ended = ended - ?", (days, days)
            )
            database.execute("UPDATE games SET due = due - ?", (days,))
            database.execute(
                "UPDATE settings SET value = CAST(value AS INTEGER) - ? WHERE name = ?",
                (days, ALIVE),
            )
        database.close()
        lobby = Lobby(settings(tmp_path))
        await lobby.open()
        try:
            assert await lobby.store.games_due(lobby.timers.soon()) == []
            log = (await lobby.room(game)).match.log
            assert log is not None
            stored = await lobby.store.game(game)
            assert stored is not None
            assert log.due() == pytest.approx(stored.due, abs=10_000)
        finally:
            await lobby.close()

    asyncio.run(test())


def test_clocks_of_an_older_version_are_looked_at_once(tmp_path: Path) -> None:
    """It did not store when they run out."""

    async def test() -> None:
        lobby = Lobby(settings(tmp_path))
        await lobby.open()
        long = (await table_of_two(lobby, clock_ms=days_ms(1))).match.row.id
        short = (await table_of_two(lobby, clock_ms=1_000)).match.row.id
        await lobby.store.set_due(long, 0)
        await lobby.store.set_due(short, 0)
        lobby = await reopened(lobby)
        try:
            async with asyncio.timeout(60):
                await ends_by_flag(lobby, short)
            row = await lobby.store.game(long)
            assert row is not None
            assert row.due is not None
            assert row.due > 0
        finally:
            await lobby.close()

    asyncio.run(test())


def test_no_help_while_one_plays_without_in_memory_or_not(tmp_path: Path) -> None:
    async def use(lobby: Lobby) -> None:
        table = await table_of_two(lobby, clock_ms=days_ms(1))  # so without hints
        assert await lobby.plays_without_hints("ana")
        lobby.rooms.clear()  # as after a restart
        assert await lobby.plays_without_hints("ana")
        assert not await lobby.plays_without_hints("eva")
        table = await lobby.room(table.match.row.id)
        await table.execute(0, CommandId("r"), Resign())
        assert not await lobby.plays_without_hints("ana")
        await table_of_two(lobby)
        assert not await lobby.plays_without_hints("ana")

    in_lobby(tmp_path, use)


@pytest.mark.parametrize("game", ["\x00", "a\x00b", "x" * 17, "", "é", "a b", "\ud800"])
def test_what_can_be_no_table_is_unknown(database_url: str, game: str) -> None:
    async def test() -> None:
        lobby = Lobby(Settings(database=database_url, prepare=False, workers=1))
        await lobby.open()
        try:
            assert await code_of(lobby.room(game)) == "unknown_table"
        finally:
            await lobby.close()

    asyncio.run(test())


def test_a_move_for_one_database_is_not_stored_in_another(tmp_path: Path) -> None:
    file, copy = tmp_path / "tables.db", tmp_path / "copy.db"

    async def use(lobby: Lobby) -> None:
        table = await table_of_two(lobby)
        await move(table, "m1")
        with sqlite3.connect(file) as source, sqlite3.connect(copy) as target:
            source.backup(target)
        numbers = [await move(table, f"m{number}") for number in range(2, 6)]
        for log in tmp_path.glob("tables.db-*"):
            log.unlink()
        os.rename(copy, file)
        assert await code_of(move(table, "m6")) == "storage"
        await table.ready()
        stored = [row.number for row in await lobby.store.events(table.match.row.id)]
        assert stored == list(range(1, len(stored) + 1))
        assert stored[-1] < numbers[0]
        await move(table, "m7")

    in_lobby(tmp_path, use)


# --- Starting ------------------------------------------------------------------------------------


def test_a_start_that_was_cut_off_does_not_bar_the_next(tmp_path: Path) -> None:
    async def cut_off(write: Write) -> None:
        raise Unavailable

    async def start(fails: bool = False) -> list[tuple[int, int]]:
        await asyncio.sleep(0.01)
        lobby = Lobby(settings(tmp_path), committer=FaultyCommitter)
        if fails:
            committer_of(lobby.store).fault = cut_off
        try:
            await lobby.open()
            return await lobby.store.outages()
        finally:
            await lobby.close()

    async def test() -> None:
        before = await start()
        with pytest.raises(Unavailable):
            await start(fails=True)
        after = await start()
        assert len(after) == len(before) + 1
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:  # as an older version could leave it
            database.execute(
                "UPDATE settings SET value = ? WHERE name = ?", (str(after[-1][0]), ALIVE)
            )
        database.close()
        assert [began for began, _ in await start()] == [began for began, _ in after]

    asyncio.run(test())


def test_a_migration_that_was_cut_off_left_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = 0
    make = op.create_table

    def fails(*args: Any, **options: Any) -> Any:
        nonlocal made
        made += 1
        if made == 4:
            raise OSError("no space left")
        return make(*args, **options)

    async def start() -> None:
        database = Database(f"sqlite:///{tmp_path / 'a.db'}")
        try:
            await database.open()
        finally:
            await database.close()

    with monkeypatch.context() as patched:
        patched.setattr(op, "create_table", fails)
        with pytest.raises(OSError, match="no space"):
            asyncio.run(start())
    assert made == 4
    asyncio.run(start())
