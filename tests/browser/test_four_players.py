"""A table for four: nothing crosses, nothing is cut, and the rivals are told apart."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import PHONE, TABLET, Visitor, Visitors
from .looking import look

WIDE = [TABLET, (1280, 720), (1440, 900), (1920, 1080)]
CROSSING = """() => {
  const box = (e) => e.getBoundingClientRect();
  const centre = box(document.querySelector(".centre"));
  const radius = Math.min(centre.width, centre.height) / 2;
  // How far a point lies outside the centre, whose ends are round.
  const outside = (x, y) => {
    const dx = Math.abs(x - (centre.x + centre.width / 2)) - (centre.width / 2 - radius);
    const dy = Math.abs(y - (centre.y + centre.height / 2)) - (centre.height / 2 - radius);
    return Math.hypot(Math.max(0, dx), Math.max(0, dy)) - radius;
  };
  return [...document.querySelectorAll(".disc, .disc > .no")].filter((e) => {
    const { x, y, width, height } = box(e);
    return outside(x + width / 2, y + height / 2) < width / 2 + 1;
  }).map((e) => e.className + " " + e.textContent);
}"""
"""Factories, or their numbers, that the line around the centre runs through."""
SPILLS = """(selector) => [...document.querySelectorAll(selector)].filter((e) => {
  const inner = e.getBoundingClientRect(), outer = e.parentElement.getBoundingClientRect();
  return inner.left < outer.left || inner.right > outer.right || inner.bottom > outer.bottom
    || [...e.querySelectorAll("th, td, .n, b")].some((each) => {
      const { left, right, bottom } = each.getBoundingClientRect();
      return left < inner.left - 1 || right > inner.right + 1 || bottom > inner.bottom + 1
        || each.scrollWidth > each.clientWidth + 1 });
}).length"""
CUT = """(selector) => [...document.querySelectorAll(selector)]
  .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
  .map((e) => e.textContent)"""


def four(visitor: Visitor, turns: int = 2) -> None:
    visitor.new_game(players=4)
    for _ in range(turns):
        visitor.wait_for_turn()
        visitor.take_by_clicks()
    visitor.wait_for_turn()


@pytest.mark.long
@pytest.mark.parametrize("touch", [True, False], ids=["fingers", "mouse"])
def test_what_stands_beside_the_own_board_is_as_high(
    visitors: Visitors, shared_server: ServerProcess, touch: bool
) -> None:
    visitor = visitors.come(shared_server.url, size=TABLET, touch=touch)
    four(visitor)
    for size in WIDE:
        visitor.resize(size)
        board, side = (visitor.page.locator(each).bounding_box() for each in (".own", ".side"))
        assert board
        assert side
        assert side["y"] == pytest.approx(board["y"], abs=1), size
        assert side["height"] == pytest.approx(board["height"], abs=1), size


def badges(visitor: Visitor, selector: str) -> list[tuple[str, str]]:
    found: list[list[Any]] = visitor.page.evaluate(
        """s => [...document.querySelectorAll(s)].map(
          e => [e.textContent, getComputedStyle(e).backgroundColor])""",
        selector,
    )
    return [(initial, colour) for initial, colour in found]


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", pytest.param("es", marks=pytest.mark.long)])
def test_a_wide_table_for_four(visitors: Visitors, shared_server: ServerProcess, lang: str) -> None:
    visitor = visitors.come(shared_server.url, lang)
    four(visitor)
    for size in WIDE:
        visitor.resize(size)
        assert visitor.page.evaluate(CROSSING) == []
        assert visitor.page.evaluate(SPILLS, ".side > :last-child") == 0, size
        assert visitor.page.evaluate(CUT, ".who .name") == [], size
        assert not visitor.scrolls()
        assert not visitor.outside()
    rows = visitor.page.locator(".supplies tbody tr")
    expect(rows).to_have_count(2)
    for row in rows.all():
        counts = [int(text) for text in row.locator("td").all_inner_texts()]
        assert sum(counts[:-1]) == counts[-1]
    assert not look(visitor, f"four-wide-{lang}")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_four_on_a_phone(visitors: Visitors, shared_server: ServerProcess, lang: str) -> None:
    visitor = visitors.come(shared_server.url, lang, PHONE)
    four(visitor, 1)
    page = visitor.page
    expect(page.locator(".card")).to_have_count(3)
    expect(page.locator(".card-move")).to_have_count(3)
    assert page.evaluate(CUT, ".card-name, .say") == []
    for size in (PHONE, (320, 640)):
        visitor.resize(size)
        assert not visitor.scrolls()
        assert not visitor.outside()
        assert page.evaluate(CUT, ".say") == [], size
    assert not look(visitor, f"four-phone-{lang}")


@pytest.mark.long
def test_rivals_are_told_apart_by_colour_and_initial(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url)
    four(visitor, 1)
    seats = badges(visitor, ".who .badge")
    assert len(seats) == 4
    assert len({initial for initial, _ in seats}) == 4
    assert len({colour for _, colour in seats}) == 4
    # In the log and on the cards of a phone everybody has the same.
    assert set(badges(visitor, ".log .badge")) <= set(seats)
    assert badges(visitor, ".log .badge")
    visitor.resize(PHONE)
    cards = badges(visitor, ".card .badge")
    assert set(cards) == set(seats) - set(badges(visitor, ".own .badge"))
    visitor.page.emulate_media(color_scheme="dark")
    assert len({colour for _, colour in badges(visitor, ".card .badge")}) == 3
