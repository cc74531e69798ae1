"""Going through records with the computer, and trying things out in positions of nobody's table."""

from __future__ import annotations

import json
from typing import Any

import httpx
import pytest

from loseta.client import Account
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.record import Record, read, write
from loseta.server.http.reviews import decisions

from .games import code_of
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
    first, *told = run(lines_of(shared_server.url, write(record)))
    assert first == {"decisions": len(told)}
    assert [each["ply"] for each in told] == [each.ply for each in decisions(record)]
    for each in told:
        actions = [candidate["action"] for candidate in each["candidates"]]
        assert 0 <= each["candidates"][0]["win_chance"] <= 1
        assert len(actions) == len(set(actions))
        assert each["played"] in actions or len(actions) <= 8


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
            refused = ana.request("POST", "/sandbox", {**body, "actions": ["9B1"]})
            assert await code_of(refused) in ("illegal", "not_an_action")
            refused = ana.request("POST", "/sandbox", {**body, "position": "azul 2"})
            assert await code_of(refused) == "bad_text"

    run(test())
