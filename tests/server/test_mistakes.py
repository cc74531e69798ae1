"""A player's mistakes over HTTP: judged by a review and, for other actions, by workers."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from loseta import puzzles
from loseta.server.http.mistakes import Mistake, MistakeTries
from loseta.server.refusals import Refused
from loseta.server.workers import Pool, ThinkingFailed
from loseta.server.workers.thinking import Heard, unheard

from .inside import Guest, inside

AZUL = next(each for each in puzzles.load("azul-2-coloured") if each.kind == "column")
DUEL = next(each for each in puzzles.load("duel") if each.kind == "plate")


def candidate(action: str, value: float, chance: float, *line: str, visits: int = 999) -> Any:
    told = {"action": action, "visits": visits, "value": value, "win_chance": chance}
    return {**told, "line": [action, *line]}


def mistake(puzzle: Any, **more: Any) -> dict[str, Any]:
    """As a client sends it: the second-best action of a puzzle was played."""
    best, second = puzzle.line, puzzle.second
    return {
        "game": puzzle.game.name,
        "position": puzzle.position,
        "played": second[0],
        "candidates": [
            candidate(best[0], 6.0, 0.8, *best[1:]),
            candidate(second[0], 1.0, 0.5, *second[1:]),
        ],
        **more,
    }


def other_actions(puzzle: Any) -> list[str]:
    return [
        action.text
        for action in puzzle.start().legal_actions()
        if action.text not in (puzzle.line[0], puzzle.second[0])
    ]


class Thinker(Pool):
    """Thinks the same of every action; it counts what it was asked."""

    def __init__(self, value: float, chance: float, visits: int = 999) -> None:
        super().__init__(1)
        self.said = candidate("", value, chance, visits=visits)
        self.asked = 0
        self.fails = False

    async def ask(self, request: dict[str, Any], heard: Heard = unheard) -> Any:
        self.asked += 1
        if self.fails:
            raise ThinkingFailed
        best = candidate(AZUL.line[0], 6.0, 0.8)
        also = request["also"]
        return [best, {**self.said, "action": also, "line": [also]}] if also else [best]


def judged(pool: Thinker, action: str, body: dict[str, Any], **changes: Any) -> dict[str, Any]:
    asked = Mistake(body["game"], body["position"], body["played"], body["candidates"])
    return asyncio.run(MistakeTries(pool).verdict(asked, action, lambda: None))


def test_what_the_review_knows_needs_no_thought() -> None:
    pool, body = Thinker(0.0, 0.0), mistake(AZUL)
    right = judged(pool, AZUL.line[0], body)
    assert (right["verdict"], right["done"]) == ("right", True)
    assert right["loses"] == {"points": 0, "chance": 0.0, "victory": False}
    assert [each["action"] for each in right["frames"]] == list(right["line"]["actions"])
    wrong = judged(pool, AZUL.second[0], body)
    assert (wrong["verdict"], wrong["done"]) == ("wrong", False)
    assert wrong["loses"] == {"points": 5, "chance": 0.3, "victory": False}
    assert any(each["kind"] == "column" and each["points"] == -7 for each in wrong["account"])
    assert pool.asked == 0


@pytest.mark.parametrize(
    ("value", "chance", "verdict"),
    [
        (4.0, 0.75, "right"),  # two points
        (3.9, 0.79, "wrong"),  # more than two
        (5.5, 0.71, "right"),
        (5.5, 0.70, "wrong"),  # a tenth of the chances is a mistake among two
        (9.0, 0.9, "right"),  # better than what was called the best
    ],
)
def test_within_two_points_counts(value: float, chance: float, verdict: str) -> None:
    action = other_actions(AZUL)[0]
    body = mistake(AZUL)
    body["candidates"].append(candidate(action, value, chance))
    pool = Thinker(0.0, 0.0)
    assert judged(pool, action, body)["verdict"] == verdict
    assert pool.asked == 0
    del body["candidates"][-1]
    pool = Thinker(value, chance)
    told = judged(pool, action, body)
    assert told["verdict"] == verdict, "by a worker"
    assert told["candidate"]["action"] == action
    assert pool.asked == 1


def test_what_a_search_hardly_looked_at_is_looked_at_from_behind() -> None:
    """The other seat's best is 80%: whoever lets it come to that has lost much."""
    action = next(
        each for each in other_actions(AZUL) if AZUL.start().copy().apply(each) is not None
    )
    pool = Thinker(6.0, 0.8, visits=3)
    told = judged(pool, action, mistake(AZUL))
    assert told["verdict"] == "wrong"
    assert told["candidate"]["win_chance"] == pytest.approx(0.2)
    assert pool.asked == 2


