"""Whatever happens to the computer's clock: players are charged for the time that passed, in which
the server was there, and for nothing else."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from loseta.server.match.time_source import TimeSource
from loseta.server.room.lobby import Lobby
from loseta.server.room.room import Room
from loseta.server.store import ALIVE

from .test_lobby import code_of, move, settings, table_of_two

SECOND = 1_000
HOUR = 3_600 * SECOND
DAY = 24 * HOUR


class Computer:
    """A computer whose clock can be set."""

    def __init__(self) -> None:
        self.says = 1_700_000_000_000
        self.runs = 5_000

    def passes(self, time: int) -> None:
        self.says += time
        self.runs += time

    def is_set(self, by: int) -> None:
        self.says += by

    def sleeps(self, time: int) -> None:
        """As Linux and macOS measure it: the monotonic clock stands still."""
        self.says += time

    def source(self) -> TimeSource:
        return TimeSource(lambda: self.says, lambda: self.runs)


@asynccontextmanager
async def lobby_on(computer: Computer, folder: Path) -> AsyncIterator[Lobby]:
    lobby = Lobby(settings(folder), computer.source())
    await lobby.open()
    try:
        yield lobby
    finally:
        await lobby.close()


def left(lobby: Lobby, table: Room) -> tuple[int, int]:
    """The time left that both players see."""
    one, other = table.info(None, False)["clock"]["left_ms"]
    return one, other


async def passes(lobby: Lobby, computer: Computer, time: int) -> None:
    """Time passes while the server runs and notes it."""
    while time > 0:
        computer.passes(min(time, 2 * SECOND))
        time -= 2 * SECOND
        await lobby.uptime.note_alive()


def check(folder: Path, use: Callable[[Lobby, Computer, Room], Awaitable[None]]) -> None:
    """Ana has an hour and has thought for ten seconds."""

    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, folder) as lobby:
            table = await table_of_two(lobby, clock_ms=HOUR)
            await passes(lobby, computer, 10 * SECOND)
            assert left(lobby, table) == (HOUR - 10 * SECOND, HOUR)
            await use(lobby, computer, table)

    asyncio.run(test())


@pytest.mark.parametrize("by", [2 * DAY, 5 * SECOND, -1 * HOUR, -3 * DAY])
def test_the_clock_is_set_while_somebody_thinks(tmp_path: Path, by: int) -> None:
    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        computer.is_set(by)
        await passes(lobby, computer, 10 * SECOND)
        assert left(lobby, table) == (HOUR - 20 * SECOND, HOUR)
        await move(table, "m1")
        await passes(lobby, computer, 30 * SECOND)
        assert left(lobby, table) == (HOUR - 20 * SECOND, HOUR - 30 * SECOND)

    check(tmp_path, use)


def test_the_clock_is_set_two_days_on_and_back(tmp_path: Path) -> None:
    """Clocks that begin afterwards run, too."""

    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        computer.is_set(2 * DAY)
        await lobby.uptime.note_alive()
        computer.is_set(-2 * DAY)
        await lobby.uptime.note_alive()
        fresh = await table_of_two(lobby, clock_ms=HOUR)
        await passes(lobby, computer, 10 * SECOND)
        assert left(lobby, table) == (HOUR - 20 * SECOND, HOUR)
        assert left(lobby, fresh) == (HOUR - 10 * SECOND, HOUR)

    check(tmp_path, use)


def test_time_runs_out_though_the_clock_was_set_back(tmp_path: Path) -> None:
    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        computer.is_set(-1 * DAY)
        await passes(lobby, computer, HOUR - 11 * SECOND)
        await table.check_clocks()
        assert table.match.row.status == "playing"
        await passes(lobby, computer, 2 * SECOND)
        await table.check_clocks()
        assert table.match.row.ended == "flag"

    check(tmp_path, use)


def test_nobody_is_charged_while_the_computer_sleeps(tmp_path: Path) -> None:
    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        computer.sleeps(8 * HOUR)
        await table.check_clocks()
        await passes(lobby, computer, 10 * SECOND)
        assert left(lobby, table) == (HOUR - 20 * SECOND, HOUR)

    check(tmp_path, use)


def test_nobody_is_charged_while_the_server_is_held_up(tmp_path: Path) -> None:
    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        computer.passes(8 * HOUR)
        await table.check_clocks()
        await passes(lobby, computer, 10 * SECOND)
        assert left(lobby, table) == (HOUR - 20 * SECOND, HOUR)

    check(tmp_path, use)


def test_no_clock_runs_while_nothing_can_be_stored(tmp_path: Path) -> None:
    file, elsewhere = tmp_path / "tables.db", tmp_path / "elsewhere"

    async def use(lobby: Lobby, computer: Computer, table: Room) -> None:
        os.rename(file, elsewhere)
        assert await code_of(move(table, "m1")) == "storage"
        computer.passes(2 * HOUR)
        assert await code_of(table.check_clocks()) == "storage"
        assert table.match.row.status == "playing"
        os.rename(elsewhere, file)
        await table.ready()
        await move(table, "m1")
        assert left(lobby, table) == (HOUR - 10 * SECOND, HOUR)
        lobby.rooms.clear()
        assert left(lobby, await lobby.room(table.match.row.id)) == (HOUR - 10 * SECOND, HOUR)

    check(tmp_path, use)


@pytest.mark.parametrize("by", [0, 2 * DAY, -1 * HOUR, -3 * DAY])
def test_the_clock_is_set_between_two_starts(tmp_path: Path, by: int) -> None:
    """Events of after it are later than those of before, and no time between them counts."""

    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, tmp_path) as lobby:
            game = (await table_of_two(lobby, clock_ms=HOUR)).match.row.id
            await passes(lobby, computer, 10 * SECOND)
        computer.passes(20 * SECOND)
        computer.is_set(by)
        async with lobby_on(computer, tmp_path) as lobby:
            table = await lobby.room(game)
            assert left(lobby, table) == (HOUR - 10 * SECOND, HOUR)
            await passes(lobby, computer, 10 * SECOND)
            await move(table, "m1")
            await passes(lobby, computer, 5 * SECOND)
            expected = (HOUR - 20 * SECOND, HOUR - 5 * SECOND)
            assert left(lobby, table) == expected
        computer.is_set(-by)
        async with lobby_on(computer, tmp_path) as lobby:
            table = await lobby.room(game)
            assert left(lobby, table) == expected
            times = [row.at for row in await lobby.store.events(game)]
            assert times == sorted(times)

    asyncio.run(test())


def test_killed_and_started_with_the_clock_set_back(tmp_path: Path) -> None:
    """The last events are younger than the last note that the server is there."""

    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, tmp_path) as lobby:
            table = await table_of_two(lobby, clock_ms=HOUR)
            computer.passes(5 * SECOND)
            await move(table, "m1")

            async def nothing(*_: object, **__: object) -> None:
                pass

            lobby.uptime.note_alive = nothing  # type: ignore[method-assign]
        computer.is_set(-1 * DAY)
        async with lobby_on(computer, tmp_path) as lobby:
            table = await lobby.room(table.match.row.id)
            await passes(lobby, computer, 3 * SECOND)
            assert left(lobby, table) == (HOUR - 5 * SECOND, HOUR - 3 * SECOND)

    asyncio.run(test())


def test_an_outage_that_ends_in_the_future_is_mended_at_the_start(tmp_path: Path) -> None:
    """As an older version left it, after the clock was set two days on and back."""

    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, tmp_path) as lobby:
            game = (await table_of_two(lobby, clock_ms=HOUR)).match.row.id
        began = computer.says
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:
            database.execute("DELETE FROM outages")
            outages = [(began, began + 2 * DAY), (began + DAY, began + 3 * DAY)]
            database.executemany("INSERT INTO outages VALUES (?, ?)", outages)
        database.close()
        computer.passes(10 * SECOND)
        async with lobby_on(computer, tmp_path) as lobby:
            assert await lobby.store.outages() == [(began, computer.says)]
            table = await lobby.room(game)
            fresh = await table_of_two(lobby, clock_ms=HOUR)
            await passes(lobby, computer, 10 * SECOND)
            for each in (table, fresh):
                assert left(lobby, each) == (HOUR - 10 * SECOND, HOUR)

    asyncio.run(test())


def test_an_event_in_the_future_stops_no_clock(tmp_path: Path) -> None:
    """As an older version left it: a move was made while the clock was two days ahead."""

    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, tmp_path) as lobby:
            game = (await table_of_two(lobby, clock_ms=HOUR)).match.row.id
        database = sqlite3.connect(tmp_path / "tables.db")
        with database:
            database.execute("UPDATE events SET at = at + ?", (2 * DAY,))
            database.execute(
                "UPDATE settings SET value = ? WHERE name = ?", (str(computer.says), ALIVE)
            )
        database.close()
        computer.passes(10 * SECOND)
        async with lobby_on(computer, tmp_path) as lobby:
            table = await lobby.room(game)
            await passes(lobby, computer, 10 * SECOND)
            assert left(lobby, table) == (HOUR - 10 * SECOND, HOUR)

    asyncio.run(test())


def test_an_outage_that_was_stored_though_it_seemed_not_grows(tmp_path: Path) -> None:
    async def test() -> None:
        computer = Computer()
        async with lobby_on(computer, tmp_path) as lobby:
            began = computer.source().now()
            await lobby.store.set_alive(began + 5, since=began)
            await lobby.store.set_alive(began + 9, since=began)
            assert await lobby.store.outages() == [(began, began + 9)]

    asyncio.run(test())
