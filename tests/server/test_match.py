"""Matches and rooms: copies of one log, and who hears of what, without a network."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from loseta.server.match.commands import Act, CommandId, Resign, Say
from loseta.server.match.match import Match
from loseta.server.match.time_source import TimeSource
from loseta.server.match.uptime import Uptime
from loseta.server.refusals import Refused
from loseta.server.room.bus import LocalBus, Notice
from loseta.server.room.connection import Connection
from loseta.server.room.room import Room
from loseta.server.settings import Limits
from loseta.server.store import Database, GameRow, SeatRow, Store

HOUR = 3_600_000


class World:
    """A store with one game of two, and as many copies of it as there would be processes."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.now = HOUR
        self.uptime = Uptime(store, TimeSource(lambda: self.now, lambda: self.now))

    async def copy(self) -> Match:
        row = await self.store.game("g")
        assert row is not None
        match = Match(self.store, row, await self.store.seats("g"), self.uptime)
        await match.ready()
        return match


def in_world(
    folder: Path, use: Callable[[World], Awaitable[None]], clock: int | None = None
) -> None:
    async def test() -> None:
        store = Store(Database(f"sqlite:///{folder / 'a.db'}"))
        await store.open()
        try:
            for name in ("ana", "bea"):
                await store.add_identity(name, name, 1)
            row = GameRow("g", "azul", {"first": "1"}, "5", "ana", 1, "open", False, True, clock, 0)
            await store.add_game(row, [SeatRow(0, "ana", None, 0), SeatRow(1, "bea", None, 0)])
            world = World(store)
            await world.uptime.resume()
            await use(world)
        finally:
            await store.close()

    asyncio.run(test())


def first_action(match: Match) -> Act:
    assert match.log is not None
    return Act(match.log.ply, [match.log.state.legal_actions()[0].text])


def listener(identity: str, seat: int | None) -> Connection:
    return Connection(None, identity, seat, "en", Limits())  # type: ignore[arg-type]


def heard(connection: Connection) -> list[dict[str, Any]]:
    return [json.loads(text) for text in connection.outbox]


def test_a_command_returns_the_events_it_made(tmp_path: Path) -> None:
    async def use(world: World) -> None:
        match = await world.copy()
        before = match.number
        act = first_action(match)
        executed = await match.execute(0, CommandId("c1", "said"), act)
        assert executed.number == before + 1
        assert [(each.row.kind, each.row.text) for each in executed.events] == [
            ("act", act.actions[0])
        ]
        again = await match.execute(0, CommandId("c1", "said"), act)
        assert (again.number, again.events) == (executed.number, ())
        with pytest.raises(Refused) as refused:
            await match.execute(0, CommandId("c1", "other"), Resign())
        assert refused.value.code == "id_used"

    in_world(tmp_path, use)


def test_a_copy_that_fell_behind_reads_on(tmp_path: Path) -> None:
    async def use(world: World) -> None:
        one, other = await world.copy(), await world.copy()
        before = other.number
        await one.execute(0, None, first_action(one))
        await one.execute(1, None, first_action(one))
        assert other.number == before
        await other.catch_up()
        assert other.number == one.number
        assert one.log is not None
        assert other.log is not None
        assert other.log.state == one.log.state
        missed = other.events_since(before)
        assert missed is not None
        assert [each.row.number for each in missed] == [before + 1, before + 2]

    in_world(tmp_path, use)


def test_a_copy_that_fell_behind_judges_a_command_by_what_is_stored(tmp_path: Path) -> None:
    async def use(world: World) -> None:
        one, other = await world.copy(), await world.copy()
        stale = first_action(other)
        await one.execute(0, None, first_action(one))
        with pytest.raises(Refused) as refused:
            await other.execute(0, None, stale)
        assert refused.value.code == "stale"
        third = await world.copy()
        await one.execute(1, None, first_action(one))
        said = await third.execute(0, None, Say("hello"))  # it may be said at any time
        assert said.number == one.number + 1
        numbers = [row.number for row in await world.store.events("g")]
        assert numbers == list(range(1, len(numbers) + 1))

    in_world(tmp_path, use)


def test_the_clock_goes_by_the_time_it_is_given(tmp_path: Path) -> None:
    async def use(world: World) -> None:
        match = await world.copy()
        world.now += 4_000
        await match.check_clocks()
        assert match.row.status == "playing"
        world.now += 2_000
        await match.check_clocks()
        assert (match.row.status, match.row.ended) == ("over", "flag")

    in_world(tmp_path, use, clock=5_000)


def test_rooms_of_several_processes_hear_of_what_one_has_stored(tmp_path: Path) -> None:
    """One bus, two rooms with copies of their own: both audiences receive the same."""

    async def use(world: World) -> None:
        bus = LocalBus()
        here, there = Room(await world.copy(), bus), Room(await world.copy(), bus)
        ana, bea = listener("ana", 0), listener("bea", 1)
        for room, connection in ((here, ana), (there, bea)):
            await room.snapshot(connection)
            room.enter(connection)
            connection.outbox.clear()
        await here.execute(0, None, first_action(here.match))
        async with asyncio.timeout(30):
            while not bea.outbox:
                await asyncio.sleep(0.01)
        (told,), (too,) = heard(ana), heard(bea)
        assert told["type"] == too["type"] == "update"
        assert told["events"] == too["events"]
        assert told["hash"] == too["hash"]
        await there.execute(1, None, first_action(there.match))
        async with asyncio.timeout(30):
            while len(ana.outbox) < 2:
                await asyncio.sleep(0.01)
        assert heard(ana)[1]["number"] == heard(bea)[1]["number"] == there.match.number

    in_world(tmp_path, use)


def test_the_bus_hears_of_nothing_that_is_not_stored(tmp_path: Path) -> None:
    async def use(world: World) -> None:
        bus = LocalBus()
        published: list[int] = []
        bus.subscribe(lambda notice: published.append(notice.number), "g")
        room = Room(await world.copy(), bus)
        await room.ready()
        append, stored = world.store.append, []

        async def noted(*args: Any) -> None:
            assert published[-1] < args[1][-1].number
            await append(*args)
            stored.append(args[1][-1].number)

        world.store.append = noted  # type: ignore[assignment, method-assign]
        for seat in (0, 1, 0):
            await room.execute(seat, None, first_action(room.match))
            assert published[-1] == stored[-1]
        room.close()
        before = list(published)
        LocalBus().publish(Notice("g", "events", 99))
        assert published == before

    in_world(tmp_path, use)


def test_who_no_longer_listens_hears_nothing() -> None:
    bus, one, all_games = LocalBus(), list[Notice](), list[Notice]()
    end = bus.subscribe(one.append, "a")
    bus.subscribe(all_games.append)
    notices = [Notice("a", "events", 1), Notice("b", "events", 1), Notice("a", "events", 2)]
    for notice in notices[:2]:
        bus.publish(notice)
    end()
    bus.publish(notices[2])
    assert one == notices[:1]
    assert all_games == notices
