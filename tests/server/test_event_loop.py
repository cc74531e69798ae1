"""What requests cost: no piece of work holds the event loop up for long, and little is done twice.

Work and queries are counted; nothing here depends on the speed of the machine.
"""

from __future__ import annotations

import asyncio
import gc
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import orjson
import pytest

from loseta import texts
from loseta.server.match.codecs.azul import AzulCodec
from loseta.server.match.serializers import frames_json
from loseta.server.room import answers
from loseta.server.room.connection import Connection
from loseta.server.settings import Limits

from .inside import Guest, Inside, inside
from .loop_watch import MOST, STATE, loop_watch
from .servers import run

Request = tuple[str, str, Any]


async def finished(server: Inside) -> tuple[Guest, Guest]:
    """Two guests with a long game of Duel behind them, in memory."""
    ana, bea = await server.guest(), await server.guest()
    await server.game("g", "duel", ana, bea)
    await ana.told("GET", "/tables/g")
    return ana, bea


async def _history(server: Inside, ana: Guest) -> Request:
    return "GET", "/tables/g/history", None


async def _record(server: Inside, ana: Guest) -> Request:
    return "GET", "/tables/g/record", None


async def _upload(server: Inside, ana: Guest) -> Request:
    text = (await ana.ask("GET", "/tables/g/record")).text
    return "POST", "/records", {"record": text}


async def _review(server: Inside, ana: Guest) -> Request:
    async def think(*_: Any, **__: Any) -> list[Any]:
        return []

    server.lobby.pool.think = think  # type: ignore[method-assign]
    text = (await ana.ask("GET", "/tables/g/record")).text
    return "POST", "/reviews", {"record": text}


async def _sandbox(server: Inside, ana: Guest) -> Request:
    room = await server.lobby.room("g")
    async with room.reading() as log:
        state = log.fresh_state()
        for step in log.steps[:60]:
            state.apply(step.action)
        later = [step.action.text for step in log.steps[60:80]]
    body = {"game": "duel", "position": state.to_text(), "actions": later, "why": ["P1"] * 20}
    return "POST", "/sandbox", body


@pytest.mark.parametrize("prepare", [_history, _record, _upload, _review, _sandbox])
def test_no_request_holds_the_loop_up(
    tmp_path: Path, prepare: Callable[[Inside, Guest], Awaitable[Request]]
) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await finished(server)
            request = await prepare(server, ana)
            with loop_watch() as watch:
                answer = await ana.ask(*request)
            assert answer.status_code == 200, answer.text
            assert watch.most <= MOST

    run(test())


def test_what_is_the_same_for_all_is_made_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made: list[str] = []

    def counting(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*args: Any) -> Any:
            made.append(name)
            return function(*args)

        return counted

    monkeypatch.setattr(answers, "schema", counting("schema", answers.schema))
    monkeypatch.setattr(texts, "keys", counting("texts", texts.keys))
    monkeypatch.setattr(AzulCodec, "box", counting("games", AzulCodec.box))

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana = await server.guest()
            first = [(await ana.ask("GET", path)).content for path in paths]
            made.clear()
            assert [(await ana.ask("GET", path)).content for path in paths] == first
            assert made == []

    paths = ("/schema", "/texts/en", "/texts/es", "/games")
    run(test())


# --- The history ----------------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ["azul-2-gray", "duel"])
def test_frames_are_made_once_for_each_kind_of_viewer(tmp_path: Path, kind: str) -> None:
    """Where nothing is hidden one viewer's frames are all the others'."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            guests = [await server.guest() for _ in range(3)]
            log = await server.game("g", kind, *guests[:2])
            await guests[0].told("GET", "/tables/g")
            with loop_watch() as watch:
                for guest, viewer in zip(guests, (0, 1, None), strict=True):
                    right = orjson.loads(orjson.dumps(list(frames_json(log, viewer))))
                    before = watch.total
                    first = await guest.told("GET", "/tables/g/history")
                    made = watch.total - before
                    assert first == {"frames": right}
                    assert (made == 0) == (kind != "duel" and viewer != 0)
                    before = watch.total
                    assert await guest.told("GET", "/tables/g/history") == first
                    part = await guest.told("GET", "/tables/g/history?since=20")
                    assert part == {"frames": right[20:]}
                    assert watch.total == before

    run(test())


@pytest.mark.long
def test_a_history_grows_with_its_game(tmp_path: Path) -> None:
    """One more step is one more frame; after steps were taken back, only those are made again."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await server.guest(), await server.guest()
            await server.game("g", "duel", ana, bea, most=60)
            await ana.told("GET", "/tables/g/history")
            room = await server.lobby.room("g")

            async def check(most: int) -> None:
                async with room.reading() as log:
                    right = orjson.loads(orjson.dumps(list(frames_json(log, 0))))
                with loop_watch() as watch:
                    assert await ana.told("GET", "/tables/g/history") == {"frames": right}
                assert watch.total <= most, "frames that stood were made again"

            back = -2
            for number in range(40):
                async with room.reading() as log:
                    (seat,) = log.waiting()
                    ply, legal = log.ply, log.state.legal_actions()
                guest = (ana, bea)[seat]
                body = {"type": "act", "id": f"a{number}", "ply": ply, "actions": [legal[0].text]}
                await guest.told("POST", "/tables/g/act", body)
                async with room.reading() as log:
                    grown = log.ply - ply
                # After a step was taken back those that stand are played again, not told again.
                await check(most=grown * (2 + 2 * STATE) + (ply if back == number - 1 else 0))
                if back < 0 and await take_back(server, seat):
                    back = number
                    await check(most=0)
            assert back >= 0

    run(test())


