"""By numbers: what the page draws is what the file says, in both languages and on every screen."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from ..support import ROOT
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import SIZES, TOUCHED, findings
from .looking import look

FILE = ROOT / "src" / "loseta" / "web" / "numbers.json"


def sets() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(FILE.read_bytes())["sets"]
    return found


def arrive(visitor: Visitor) -> None:
    visitor.open("/numbers")
    visitor.wait_for(".numbers-part .plot")


def test_the_file_has_what_the_page_shows() -> None:
    """If it is made anew, this says what is missing."""
    players = {(each["variant"], each["players"]) for each in sets()}
    for variant in ("azul-2-coloured", "azul-2-gray", "duel-starred"):
        assert (variant, "greedy") in players
        assert (variant, "ai:1") in players
    for each in sets():
        assert each["games"] > 0
        assert each["completed"]
        assert each["takes"]
        assert 0 < each["starter"]["won"] < 1


@pytest.mark.long
def test_the_figures_are_those_of_the_file(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open()
    page.locator("main a[href='/learn']").click()
    page.locator("main a[href='/numbers']").click()
    visitor.wait_for(".numbers-part .plot")
    expect(page.get_by_role("heading", level=1)).to_have_text("By numbers")
    starters = page.get_by_role("table", name="Games won by the starting player")
    greedy = [each for each in sets() if each["players"] == "greedy"]
    expect(starters.locator("tbody tr")).to_have_count(len(greedy))
    for each, row in zip(greedy, starters.locator("tbody tr").all(), strict=True):
        expect(row.locator(".plot-value")).to_contain_text(f"{100 * each['starter']['won']:.1f}%")
        width = row.locator("rect").get_attribute("width")
        assert width == str(int(1000 * each["starter"]["won"] + 0.5))
    levels = page.get_by_role("table", name="Mean points at the end")
    own = [each for each in sets() if each["variant"] == greedy[0]["variant"]]
    expect(levels.locator("tbody tr")).to_have_count(len(own))


@pytest.mark.long
def test_another_variant_is_chosen_by_keyboard(visitor: Visitor) -> None:
    page = visitor.page
    arrive(visitor)
    page.get_by_role("radio").first.focus()
    page.keyboard.press("ArrowRight")
    second = page.locator(".variants input").nth(1)
    expect(second).to_be_checked()
    value = second.get_attribute("value")
    own = [each for each in sets() if each["variant"] == value]
    levels = page.get_by_role("table", name="Mean points at the end")
    expect(levels.locator("tbody tr")).to_have_count(len(own))


@pytest.mark.long
def test_it_is_found_from_the_lessons_in_spanish(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, lang="es", size=PHONE)
    visitor.open("/learn")
    visitor.page.get_by_role("link", name="Ver las cifras").click()
    visitor.wait_for(".numbers-part .plot")
    expect(visitor.page.get_by_role("heading", level=1)).to_have_text("En cifras")
    expect(visitor.page.get_by_role("table", name="Columnas completas")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe(visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    arrive(visitor)
    assert look(visitor, "numbers") == []


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_nothing_is_cut_on_any_screen(
    visitors: Visitors, shared_server: ServerProcess, lang: str
) -> None:
    found = []
    for touch in (True, False):
        visitor = visitors.come(shared_server.url, lang, touch=touch)
        arrive(visitor)
        for size in SIZES:
            if (size in TOUCHED) == touch:
                visitor.resize(size)
                found += [f"{size}: {each}" for each in findings(visitor.page, scrolls=True)]
    assert found == []


@pytest.mark.long
def test_without_the_figures_it_says_so_and_tries_again(visitor: Visitor) -> None:
    page = visitor.page
    page.route("**/web/numbers.json", lambda route: route.fulfill(body="nothing"))
    visitor.open("/numbers")
    again = page.get_by_role("button", name="Try again")
    again.wait_for()
    page.unroute("**/web/numbers.json")
    again.click()
    visitor.wait_for(".numbers-part .plot")
