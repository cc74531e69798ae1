"""Azul Duel by keyboard and screen reader: the focus is never lost, and every question is
announced."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from .browsing import DRAWN, Visitor

EAR = """() => {
  window.heard = [];
  const live = document.getElementById("live");
  new MutationObserver(() => heard.push(live.textContent))
    .observe(live, {childList: true, characterData: true, subtree: true});
  window.lost = [];
  const look = () => {
    if (document.activeElement === document.body && !window.tabbing)
      lost.push(document.querySelector('.say')?.innerText ?? '');
    requestAnimationFrame(() => setTimeout(look));
  };
  look();
}"""
"""Notes what the live region says, and every drawn moment at which nothing has the focus."""


def said(visitor: Visitor, pattern: str) -> None:
    """Until it is heard; what was said before does not count any more."""
    visitor.page.wait_for_function("p => new RegExp(p, 's').test(heard.join(' '))", arg=pattern)
    visitor.page.evaluate("() => { heard.length = 0 }")


def tab_to(visitor: Visitor, selector: str) -> None:
    """After the last element comes the window, and then the first again."""
    visitor.page.evaluate("() => { tabbing = true }")
    visitor.tab_to(selector)
    visitor.page.evaluate("() => { tabbing = false }")


def start(visitor: Visitor) -> None:
    """By keys alone, from home to the first plate laid."""
    visitor.new_game_by_keys("game")
    visitor.wait_for("button.of.free")
    visitor.page.keyboard.press("Tab")
    visitor.tab_to("main button")
    visitor.page.evaluate(EAR)
    tab_to(visitor, "button.of.free")
    visitor.page.keyboard.press("Enter")
    said(visitor, "Your turn: choose a space of your dome")
    visitor.page.keyboard.press("5")
    said(visitor, "Tried on: the middle")
    visitor.page.keyboard.press("r")
    said(visitor, "Top to the \\w+: \\w+ plate")
    visitor.page.keyboard.press("5")
    said(visitor, "Your turn: take ")


WANTED = {"stack", "next on the stack", "chip"}
READY = """() => document.querySelector(
  '.step, .app:not(.ahead) main button.t, button.chip.free, button.of.free, .end-sheet')"""


@pytest.mark.long
def test_the_focus_is_never_lost_and_every_question_is_heard(visitor: Visitor) -> None:
    """Through turns with the order of a stack, the next tile of it, and a chip."""
    kinds: set[str] = set()
    for _ in range(8):  # games, for the deals are what they are
        start(visitor)
        play_a_round(visitor, kinds)
        visitor.page.wait_for_function(READY)
        assert visitor.page.evaluate("() => lost") == []
        if kinds == WANTED:
            return
    raise AssertionError(f"only {kinds} came up")


def play_a_round(visitor: Visitor, kinds: set[str]) -> None:
    page = visitor.page
    while kinds != WANTED:
        page.wait_for_function(READY)
        page.evaluate(DRAWN)
        if page.locator(".step").count() or visitor.over:  # the tiling
            return
        if not page.locator("main button.t, button.chip.free").count():  # only plates are left
            return
        only_chips = not page.locator("main button.t").count()
        if ("chip" not in kinds or only_chips) and page.locator("button.chip.free").count():
            kinds.add("chip")
            tab_to(visitor, "button.chip.free")
            page.keyboard.press("Enter")
            said(visitor, "You took the chip \\w+( and \\w+)?\\..*(Your turn|is over)")
            continue
        take_tiles(visitor)
        while page.locator(".step-stack").count():
            kinds.add("stack")
            if stack_next(visitor):
                kinds.add("next on the stack")


def take_tiles(visitor: Visitor) -> None:
    """From a sun with many colours, if there is one: the rest must be put in order."""
    page = visitor.page
    many = page.locator(".small-fac .sun:has(button.t:nth-of-type(4)) button.t")
    some = page.locator(".small-fac .sun:has(button.t:nth-of-type(3)) button.t")
    found = next(each for each in (many, some, page.locator("main button.t")) if each.count())
    tab_to(visitor, f"[data-spot='{found.first.get_attribute('data-spot')}']")
    page.keyboard.press("Enter")
    said(visitor, "Picked up: \\d \\w+\\. Choose a line")
    expect(page.locator(":focus")).to_have_class(re.compile("aim-button"))
    page.keyboard.press("Enter")
    said(visitor, "You took \\d .*(Your turn|is over)")
    page.wait_for_function(READY)


def stack_next(visitor: Visitor) -> bool:
    """Put a tile on the stack; whether another one is asked for then."""
    page = visitor.page
    built = page.locator(".step-stack .built .t").count()
    expect(page.locator(":focus")).to_have_class(re.compile("pickable"))
    page.keyboard.press("Enter")
    page.wait_for_function(
        "n => !document.querySelector('.step-stack')"
        " || document.querySelectorAll('.step-stack .built .t').length > n",
        arg=built,
    )
    if not page.locator(".step-stack").count():
        said(visitor, "You stacked the rest.*(Your turn|is over)")
        return False
    said(visitor, f"is number {built + 1} from below\\. And the next one on it")
    return True


@pytest.mark.long
def test_the_end_of_an_order_is_followed_by_the_next_question(visitor: Visitor) -> None:
    """While the other plays the table itself has the focus."""
    start(visitor)
    page = visitor.page
    tab_to(visitor, "main button.t")
    page.keyboard.press("Enter")
    said(visitor, "Picked up")
    page.keyboard.press("Escape")
    said(visitor, "Put back")
    expect(page.locator(":focus")).to_have_attribute("data-take", re.compile("^\\d\\w$"))
