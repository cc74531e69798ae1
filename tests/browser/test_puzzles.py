"""Puzzles on the page: solved, failed and refuted, helped, by keyboard, on phones, in Spanish."""

from __future__ import annotations

import json
import re
from datetime import date
from typing import Any

import pytest
from playwright.sync_api import expect

from loseta.puzzles import Puzzle, load, of_the_day

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import SIZES, findings
from .looking import look

AZUL = "azul-2-coloured"
DAY = "/puzzles/day"
PHONES = [(320, 640), PHONE, (844, 390)]


def piles(puzzle: Puzzle) -> tuple[int, int]:
    """How many colours and tiles lie in the centre, where targets are closest to each other."""
    centre = re.findall(r"centre=(\w*)", puzzle.position)[0]
    return len(set(centre)), len(centre)


CROWDED = [
    f"/puzzles/{puzzle.id}"
    for puzzle in sorted(load(AZUL), key=lambda each: (*piles(each), each.id))[
        :: -len(load(AZUL)) // 3
    ]
]
"""From the fullest centre to an empty one, independent of the puzzles and their order."""
A_PUZZLE = f"/puzzles/{of_the_day(date(2026, 11, 18)).id}"
"""Three colours in a narrow centre, and a long question."""


def told(visitor: Visitor, path: str) -> Any:
    """What the server says, as the page asks for it."""
    return visitor.page.evaluate(
        "path => fetch('/api/v1' + path).then(answer => answer.json())", f"/puzzles{path}"
    )


def arrive(visitor: Visitor, path: str = DAY) -> dict[str, Any]:
    """At a puzzle; its solution, to be played or not."""
    visitor.open(path)
    visitor.wait_for(".puzzle-card")
    today = visitor.page.evaluate("new Date().toLocaleDateString('sv')")  # as 2026-11-16
    name = path.removeprefix("/puzzles")
    puzzle = told(visitor, f"/day?date={today}" if path == DAY else name)
    solution: dict[str, Any] = told(visitor, f"/{puzzle['id']}/solution")
    return {**solution, **puzzle, "asked_actions": solution["asked"]}


def take(visitor: Visitor, action: str) -> None:
    """An action of Azul by clicks: tiles, then their line; or a column of the gray wall."""
    page = visitor.page
    visitor.wait_for("button[data-take], .enlarger, button.sp.aim")
    if ":" not in action:
        source = "0" if action[0] == "C" else action[0]
        tiles = page.locator(f"button[data-take='{source}{action[1]}']")
        if tiles.count():
            tiles.click()
        else:  # too small for a finger: the factory is enlarged
            spot = "centre" if source == "0" else f"factory-{source}"
            page.locator(f"[data-spot='{spot}'] .enlarger").click()
            page.locator(f"[data-spot='take-{source}{action[1]}']").click()
    page.locator(f"[data-drop='{action}']:visible").first.click()


def solve(visitor: Visitor, puzzle: dict[str, Any]) -> None:
    for n, action in enumerate(puzzle["asked_actions"]):
        if n:
            visitor.wait_for(".puzzle-card .good")
        take(visitor, action)
    visitor.wait_for(".lines")


def kept(visitor: Visitor) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(visitor.page.evaluate("localStorage['loseta.puzzles']"))
    return found


def test_the_puzzle_of_the_day_from_home_to_its_end(visitor: Visitor) -> None:
    """Wrong first: what follows is played out. Then again, right, and both lines side by side."""
    page = visitor.page
    visitor.open()
    page.locator("main a[href='/puzzles']").click()
    visitor.wait_for(".day-card")
    page.locator(".day-go").click()
    visitor.wait_for(".puzzle-card")
    puzzle = arrive(visitor)
    expect(page.locator(".puzzle-card h2")).to_have_text(puzzle["goal"])
    take(visitor, puzzle["second"]["actions"][0])
    verdict = page.locator(".puzzle-card .bad")
    expect(verdict).to_contain_text("There is something better")
    # The refutation lies on the table, and can be stepped through.
    end = puzzle["second"]["after"][puzzle["seat"]]
    expect(page.locator(".own .score")).to_contain_text(str(end))
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".own .score")).to_contain_text(str(end))
    page.get_by_role("button", name="Again").click()
    expect(page.locator(".tried li")).to_have_count(1)
    solve(visitor, puzzle)
    expect(page.locator("h1")).to_have_text("Solved, try 2")
    boxes = page.locator(".line-box")
    expect(boxes).to_have_count(2)
    expect(boxes.nth(0).locator("h2")).to_have_text("Your line")
    expect(boxes.nth(1).locator("h2")).to_have_text("Your try")
    for box, line in zip(boxes.all(), ("best", "second"), strict=True):
        own = puzzle[line]["points"][puzzle["seat"]]
        expect(box.locator(".line-points b").first).to_have_text(re.compile(rf"[+−]?{abs(own)}$"))
        steps = box.locator(".line-steps li")
        expect(steps).to_have_count(len(puzzle[line]["actions"]))
    expect(page.locator(".streak")).to_contain_text("1 day in a row")
    attempt = kept(visitor)["attempts"][puzzle["id"]]
    assert attempt["tries"] == 1
    assert attempt["solved"] in kept(visitor)["days"]
    page.reload()
    expect(page.locator(".streak")).to_contain_text("1 day in a row")
    visitor.open()
    expect(page.locator("main a[href='/puzzles']")).to_contain_text("1 day in a row")


