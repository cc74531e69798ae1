"""Around the game: invitations, spectators, names, presence, clocks, stand-ins, records."""

from __future__ import annotations

import asyncio
import time
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from loseta import record as records
from loseta.client import Account, LiveTable, ServerRefused
from loseta.dealer import seed_hash
from loseta.server.store import Database, GameRow, SeatRow, Store

from .games import Party, code_of, play_seat
from .servers import ServerProcess, run

# --- Seats and invitations ----------------------------------------------------------------------


def test_an_invitation_is_for_one_seat_and_one_person(shared_server: ServerProcess) -> None:
    async def test() -> None:
        url = shared_server.url
        async with Account(url, "Ana") as ana, Account(url, "Bea") as bea, Account(url) as eve:
            opened = await ana.open_table("azul", ["open", "me", "open"], options={"players": "3"})
            table, secrets = opened["table"]["id"], opened["invitations"]
            assert set(secrets) == {"0", "2"}
            assert opened["table"]["status"] == "open"
            joined = await bea.join(table, secrets["2"])
            assert joined["table"]["you"] == 2
            assert "invitations" not in joined
            again = await bea.join(table, secrets["2"])
            assert again["table"]["you"] == 2
            assert await code_of(eve.join(table, secrets["2"])) == "seat_taken"
            assert await code_of(bea.join(table, secrets["0"])) == "two_seats"
            assert await code_of(ana.join(table, secrets["0"])) == "two_seats"
            told = await ana.request("GET", f"/tables/{table}")
            assert set(told["invitations"]) == {"0"}
            assert [seat["name"] for seat in told["table"]["seats"]] == [None, "Ana", "Bea"]
            joined = await eve.join(table, secrets["0"])
            assert joined["table"]["status"] == "playing"

    run(test())


def test_the_host_fills_an_open_seat_with_a_computer_player(shared_server: ServerProcess) -> None:
    async def test() -> None:
        url = shared_server.url
        async with Account(url, "Ana") as ana, Account(url, "Bea") as bea:
            opened = await ana.open_table("duel", ["me", "open"])
            table, secrets = opened["table"]["id"], opened["invitations"]
            body = {"seat": 1, "level": "greedy"}
            assert await code_of(bea.request("POST", f"/tables/{table}/fill", body)) == "not_yours"
            told = await ana.request("POST", f"/tables/{table}/fill", body)
            assert told["table"]["status"] == "playing"
            assert await code_of(bea.join(table, secrets["1"])) == "bad_invitation"

    run(test())


def test_those_who_wait_see_others_arrive(shared_server: ServerProcess) -> None:
    async def test() -> None:
        url = shared_server.url
        async with Account(url, "Ana") as ana, Account(url, "Bea") as bea:
            opened = await ana.open_table("azul", ["me", "open"])
            table = opened["table"]["id"]
            async with ana.sit(table) as seat:
                assert seat.table["status"] == "open"
                assert await code_of(seat.act("1B1")) == "not_started"
                await bea.join(table, opened["invitations"]["1"])
                await seat.wait_until(lambda: seat.table["status"] == "playing")
                assert not seat.table["seats"][1]["present"]
                async with bea.sit(table):
                    await seat.wait_until(lambda: bool(seat.table["seats"][1]["present"]))
                await seat.wait_until(lambda: not seat.table["seats"][1]["present"])
                await bea.request("PUT", "/me", {"name": "Beatriz"})
                await seat.wait_until(lambda: seat.table["seats"][1]["name"] == "Beatriz")

    run(test())


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"game": "chess", "seats": ["me", "open"]}, "bad_option"),
        ({"game": "azul", "seats": ["me", "open"], "options": {"wall": "pink"}}, "bad_option"),
        ({"game": "azul", "seats": ["me", "open"], "options": {"first": "3"}}, "bad_option"),
        ({"game": "azul", "seats": ["me", "me"]}, "two_seats"),
        ({"game": "azul", "seats": ["me", "open", "open"]}, "seat_count"),
        ({"game": "azul", "seats": ["me", "deep thought"]}, "bad_option"),
        ({"game": "azul", "seats": ["me"]}, "bad_message"),
        ({"game": "azul", "seats": ["me", "open"], "seed": "1"}, "seed_alone"),
        ({"game": "azul", "seats": ["me", "greedy"], "seed": ""}, "bad_message"),
        ({"game": "azul", "seats": ["me", "greedy"], "seed": "1" * 65}, "bad_message"),
        ({"game": "azul", "seats": ["me", "open"], "clock": {"seconds": 1}}, "bad_message"),
    ],
)
def test_tables_that_cannot_be(shared_server: ServerProcess, body: Any, code: str) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana:
            assert await code_of(ana.request("POST", "/tables", body)) == code

    run(test())


