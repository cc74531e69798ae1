"""The list of a guest's games: how each stands, as a picture and in words; sent only if it has
changed."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from loseta.server.match.summary import summary_of
from loseta.server.store import GameRow, SeatRow

from .game_logs import Play
from .games import VARIANTS
from .inside import inside
from .servers import run

SIZES = {"azul": 5, "duel": 6}


@pytest.mark.parametrize("kind", VARIANTS)
def test_a_summary_shows_the_walls_and_what_was_done_last(kind: str) -> None:
    """The stored summary is the one that the events alone would make."""
    play, chance = Play(kind), random.Random(7)
    assert summary_of(play.log)["last"] is None, "nobody has done anything yet"
    kinds, size = set(), SIZES[play.game]
    for _ in play.random_steps(chance, most=150):
        summary = summary_of(play.log)
        boards = play.log.codec.state(play.log.state)["boards"]
        for wall, board in zip(summary["walls"], boards, strict=True):
            rows = board["wall"] if play.game == "azul" else board["tiles"]
            assert wall.replace("_", ".") == "".join(rows)
            assert len(wall) == size**2
        last = summary["last"]
        if last is not None:
            kinds.add(last["kind"])
        if last is not None and last["kind"] == "take" and play.log.choices is None:
            assert last["count"] > 0
            assert last["line"] is None or 0 <= last["line"] < size
    assert "take" in kinds
    if play.game == "duel":
        assert {"chip", "plate", "tile"} < kinds
    loaded = play.fresh()
    loaded.load(play.rows)
    assert summary_of(loaded) == summary_of(play.log)


def test_what_is_taken_back_is_not_told() -> None:
    play = Play("duel")
    chance = random.Random(3)
    for seat in play.random_steps(chance):
        before = summary_of(play.log)["last"]
        legal = [action for action in play.log.state.legal_actions() if action.text[0] in "1234"]
        if play.log.state.to_move != seat or not legal:
            continue
        play.act(seat, legal[0].text)
        if play.log.state.to_move != seat:
            continue
        assert summary_of(play.log)["last"]["kind"] == "take"
        play.do(lambda handlers: handlers.undo(seat, play.log.ply))  # noqa: B023
        assert summary_of(play.log)["last"] == before
        return
    raise AssertionError("nobody could take back a take")


def test_a_list_is_sent_again_only_if_something_has_changed(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana, luis = await server.guest(), await server.guest()
            log = await server.game("g", "azul-2", ana, luis, most=9)
            first = await ana.ask("GET", "/tables")
            (line,) = first.json()["tables"]
            assert line["walls"] == summary_of(log)["walls"]
            assert line["last"]["ago_ms"] >= 0
            assert "at" not in line["last"]
            asking = {"If-None-Match": first.headers["etag"]}
            same = await ana.get("/api/v1/tables", headers=asking)
            assert (same.status_code, same.content) == (304, b"")
            (seat,) = log.waiting()
            mover = (ana, luis)[seat]
            body = {
                "type": "act",
                "id": "1",
                "ply": log.ply,
                "actions": [log.state.legal_actions()[0].text],
            }
            await mover.told("POST", "/tables/g/act", body)
            news = await ana.get("/api/v1/tables", headers=asking)
            assert news.status_code == 200
            assert news.json()["tables"][0]["last"]["seat"] == seat

    run(test())


def test_a_game_that_goes_on_is_not_hidden_by_later_ones(tmp_path: Path) -> None:
    async def test() -> None:
        async with inside(tmp_path) as server:
            ana = await server.guest()
            rows = [("old", 1, "playing"), *((f"g{n}", n, "over") for n in range(2, 70))]
            for id_, created, status in rows:
                row = GameRow(
                    id_, "azul", VARIANTS["azul-2"][1], "seed", ana.identity, created, status,
                    False, True,
                )  # fmt: skip
                await server.lobby.store.add_game(row, [SeatRow(0, ana.identity, None, 0)])
            listed = (await ana.told("GET", "/tables"))["tables"]
            assert [each["id"] for each in listed[:3]] == ["old", "g69", "g68"]

    run(test())
