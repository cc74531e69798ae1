"""Commands over a live connection: sent twice, too late, out of order, at once."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect

from loseta.client import Account, LiveTable, ServerRefused

from .games import Party, code_of, play_seat
from .servers import ServerProcess, run


def to_move(party: Party) -> tuple[LiveTable, LiveTable]:
    """The seat whose turn it is, and the other."""
    one, other = party.seats
    return (one, other) if one.legal else (other, one)


def plain(account: Account, table: str, lang: str = "en") -> connect:
    """A bare connection, which does nothing by itself."""
    url = f"{account.url.replace('http', 'ws')}/api/v1/tables/{table}/live?lang={lang}"
    headers = {"Cookie": f"loseta={account.cookie}"}
    return connect(url, additional_headers=headers, proxy=None)


async def heard(socket: ClientConnection, kind: str) -> dict[str, Any]:
    """The next message of a kind."""
    while True:
        message: dict[str, Any] = json.loads(await socket.recv())
        if message["type"] == kind:
            return message


def test_a_command_sent_twice_is_done_once(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, _ = to_move(party)
            ply = mover.position["ply"]
            action = mover.legal[0]["action"]
            command = {"id": "same", "ply": ply, "actions": [action]}
            first = await mover.command("act", **command)
            again = await mover.command("act", **command)
            assert first == again
            assert mover.position["ply"] == ply + 1

    run(test())


def test_another_command_under_a_known_id_is_refused(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, _ = to_move(party)
            ply = mover.position["ply"]
            one, two = (each["action"] for each in mover.legal[:2])
            first = await mover.command("act", id="x", ply=ply, actions=[one])
            others: list[dict[str, Any]] = [
                {"type": "act", "ply": ply, "actions": [two]},
                {"type": "act", "ply": ply, "actions": [one, two]},
                {"type": "act", "ply": ply + 1, "actions": [one]},
                {"type": "undo", "ply": ply},
                {"type": "say", "phrase": "hello"},  # could be carried out
                {"type": "resign"},
                {"type": "stand_in", "seat": 1 - (mover.you or 0)},
            ]
            number = mover.number
            for other in others:
                assert await code_of(mover.command(other.pop("type"), id="x", **other)) == "id_used"
            assert mover.number == number
            assert await mover.command("act", id="x", ply=ply, actions=[one]) == first
            await mover.command("say", id="y", phrase="hello")  # nothing was used up by all that

    run(test())


def test_the_same_command_many_times_at_once_is_done_once(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, _ = to_move(party)
            account = party.accounts[mover.you or 0]
            ply, action = mover.position["ply"], mover.legal[0]["action"]
            text = json.dumps({"type": "act", "id": "x", "ply": ply, "actions": [action]})

            async def send() -> int:
                async with plain(account, party.id) as socket:
                    await socket.send(text)
                    return int((await heard(socket, "done"))["number"])

            numbers = await asyncio.gather(*(send() for _ in range(10)))
            assert len(set(numbers)) == 1
            await mover.wait_until(lambda: mover.position["ply"] == ply + 1)

    run(test())


def test_resigning_twice_is_done_once(shared_server: ServerProcess) -> None:
    """A command without a position to check against."""

    async def test() -> None:
        async with Party(shared_server.url, "azul", {"players": "3"}) as party:
            first = await party.seats[0].command("resign", id="r")
            assert await party.seats[0].command("resign", id="r") == first
            with pytest.raises(ServerRefused) as caught:
                await party.seats[0].command("resign", id="s")
            assert caught.value.code == "already_out"

    run(test())


def test_what_comes_too_late_gets_the_new_state(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, other = to_move(party)
            old = mover.position["ply"]
            await mover.act(mover.legal[0]["action"])
            await other.wait_for_turn()
            async with plain(party.accounts[other.you or 0], party.id) as socket:
                await heard(socket, "snapshot")
                action = other.legal[0]["action"]
                late = {"type": "act", "id": "late", "ply": old, "actions": [action]}
                await socket.send(json.dumps(late))
                error = await heard(socket, "error")
                assert (error["code"], error["id"]) == ("stale", "late")
                fresh = await heard(socket, "snapshot")
                assert fresh["ply"] == old + 1

    run(test())


def test_of_two_different_commands_at_once_one_wins(shared_server: ServerProcess) -> None:
    """Two windows of the same player, both sure of their move."""

    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, _ = to_move(party)
            account = party.accounts[mover.you or 0]
            ply = mover.position["ply"]
            actions = [each["action"] for each in mover.legal[:2]]

            async def send(name: str, action: str) -> str:
                async with plain(account, party.id) as socket:
                    await heard(socket, "snapshot")
                    sent = {"type": "act", "id": name, "ply": ply, "actions": [action]}
                    await socket.send(json.dumps(sent))
                    while True:
                        message = json.loads(await socket.recv())
                        if message["type"] == "done":
                            return "done"
                        if message["type"] == "error":
                            return str(message["code"])

            results = await asyncio.gather(send("a", actions[0]), send("b", actions[1]))
            assert sorted(results) == ["done", "stale"]

    run(test())


def test_commands_out_of_order_are_told_apart(shared_server: ServerProcess) -> None:
    """The second of two steps arrives first: refused, and done when it is sent again."""

    async def test() -> None:
        async with Party(shared_server.url, "duel", {}) as party:
            mover, _ = to_move(party)
            ply = mover.position["ply"]
            plate = mover.legal[0]["action"]
            with pytest.raises(ServerRefused) as caught:
                await mover.command("act", id="two", ply=ply + 1, actions=["@5n"])
            assert caught.value.code == "stale"
            await mover.command("act", id="one", ply=ply, actions=[plate])
            await mover.command("act", id="two", ply=ply + 1, actions=["@5n"])

    run(test())


def test_who_missed_something_is_told_exactly_that(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "duel", {}) as party:
            seen = party.seats[0].number
            told: list[dict[str, Any]] = []
            other = party.seats[1]
            other.on_message = lambda m: told.extend(m.get("events", []))
            await party.play(until=lambda: other.number > seen + 25)
            await party.settled()
            base = shared_server.url.replace("http", "ws")
            url = f"{base}/api/v1/tables/{party.id}/live?seen={seen}"
            headers = {"Cookie": f"loseta={party.accounts[1].cookie}"}
            async with connect(url, additional_headers=headers, proxy=None) as socket:
                snapshot = await heard(socket, "snapshot")
            assert snapshot["number"] == other.number
            numbers = [event["number"] for event in snapshot["events"]]
            assert numbers == list(range(seen + 1, other.number + 1))
            # A step carries its state where more follow in the same message.
            missed = [{**event, "state": None} for event in snapshot["events"]]
            assert missed == [{**event, "state": None} for event in told]
            assert snapshot["hash"] == other.position["hash"]

    run(test())


def test_refusals_carry_the_rule_in_the_language_of_the_client(
    shared_server: ServerProcess,
) -> None:
    async def test() -> None:
        for lang, word in (("en", "no black"), ("es", "negro")):
            async with Account(shared_server.url, "Ana", lang) as ana:
                opened = await ana.open_table("azul", ["me", "random"], options={"first": "1"})
                async with ana.sit(opened["table"]["id"]) as seat:
                    with pytest.raises(ServerRefused) as caught:
                        await seat.act("CK1")
                    assert caught.value.code == "illegal"
                    assert caught.value.rule == "A2.2"
                    assert word in caught.value.sentence

    run(test())


def test_a_game_goes_on_with_computer_players(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url, "Ana") as ana:
            seats = ["greedy", "me", "random", "greedy"]
            options = {"players": "4", "wall": "gray"}
            opened = await ana.open_table("azul", seats, options=options)
            async with ana.sit(opened["table"]["id"]) as seat:
                await play_seat(seat, "1")
                assert seat.table["end"]["reason"] in ("row", "idle", "no_tiles")

    run(test())


def test_queries_change_nothing(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url, "Ana") as ana:
            opened = await ana.open_table("azul", ["me", "random"], options={"first": "1"})
            async with ana.sit(opened["table"]["id"]) as seat:
                before, ply = seat.number, seat.position["ply"]
                action = seat.legal[0]["action"]
                seen = await seat.command("preview", ply=ply, actions=[action])
                assert seen["done"]
                assert seen["state"] != seat.position["state"]
                why = await seat.command("why", actions=[action, "CK1", "?"])
                assert [each["legal"] for each in why] == [True, False, False]
                assert why[1]["rule"] == "A2.2"
                projection = await seat.command("projection")
                assert len(projection) == 2
                effects = await seat.command("effects")
                assert set(effects) == {each["action"] for each in seat.legal}
                await seat.command("ping")
                assert seat.number == before

    run(test())


def test_a_preview_says_whether_the_steps_could_be_taken_back(shared_server: ServerProcess) -> None:
    """A plate taken and tried can be; a plate laid ends the turn; a draw shows something."""

    async def test() -> None:
        async with Account(shared_server.url, "Ana") as ana:
            opened = await ana.open_table("duel", ["me", "random"], options={"first": "2"})
            async with ana.sit(opened["table"]["id"]) as seat:
                await seat.wait_for_turn()
                take = seat.legal[0]["action"]

                async def preview(*actions: str) -> tuple[bool, bool]:
                    ply = seat.position["ply"]
                    seen = await seat.command("preview", ply=ply, actions=list(actions))
                    return seen["done"], seen["undo"]

                assert await preview(take) == (False, True)
                assert await preview(take, "@5n") == (True, False)
                await seat.act(take, "@5n")
                await seat.wait_for_turn()
                assert await preview("draw") == (True, False)

    run(test())