async def take_back(server: Inside, seat: int) -> bool:
    """Whether the last step could be taken back."""
    from loseta.game import Refusal
    from loseta.server.match.commands import Undo

    room = await server.lobby.room("g")
    async with room.reading() as log:
        ply = log.ply
    try:
        await room.execute(seat, None, Undo(ply))
    except Refusal:
        return False
    return True


def test_histories_have_a_bound(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await server.guest(), await server.guest()
            for number in range(4):
                await server.game(f"g{number}", "azul-2", ana, bea)
                await ana.told("GET", f"/tables/g{number}/history")
            sizes = server.histories.sizes()
            assert list(sizes) == ["g0", "g1", "g2", "g3"]
            server.histories.most_bytes = sizes["g2"] + sizes["g3"]
            await ana.told("GET", "/tables/g2/history")
            assert list(server.histories.sizes()) == ["g3", "g2"]
            room = server.lobby.rooms.pop("g3")
            room.close()
            del room
            gc.collect()
            assert list(server.histories.sizes()) == ["g2"]

    run(test())


def test_a_long_request_lets_another_go_first(tmp_path: Path) -> None:
    """Ten simultaneous requests for the history take turns with a guest who plays."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await finished(server)
            order: list[str] = []

            async def ask(guest: Guest, path: str) -> None:
                await guest.told("GET", path)
                order.append(path)

            long = [ask(guest, "/tables/g/history") for guest in (ana, bea)]
            await asyncio.gather(*long, ask(bea, "/me"))
            assert order[0] == "/me"

    run(test())


# --- Names and tables -----------------------------------------------------------------------------


def test_a_new_name_is_stored_once_and_told_from_memory(tmp_path: Path) -> None:
    """However many tables a guest has, there are no queries to the database."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await server.guest(), await server.guest()
            for number in range(12):
                await server.game(f"g{number}", "azul-2", ana, bea, most=3)
                await ana.told("GET", f"/tables/g{number}")
            with server.queries() as queries, loop_watch() as watch:
                assert await ana.told("PUT", "/me", {"name": "Ana"}) == {
                    "name": "Ana",
                    "new": False,
                }
            assert sorted(text.split()[0] for text in queries) == ["COMMIT", "UPDATE"]
            assert watch.total == 0
            for number in range(12):
                table = (await bea.told("GET", f"/tables/g{number}"))["table"]
                assert [seat["name"] for seat in table["seats"]] == ["Ana", None]

    run(test())


def test_few_queries_open_a_table(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, bea = await server.guest(), await server.guest()
            body = {"game": "duel", "seats": ["me", "open"]}
            with server.queries() as queries:
                opened = await ana.told("POST", "/tables", body)
            # how many there are, the table with its two seats, and who sits there
            assert kinds(queries) == {"SELECT": 2, "INSERT": 3, "COMMIT": 1}
            table, secret = opened["table"]["id"], opened["invitations"]["1"]
            with server.queries() as queries:
                joined = await bea.told("POST", f"/tables/{table}/join", {"secret": secret})
            assert joined["table"]["status"] == "playing"
            # the seat, then who sits there, then the first events with the game's row
            assert kinds(queries) == {"SELECT": 3, "UPDATE": 2, "COMMIT": 2}
            with server.queries() as queries:
                alone = await ana.told("POST", "/tables", body | {"seats": ["me", "random"]})
            assert alone["table"]["status"] == "playing"
            assert kinds(queries) == {"SELECT": 2, "INSERT": 3, "UPDATE": 1, "COMMIT": 2}

    run(test())


def kinds(queries: list[str]) -> dict[str, int]:
    return dict(Counter(text.split()[0] for text in queries))


@pytest.mark.parametrize(
    ("missed", "told"), [(None, False), ("all", True), ("most", False), (30, True), (31, False)]
)
def test_coming_back_asks_the_database_nothing_and_holds_nobody_up(
    tmp_path: Path, missed: Any, told: bool
) -> None:
    """Steps carry their states, but for those who come for the first time: of these only so many
    are told again."""

    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, _ = await finished(server)
            room = await server.lobby.room("g")
            back = Connection(None, ana.identity, 0, "en", Limits())  # type: ignore[arg-type]
            named = {None: None, "all": 0, "most": 1}
            seen = named[missed] if missed in named else room.match.number - missed
            with server.queries() as queries, loop_watch() as watch:
                await room.snapshot(back, seen)
            assert queries == []
            assert watch.most <= 3 * MOST
            (text,) = back.outbox
            assert bool(orjson.loads(text)["events"]) == told

    run(test())
