"""Mistakes on the page: tried in vain, found, shown; by keyboard, on phones, in Spanish."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from loseta.record import Record

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import SIZES, findings
from .looking import look
from .recorded import judged, recorded, saved
from .test_end import play_and_resign, reviewed
from .test_puzzles import take

LOSSES = {0: 0.2, 2: 0.3, 4: 0.15}
"""By the number of the decision: those of the player who decides first."""
ACCOUNT = [
    {"kind": "column", "which": 2, "points": -7},
    {"kind": "fall_later", "count": 3, "colour": "B", "points": -6},
    {"kind": "filled", "line": 1, "points": 3},
]
LIKE = {"percentage": 81.6, "decisions": 20, "rounds": {"1": 81.6}, "like": ["ai:3", "ai:4"]}


def review_of(record: Record) -> list[dict[str, Any]]:
    """As the server would tell it."""
    lines = [json.loads(line) for line in judged(record, LOSSES).splitlines()]
    for each in lines[1:]:
        best = each["candidates"][0]
        if best["action"] != each["played"]:
            each["account"] = ACCOUNT
            best["line"] = [best["action"]]
    return [*lines, {"accuracy": [{"seat": 0, **LIKE}, {"seat": 1, **LIKE, "like": None}]}]


def arrive(visitor: Visitor, folder: Path, game: str = "azul") -> list[dict[str, Any]]:
    """At the mistakes of a file's first player to decide; what the review says of them."""
    record = recorded(game, 30)
    lines = review_of(record)
    body = "".join(json.dumps(each) + "\n" for each in lines)
    page = visitor.page
    page.route("**/api/v1/reviews", lambda route: route.fulfill(body=body))
    visitor.open("/replay")
    page.set_input_files("input[type=file]", saved(record, folder))
    visitor.wait_for(".replay-table .table")
    if not page.locator(".beside").count():  # a phone on its side has it behind a button
        page.get_by_role("button", name=re.compile("^(Analysis|Análisis)$")).click()
    page.locator(".beside .btn.main").click()
    mistakes = [each for each in lines[1:-1] if each.get("account")]
    seat = mistakes[0]["seat"]
    mistakes = [each for each in mistakes if each["seat"] == seat]
    page.locator(f".try-mistakes[href$='#{seat + 1}']").click()
    visitor.wait_for(".puzzle-card")
    return mistakes


def better(mistake: dict[str, Any]) -> str:
    action: str = mistake["candidates"][0]["action"]
    return action


def test_a_mistake_is_made_again_and_mended(visitor: Visitor, tmp_path: Path) -> None:
    """In vain, then right; the next one shown; a summary at the end."""
    page = visitor.page
    first, second, *rest = arrive(visitor, tmp_path)
    card = page.locator(".puzzle-card")
    expect(card).to_contain_text(f"Mistake 1 of {2 + len(rest)}")
    expect(card).to_contain_text("gives up column 3")
    expect(card).to_contain_text("leaves 3")
    take(visitor, first["played"])
    expect(card.locator(".puzzle-verdict.bad")).to_contain_text("There is something better")
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".tried li")).to_have_count(1)
    take(visitor, better(first))
    expect(page.locator("h1")).to_have_text("Solved, try 2")
    boxes = page.locator(".line-box")
    expect(boxes.nth(0).locator("h2")).to_have_text("Your line")
    expect(boxes.nth(1).locator("h2")).to_have_text("Your try")
    page.keyboard.press("n")
    expect(card).to_contain_text("Mistake 2 of")
    page.get_by_role("button", name="Solution").click()
    expect(page.locator("h1")).to_have_text("The solution")
    expect(boxes.nth(1).locator("h2")).to_have_text("What you played")
    for _ in rest:
        page.keyboard.press("n")
        expect(card).to_contain_text("Mistake 3 of")
    page.keyboard.press("n")
    expect(page.locator("h1")).to_have_text(f"Better found for 1 of {2 + len(rest)}")
    results = page.locator(".mistake-list li")
    states = ["later", "shown", *("open" for _ in rest)]
    assert [each.get_attribute("data-result") for each in results.all()] == states
    page.get_by_role("button", name="Try again: mistake 2").click()
    take(visitor, better(second))
    expect(page.locator("h1")).to_have_text("Solved at once")
    page.get_by_role("link", name="To the analysis").last.click()
    visitor.wait_for(".replay-table")
    expect(page.locator(".tallies").first).to_be_visible()


