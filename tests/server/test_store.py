"""The store: events in one order, stored once, many tables in one commit."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sqlite3
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, event, update

from loseta.dealer import Dealer
from loseta.games import game_named
from loseta.server.match.allowances import ALLOWANCES
from loseta.server.match.commands import Act, Say
from loseta.server.match.match import Match
from loseta.server.match.uptime import Uptime
from loseta.server.refusals import Refused
from loseta.server.store import (
    ALIVE,
    Committer,
    Conflict,
    Database,
    EventRow,
    GameRow,
    SeatRow,
    Store,
    Unavailable,
)
from loseta.server.store.committer import Write
from loseta.server.store.database import HEAD
from loseta.server.store.migrate import configuration
from loseta.server.store.schema import METADATA, games
from loseta.server.store.writers import Change, Transaction

from ..support import PATIENCE


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[Store]:
    store = Store(Database(url))
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def add_game(store: Store, name: str = "g1") -> None:
    if await store.name_of("ana") is None:
        await store.add_identity("ana", "Ana", 1)
    row = GameRow(name, "azul", {"wall": "gray"}, "seed", "ana", 5, "playing", False, True)
    await store.add_game(row, [SeatRow(0, "ana", None, 0), SeatRow(1, None, None, 0)])


def act(number: int, command: str | None = None, seat: int = 0) -> EventRow:
    return EventRow(number, "act", seat, "3R4", 1000 + number, command, "digest")


def test_what_is_stored_comes_back(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            await store.append("g1", [act(1, "c1"), EventRow(2, "deal", None, "deal:-", 9)])
        async with opened(database_url) as store:
            assert await store.events("g1") == [
                act(1, "c1"),
                EventRow(2, "deal", None, "deal:-", 9),
            ]
            game = await store.game("g1")
            assert game is not None
            assert game.options == {"wall": "gray"}
            assert await store.seats("g1") == [
                SeatRow(0, "ana", None, 0, "Ana"),
                SeatRow(1, None, None, 0, None),
            ]
            assert await store.game("g2") is None
            assert [row.id for row in await store.games_of("ana")] == ["g1"]

    asyncio.run(run())


def test_of_two_appends_with_the_same_number_one_wins(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            attempts = [store.append("g1", [act(1, f"c{n}")]) for n in range(20)]
            results = await asyncio.gather(*attempts, return_exceptions=True)
            assert sum(result is None for result in results) == 1
            assert all(isinstance(result, Conflict) for result in results if result is not None)
            assert len(await store.events("g1")) == 1

    asyncio.run(run())


def test_a_command_is_stored_once(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            await store.append("g1", [act(1, "same")])
            with pytest.raises(Conflict):
                await store.append("g1", [act(2, "same")])
            await store.append("g1", [act(2, "same", seat=1)])  # another seat has its own ids
            assert await store.carried_out("g1", 0, "same") == (1, "digest")
            assert await store.carried_out("g1", 1, "same") == (2, "digest")
            assert await store.carried_out("g1", 0, "other") is None

    asyncio.run(run())


def test_a_conflict_in_a_group_fails_alone(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            names = [f"g{n}" for n in range(30)]
            for name in names:
                await add_game(store, name)
            await store.append("g7", [act(1)])
            writes = [store.append(name, [act(1), act(2)]) for name in names]
            results = await asyncio.gather(*writes, return_exceptions=True)
            failed = [name for name, result in zip(names, results, strict=True) if result]
            assert failed == ["g7"]
            assert len(await store.events("g7")) == 1
            assert len(await store.events("g8")) == 2

    asyncio.run(run())


def test_many_tables_share_a_commit(tmp_path: Path) -> None:
    commits = 0

    class Counting(Committer):
        async def commit(self, group: list[Write]) -> Exception | None:
            nonlocal commits
            commits += 1
            return await super().commit(group)

    async def run() -> None:
        nonlocal commits
        store = Store(Database(f"sqlite:///{tmp_path / 'a.db'}"), Counting)
        await store.open()
        names = [f"g{n}" for n in range(200)]
        for name in names:
            await add_game(store, name)
        commits = 0
        await asyncio.gather(*(store.append(name, [act(1)]) for name in names))
        await store.close()

    asyncio.run(run())
    assert commits <= 3


def test_a_move_goes_to_the_thread_of_the_file_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each way there and back costs more than a statement."""
    woken = 0
    wake = asyncio.BaseEventLoop.call_soon_threadsafe

    def count(self: Any, *arguments: Any, **options: Any) -> Any:
        nonlocal woken
        woken += 1
        return wake(self, *arguments, **options)

    async def run() -> None:
        nonlocal woken
        async with opened(f"sqlite:///{tmp_path / 'a.db'}") as store:
            await add_game(store)
            await store.append("g1", [act(1)])
            woken = 0
            await store.append("g1", [act(2), act(3)], {"status": "over"}, summary={"round": 2})
            assert woken == 1

    monkeypatch.setattr(asyncio.BaseEventLoop, "call_soon_threadsafe", count)
    asyncio.run(run())


