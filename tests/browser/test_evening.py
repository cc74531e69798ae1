"""A whole evening of study, from one screen to the next as a person goes: the day's puzzle, ten of
a kind, a game with the coach, its mistakes again, a position on the analysis board, and a friend
who gets it by link."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import Request, expect

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .looking import look
from .test_locales import WEB, load
from .test_puzzles import AZUL, solve, take, told

pytest.importorskip("numba")

PUZZLES = 10
THROWN_AWAY = 5
"""Takes of many tiles that go to the floor line: mistakes in any game."""
COMMENT = "¿Y si…? Look at the floor."


class Evening:
    """A visitor who studies; the complaints of axe about each screen are collected."""

    def __init__(self, visitor: Visitor, lang: str) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.lang = lang
        self.words = load(WEB / "locales" / f"{lang}.json")
        self.found: list[str] = []
        self.mistakes: list[dict[str, Any]] = []
        self.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        """The mistakes that the page asks about, with what the review thinks of each."""
        if request.url.endswith("/mistakes"):
            self.mistakes.append(json.loads(request.post_data or "{}"))

    def look(self, screen: str) -> None:
        self.found += look(self.visitor, f"evening-{screen}-{self.lang}")

    def word(self, key: str) -> str:
        return self.words[key]["other"]

    def go_to(self, address: str) -> None:
        """By a link that can be seen, wherever the screen has it."""
        self.page.locator(f"a[href='{address}']:visible").first.click()

    # --- Puzzles ------------------------------------------------------------------------------

    def solve(self) -> str:
        """The puzzle on the screen."""
        self.visitor.wait_for(".puzzle-card")
        name = self.page.url.rsplit("/", 1)[-1]
        if name == "day":
            today = self.page.evaluate("new Date().toLocaleDateString('sv')")  # as 2026-11-16
            name = told(self.visitor, f"/day?date={today}")["id"]
        solution = told(self.visitor, f"/{name}/solution")
        solve(self.visitor, {"asked_actions": solution["asked"]})
        return str(name)

    def puzzle_of_the_day(self) -> None:
        self.visitor.open()
        self.visitor.wait_for(".btn.big")
        self.look("home")
        self.go_to("/puzzles")
        self.visitor.wait_for(".day-card")
        self.visitor.wait_for(".squares a")
        self.look("puzzles")
        self.page.locator(".day-go").click()
        self.visitor.wait_for(".puzzle-card")
        self.look("day")
        self.solve()
        expect(self.page.locator(".streak")).to_be_visible()
        self.look("day-solved")

    def ten_of_a_kind(self) -> None:
        self.go_to("/puzzles")
        self.visitor.wait_for(".squares a")
        listed = told(self.visitor, f"?variant={AZUL}")
        kinds = [each["kind"] for each in listed["puzzles"]]
        kind = next(name for name in kinds if kinds.count(name) > PUZZLES)
        self.page.locator(".kind", has_text=listed["kinds"][kind]).click()
        expect(self.page.locator(".squares a")).to_have_count(kinds.count(kind))
        self.page.locator(".practise").click()
        solved = []
        for _ in range(PUZZLES):
            solved.append(self.solve())
            self.page.locator(".lines .next").click()
            self.page.wait_for_function("name => !location.pathname.endsWith(name)", arg=solved[-1])
        assert len(set(solved)) == PUZZLES
        self.visitor.wait_for(".puzzle-card")
        self.page.locator("a[href='/puzzles']:visible").first.click()
        done = self.page.locator(".square[data-state=solved]")
        expect(done.nth(PUZZLES - 1)).to_be_visible()
        self.look("practice")

    # --- A game -------------------------------------------------------------------------------

    def game_with_the_coach(self) -> None:
        """Against the first level, played badly and given up."""
        visitor, page = self.visitor, self.page
        self.go_to("/")
        visitor.choose("game", "azul")
        visitor.choose("level", "ai:1")
        visitor.choose("coach", "small")
        page.locator(".btn.big").click()
        visitor.wait_for(".table")
        asked = 0
        for _ in range(THROWN_AWAY):
            visitor.wait_for_turn()
            take(visitor, self._most_tiles() + "F")
            visitor.settle()
            asked += self._anyway(first=not asked)
        assert asked, "the coach has nothing to say about tiles on the floor"
        visitor.wait_for_turn()
        self.look("game")
        visitor.tool(self.word("menu.title"))
        page.get_by_role("button", name=self.word("menu.resign")).click()
        page.locator(".table-menu .btn.main").click()
        visitor.wait_for(".end-sheet")

    def _most_tiles(self) -> str:
        """Where most tiles of a colour lie together, and the colour: 3R, CB."""
        state = self.page.evaluate(
            "table => fetch(`/api/v1/tables/${table}/history`).then(answer => answer.json())"
            ".then(({ frames }) => frames.at(-1).state)",
            self.page.url.rsplit("/", 1)[-1],
        )
        piles: dict[str, str] = {"C": state["centre"]}
        piles |= zip("12345", state["factories"], strict=True)
        choices = [
            (pile.count(each), place + each) for place, pile in piles.items() for each in pile
        ]
        return max(choices)[1]

    def _anyway(self, first: bool) -> bool:
        """Whether the coach has asked; then the move is played all the same."""
        page = self.page
        looks = re.escape(self.word("coach.looking"))
        expect(page.locator(".say")).not_to_contain_text(re.compile(looks))
        if not page.locator(".coach-box.asks").count():
            return False
        if first:
            self.look("coach")
        page.locator(".coach-box .anyway").click()
        page.locator(".coach-box.asks").wait_for(state="detached")
        return True

    def review(self) -> None:
        """At the end of the game the computer looks by itself, or is asked to."""
        visitor, page = self.visitor, self.page
        visitor.wait_for(".how-well .try-mistakes, .turning.offer button")
        if not page.locator(".how-well .try-mistakes").count():
            page.locator(".turning.offer button").click()
            visitor.wait_for(".how-well .try-mistakes")
        self.look("end")
        page.locator(".end-sheet .acts a[href^='/replay/']").click()
        visitor.wait_for(".replay-table")
        visitor.wait_for(".tallies")
        self.look("review")
        page.locator(".try-mistakes").first.click()

    def mistakes_again(self) -> None:
        """One is made again, and mended."""
        visitor, page = self.visitor, self.page
        visitor.wait_for(".puzzle-card")
        self.look("mistake")
        first = self.mistakes[-1]
        take(visitor, first["played"])
        visitor.wait_for(".puzzle-card.refuted .again")
        page.locator(".puzzle-card .again").click()
        visitor.wait_for(".tried")
        take(visitor, first["candidates"][0]["action"])
        visitor.wait_for(".lines")
        self.look("mended")

    # --- The analysis board -------------------------------------------------------------------

    def analysis(self) -> str:
        """Of the mistake's position: engine lines, a variation, a comment; the link to it."""
        visitor, page = self.visitor, self.page
        page.locator(".lines-foot .analyse").click()
        visitor.wait_for(".analysis main.table")
        visitor.wait_for(".engine .candidate")
        moves = page.locator(".tree-move")
        page.locator(".engine .candidate").first.click()
        expect(moves).to_have_count(2)
        back = page.locator(".analysis-tools .steps button").nth(1)
        back.click()
        expect(moves.first).to_have_attribute("aria-current", "step")
        take(visitor, self.mistakes[-1]["played"])
        expect(moves).to_have_count(3)
        page.locator(".variations textarea").fill(COMMENT)
        expect(page.locator(".tree-comment")).to_have_text(COMMENT)
        visitor.wait_for(".engine .candidate")
        self.look("analysis")
        name = re.compile(f"^{re.escape(self.word('analysis.share'))}$")
        page.get_by_role("button", name=name).click()
        link = page.locator(".invite-way input")
        expect(link).to_have_value(re.compile("/analysis#1"))
        address = link.input_value()
        self.look("share")
        page.keyboard.press("Escape")
        return address

    def told_board(self) -> tuple[list[str], str]:
        """The tree and the table as they are read out."""
        self.visitor.wait_for(".tree-comment")
        expect(self.page.locator(".tree-comment")).to_have_text(COMMENT)
        expect(self.page.locator(".tree-move.here")).to_have_count(1)
        tree = self.page.locator(".tree-move").all_inner_texts()
        return tree, self.page.locator("main.table").aria_snapshot()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "phone"])
def test_an_evening_of_study(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], lang: str
) -> None:
    visitor = visitors.come(shared_server.url, lang, size, theme=None)
    evening = Evening(visitor, lang)
    evening.puzzle_of_the_day()
    evening.ten_of_a_kind()
    evening.game_with_the_coach()
    evening.review()
    evening.mistakes_again()
    link = evening.analysis()
    friend = Evening(visitors.come(shared_server.url, lang, size, theme=None), lang)
    friend.page.goto(link)
    tree, table = friend.told_board()
    assert len(tree) == 3
    assert (tree, table) == evening.told_board()
    friend.look("friend")
    assert evening.found + friend.found == []