def test_who_cannot_be_asked_says_so() -> None:
    pool = Thinker(6.0, 0.8)
    pool.fails = True
    with pytest.raises(Refused) as refused:
        judged(pool, other_actions(AZUL)[0], mistake(AZUL))
    assert refused.value.code == "no_thought"


def asking(path: Path, ask: Callable[[Guest], Awaitable[None]]) -> None:
    async def ask_inside() -> None:
        async with inside(path) as server:
            await ask(await server.guest())

    asyncio.run(ask_inside())


@pytest.mark.parametrize("puzzle", [AZUL, DUEL], ids=["azul", "duel"])
def test_a_mistake_over_http(puzzle: Any, tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        body = mistake(puzzle)
        told = await ana.told("POST", "/mistakes", body)
        assert told["seat"] == puzzle.seat == told["scene"]["seat"]
        assert told["scene"]["legal"]
        right = await ana.told("POST", "/mistakes/try", {**body, "action": puzzle.line[0]})
        assert right["verdict"] == "right"
        hint = await ana.told("POST", "/mistakes/hint", body)
        assert hint["n"] == 1
        assert hint["hint"]
        solution = await ana.told("POST", "/mistakes/solution", body)
        assert solution["best"]["actions"][0] == puzzle.line[0]
        assert solution["second"]["actions"][0] == puzzle.second[0]
        other = {**body, "found": body["candidates"][1]}
        assert (await ana.told("POST", "/mistakes/solution", other))["best"] == solution["second"]

    asking(tmp_path / "db", ask)


def test_what_is_no_mistake_is_refused(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        body = mistake(AZUL)
        illegal = await ana.ask("POST", "/mistakes/try", {**body, "action": "9Z9"})
        assert illegal.status_code == 400
        foreign = {**body, "candidates": [candidate("9B9", 1.0, 0.5)]}
        assert (await ana.ask("POST", "/mistakes", foreign)).status_code == 400
        nobody = {**body, "position": "azul 2"}
        assert (await ana.ask("POST", "/mistakes", nobody)).status_code == 400
        assert (await ana.ask("POST", "/mistakes", {**body, "candidates": []})).status_code == 422
        many = await ana.ask("POST", "/mistakes/hint", {**body, "n": 9})
        assert many.status_code == 400
        over = AZUL.start()
        dealing = over.game.new().to_text()
        asked = await ana.ask("POST", "/mistakes", {**body, "position": dealing})
        assert asked.json()["error"]["code"] == "no_decision"

    asking(tmp_path / "db", ask)


def test_hidden_plates_stay_hidden(tmp_path: Path) -> None:
    """A record tells everything; the position to be tried is what the seat could see."""
    state = DUEL.start()
    asked = Mistake("duel", state.to_text(), DUEL.second[0], mistake(DUEL)["candidates"])
    assert asked.state.to_text() == state.view(DUEL.seat).to_text()


def test_nobody_is_helped_who_plays_without_hints(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        setup = {"game": "azul", "seats": ["me", "greedy"], "hints": False}
        await ana.told("POST", "/tables", setup)
        refused = await ana.ask("POST", "/mistakes", mistake(AZUL))
        assert refused.json()["error"]["code"] == "no_hints"

    asking(tmp_path / "db", ask)