def test_moves_are_one_statement_on_postgres(postgres_url: str) -> None:
    asked: list[str] = []

    def connected(connection: Any, _: Any) -> None:
        connection.driver_connection.add_query_logger(lambda record: asked.append(record.query))

    async def run() -> None:
        database = Database(postgres_url)
        event.listen(database.engine.sync_engine, "connect", connected)
        store = Store(database)
        await store.open()
        await add_game(store)
        await store.append("g1", [act(1)])
        asked.clear()
        await store.append("g1", [act(2, "c"), act(3)], summary={"round": 2, "scores": [3, 4]})
        assert len(asked) == 1
        game = await store.game("g1")
        assert game is not None
        assert game.summary == {"round": 2, "scores": [3, 4]}
        assert await store.events("g1") == [act(1), act(2, "c"), act(3)]
        await store.close()

    asyncio.run(run())


def test_a_connection_that_breaks_before_a_statement_is_replaced(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The player is told that nothing could be stored, and the log names the reason."""
    asyncpg = pytest.importorskip("asyncpg")

    async def broken(*_: Any) -> None:
        raise asyncpg.InternalClientError("cannot switch to state 12")

    async def run() -> None:
        async with opened(postgres_url) as store:
            await add_game(store)
            with monkeypatch.context() as patch:
                patch.setattr(asyncpg.Connection, "execute", broken)
                with pytest.raises(Unavailable):
                    await store.append("g1", [act(1)])
            await store.append("g1", [act(1)])
            assert await store.events("g1") == [act(1)]

    asyncio.run(run())
    assert caplog.records == []


def test_an_append_changes_the_game_in_the_same_commit(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            await store.append("g1", [act(1)], {"status": "over", "result": "3-4"})
            game = await store.game("g1")
            assert game is not None
            assert (game.status, game.result) == ("over", "3-4")
            with pytest.raises(Conflict):
                await store.append("g1", [act(1)], {"result": "9-9"})
            again = await store.game("g1")
            assert again is not None
            assert again.result == "3-4"

    asyncio.run(run())


def test_a_seat_is_taken_once(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            for name in ("bea", "carl"):
                await store.add_identity(name, name, 1)
            results = await asyncio.gather(
                store.take_seat("g1", 1, 0, "bea"),
                store.take_seat("g1", 1, 0, "carl"),
                return_exceptions=True,
            )
            assert sum(result is None for result in results) == 1
            with pytest.raises(Conflict):
                await store.fill_seat("g1", 1, "greedy")

    asyncio.run(run())


def test_a_void_invitation_takes_no_seat(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            with pytest.raises(Conflict):
                await store.take_seat("g1", 1, 3, "ana")
            await store.fill_seat("g1", 1, "greedy")
            with pytest.raises(Conflict):
                await store.take_seat("g1", 1, 1, "ana")

    asyncio.run(run())


def test_settings_outlive_the_server(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            assert await store.setting("key") is None
            assert await store.setting("key", "one") == "one"
        async with opened(database_url) as store:
            assert await store.setting("key", "two") == "one"
            assert await store.setting(ALIVE, "5") == "5"
            await store.set_alive(9, since=5)
            assert await store.setting(ALIVE) == "9"
            assert await store.outages() == [(5, 9)]

    asyncio.run(run())


# --- What goes wrong ------------------------------------------------------------------------


def test_a_full_disk_is_told_and_recovered_from(tmp_path: Path) -> None:
    """SQLite's own limit on pages gives the same error as a full disk."""

    async def run() -> None:
        database = Database(f"sqlite:///{tmp_path / 'a.db'}")
        full = False

        def limit(connection: sqlite3.Connection, _: object) -> None:
            if full:
                connection.execute("PRAGMA max_page_count=1")

        event.listen(database.file_engine, "connect", limit)
        store = Store(database)
        await store.open()
        full = True
        await add_game(store)
        number = 1
        with contextlib.suppress(Unavailable):
            while number < 1000:
                await store.append("g1", [EventRow(number, "act", 0, "x" * 3000, 1, None)])
                number += 1
        assert number < 1000
        stored = len(await store.events("g1"))
        assert stored == number - 1  # all that was acknowledged and no more
        full = False
        await store.append("g1", [act(number)])
        assert len(await store.events("g1")) == number
        await store.close()

    asyncio.run(run())


def test_what_was_given_up_before_it_began_is_not_stored(tmp_path: Path) -> None:
    """A write whose time is up while the one before it still runs: nobody waits for it."""
    began, go_on = threading.Event(), threading.Event()

    class Slow(Change):
        def carry_out(self, connection: Connection) -> None:
            began.set()
            go_on.wait(PATIENCE)

    def store(number: int, *changes: Change) -> Transaction:
        return Transaction(["g1"], changes, [("g1", number, "act", 0, "1B1", 1, None, None)], {})

    async def run() -> None:
        async with opened(f"sqlite:///{tmp_path / 'a.db'}") as opened_store:
            await add_game(opened_store)
            writer = await opened_store.database.writer()
            slow = asyncio.create_task(writer.commit(store(1, Slow(update(games)))))
            await asyncio.to_thread(began.wait, PATIENCE)
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.01):
                    await writer.commit(store(2))
            go_on.set()
            await slow
            await writer.commit(store(3))
            await writer.close()
            assert [event.number for event in await opened_store.events("g1")] == [1, 3]

    asyncio.run(run())