@pytest.mark.long
def test_hints_name_the_area_first_and_the_solution_is_played(visitor: Visitor) -> None:
    page = visitor.page
    puzzle = arrive(visitor)
    page.get_by_role("button", name="Hint").click()
    hint = page.locator(".guide-hint")
    expect(hint).to_contain_text("Hint 1 of")
    of = int(re.findall(r"of (\d)", hint.inner_text())[0])
    expect(page.locator(".guide-pointer rect").first).to_be_attached()
    for n in range(2, of + 1):
        page.get_by_role("button", name="Next hint").click()
        expect(hint).to_contain_text(f"Hint {n} of")
    expect(page.locator(".hinted").first).to_be_visible()
    expect(page.get_by_role("button", name="Next hint")).to_have_count(0)
    page.get_by_role("button", name="Solution").click()
    visitor.wait_for(".lines")
    expect(page.locator("h1")).to_have_text("The solution")
    expect(page.locator(".line-tag")).to_have_text(["The best line", "The tempting line"])
    attempt = kept(visitor)["attempts"][puzzle["id"]]
    assert attempt["hints"] == of
    assert "solved" not in attempt
    # It does not count as solved on the day on which the solution was shown.
    page.get_by_role("button", name="Again").click()
    solve(visitor, puzzle)
    assert kept(visitor)["days"] == {}


@pytest.mark.long
def test_the_refutation_moves_on_the_table_and_is_read_out(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, speed=2)
    page = visitor.page
    puzzle = arrive(visitor)
    page.evaluate(
        """() => { window.heard = []; window.flew = 0;
          const live = document.getElementById('live');
          new MutationObserver(() => window.heard.push(live.textContent))
            .observe(live, {childList: true, characterData: true, subtree: true});
          new MutationObserver(all => { for (const each of all) for (const node of each.addedNodes)
            if (node.className === 'flyer') window.flew += 1; })
            .observe(document.body, {childList: true}) }"""
    )
    take(visitor, puzzle["second"]["actions"][0])
    visitor.wait_for(".again.main")
    assert page.evaluate("window.flew") > 0
    page.wait_for_function("() => window.heard.join(' ').includes('There is something better')")
    heard = page.evaluate("window.heard.join(' ')")
    assert "You took" in heard
    assert "Rival took" in heard


@pytest.mark.long
def test_by_keyboard_alone(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url)
    page = visitor.page
    visitor.open("/puzzles")
    visitor.wait_for(".day-card")
    visitor.tab_to(".day-go")
    page.keyboard.press("Enter")
    puzzle = arrive(visitor)

    def play(action: str) -> None:
        for key in action:
            page.keyboard.press(key)

    play(puzzle["second"]["actions"][0])
    visitor.wait_for(".again.main")
    page.wait_for_function("() => document.activeElement.matches('.again')")
    page.keyboard.press("Enter")
    visitor.wait_for(".tried")
    page.keyboard.press("h")
    visitor.wait_for(".guide-hint")
    for n, action in enumerate(puzzle["asked_actions"]):
        if n:
            visitor.wait_for(".puzzle-card .good")
        play(action)
    visitor.wait_for(".lines")
    page.wait_for_function("() => document.activeElement.matches('.next')")
    page.keyboard.press("Enter")
    visitor.wait_for(".puzzle-card")
    assert not page.url.endswith((DAY, puzzle["id"]))