def test_a_seed_of_one_s_own_gives_the_same_deal_and_can_be_verified(
    shared_server: ServerProcess,
) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana:
            states = []
            for _ in range(2):
                opened = await ana.open_table("azul", ["me", "greedy"], seed="a first game")
                table = opened["table"]
                assert table["seed_hash"] == seed_hash("a first game")
                async with ana.sit(table["id"]) as seat:
                    history = await ana.request("GET", f"/tables/{table['id']}/history")
                    dealt = next(f for f in history["frames"][1:] if "deal:" in f["action"])
                    states.append(dealt["state"])
                    await play_seat(seat, "1")
                text = await ana.record(table["id"])
                replay = await ana.request("POST", "/records", {"record": text})
                assert replay["verified"] is True
            assert states[0] == states[1]

    run(test())


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_level_has_a_name_and_a_sentence_of_its_own(
    shared_server: ServerProcess, lang: str
) -> None:
    told = httpx.get(f"{shared_server.url}/api/v1/games", headers={"Accept-Language": lang}).json()
    names, sentences = told["levels"], told["level_texts"]
    assert list(names) == list(sentences)
    assert len(set(names.values())) == len(set(sentences.values())) == len(names)
    assert all(sentence.endswith(".") for sentence in sentences.values())


# --- Playing without a live connection ----------------------------------------------------------


def test_a_move_is_played_by_a_request_and_only_once(shared_server: ServerProcess) -> None:
    """A page that is being left has no time for more than a request."""

    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            (mover,) = party.seats[0].position["waiting"]
            seat, account = party.seats[mover], party.accounts[mover]
            move = {"type": "act", "id": "m1", "ply": seat.position["ply"]}
            move["actions"] = [seat.legal[0]["action"]]
            path = f"/tables/{party.id}/act"
            told = await account.request("POST", path, move)
            assert await account.request("POST", path, move) == told
            again = {name: move[name] for name in ("ply", "actions")}
            assert await seat.command("act", id="m1", **again) == told["number"]
            assert await code_of(account.request("POST", path, move | {"id": "m2"})) == "stale"
            other = party.accounts[1 - mover]
            bad = move | {"id": "m3", "ply": move["ply"] + 1, "actions": ["9B1"]}
            assert await code_of(other.request("POST", path, bad)) == "illegal"
            async with Account(shared_server.url) as eve:
                assert await code_of(eve.request("POST", path, move)) == "spectator"

    run(test())


# --- The list of one's games --------------------------------------------------------------------


def test_the_list_says_whose_turn_it_is_the_round_and_the_score(server: ServerProcess) -> None:
    """Also of games that are not in memory: none is replayed for it."""

    async def listed(account: Account) -> dict[str, Any]:
        (found,) = (await account.request("GET", "/tables"))["tables"]
        if found["last"] is not None:
            del found["last"]["ago_ms"]  # time goes on
        return dict(found)

    async def test() -> None:
        async with Party(server.url, "azul", {}) as party:
            lines = [await listed(account) for account in party.accounts]
            (mover,) = lines[0]["waiting"]
            assert [line["your_turn"] for line in lines] == [mover == 0, mover == 1]
            assert (lines[0]["round"], lines[0]["scores"]) == (1, [0, 0])
            assert lines[0]["clock"] is None
            await party.play(until=lambda: bool(party.seats[0].position["state"]["round"] == 3))
            await party.settled()
            state = party.seats[0].position["state"]
            before = await listed(party.accounts[0])
            assert before["scores"] == [board["score"] for board in state["boards"]]
            assert before["round"] == 3
            assert before["waiting"] == party.seats[0].position["waiting"]
            cookie = party.accounts[0].cookie
        server.kill()
        server.start()
        async with Account(server.url, cookie=cookie) as ana:
            assert await listed(ana) == before
        async with httpx.AsyncClient() as http:
            assert (await http.get(f"{server.url}/healthz")).json()["tables"] == 0

    run(test())


def test_the_list_says_what_time_is_left(shared_server: ServerProcess) -> None:
    async def test() -> None:
        clock = {"seconds": 600, "increment": 5}
        async with Party(shared_server.url, "azul", {}, clock=clock) as party:
            (line,) = (await party.accounts[0].request("GET", "/tables"))["tables"]
            (mover,) = line["waiting"]
            assert line["clock"]["running"] == [mover]
            assert line["clock"]["increment_ms"] == 5000
            assert line["clock"]["left_ms"][1 - mover] == 600_000
            assert 0 < line["clock"]["left_ms"][mover] < 600_000

    run(test())