def test_a_file_that_is_gone_is_told_and_recovered_from(tmp_path: Path) -> None:
    file = tmp_path / "a.db"

    async def run() -> None:
        async with opened(f"sqlite:///{file}") as store:
            await add_game(store)
            os.rename(file, tmp_path / "elsewhere")
            with pytest.raises(Unavailable):
                await store.append("g1", [act(1)])
            with pytest.raises(Unavailable):
                await store.events("g1")
            assert not file.exists()
            os.rename(tmp_path / "elsewhere", file)
            await store.append("g1", [act(1)])
            assert await store.events("g1") == [act(1)]

    asyncio.run(run())


def test_a_copy_that_is_put_back_is_used(tmp_path: Path) -> None:
    file = tmp_path / "a.db"

    async def run() -> None:
        url = f"sqlite:///{file}"
        async with opened(url) as store:
            await add_game(store)
        kept = file.read_bytes()
        async with opened(url) as store:
            await store.append("g1", [act(1)])
            for old in tmp_path.glob("a.db*"):
                old.unlink()
            with pytest.raises(Unavailable):
                await store.append("g1", [act(2)])
            file.write_bytes(kept)
            assert await store.events("g1") == []
            assert store.generation == 1
            await store.append("g1", [act(1)])
        async with opened(url) as store:
            assert await store.events("g1") == [act(1)]

    asyncio.run(run())


# --- Migrations -----------------------------------------------------------------------------