@pytest.mark.long
def test_practice_goes_on_with_what_is_left_of_a_kind(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open("/puzzles")
    visitor.wait_for(".squares a")
    listed = told(visitor, f"?variant={AZUL}")
    expect(page.locator(".squares a")).to_have_count(len(listed["puzzles"]))
    kind = next(
        kind for kind in listed["kinds"] if any(p["kind"] == kind for p in listed["puzzles"])
    )
    its = [puzzle["id"] for puzzle in listed["puzzles"] if puzzle["kind"] == kind]
    page.locator(".kind", has_text=listed["kinds"][kind]).click()
    expect(page.locator(".squares a")).to_have_count(len(its))
    level = next(puzzle["level"] for puzzle in listed["puzzles"] if puzzle["kind"] == kind)
    visitor.choose("puzzle-level", str(level))
    its = [p["id"] for p in listed["puzzles"] if (p["kind"], p["level"]) == (kind, level)]
    expect(page.locator(".squares a")).to_have_count(len(its))
    expect(page.locator(".practise")).to_have_attribute("href", f"/puzzles/{its[0]}")
    page.reload()
    expect(page.locator(".squares a")).to_have_count(len(its))
    page.locator(".practise").click()
    solve(visitor, arrive(visitor, f"/puzzles/{its[0]}"))
    visitor.open("/puzzles")
    expect(page.locator(".square[data-state=solved]")).to_have_count(1)
    visitor.open("/puzzles/nothing")
    visitor.may_lose_connection = True  # the browser itself writes that it was not found
    expect(page.locator("h1")).to_have_text("There is no puzzle here")


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "size"), [("es", PHONE), ("es", DESK), ("en", PHONE)], ids=["es-phone", "es", "phone"]
)
def test_axe_finds_nothing(
    visitors: Visitors, shared_server: ServerProcess, lang: str, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, lang, size)
    visitor.open("/puzzles")
    visitor.wait_for(".squares")
    visitor.wait_for(".day-card")
    found = look(visitor, f"puzzles-{lang}")
    puzzle = arrive(visitor, A_PUZZLE)
    found += look(visitor, f"puzzle-{lang}")
    take(visitor, puzzle["second"]["actions"][0])
    visitor.wait_for(".again.main")
    found += look(visitor, f"puzzle-refuted-{lang}")
    visitor.page.locator(".again").click()
    visitor.page.keyboard.press("h")
    visitor.wait_for(".guide-hint")
    found += look(visitor, f"puzzle-hint-{lang}")
    solve(visitor, puzzle)
    found += look(visitor, f"puzzle-solved-{lang}")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("path", [A_PUZZLE, *CROWDED], ids=range(len(CROWDED) + 1))
def test_nothing_lies_on_anything_else(
    visitors: Visitors, shared_server: ServerProcess, path: str, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, "es", size, touch=size[0] < 1200)
    page = visitor.page
    visitor.open("/puzzles")
    visitor.wait_for(".squares")
    visitor.wait_for(".day-card")
    found = [f"list: {each}" for each in findings(page, scrolls=True)]
    puzzle = arrive(visitor, path)
    found += [f"puzzle: {each}" for each in findings(page)]
    take(visitor, puzzle["second"]["actions"][0])
    visitor.wait_for(".again.main")
    found += [f"refuted: {each}" for each in findings(page)]
    page.locator(".again").click()
    page.keyboard.press("h")
    visitor.wait_for(".guide-hint")
    found += [f"hint: {each}" for each in findings(page)]
    solve(visitor, puzzle)
    found += [f"solved: {each}" for each in findings(page, scrolls=True)]
    visitor.shot(f"puzzle-solved-es-{size[0]}")
    assert found == []


@pytest.mark.long
def test_every_kind_of_azul_duel_can_be_looked_at(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """Whatever step the turn is at: its question, also on phones, a hint, and the solution played
    to its end."""
    visitor = visitors.come(shared_server.url, touch=True)
    page = visitor.page
    visitor.open("/puzzles")
    visitor.wait_for(".day-card")
    listed = told(visitor, "?variant=duel")["puzzles"]
    first = {puzzle["kind"]: puzzle["id"] for puzzle in reversed(listed)}
    assert len(first) > 1
    for kind, name in first.items():
        visitor.open(f"/puzzles/{name}")
        visitor.wait_for(".puzzle-card")
        assert findings(page) == [], kind
        for size in PHONES:
            visitor.resize(size)
            assert findings(page) == [], (kind, size)
        visitor.resize(DESK)
        page.get_by_role("button", name="Hint").click()
        visitor.wait_for(".guide-hint")
        page.get_by_role("button", name="Solution").click()
        visitor.wait_for(".lines")
        expect(page.locator(".line-box")).to_have_count(2)
        assert findings(page, scrolls=True) == [], kind
