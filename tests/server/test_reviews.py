"""Reviews of records, and the sandbox: positions that belong to no table."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from loseta.client import Account
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.record import Record, read, write
from loseta.server.http.background import Background
from loseta.server.http.reviews import Reviews, decisions
from loseta.server.refusals import Refused
from loseta.server.workers import Pool, ThinkingFailed

from .games import code_of
from .inside import inside
from .servers import ServerProcess, run


def some_record(game: str, steps: int = 12, **options: str) -> Record:
    """The beginning of a game between random players."""
    of = game_named(game)
    options = {option.name: option.default for option in of.options} | options
    record = Record(of, options, ["Ana", "Bea"])
    state, dealer, player = record.start(), Dealer("a seed"), make("random", seed="a seed")
    for _ in range(steps):
        chance = state.to_move == DEALER
        action = dealer.action(state) if chance else player.choose(state)
        record.actions.append(action)
        state.apply(action)
    return record


def test_decisions_are_moments_with_a_choice() -> None:
    record = some_record("duel", 30)
    found = list(decisions(record))
    states = [state.copy() for state in record.states()]
    assert found
    for each in found:
        assert states[each.ply].to_move == each.seat
        assert len(states[each.ply].legal_actions()) > 1
        assert each.view == states[each.ply].view(each.seat).to_text()
        assert each.played == record.actions[each.ply].text


async def lines_of(url: str, record: str, most: int = 100) -> list[dict[str, Any]]:
    found = []
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=300) as http:
        await http.get("/me")
        body = {"record": record, "seconds": 0.05}
        async with http.stream("POST", "/reviews", json=body) as reply:
            assert reply.status_code == 200
            async for line in reply.aiter_lines():
                found.append(json.loads(line))
                if len(found) > most:
                    break
    return found


@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_review_goes_decision_by_decision(game: str, shared_server: ServerProcess) -> None:
    pytest.importorskip("numba")
    record = some_record(game, 14)
    first, *told, last = run(lines_of(shared_server.url, write(record)))
    assert first == {"decisions": len(told)}
    assert [each["ply"] for each in told] == [each.ply for each in decisions(record)]
    for each in told:
        actions = [candidate["action"] for candidate in each["candidates"]]
        assert 0 <= each["candidates"][0]["win_chance"] <= 1
        assert len(actions) == len(set(actions))
        assert each["played"] in actions or len(actions) <= 8
        if each["loss"] is not None:
            assert 0 <= each["loss"] <= each["candidates"][0]["win_chance"]
    assert [each["seat"] for each in last["accuracy"]] == [0, 1]
    assert all(0 <= each["percentage"] <= 100 for each in last["accuracy"])
    assert {each["like"] for each in last["accuracy"]} == {None}, "measured by another review"


def test_a_review_ends_when_nobody_listens(shared_server: ServerProcess) -> None:
    pytest.importorskip("numba")
    text = write(some_record("azul", 14))
    assert len(run(lines_of(shared_server.url, text, most=1))) == 2
    assert len(run(lines_of(shared_server.url, text))) > 5


def test_a_bad_record_is_refused_with_its_place(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana:
            bad = {"record": write(some_record("azul")).replace("*", "9Z9 *")}
            assert await code_of(ana.request("POST", "/reviews", bad)) == "bad_text"

    run(test())


def test_a_trial_plays_on_and_says_why_not(shared_server: ServerProcess) -> None:
    record = read(write(some_record("azul", 4, first="1")))
    position = record.final().to_text()
    state = game_named("azul").state_from_text(position)
    legal = state.legal_actions()[0].text

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            body: dict[str, Any] = {"game": "azul", "position": position}
            told = await ana.request("POST", "/sandbox", body)
            assert told["position"] == position
            assert [each["action"] for each in told["legal"]] == [
                action.text for action in state.legal_actions()
            ]
            told = await ana.request(
                "POST", "/sandbox", {**body, "actions": [legal], "why": ["9B1"]}
            )
            state.apply(state.parse(legal))
            assert told["position"] == state.to_text()
            assert told["why"][0]["legal"] is False
            assert told["why"][0]["sentence"]
            assert "effects" not in told
            told = await ana.request("POST", "/sandbox", {**body, "effects": True})
            assert sorted(told["effects"]) == sorted(each["action"] for each in told["legal"])
            assert told["effects"][legal]["projection"].keys() == told["projection"][0].keys()
            refused = ana.request("POST", "/sandbox", {**body, "actions": ["9B1"]})
            assert await code_of(refused) in ("illegal", "not_an_action")
            refused = ana.request("POST", "/sandbox", {**body, "position": "azul 2"})
            assert await code_of(refused) == "bad_text"

    run(test())


async def of_a_guest(url: str, record: str, **asked: Any) -> list[dict[str, Any]]:
    async with httpx.AsyncClient(base_url=f"{url}/api/v1", timeout=300) as http:
        await http.get("/me")
        reply = await http.post("/reviews", json={"record": record, "seconds": 0.05, **asked})
        return [json.loads(line) for line in reply.text.splitlines()]


class Thinkers(Pool):
    """Have an answer at once, when they are let; it counts what they were asked."""

    def __init__(self) -> None:
        super().__init__(1)
        self.free = asyncio.Event()
        self.asked = 0
        self.fails = False
        self.occupied = False
        self.visits = 999

    @property
    def is_idle(self) -> bool:
        return not self.occupied

    async def ask(self, request: dict[str, Any], heard: Any = None) -> Any:
        self.asked += 1
        await self.free.wait()
        if self.fails:
            raise ThinkingFailed
        state = game_named(request["game"]).state_from_text(request["position"])
        best = state.legal_actions()[0].text
        shared = {"visits": self.visits, "value": 1.0, "line": []}
        found = [{"action": best, "win_chance": 0.7, **shared}]
        if best != request["also"]:
            found.append({"action": request["also"], "win_chance": 0.3, **shared})
        return found


async def read_all(reviews: Reviews, guest: str, record: Record) -> list[dict[str, Any]]:
    return [json.loads(line) async for line in reviews.lines(guest, record, 0.2, "en")]


def test_a_review_is_made_once_for_all() -> None:
    async def test() -> None:
        thinkers, record = Thinkers(), some_record("azul", 20)
        reviews = Reviews(thinkers, Background())
        both = [asyncio.create_task(read_all(reviews, guest, record)) for guest in "ab"]
        thinkers.free.set()
        first, second = await asyncio.gather(*both)
        assert first == second
        assert thinkers.asked == first[0]["decisions"] == len(first) - 2
        other_names = read(write(record).replace("Ana", "Eva"))
        assert await read_all(reviews, "c", other_names) == first
        assert thinkers.asked == first[0]["decisions"], "it was kept"
        reviews.most_bytes = 0
        await read_all(reviews, "c", record)
        await read_all(reviews, "c", record)
        assert thinkers.asked == 2 * first[0]["decisions"], "there was no room for it"

    asyncio.run(test())


def test_a_decision_that_is_known_too_little_waits_for_the_following_one() -> None:
    async def test() -> None:
        thinkers, record = Thinkers(), some_record("azul", 12)
        thinkers.free.set()
        reviews = Reviews(thinkers, Background())
        _, *known, _ = await read_all(reviews, "a", record)
        assert {each["after"] for each in known if each["loss"]} == {0.3}
        thinkers.visits = 1
        reviews = Reviews(thinkers, Background())
        first, *told, _ = await read_all(reviews, "a", record)
        assert first["decisions"] == len(told)
        assert [each["ply"] for each in told] == [each["ply"] for each in known]
        plies = {each["ply"] for each in told}
        for each in told:
            after = pytest.approx(1 - 0.7) if each["ply"] + 1 in plies else None
            assert each["after"] == after

    asyncio.run(test())


def test_a_decision_that_waits_is_told_when_the_review_fails() -> None:
    class FailAtTheSecond(Thinkers):
        async def ask(self, request: dict[str, Any], heard: Any = None) -> Any:
            self.fails = self.asked == 1
            return await super().ask(request, heard)

    async def test() -> None:
        thinkers = FailAtTheSecond()
        thinkers.free.set()
        thinkers.visits = 1
        reviews, record = Reviews(thinkers, Background()), some_record("azul", 12)
        _, told, error = await read_all(reviews, "a", record)
        assert (told["ply"], told["after"]) == (next(decisions(record)).ply, None)
        assert error["error"]["code"] == "no_thought"

    asyncio.run(test())


def test_what_nobody_listens_to_or_nobody_could_do_is_not_kept() -> None:
    async def test() -> None:
        thinkers, record = Thinkers(), some_record("azul", 20)
        reviews = Reviews(thinkers, Background())
        listening = asyncio.create_task(read_all(reviews, "a", record))
        while not thinkers.asked:
            await asyncio.sleep(0.01)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        thinkers.free.set()
        await asyncio.sleep(0.05)
        assert thinkers.asked == 1
        thinkers.fails = True
        assert (await read_all(reviews, "a", record))[-1]["error"]["code"] == "no_thought"
        thinkers.fails = False
        assert "candidates" in (await read_all(reviews, "a", record))[-2]

    asyncio.run(test())


def test_a_review_that_begins_by_itself_waits_for_nobody() -> None:
    """It waits a little, and is refused while workers are needed, unless it is there already."""

    async def test() -> None:
        thinkers, record = Thinkers(), some_record("azul", 20)
        reviews = Reviews(thinkers, Background())
        await reviews.wait_until_idle(record, 0.2)
        thinkers.occupied = True
        reviews.patience = 0.05
        with pytest.raises(Refused) as refused:
            await reviews.wait_until_idle(record, 0.2)
        assert refused.value.code == "thinking"
        reviews.patience = 60
        waiting = asyncio.create_task(reviews.wait_until_idle(record, 0.2))
        await asyncio.sleep(0.05)
        assert not waiting.done()
        thinkers.occupied = False
        await waiting
        thinkers.occupied = True
        thinkers.free.set()
        await read_all(reviews, "a", record)
        await reviews.wait_until_idle(record, 0.2)

    asyncio.run(test())


def test_a_busy_pool_is_not_idle() -> None:
    async def test() -> None:
        answered = asyncio.Event()

        async def slow(*_: Any) -> dict[str, Any]:
            await answered.wait()
            return {"answer": []}

        pool = Pool(1, slow)
        pool.start()
        assert pool.is_idle
        asking = asyncio.create_task(pool.think("azul", "", 0.1))
        while pool.is_idle:
            await asyncio.sleep(0.01)
        answered.set()
        await asking
        while not pool.is_idle:
            await asyncio.sleep(0.01)
        await pool.stop()

    asyncio.run(test())


def test_a_review_says_why(shared_server: ServerProcess) -> None:
    """Of moves at random some let tiles fall; the reason comes with what is thought of them."""
    pytest.importorskip("numba")
    record = some_record("azul", 40)
    told = run(of_a_guest(shared_server.url, write(record), when_idle=True))
    if told[0].get("error"):  # another test is thinking
        told = run(of_a_guest(shared_server.url, write(record)))
    reasons = [each["reason"] for each in told[1:] if "reason" in each]
    assert reasons
    kinds = {"fell", "unfinished", "left", "points", "marker", "first"}
    assert {each["kind"] for each in reasons} <= kinds
    for each in told[1:]:
        if "reason" in each:
            assert each["candidates"][0]["action"] != each["played"]


def test_what_begins_by_itself_is_told_in_a_line_that_it_cannot(tmp_path: Path) -> None:
    """An error would appear in the console of a user who has not asked for anything."""

    async def test() -> None:
        async with inside(tmp_path, thoughts=0) as server:
            guest = await server.guest()
            body = {"record": write(some_record("azul", 12)), "seconds": 0.05}
            asked = await guest.ask("POST", "/reviews", body)
            assert asked.status_code == 429
            by_itself = await guest.ask("POST", "/reviews", body | {"when_idle": True})
            assert by_itself.status_code == 200
            (line,) = by_itself.text.splitlines()
            assert json.loads(line)["error"]["code"] == "slow_down"

    asyncio.run(test())
