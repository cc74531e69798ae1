"""Puzzles over HTTP."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from loseta import puzzles
from loseta.client import Account
from loseta.puzzles import play_line
from loseta.server.http.puzzles import Tries
from loseta.server.workers import Thinking, ThinkingFailed

from .inside import Guest, Inside, inside
from .servers import ServerProcess, run

AZUL = puzzles.load("azul-2-coloured")
LONG = next(puzzle for puzzle in AZUL if puzzle.asked > 1)
SOLVED = [texts[0] for texts in LONG.solutions]


def asking(path: Path, ask: Callable[[Guest], Awaitable[None]]) -> None:
    async def ask_inside() -> None:
        async with inside(path) as server:
            await ask(await server.guest())

    asyncio.run(ask_inside())


def test_lists_tell_no_solutions(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = await ana.told("GET", "/puzzles")
        about = next(each for each in told["variants"] if each["variant"] == "azul-2-coloured")
        assert about["count"] == len(AZUL) == sum(about["kinds"].values())
        assert about["options"] == {"players": "2", "wall": "coloured"}
        assert set(about["kinds"]) <= set(told["kinds"])
        answer = await ana.ask("GET", "/puzzles?variant=azul-2-coloured")
        listed = answer.json()["puzzles"]
        assert [each["id"] for each in listed] == [puzzle.id for puzzle in AZUL]
        assert all(each.keys() == {"id", "kind", "level", "asked"} for each in listed)
        again = await ana.get(
            "/api/v1/puzzles?variant=azul-2-coloured",
            headers={"If-None-Match": answer.headers["ETag"]},
        )
        assert again.status_code == 304
        wrong = await ana.ask("GET", "/puzzles?variant=chess")
        assert wrong.status_code == 400
        assert "azul-2-coloured" in wrong.json()["error"]["sentence"]

    asking(tmp_path / "db", ask)


@pytest.mark.parametrize("path", ["?variant=azul-2-coloured", f"/{LONG.id}/solution"])
def test_answers_are_packed_for_who_takes_that(tmp_path: Path, path: str) -> None:
    async def ask(ana: Guest) -> None:
        packed, plain = [
            await ana.get(f"/api/v1/puzzles{path}", headers={"Accept-Encoding": encoding})
            for encoding in ("gzip", "identity")
        ]
        assert packed.headers["Content-Encoding"] == "gzip"
        assert "Content-Encoding" not in plain.headers
        assert int(packed.headers["Content-Length"]) < int(plain.headers["Content-Length"]) / 2
        assert packed.json() == plain.json()

    asking(tmp_path, ask)


def test_the_days_puzzle_is_that_of_the_date(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = await ana.told("GET", "/puzzles/day?date=2026-11-16")
        assert told == await ana.told("GET", "/puzzles/day?date=2026-11-16")
        assert told["date"] == "2026-11-16"
        assert told["id"] != (await ana.told("GET", "/puzzles/day?date=2026-11-15"))["id"]
        assert (await ana.told("GET", "/puzzles/day"))["scene"]["legal"]
        assert (await ana.ask("GET", "/puzzles/day?date=2999-01-01")).status_code == 400
        assert (await ana.ask("GET", "/puzzles/day?date=today")).status_code == 422

    asking(tmp_path / "db", ask)


def test_a_puzzle_is_a_scene_of_the_sandbox(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = await ana.told("GET", f"/puzzles/{LONG.id}")
        position = {"game": "azul", "position": LONG.position}
        assert told["scene"] == await ana.told("POST", "/sandbox", position)
        assert told["seat"] == told["scene"]["seat"] == LONG.seat
        assert told["goal"].endswith(".")
        assert "line" not in told
        missing = await ana.ask("GET", "/puzzles/nothing")
        assert missing.status_code == 404
        assert missing.json()["error"]["code"] == "unknown_puzzle"

    asking(tmp_path / "db", ask)


def test_right_steps_are_answered_and_the_last_one_is_told_why(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        first = await ana.told("POST", f"/puzzles/{LONG.id}/try", {"actions": SOLVED[:1]})
        assert (first["verdict"], first["done"]) == ("right", False)
        assert first["scene"]["seat"] == LONG.seat
        assert first["frames"][-1]["state"] == first["scene"]["state"]
        assert [frame["ply"] for frame in first["frames"]] == list(
            range(1, len(first["frames"]) + 1)
        )
        last = await ana.told("POST", f"/puzzles/{LONG.id}/try", {"actions": SOLVED})
        assert (last["verdict"], last["done"]) == ("right", True)
        line = play_line(LONG.start(), LONG.line)
        assert last["line"]["actions"] == list(LONG.line)
        assert last["line"]["points"] == list(line.points)
        assert last["line"]["state"] == last["frames"][-1]["state"]
        assert last["why"]
        more = await ana.ask("POST", f"/puzzles/{LONG.id}/try", {"actions": [*SOLVED, SOLVED[0]]})
        assert more.status_code == 400
        illegal = await ana.ask("POST", f"/puzzles/{LONG.id}/try", {"actions": ["9B1"]})
        assert illegal.status_code == 400
        assert illegal.json()["error"]["sentence"]

    asking(tmp_path / "db", ask)


def test_the_second_best_is_refuted_without_a_thought(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = await ana.told("POST", f"/puzzles/{LONG.id}/try", {"actions": [LONG.second[0]]})
        assert told["verdict"] == "wrong"
        assert told["line"]["actions"] == list(LONG.second)
        best, second = (play_line(LONG.start(), line) for line in (LONG.line, LONG.second))
        assert told["loses"]["points"] == best.margin(LONG.seat) - second.margin(LONG.seat)
        assert [frame["action"] for frame in told["frames"]] == list(LONG.second)

    asking(tmp_path / "db", ask)


def test_hints_go_from_the_area_to_the_action(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = [
            await ana.told("GET", f"/puzzles/{LONG.id}/hint?n={n}&found={SOLVED[0]}")
            for n in (1, 2, 3)
        ]
        assert [each["of"] for each in told] == [3, 3, 3]
        areas = [each["area"] for each in told]
        assert areas[0].items() < areas[1].items() < areas[2].items()
        assert len({each["hint"] for each in told}) == 3
        spanish = await ana.get(
            f"/api/v1/puzzles/{LONG.id}/hint", headers={"Accept-Language": "es"}
        )
        assert spanish.json()["hint"].startswith("Mira")
        assert (await ana.ask("GET", f"/puzzles/{LONG.id}/hint?n=4")).status_code == 400

    asking(tmp_path / "db", ask)


def test_the_solution_has_both_lines(tmp_path: Path) -> None:
    async def ask(ana: Guest) -> None:
        told = await ana.told("GET", f"/puzzles/{LONG.id}/solution")
        assert told["best"]["actions"] == list(LONG.line)
        assert told["second"]["actions"] == list(LONG.second)
        assert told["asked"] == SOLVED
        for name in ("best", "second"):
            assert told[f"{name}_frames"][-1]["state"] == told[name]["state"]
            assert told[name]["complete"]

    asking(tmp_path / "db", ask)


def _one_of_each_kind() -> list[puzzles.Puzzle]:
    found = {
        (variant, puzzle.kind): puzzle
        for variant in puzzles.variants()
        for puzzle in puzzles.load(variant)
    }
    return list(found.values())


def test_every_kind_can_be_solved(tmp_path: Path) -> None:
    """From the scenes that are sent, with a hint for each decision."""

    async def solve(server: Inside) -> None:
        for puzzle in _one_of_each_kind():
            ana = await server.guest()  # nobody solves as fast as this
            at = f"/puzzles/{puzzle.id}"
            scene, found = (await ana.told("GET", at))["scene"], list[str]()
            for right in puzzle.solutions:
                assert right[0] in [each["action"] for each in scene["legal"]]
                asked = "".join(f"&found={quote(text)}" for text in found)
                hint = await ana.told("GET", f"{at}/hint?n=1{asked}")
                assert hint["of"] >= 2
                last = await ana.told("GET", f"{at}/hint?n={hint['of']}{asked}")
                parts = next(each for each in scene["legal"] if each["action"] == right[0])
                assert last["area"].items() <= parts.items()
                found.append(right[0])
                told = await ana.told("POST", f"{at}/try", {"actions": found})
                assert told["verdict"] == "right"
                scene = told.get("scene")
            assert told["done"]
            assert told["line"]["actions"] == list(puzzle.line)
            wrong = await ana.told("POST", f"{at}/try", {"actions": [puzzle.second[0]]})
            assert wrong["verdict"] == "wrong"
            assert wrong["line"]["actions"] == list(puzzle.second)
            solution = await ana.told("GET", f"{at}/solution")
            assert solution["best"]["points"] == told["line"]["points"]

    async def solve_inside() -> None:
        async with inside(tmp_path / "db") as server:
            await solve(server)

    asyncio.run(solve_inside())


class Thinker(Thinking):
    """Plays the first legal action, and counts how often it is asked."""

    def __init__(self, fails: bool = False) -> None:
        self.asked, self._fails = 0, fails

    def start(self) -> None: ...

    async def stop(self) -> None: ...

    async def prepare(self, games: Any) -> None: ...

    @property
    def is_idle(self) -> bool:
        return True

    async def ask(self, request: Any, heard: Any = None) -> Any:
        self.asked += 1
        if self._fails:
            raise ThinkingFailed
        state = LONG.game.state_from_text(request["position"])
        return [{"action": "", "line": [state.legal_actions()[0].text]}]


def _mistake() -> str:
    known = {*LONG.solutions[0], LONG.second[0]}
    legal: list[str] = [action.text for action in LONG.start().legal_actions()]
    return next(text for text in legal if text not in known)


def test_any_other_mistake_is_refuted_by_a_worker_once() -> None:
    pool = Thinker()
    tries = Tries(pool)
    assert tries.needs_thought(LONG, [_mistake()])
    told = asyncio.run(tries.verdict(LONG, [_mistake()], True, "en"))
    assert told["verdict"] == "wrong"
    assert len(told["frames"]) == 1 + pool.asked
    asked = pool.asked
    assert not tries.needs_thought(LONG, [_mistake()])
    assert asyncio.run(tries.verdict(LONG, [_mistake()], False, "en")) == told
    assert pool.asked == asked


def test_without_a_worker_the_verdict_stands() -> None:
    for pool, may_think in ((Thinker(fails=True), True), (Thinker(), False)):
        told = asyncio.run(Tries(pool).verdict(LONG, [_mistake()], may_think, "en"))
        assert told["verdict"] == "wrong"
        assert told["line"] is None
        assert len(told["frames"]) == 1


def test_a_worker_of_the_server_refutes_a_mistake(shared_server: ServerProcess) -> None:
    """To the end of the round, which alpha-beta sees."""
    pytest.importorskip("numba")

    async def ask() -> None:
        async with Account(shared_server.url) as ana:
            body = {"actions": [_mistake()]}
            told = await ana.request("POST", f"/puzzles/{LONG.id}/try", body)
            assert told["verdict"] == "wrong"
            assert told["line"]["complete"]
            assert told["line"]["actions"][0] == _mistake()
            assert told["frames"][-1]["state"] == told["line"]["state"]
            best = play_line(LONG.start(), LONG.line)
            assert told["loses"]["points"] == best.margin(LONG.seat) - told["line"]["margin"]

    run(ask())
