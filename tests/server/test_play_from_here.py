"""Games that begin from a position of another, and links that share a game that is over."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from loseta.client import Account
from loseta.duel import State as DuelState
from loseta.games import game_named
from loseta.record import read, verify
from loseta.server.match.log import GameLog
from loseta.server.room.keys import Keys

from .game_logs import Play, everything
from .games import VARIANTS, code_of
from .inside import Guest, Inside, inside
from .servers import ServerProcess, run

Test = Callable[[Inside, Guest, GameLog], Awaitable[None]]


def after_a_game(folder: Path, kind: str, test: Test, most: int = 10_000) -> None:
    """With a server that has a finished game, the table `over`."""

    async def whole() -> None:
        async with inside(folder) as server:
            ana, luis = await server.guest(), await server.guest()
            log = await server.game("over", kind, ana, luis, most=most)
            await test(server, ana, log)

    asyncio.run(whole())


def from_step(log: GameLog, ply: int, seats: list[str]) -> dict[str, Any]:
    return {"game": log.game.name, "seats": seats, "start": {"table": "over", "ply": ply}}


async def refused(guest: Guest, body: dict[str, Any]) -> str:
    answer = await guest.ask("POST", "/tables", body)
    assert answer.status_code >= 400, answer.text
    error = answer.json()["error"]
    assert error["sentence"]
    return str(error["code"])


def first_turn(log: GameLog, after: int = 0) -> int:
    """A ply at which a seat is to move."""
    return next(n for n, step in enumerate(log.steps) if step.seat is not None and n >= after)


@pytest.mark.parametrize("kind", ["azul-2", "azul-2-gray", "duel-random"])
def test_a_game_goes_on_from_any_step(tmp_path: Path, kind: str) -> None:
    async def test(server: Inside, ana: Guest, log: GameLog) -> None:
        ply = first_turn(log, log.ply // 2)
        then = log.history.state_at(ply)
        told = await ana.told("POST", "/tables", from_step(log, ply, ["greedy", "me"]))
        table = told["table"]
        assert table["start"] == {"table": "over", "ply": ply}
        assert table["status"] == "playing"
        assert table["you"] == 1
        room = await server.lobby.room(table["id"])
        async with room.reading() as new:
            assert new.fresh_state().to_text() == then.to_text()
            assert new.waiting(), "somebody is to move at once"
        frames = (await ana.told("GET", f"/tables/{table['id']}/history"))["frames"]
        assert frames[0]["state"] == log.codec.state(then.view(1))

    after_a_game(tmp_path, kind, test)


@pytest.mark.parametrize("kind", ["azul-2", "azul-4-gray", "duel-random"])
def test_the_log_of_such_a_game_is_read_back_as_it_was(kind: str) -> None:
    """From steps of every phase: deals, takes, choices that all make at once, parts of a turn."""
    source, chance = Play(kind), random.Random(3)
    for _ in source.random_steps(chance):
        pass
    for ply in range(0, source.log.ply, 7):
        start = source.log.history.state_at(ply).to_text()
        play = Play(kind, seed="2", start=start)
        for _ in play.random_steps(chance, 12):
            pass
        assert everything(play.replayed()) == everything(play.log)
        assert play.log.has_started


def test_it_can_be_played_to_its_end_and_its_record_verified(shared_server: ServerProcess) -> None:
    """Over the network, against a computer player, from a position as a file has it."""

    async def test() -> None:
        play = Play("duel", seed="5")
        for _ in play.random_steps(random.Random(1)):
            if play.log.state.round == 4:
                break
        start = play.log.state.to_text()
        async with Account(shared_server.url, "Ana") as ana:
            setup = {"start": {"position": start}}
            table = (await ana.open_table("duel", ["me", "greedy"], **setup))["table"]["id"]
            async with ana.sit(table) as seat:
                assert seat.table["start"] == {"table": None, "ply": None}
                while not seat.over:
                    await seat.wait_for_turn()
                    if seat.legal:
                        await seat.act(seat.legal[0]["action"])
            record = read(await ana.record(table))
            assert record.start().to_text() == start
            assert verify(record) is None
            assert record.final().outcome is not None
            assert record.tags["Seed"] != play.seed, "the dealer draws anew"

    run(test())


def test_the_record_says_where_it_began(tmp_path: Path) -> None:
    async def test(server: Inside, ana: Guest, log: GameLog) -> None:
        ply = first_turn(log, log.ply - 3)
        told = await ana.told("POST", "/tables", from_step(log, ply, ["me", "open"]))
        assert told["table"]["status"] == "open", "somebody is invited as to any table"
        new = told["table"]["id"]
        await ana.told("POST", f"/tables/{new}/fill", {"seat": 1, "level": "random"})
        room = await server.lobby.room(new)
        body = {"type": "act", "id": "a", "ply": 0, "actions": []}
        while room.match.row.status != "over":
            async with room.reading() as now:
                if 0 not in now.waiting():
                    body["ply"] = -1
                else:
                    action = now.state_for(0).legal_actions()[0].text
                    body |= {"id": f"c{now.number}", "ply": now.ply, "actions": [action]}
            if body["ply"] == -1:
                await asyncio.sleep(0.02)
                continue
            await ana.told("POST", f"/tables/{new}/act", body)
        record = read((await ana.ask("GET", f"/tables/{new}/record")).text)
        assert record.tags["From"] == f"over {ply}"
        assert record.position == log.history.state_at(ply).to_text()
        assert record.options["players"] == "2"
        assert verify(record) is None

    after_a_game(tmp_path, "azul-2", test)


def duel_state(log: GameLog, ply: int) -> DuelState:
    state = log.history.state_at(ply)
    assert isinstance(state, DuelState)
    return state


def test_what_is_hidden_stays_so(tmp_path: Path) -> None:
    """The position is the true one, in which one seat knows plates; the other sees their backs."""

    async def test(server: Inside, ana: Guest, log: GameLog) -> None:
        states = [(n, duel_state(log, n)) for n in range(log.ply)]
        ply, true = next(each for each in states if each[1].returned)
        knows = true.returned[0].seat
        for seats in (["me", "open"], ["open", "me"]):
            told = await ana.told("POST", "/tables", from_step(log, ply, seats))
            room = await server.lobby.room(told["table"]["id"])
            async with room.reading() as new:
                assert new.fresh_state().to_text() == true.to_text()
            frames = (await ana.told("GET", f"/tables/{room.id}/history"))["frames"]
            shown = frames[0]["state"]["stack"]["returned"][0]["plates"]
            masked = all(isinstance(plate, str) for plate in shown)
            assert masked == (knows != seats.index("me"))

    def likes_to_draw(play: Play) -> None:
        chance = random.Random(4)
        while waiting := sorted(play.log.waiting()):
            legal = [each.text for each in play.log.state_for(waiting[0]).legal_actions()]
            play.act(waiting[0], "draw" if "draw" in legal else chance.choice(legal))

    async def whole() -> None:
        async with inside(tmp_path) as server:
            ana = await server.guest()
            log = await server.game("over", "duel", ana, await server.guest(), play=likes_to_draw)
            await test(server, ana, log)

    asyncio.run(whole())


def test_refusals_name_the_reason(tmp_path: Path) -> None:
    async def test(server: Inside, ana: Guest, log: GameLog) -> None:
        seats = ["me", "greedy"]
        assert await refused(ana, from_step(log, log.ply, seats)) == "start_over"
        assert await refused(ana, from_step(log, log.ply + 1, seats)) == "no_such_step"
        assert await refused(ana, from_step(log, 5, [*seats, "greedy"])) == "seat_count"
        assert await refused(ana, from_step(log, 5, ["me", "ai:99"])) == "bad_option"
        assert await refused(ana, from_step(log, 5, seats) | {"game": "azul"}) == "other_game"
        options = {"options": {"tablets": "random-3"}}
        assert await refused(ana, from_step(log, 5, seats) | options) == "start_options"
        unclear = {"start": {"table": "over", "position": "duel"}}
        assert await refused(ana, {"game": "duel", "seats": seats, **unclear}) == "bad_message"
        nothing: dict[str, Any] = {"start": {}}
        assert await refused(ana, {"game": "duel", "seats": seats, **nothing}) == "bad_message"
        other = {"start": {"table": "nowhere"}}
        assert await refused(ana, {"game": "duel", "seats": seats, **other}) == "unknown_table"
        unread = {"start": {"position": "duel rows"}}
        assert await refused(ana, {"game": "duel", "seats": seats, **unread}) == "bad_text"
        masked = {"start": {"position": MASKED}}
        assert await refused(ana, {"game": "duel", "seats": seats, **masked}) == "start_masked"
        assert len((await ana.told("GET", "/tables"))["tables"]) == 1, "nothing was opened"

    after_a_game(tmp_path, "duel", test)


MASKED = (
    "duel rows+border+corners acquire round=2 first=2 turn=2 start=large opening=0 display=- "
    "stack=8/w/1~?s hand=- plate=- loose=- row=- spent=- suns=BBYYT,-,-,BRTT,- "
    "moons=-,RT,TTK,-,KKB chips=?,?,?,? bag=B3Y5R4K7T4 tower=B2Y0R2K0T0 "
    "seat1=5:0:0:Y,KK,YY,YY,K,RRR:15s,8n,-,-,12s,4e,7w,-,-:.B....,......,......,......,......,"
    "......:-:B.BR:- seat2=6:1:0:Y,-,BB,-,-,TTT:10e,-,-,13n,2n,-,1n,-,-:R.....,B.....,..R...,"
    "......,......,......:-:Y.T:-"
)
"""A view in which a plate that seat 1 has put back is masked."""


def test_a_masked_position_is_one_that_can_be_read() -> None:
    assert not DuelState.from_text(MASKED).is_complete


@pytest.mark.parametrize("kind", ["azul-2", "azul-4-gray", "duel-random", "duel-chosen"])
def test_the_options_of_a_state(kind: str) -> None:
    """A new game with them has as many seats, the same wall, the same tablets."""
    play = Play(kind)
    game = game_named(play.game)
    for _ in play.random_steps(random.Random(2), 20):
        options = game.options_of(play.log.state)
        new = game.new(**options)
        assert new.to_text().split()[1] == play.log.state.to_text().split()[1]
        assert new.seats == play.log.state.seats
        if "wall" in VARIANTS[kind][1]:
            assert options["wall"] == "gray"


def test_a_game_that_goes_on_is_no_start(tmp_path: Path) -> None:
    async def test(server: Inside, ana: Guest, log: GameLog) -> None:
        assert await refused(ana, from_step(log, 1, ["me", "greedy"])) == "not_over"
        answer = await ana.ask("GET", "/tables/over/link")
        assert answer.json()["error"]["code"] == "not_over"

    after_a_game(tmp_path, "azul-2", test, most=10)


def test_a_link_shares_a_game_that_is_over_and_nothing_else(shared_server: ServerProcess) -> None:
    async def test() -> None:
        url = shared_server.url
        async with Account(url, "Ana") as ana, Account(url, "Eva") as eva:
            setup = {"private": True}
            table = (await ana.open_table("azul", ["me", "greedy"], **setup))["table"]["id"]
            assert await code_of(ana.request("GET", f"/tables/{table}/link")) == "not_over"
            async with ana.sit(table) as seat:
                await seat.wait_for_turn()
                await seat.act(seat.legal[0]["action"])
                await seat.command("resign")
            assert await code_of(eva.request("GET", f"/tables/{table}/link")) == "private"
            link = (await ana.request("GET", f"/tables/{table}/link"))["link"]
            assert await code_of(eva.record(table)) == "private"
            assert read(await eva.record(link)).names == read(await ana.record(table)).names
            for wrong in (f"{table}.", f"{table}.x", link[:-1], link[:-1] + "é", f"x{link}"):
                assert await code_of(eva.record(wrong)) == "unknown_table"
            for path in (f"/tables/{link}", f"/tables/{link}/history"):
                assert await code_of(eva.request("GET", path)) == "unknown_table"
            start = {"start": {"table": link, "ply": 2}}
            new = await eva.open_table("azul", ["me", "greedy"], **start)
            assert new["table"]["start"] == {"table": table, "ply": 2}

    run(test())


def test_a_link_is_no_invitation() -> None:
    keys = Keys("a key")
    link = keys.share("table")
    assert keys.shared(link) == "table"
    assert keys.shared(link.replace("table", "other")) is None
    assert Keys("another").shared(link) is None
    assert keys.shared("table." + keys.invitation("table", 0, 0)) is None