def test_who_opened_a_game_is_found_by_an_index(tmp_path: Path) -> None:
    """Also among 100,000 games."""

    async def run() -> None:
        async with opened(f"sqlite:///{tmp_path / 'a.db'}") as store:
            asked: list[tuple[str, Any]] = []

            def note(_: Any, __: Any, statement: str, parameters: Any, *___: Any) -> None:
                asked.append((statement, parameters))

            engine = store.database.engine
            event.listen(engine.sync_engine, "before_cursor_execute", note)
            await store.open_games_of("ana")
            await store.games_of("ana")
            await store.games_due(5)
            event.remove(engine.sync_engine, "before_cursor_execute", note)
            plans = []
            async with engine.connect() as connection:
                for statement, parameters in asked:
                    rows = await connection.exec_driver_sql(
                        f"EXPLAIN QUERY PLAN {statement}", parameters
                    )
                    plans.append(" ".join(row.detail for row in rows))
            one, two, three = plans
            assert "ix_games_host" in one
            assert "ix_games_host" in two
            assert "ix_games_due" in three
            assert not any("SCAN games" in plan for plan in plans)

    asyncio.run(run())


def test_a_database_of_the_first_version_is_brought_up_to_date(database_url: str) -> None:
    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            await store.append("g1", [act(1, "c1")])
            clock = update(games).values(clock=1000)
            await store.committer.write(Write(changes=[Change(clock)]))
            async with store.database.engine.begin() as connection:
                await connection.run_sync(
                    lambda sync: command.downgrade(configuration(sync), "0001")
                )
        async with opened(database_url) as store:
            assert await store.games_due(0) == ["g1"]
            assert await store.carried_out("g1", 0, "c1") == (1, None)

    asyncio.run(run())


def test_phrases_without_end_of_an_earlier_version_are_not_read(database_url: str) -> None:
    """Of 5,000 phrases only those are left, and read by a load, that count."""
    many, kept = 5_000, ALLOWANCES["phrases"].in_a_game
    assert kept is not None
    state, dealer = game_named("azul").new(wall="gray"), Dealer("seed")
    dealt = []
    for number in (1, 2):  # who starts, and the factories
        action = dealer.action(state)
        state.apply(action)
        dealt.append(EventRow(number, "deal", None, action.text, 5))
    said = [EventRow(3 + n, "say", n % 2, "hello", 6 + n, f"c{n}") for n in range(many)]
    last, seat = many + 2, state.to_move
    assert seat is not None
    one, other = (action.text for action in state.legal_actions()[:2])

    async def run() -> None:
        async with opened(database_url) as store:
            await add_game(store)
            await store.append("g1", [*dealt, *said])
            async with store.database.engine.begin() as connection:
                await connection.run_sync(
                    lambda sync: command.downgrade(configuration(sync), "0007")
                )
        async with opened(database_url) as store:
            assert await store.events("g1") == [*dealt, *said[-2 * kept :]]
            row = await store.game("g1")
            assert row is not None
            match = Match(store, row, await store.seats("g1"), Uptime(store))
            async with match.reading() as log:
                assert (log.number, log.ply) == (last, 2)
            with pytest.raises(Refused, match="You have said a lot"):
                await match.execute(seat, None, Say("hello"))
            await store.append("g1", [EventRow(last + 1, "act", seat, one, 6 + many, "c")])
            with pytest.raises(Refused):  # it was behind: it reads the log again
                await match.execute(seat, None, Act(2, [other]))
            late = match.events_since(last)
            assert late is not None
            assert [each.row.number for each in late] == [last + 1]

    asyncio.run(run())


def test_the_migrations_make_the_tables_of_the_schema(database_url: str) -> None:
    def differences(connection: Connection) -> object:
        return compare_metadata(MigrationContext.configure(connection), METADATA)

    async def run() -> None:
        database = Database(database_url)
        await database.open()
        async with database.engine.connect() as connection:
            assert await connection.run_sync(differences) == []
        await database.open()  # once more is harmless
        await database.close()

    asyncio.run(run())


def test_the_newest_migration_is_the_one_the_server_asks_for() -> None:
    assert ScriptDirectory.from_config(configuration()).get_current_head() == HEAD
