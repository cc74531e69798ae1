"""The coach: when it asks, where it may, and that it knows no more than its seat."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from loseta import puzzles
from loseta.client import Account
from loseta.server.http.coaching import opinion
from loseta.server.workers import Pool, ThinkingFailed
from loseta.server.workers.thinking import Heard, unheard

from .games import code_of
from .servers import ServerProcess, run

AZUL = next(each for each in puzzles.load("azul-2-coloured") if each.kind == "column")
DUEL = next(each for each in puzzles.load("duel") if each.kind == "plate")


class Thinker(Pool):
    """Thinks so much of the second-best action of a puzzle."""

    def __init__(self, puzzle: Any, chance: float) -> None:
        super().__init__(1)
        self.puzzle = puzzle
        self.chance = chance
        self.positions: list[str] = []

    async def ask(self, request: dict[str, Any], heard: Heard = unheard) -> Any:
        self.positions.append(request["position"])
        best, second = self.puzzle.line, self.puzzle.second
        shared = {"visits": 999}
        return [
            {"action": best[0], "value": 6.0, "win_chance": 0.8, "line": list(best), **shared},
            {
                "action": second[0],
                "value": 1.0,
                "win_chance": self.chance,
                "line": list(second),
                **shared,
            },
        ]


def asked(chance: float, least: str, action: str = AZUL.second[0]) -> dict[str, Any]:
    return asyncio.run(opinion(Thinker(AZUL, chance), AZUL.start(), action, least))


@pytest.mark.parametrize(
    ("chance", "least", "asks"),
    [
        (0.76, "small", False),
        (0.74, "small", True),
        (0.74, "medium", False),
        (0.69, "medium", True),
        (0.69, "large", False),
        (0.59, "large", True),
    ],
)
def test_it_asks_from_a_set_amount_on(chance: float, least: str, asks: bool) -> None:
    told = asked(chance, least)
    assert told["asks"] is asks
    assert ("better" in told) is asks, "otherwise it gives no hint"


def test_it_says_what_is_lost_and_what_was_better() -> None:
    told = asked(0.5, "medium")
    assert told["better"] == AZUL.line[0]
    assert (told["points"], told["chance"]) == (5, 0.3)
    assert any(each["kind"] == "column" for each in told["account"])


def test_the_best_is_never_asked_about() -> None:
    assert asked(0.1, "small", AZUL.line[0]) == {"asks": False}


def test_it_thinks_about_what_the_seat_sees() -> None:
    view = DUEL.start().view(DUEL.seat)
    pool = Thinker(DUEL, 0.2)
    told = asyncio.run(opinion(pool, view, DUEL.second[0], "medium"))
    assert told["asks"]
    assert pool.positions == [view.to_text()]


def test_who_cannot_think_says_so() -> None:
    class Tired(Thinker):
        async def ask(self, request: dict[str, Any], heard: Heard = unheard) -> Any:
            raise ThinkingFailed

    with pytest.raises(ThinkingFailed):
        asyncio.run(opinion(Tired(AZUL, 0.5), AZUL.start(), AZUL.second[0], "small"))


async def question(seat: Any, **changes: Any) -> Any:
    body = {"ply": seat.position["ply"], "action": seat.legal[-1]["action"], **changes}
    return await seat.command("coach", **body)


def test_at_a_table(shared_server: ServerProcess) -> None:
    """It answers in games against computers; an invalid action or an outdated ply is refused."""
    pytest.importorskip("numba")

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            table = await ana.open_table("azul", ["me", "greedy"], options={"first": "1"})
            async with ana.sit(table["table"]["id"]) as seat:
                await seat.wait_for_turn()
                told = await question(seat, least="small")
                assert isinstance(told["asks"], bool)
                assert await code_of(question(seat, action="9Z9")) == "not_an_action"
                assert await code_of(question(seat, ply=0)) == "stale"

    run(test())


@pytest.mark.parametrize(
    ("seats", "settings", "code"),
    [(["me", "greedy"], {"hints": False}, "no_hints"), (["me", "open"], {}, "coach_alone")],
)
def test_not_everywhere(
    shared_server: ServerProcess, seats: list[str], settings: dict[str, Any], code: str
) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana, Account(shared_server.url) as bea:
            opened = await ana.open_table("azul", seats, options={"first": "1"}, **settings)
            table = opened["table"]["id"]
            for secret in opened["invitations"].values():
                await bea.join(table, secret)
            async with ana.sit(table) as seat:
                await seat.wait_for_turn()
                assert await code_of(question(seat)) == code

    run(test())