# --- Spectators ---------------------------------------------------------------------------------


def test_spectators_watch_and_do_nothing(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            watcher = await party.watch()
            assert watcher.you is None
            assert watcher.legal == []
            ply = watcher.position["ply"]
            assert await code_of(watcher.act("1B1")) == "spectator"
            assert await code_of(watcher.command("resign")) == "spectator"
            assert await code_of(watcher.command("effects")) == "not_your_turn"
            asked = watcher.command("preview", ply=ply, actions=["1B1"])
            assert await code_of(asked) == "not_your_turn"
            await party.seats[0].wait_until(lambda: party.seats[0].table["spectators"] == 1)

    run(test())


def test_players_are_told_how_many_watch(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party, AsyncExitStack() as stack:
            player = party.seats[0]
            assert player.table["spectators"] == 0
            eva = await stack.enter_async_context(Account(shared_server.url))
            first = await stack.enter_async_context(eva.sit(party.id))
            assert first.you is None
            await player.wait_until(lambda: player.table["spectators"] == 1)
            async with Account(shared_server.url) as max_, max_.sit(party.id):
                await player.wait_until(lambda: player.table["spectators"] == 2)
                # One with two windows is one; a player with two does not watch.
                async with eva.sit(party.id) as second, party.accounts[1].sit(party.id):
                    for table in (second, player):
                        await table.wait_until(lambda table=table: table.table["spectators"] == 2)  # type: ignore[misc]
                    await party.accounts[1].request("PUT", "/me", {"name": "New"})
                    await player.wait_until(lambda: player.table["seats"][1]["name"] == "New")
                    assert player.table["spectators"] == 2
            await player.wait_until(lambda: player.table["spectators"] == 1)

    run(test())


def test_a_seat_that_is_taken_no_longer_watches(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana, Account(shared_server.url) as luis:
            opened = await ana.open_table("azul", ["me", "open"])
            table, secret = opened["table"]["id"], opened["invitations"]["1"]
            async with ana.sit(table) as host, luis.sit(table):
                await host.wait_until(lambda: host.table["spectators"] == 1)
                await luis.join(table, secret)
                await host.wait_until(lambda: host.table["spectators"] == 0)

    run(test())


# --- Names --------------------------------------------------------------------------------------


def test_who_has_chosen_no_name_has_none(shared_server: ServerProcess) -> None:
    """Each viewer's own page words it, in its own language."""

    async def test() -> None:
        async with (
            Account(shared_server.url, lang="es") as ana,
            Account(shared_server.url, lang="en") as luis,
        ):
            me = await ana.request("GET", "/me")
            assert me == {"name": None, "new": False}
            opened = await ana.open_table("azul", ["me", "open"])
            table = opened["table"]["id"]
            await luis.join(table, opened["invitations"]["1"])
            async with luis.sit(table) as seat:
                assert [(each["kind"], each["name"]) for each in seat.table["seats"]] == [
                    ("person", None),
                    ("person", None),
                ]
                listed = (await luis.request("GET", "/tables"))["tables"][0]["seats"]
                assert [(each["kind"], each["name"]) for each in listed] == [
                    ("person", None),
                    ("person", None),
                ]
                await ana.request("PUT", "/me", {"name": "Ana"})
                await seat.wait_until(lambda: seat.table["seats"][0]["name"] == "Ana")
                await seat.command("resign")
                names = [records.read(await each.record(table)).names for each in (ana, luis)]
                assert names == [["Ana", "Invitado"], ["Ana", "Guest"]]

    run(test())


@pytest.mark.parametrize("stored", ["Guest", "Invitado"])
def test_who_was_named_by_an_older_version_has_chosen_no_name(tmp_path: Path, stored: str) -> None:
    async def test() -> None:
        store = Store(Database(f"sqlite:///{tmp_path / 'tables.db'}"))
        await store.open()
        await store.add_identity("ana", stored, 1)
        row = GameRow("t", "azul", {}, "5", "ana", 1, "open", False, True)
        await store.add_game(row, [SeatRow(0, "ana", None, 0), SeatRow(1, None, "greedy", 0)])
        assert [seat.name for seat in await store.seats("t")] == [None, None]
        await store.close()

    run(test())


def test_the_end_names_who_gave_up(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {"players": "3"}) as party:
            await party.seats[2].command("resign")
            await party.seats[0].command("resign")
            await party.settled()
            assert party.seats[1].table["end"]["out"] == [2, 0]
            assert [each["out"] for each in party.seats[1].table["seats"]] == [
                "resign",
                None,
                "resign",
            ]

    run(test())


def test_a_private_table_lets_nobody_watch(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}, private=True) as party:
            with pytest.raises(ServerRefused) as caught:
                await party.watch()
            assert caught.value.code == "private"
            async with Account(shared_server.url) as eve:
                for path in ("", "/history", "/record"):
                    asked = eve.request("GET", f"/tables/{party.id}{path}")
                    assert await code_of(asked) == "private"

    run(test())


# --- Taking back, talking -----------------------------------------------------------------------


def test_taking_back_over_the_network(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            one, other = party.seats if party.seats[0].legal else reversed(party.seats)
            before = one.position["hash"]
            await one.act(one.legal[0]["action"])
            await one.command("take_back")
            await other.wait_until(lambda: other.table["ask"] is not None)
            assert other.table["ask"]["seat"] == one.you
            await other.command("answer", agree=True)
            await one.wait_until(lambda: one.position["hash"] == before)
            assert one.table["ask"] is None
            assert one.legal

    run(test())


def test_ready_phrases_reach_the_others(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            heard: list[Any] = []
            party.seats[1].on_message = lambda m: heard.extend(m.get("events", []))
            await party.seats[0].command("say", phrase="good_luck")
            await party.seats[1].wait_until(lambda: bool(heard))
            assert heard[0]["text"] == "good_luck"
            assert await code_of(party.seats[0].command("say", phrase="rubbish")) == "bad_message"

    run(test())


# --- Leaving and coming back --------------------------------------------------------------------


def with_limits(folder: Path, *limits: str) -> ServerProcess:
    options = [part for limit in limits for part in ("--limit", limit)]
    server = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder / "log", *options)
    server.start()
    return server


async def stand_in_refused(seat: LiveTable) -> bool:
    """Whether the other player has not been away for long enough."""
    try:
        await seat.command("stand_in", seat=1)
    except ServerRefused as refused:
        if refused.code != "not_absent":
            raise
        return True
    return False


@pytest.mark.long
def test_a_computer_player_stands_in_for_somebody_who_left(tmp_path: Path) -> None:
    server = with_limits(tmp_path, "absent_seconds=0.3")

    async def test() -> None:
        url = server.url
        async with Account(url, "Ana") as ana, Account(url, "Bea") as bea:
            opened = await ana.open_table("azul", ["me", "open"], options={"first": "2"})
            table = opened["table"]["id"]
            await bea.join(table, opened["invitations"]["1"])
            async with ana.sit(table) as seat:
                async with bea.sit(table):
                    assert await code_of(seat.command("stand_in", seat=1)) == "not_absent"
                while await stand_in_refused(seat):
                    await asyncio.sleep(0.1)
                await seat.wait_for_turn()
                assert seat.table["seats"][1]["stands_in"]
                async with bea.sit(table) as back:
                    assert back.legal == []
                    await back.command("come_back")
                    await seat.act(seat.legal[0]["action"])
                    await back.wait_for_turn()
                    assert not back.table["seats"][1]["stands_in"]
                    await back.act(back.legal[0]["action"])

    try:
        run(test())
    finally:
        server.kill()


@pytest.mark.long
def test_an_idle_table_leaves_the_memory_and_comes_back(tmp_path: Path) -> None:
    server = with_limits(tmp_path, "idle_seconds=0.2")

    async def test() -> None:
        async with Account(server.url, "Ana") as ana:
            opened = await ana.open_table("azul", ["me", "random"])
            async with ana.sit(opened["table"]["id"]) as seat:
                await seat.wait_for_turn()
                await seat.act(seat.legal[0]["action"])
                await seat.wait_for_turn()
                before = seat.position
            reply: Any = {"tables": 1}
            while reply["tables"]:
                await asyncio.sleep(0.1)
                reply = (await ana.http.get(f"{server.url}/healthz")).json()
            async with ana.sit(opened["table"]["id"]) as seat:
                assert seat.position["hash"] == before["hash"]
                assert seat.number == before["number"]

    try:
        run(test())
    finally:
        server.kill()


# --- Clocks -------------------------------------------------------------------------------------


@pytest.mark.long
def test_time_runs_out(server: ServerProcess) -> None:
    """By the computer's own clock; with one that is given, it is test_time.py's."""

    async def test() -> None:
        clock = {"seconds": 10}
        began = time.monotonic()
        async with Party(server.url, "azul", {}, clock=clock) as party:
            one, other = party.seats if party.seats[0].legal else reversed(party.seats)
            assert one.table["clock"]["running"] == [one.you]
            assert one.table["hints"] is False
            assert await code_of(one.command("hint")) == "no_hints"
            body = {"game": "azul", "position": one.position["position"]}
            asked = party.accounts[0].request("POST", "/analysis", body)
            assert await code_of(asked) == "no_hints"
            await asyncio.to_thread(server.kill)
            away = 4
            await asyncio.sleep(away)
            await asyncio.to_thread(server.start)
            await one.wait_until(lambda: one.connections == 2)
            left = one.table["clock"]["left_ms"][one.you or 0]
            # However long all this took, the seconds without a server do not count.
            there = time.monotonic() - began - away
            assert left >= 1000 * (clock["seconds"] - there)
            await one.wait_until(lambda: one.over)
            assert one.table["end"]["reason"] == "flag"
            assert one.table["end"]["winners"] == [other.you]

    run(test())


# --- After the game -----------------------------------------------------------------------------


async def finish(party: Party) -> None:
    await party.play()
    await party.settled()


def test_records_and_lists_of_games(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "duel", {"tablets": "random-3"}) as party:
            assert await code_of(party.accounts[0].record(party.id)) == "not_over"
            seat: LiveTable = party.seats[0]
            assert seat.table["seed"] is None
            published = seat.table["seed_hash"]
            await finish(party)
            seed: Any = seat.table["seed"]
            assert seed_hash(seed) == published
            text = await party.accounts[1].record(party.id)
            record = records.read(text)
            assert record.names == ["Player 1", "Player 2"]
            assert record.tags["SeedHash"] == published
            replay = await party.accounts[0].request("POST", "/records", {"record": text})
            assert replay["verified"] is True
            assert len(replay["frames"]) == len(record.actions) + 1
            assert replay["frames"][-1]["position"] == record.final().to_text()
            history = await party.accounts[0].request("GET", f"/tables/{party.id}/history")
            assert len(history["frames"]) == len(record.actions) + 1
            listed = await party.accounts[1].request("GET", "/tables")
            assert [(game["id"], game["status"]) for game in listed["tables"]] == [
                (party.id, "over")
            ]
            assert listed["tables"][0]["result"] == "-".join(map(str, seat.table["end"]["scores"]))
            assert listed["tables"][0]["seats"] == [
                {"kind": "person", "name": "Player 1", "level": None, "you": False},
                {"kind": "person", "name": "Player 2", "level": None, "you": True},
            ]
            bad = party.accounts[0].request("POST", "/records", {"record": text + "x"})
            assert await code_of(bad) == "bad_text"

    run(test())


def test_the_record_of_a_game_that_was_given_up(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            await party.seats[0].command("resign")
            record = records.read(await party.accounts[0].record(party.id))
            assert record.tags["Termination"] == "resign"
            assert record.tags["Winners"] == "2"

    run(test())


def test_hints_and_analysis(shared_server: ServerProcess) -> None:
    pytest.importorskip("numba")

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            opened = await ana.open_table("azul", ["me", "random"], options={"first": "1"})
            async with ana.sit(opened["table"]["id"]) as seat:
                hint = await seat.command("hint", seconds=0.2)
                assert hint[0]["action"] in {each["action"] for each in seat.legal}
                assert 0 <= hint[0]["win_chance"] <= 1
                body = {"game": "azul", "position": seat.position["position"], "seconds": 0.2}
                found = await ana.request("POST", "/analysis", body)
                assert found["candidates"]
                assert (
                    await code_of(ana.request("POST", "/analysis", {**body, "position": "azul 2"}))
                    == "bad_text"
                )
                await play_seat(seat, "1", until=lambda: seat.number > 10)

    run(test())


@pytest.mark.long
def test_the_server_stops_in_order(server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "greedy"])
            async with ana.sit(opened["table"]["id"]) as seat:
                heard: list[str] = []
                seat.on_message = lambda m: heard.append(m.get("reason", ""))
                assert await asyncio.to_thread(server.stop) == 0
                await seat.wait_until(lambda: "restart" in heard)
                await asyncio.to_thread(server.start)
                await seat.wait_until(lambda: seat.connections == 2)
                await seat.wait_for_turn()
                await seat.act(seat.legal[0]["action"])

    run(test())