@pytest.mark.long
def test_mistakes_from_the_end_of_a_game(visitor: Visitor) -> None:
    """And they are there again when the page is loaded anew: the game is kept by its table."""
    page = visitor.page
    reviewed(visitor)
    visitor.new_game()
    play_and_resign(visitor)
    page.locator(".how-well .try-mistakes").click()
    visitor.wait_for(".puzzle-card")
    assert "/mistakes/" in page.url
    page.reload()
    visitor.wait_for(".puzzle-card")
    expect(page.locator(".puzzle-card")).to_contain_text("Mistake 1 of 3")
    page.get_by_role("link", name="To the analysis").click()
    visitor.wait_for(".replay-table")


@pytest.mark.long
def test_how_well_it_was_played(visitor: Visitor, tmp_path: Path) -> None:
    arrive(visitor, tmp_path)
    page = visitor.page
    page.get_by_role("link", name="To the analysis").click()
    expect(page.locator(".tallies").first).to_contain_text("82%")
    like = page.locator(".like-level")
    expect(like).to_have_count(1)
    expect(like).to_have_text("Ana played this like level 4 (Regular) to level 5 (Skilled).")
    page.get_by_text("Accuracy by round").click()
    expect(page.locator("details .tallies")).to_be_visible()


def test_nothing_to_try(visitor: Visitor) -> None:
    visitor.open("/mistakes")
    expect(visitor.page.locator("h1")).to_have_text("No mistakes here")
    visitor.may_lose_connection = True  # the browser notes that there is no such table
    visitor.open("/mistakes/nothing")
    expect(visitor.page.locator("h1")).to_have_text("That did not work")


@pytest.mark.long
def test_by_keyboard(visitor: Visitor, tmp_path: Path) -> None:
    page = visitor.page
    mistakes = arrive(visitor, tmp_path)
    page.keyboard.press("h")
    expect(page.locator(".guide-hint")).to_contain_text("Hint 1 of")
    action = better(mistakes[0])
    for key in (action[0], action[1], "0" if action[2] == "F" else action[2]):
        page.keyboard.press(key.lower())
    visitor.wait_for(".lines")
    page.keyboard.press("n")
    visitor.wait_for(".puzzle-card")
    page.keyboard.press("s")
    visitor.wait_for(".lines")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    size: tuple[int, int],
    lang: str,
) -> None:
    visitor = visitors.come(shared_server.url, lang=lang, size=size, theme=None)
    first, *rest = arrive(visitor, tmp_path)
    found = look(visitor, f"mistake-{lang}")
    take(visitor, first["played"])
    visitor.wait_for(".puzzle-card.refuted")
    found += look(visitor, f"mistake-refuted-{lang}")
    visitor.page.locator(".puzzle-card .again").click()
    take(visitor, better(first))
    visitor.wait_for(".lines")
    found += look(visitor, f"mistake-found-{lang}")
    for n in range(len(rest)):
        visitor.page.keyboard.press("n")
        expect(visitor.page.locator(".mistake-no")).to_contain_text(f" {n + 2} ")
    visitor.page.locator(".next-mistake").click()
    visitor.wait_for(".mistake-summary")
    found += look(visitor, f"mistakes-{lang}")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
def test_nothing_collides(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    size: tuple[int, int],
    game: str,
) -> None:
    visitor = visitors.come(shared_server.url, lang="es", size=size, touch=size[0] < 1200)
    arrive(visitor, tmp_path, game)
    visitor.shot(f"mistakes-{game}-{size[0]}")
    assert findings(visitor.page) == []
    visitor.page.get_by_role("button", name="Solución").click()
    visitor.wait_for(".lines")
    assert findings(visitor.page, scrolls=True) == []
