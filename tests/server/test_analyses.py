"""The analysis board: lines that stream, end when nobody listens and give way to those who play;
trees of variations as records; positions that are set up."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

from loseta.client import Account
from loseta.dealer import Dealer
from loseta.duel import State as DuelState
from loseta.game import DEALER, State
from loseta.games import game_named
from loseta.record import MOST_NESTED, Evaluation, Variation, read, write
from loseta.server.http.analyses import Analyses
from loseta.server.http.requests import MOST_NODES
from loseta.server.workers import Pool, ThinkingFailed

from .games import code_of
from .inside import Guest, Inside, inside
from .servers import ServerProcess, run
from .test_reviews import some_record
from .test_secrets import plate_put_back_on_top
from .test_trouble import POSITION, with_pool

ENDLESS = 3600.0
"""Seconds: what takes so long is never waited for."""
FOUND = {"candidates": [], "nodes": 5, "seconds": 0.2}


def opening(game: str) -> State:
    state, dealer = game_named(game).new(), Dealer("a seed")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    return state


# --- Lines --------------------------------------------------------------------------------------


async def lines(url: str, **asked: Any) -> list[dict[str, Any]]:
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=300) as http:
        await http.get("/me")
        async with http.stream("POST", "/analysis/lines", json=asked) as reply:
            assert reply.status_code == 200
            return [json.loads(line) async for line in reply.aiter_lines()]


@pytest.mark.parametrize("game", ["azul", pytest.param("duel", marks=pytest.mark.long)])
def test_lines_come_as_they_are_found(game: str, shared_server: ServerProcess) -> None:
    pytest.importorskip("numba")
    state = opening(game)
    told = run(lines(shared_server.url, game=game, position=state.to_text(), best=2, seconds=0.6))
    *parts, last = told
    legal = {action.text for action in state.legal_actions()}
    assert last["done"]
    assert not any(part.get("done") for part in parts)
    for part in told:
        assert 1 <= len(part["candidates"]) <= 2
        assert part["nodes"] > 0
        for each in part["candidates"]:
            assert each["action"] == each["line"][0] in legal
            assert 0 <= each["win_chance"] <= 1
            assert each["depth"] >= 1
    assert [part["nodes"] for part in told] == sorted(part["nodes"] for part in told)


class Thinker(Pool):
    """Tells something, then waits until it is let or cancelled."""

    def __init__(self) -> None:
        super().__init__(1)
        self.asked: list[dict[str, Any]] = []
        self.may_end = asyncio.Event()
        self.cancelled = 0
        self.fails = False
        self.found: dict[str, Any] = FOUND

    async def ask(self, request: dict[str, Any], heard: Any = None) -> Any:
        self.asked.append(request)
        heard({**self.found, "seconds": 0.1})
        try:
            await self.may_end.wait()
        except asyncio.CancelledError:
            self.cancelled += 1
            raise
        if self.fails:
            raise ThinkingFailed
        return self.found | {"seconds": min(self.found["seconds"], request["seconds"])}


def asked_of(thinker: Thinker, guest: str = "ana", seconds: float = 0.2) -> AsyncIterator[bytes]:
    return Analyses(thinker).lines(guest, "azul", POSITION, seconds, 3, "es")


async def until(thinker: Thinker, times: int) -> None:
    while len(thinker.asked) < times:
        await asyncio.sleep(0.01)


def test_thinking_ends_when_nobody_listens() -> None:
    async def test() -> None:
        thinker = Thinker()
        async with aclosing(asked_of(thinker)) as found:  # type: ignore[type-var]
            assert json.loads(await anext(found))["nodes"] == 5
        assert thinker.cancelled == 1

    run(test())


def test_who_looks_at_another_position_has_left_the_one_before() -> None:
    async def test() -> None:
        thinker = Thinker()
        analyses = Analyses(thinker)

        async def read_all(guest: str) -> list[bytes]:
            found = analyses.lines(guest, "azul", POSITION, 0.2, 3, "en")
            return [line async for line in found]

        first = asyncio.create_task(read_all("ana"))
        await until(thinker, 1)
        other = asyncio.create_task(read_all("bea"))
        await until(thinker, 2)
        second = asyncio.create_task(read_all("ana"))
        assert len(await first) == 1, "without an end"
        assert thinker.cancelled == 1
        thinker.may_end.set()
        for each in (second, other):
            assert json.loads((await each)[-1])["done"]

    run(test())


def test_what_gave_way_goes_on_until_its_time_is_used() -> None:
    async def test() -> None:
        thinker = Thinker()
        thinker.may_end.set()
        found = [json.loads(line) async for line in asked_of(thinker, seconds=1.0)]
        assert [request["seconds"] for request in thinker.asked] == pytest.approx([1.0, 0.8, 0.6])
        assert found[-1] == {**FOUND, "nodes": 15, "seconds": pytest.approx(0.6), "done": True}

    run(test())


def test_a_failure_is_told_in_the_language() -> None:
    async def test() -> None:
        thinker = Thinker()
        thinker.fails = True
        thinker.may_end.set()
        *_, last = [json.loads(line) async for line in asked_of(thinker)]
        assert last["error"]["code"] == "no_thought"
        assert "ordenador" in last["error"]["sentence"]

    run(test())


# --- Workers ------------------------------------------------------------------------------------


def test_a_worker_stops_when_it_is_told_to() -> None:
    """An analysis without a limit: leaving it frees the worker."""
    pytest.importorskip("numba")

    async def use(pool: Pool) -> None:
        parts: asyncio.Queue[Any] = asyncio.Queue()
        long = opening("azul").to_text()  # nobody sees all of it
        thinking = asyncio.create_task(pool.analyse("azul", long, ENDLESS, 2, parts.put_nowait))
        assert (await parts.get())["candidates"]
        thinking.cancel()
        await asyncio.gather(thinking, return_exceptions=True)
        assert await pool.effects("azul", POSITION)
        assert pool.is_idle

    run(with_pool(1, use))


@pytest.mark.long
def test_an_analysis_gives_way_to_who_waits_for_a_move() -> None:
    pytest.importorskip("numba")

    async def use(pool: Pool) -> None:
        parts: asyncio.Queue[Any] = asyncio.Queue()
        long = opening("azul").to_text()  # nobody sees all of it
        thinking = asyncio.create_task(pool.analyse("azul", long, ENDLESS, 2, parts.put_nowait))
        await parts.get()
        assert await pool.move("azul", POSITION, "greedy", "1")
        found = await thinking
        assert found["candidates"]
        assert found["seconds"] < ENDLESS

    run(with_pool(1, use))


# --- What is asked of the server ----------------------------------------------------------------


@asynccontextmanager
async def thinking_inside(folder: Path, **limits: Any) -> AsyncIterator[tuple[Guest, Thinker]]:
    async with inside(folder, **limits) as server:
        own, thinker = server.lobby.pool, Thinker()
        thinker.may_end.set()
        server.lobby.pool = thinker
        again = Inside(server.lobby)
        try:
            yield await again.guest(), thinker
        finally:
            await again.close()
            server.lobby.pool = own


def test_the_engine_knows_what_the_seat_knows(tmp_path: Path) -> None:
    """Of Duel, a plate that only the other has seen reaches no worker."""
    play, seat = plate_put_back_on_top()
    state = play.log.state
    assert isinstance(state, DuelState)
    while state.to_move != seat or not state.legal_actions():
        state.apply(state.legal_actions()[0])
    (plate, *_) = state.returned[0].plates

    async def test() -> None:
        async with thinking_inside(tmp_path) as (guest, thinker):
            body = {"game": "duel", "position": state.to_text(), "seconds": 0.2}
            assert (await guest.ask("POST", "/analysis/lines", body)).status_code == 200
            (request,) = thinker.asked
            assert request["position"] == state.view(seat).to_text() != state.to_text()
            known = game_named("duel").state_from_text(request["position"])
            assert isinstance(known, DuelState)
            assert plate not in known.returned[0].plates

    run(test())


def test_limits_are_those_of_hints(tmp_path: Path) -> None:
    async def test() -> None:
        async with thinking_inside(tmp_path, thoughts=2, thinking_seconds=0.5) as (guest, thinker):
            body = {"game": "azul", "position": POSITION, "seconds": 60, "best": 5}
            for _ in range(2):
                reply = await guest.ask("POST", "/analysis/lines", body)
                assert reply.status_code == 200
            assert {request["best"] for request in thinker.asked} == {5}
            assert max(request["seconds"] for request in thinker.asked) == 0.5
            refused = await guest.ask("POST", "/analysis/lines", body)
            assert refused.status_code == 429
            assert refused.json()["error"]["wait"] > 0
            asked = len(thinker.asked)
            bad = await guest.ask("POST", "/analysis/lines", body | {"best": 6})
            assert bad.json()["error"]["code"] == "bad_message"
            start = game_named("azul").new().to_text()
            none = await guest.ask("POST", "/analysis/lines", body | {"position": start})
            assert none.json()["error"]["code"] == "no_decision"
            assert len(thinker.asked) == asked

    run(test())


def test_not_while_one_plays_without_hints(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana:
            table = await ana.open_table("azul", ["me", "random"], hints=False)
            body = {"game": "azul", "position": POSITION}
            assert await code_of(ana.request("POST", "/analysis/lines", body)) == "no_hints"
            assert table["table"]["status"] == "playing"

    run(test())


# --- Trees --------------------------------------------------------------------------------------


def with_variations(game: str) -> str:
    """A game with variations within variations, comments and evaluations."""
    record = some_record(game, 8)
    states = list(record.states())
    ply = next(n for n, state in enumerate(states) if state.to_move not in (None, DEALER))
    state = states[ply]
    first, *others = (each for each in state.legal_actions() if each != record.actions[ply])
    record.comments = {0: "the start", ply + 1: "played"}
    record.evaluations = {ply: Evaluation(0.5, 1.5, 20)}
    variation = Variation([first], {1: "instead"}, {0: Evaluation(0.25, -1.0, 10)})
    after = state.copy()
    after.apply(first)
    if after.to_move not in (None, DEALER):
        answers = after.legal_actions()
        variation.actions.append(answers[0])
        variation.variations = {1: [Variation([answers[-1]])]} if len(answers) > 1 else {}
    record.variations = {ply: [variation, *(Variation([each]) for each in others[:1])]}
    return write(record)


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_tree_is_a_record_and_a_record_a_tree(game: str, shared_server: ServerProcess) -> None:
    text = with_variations(game)
    record = read(text)

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            told = await ana.request("POST", "/analysis/tree", {"record": text})
            assert told["names"] == ["Ana", "Bea"]
            assert told["comment"] == "the start"
            walked = list(record.walk())
            assert [node["action"] for node in told["nodes"]] == [
                each.action.text for each in walked
            ]
            for node, each in zip(told["nodes"], walked, strict=True):
                after = each.state.copy()
                after.apply(each.action)
                assert node["frame"]["position"] == after.to_text()
                assert node["frame"]["ply"] == each.ply + 1
                assert node["comment"] == each.comment
                assert (node["evaluation"] is None) == (each.evaluation is None)
            told.pop("box")
            tree = {
                "game": told["game"],
                "position": told.pop("frame")["position"],
                "names": told["names"],
                "comment": told["comment"],
                "nodes": [
                    {name: value for name, value in node.items() if name != "frame"}
                    for node in told["nodes"]
                ],
            }
            made = read(await ana.request("POST", "/analysis/record", tree))
            made.options = record.options  # "starred" or the tablets that are
            assert made == record
            again = await ana.request("POST", "/analysis/tree", {"tree": tree})
            assert again["nodes"] == told["nodes"]

    run(test())


def test_a_tree_may_begin_with_a_new_game(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana:
            options = {"players": "3", "wall": "gray"}
            told = await ana.request(
                "POST", "/analysis/tree", {"tree": {"game": "azul", "options": options}}
            )
            assert told["frame"]["state"]["players"] == 3
            assert told["names"] == ["1", "2", "3"]

    run(test())


def test_what_is_wrong_with_a_tree_is_said(shared_server: ServerProcess) -> None:
    state = opening("azul")
    legal = [action.text for action in state.legal_actions()]
    tree = {"game": "azul", "position": state.to_text()}
    deep: list[dict[str, Any]] = []
    for n in range(MOST_NESTED + 2):  # each a variation of the one before
        deep += [{"parent": 2 * n, "action": "C"}, {"parent": 2 * n, "action": "C"}]

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            for nodes, code in [
                ([{"parent": 0, "action": "9Z9"}], "not_an_action"),
                ([{"parent": 0, "action": legal[0]}, {"parent": 1, "action": legal[0]}], "illegal"),
                ([{"parent": 1, "action": legal[0]}], "bad_message"),
                ([{"parent": 0, "action": legal[0]}] * (MOST_NODES + 1), "bad_message"),
            ]:
                asked = ana.request("POST", "/analysis/record", {**tree, "nodes": nodes})
                assert await code_of(asked) == code
            for body in ({}, {"tree": tree, "record": "x"}):
                assert await code_of(ana.request("POST", "/analysis/tree", body)) == "bad_message"
            long = write(some_record("azul", 4))
            many = long.replace(
                "*\n", " ".join(f"({legal[0]})" for _ in range(MOST_NODES)) + " *\n"
            )
            assert await code_of(ana.request("POST", "/analysis/tree", {"record": many})) in (
                "bad_text",
                "tree_too_large",
            )

    run(test())


# --- Setting up ---------------------------------------------------------------------------------


def test_what_is_impossible_is_told_with_its_rule(shared_server: ServerProcess) -> None:
    good = opening("azul").to_text()
    bad = good.replace("seat1=0:-,-", "seat1=0:-,RRR")

    async def test() -> None:
        async with httpx.AsyncClient(base_url=f"{shared_server.url}/api/v1", timeout=60) as http:
            await http.get("/me")
            for lang, word in (("en", "line"), ("es", "línea")):
                headers = {"Accept-Language": lang}
                body = {"game": "azul", "position": bad}
                told = (await http.post("/analysis/check", json=body, headers=headers)).json()
                assert told["problem"]["rule"] == "A1.3"
                assert word in told["problem"]["reason"].lower()
                assert told["problem"]["column"] > bad.index("seat1=")
            body = {"game": "azul", "position": good}
            assert (await http.post("/analysis/check", json=body)).json() == {"problem": None}

    run(test())


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_the_dealer_draws_when_asked_to(game: str, shared_server: ServerProcess) -> None:
    async def test() -> None:
        state = game_named(game).new()
        async with Account(shared_server.url) as ana:
            while state.to_move == DEALER:
                body = {"game": game, "position": state.to_text(), "deal": True}
                told = await ana.request("POST", "/sandbox", body)
                state.apply(state.parse(told["dealt"]))
                assert told["position"] == state.to_text()
            refused = ana.request("POST", "/sandbox", {**body, "position": state.to_text()})
            assert await code_of(refused) == "illegal"

    run(test())
