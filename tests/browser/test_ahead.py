"""A take chosen while the other thinks: shown as a ghost, sent when the turn comes, dropped with a
word when it can no longer be."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..server.servers import ServerProcess
from .browsing import DRAWN, PHONE, Visitor, Visitors
from .dueling import Artist
from .looking import complaints
from .test_friends import two_at_a_table, whose_turn

CHOSEN = ".t.chosen"
GHOSTS = ".own .lane:has(> .ahead-button) .t.ghost"


def sit(visitors: Visitors, url: str) -> tuple[Visitor, Visitor]:
    """Who is to move, and who waits."""
    both = list(two_at_a_table(visitors, url))
    mover = whose_turn(both)
    assert mover is not None
    waiter = both[1 - both.index(mover)]
    waiter.wait_for(".app.ahead")
    return mover, waiter


def take_of(piece: Locator) -> str:
    return piece.get_attribute("data-take") or ""


def choose_ahead(visitor: Visitor, take: str, line: int = 3) -> None:
    visitor.page.locator(f"button.t[data-take='{take}']").click()
    visitor.page.locator(".own .lane > .aim-button").nth(line - 1).click()
    expect(visitor.page.locator(".ahead-button")).to_have_count(1)


def play(visitor: Visitor, take: str, line: int = 1) -> None:
    visitor.page.locator(f"button.t[data-take='{take}']").click()
    visitor.page.locator(".own .lane > .aim-button").nth(line - 1).click()


@pytest.mark.long
def test_a_take_is_chosen_ahead_and_sent_when_the_turn_comes(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    mover, waiter = sit(visitors, shared_server.url)
    page = waiter.page
    take = take_of(page.locator(".disc button.t").last)
    tiles = page.locator(f".disc [data-take='{take}']").count()
    choose_ahead(waiter, take)
    expect(page.locator(GHOSTS)).to_have_count(min(tiles, 3))
    expect(page.locator(CHOSEN)).to_have_count(tiles)
    expect(page.locator("#live")).to_contain_text(re.compile("Chosen ahead|Elegido para tu turno"))
    waiter.shot("ahead")
    assert complaints(waiter) == []
    other = mover.page.locator(f".disc button.t:not([data-take^='{take[0]}'])").first
    play(mover, take_of(other))
    line = page.locator(".own .lane").nth(2)
    expect(line.locator(".t:not(.ghost)")).to_have_count(min(tiles, 3))
    expect(page.locator(".ahead-button")).to_have_count(0)
    mover.wait_for(".app:not(.ahead) button.t")  # it is the other's turn again


@pytest.mark.long
def test_what_is_no_longer_possible_is_dropped_with_a_word(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    mover, waiter = sit(visitors, shared_server.url)
    page = waiter.page
    take = take_of(page.locator(".disc button.t").last)
    choose_ahead(waiter, take)
    play(mover, take)
    sentence = re.compile("No longer possible|Ya no es posible")
    expect(page.locator(".say")).to_contain_text(sentence)
    expect(page.locator("#live")).to_contain_text(sentence)
    expect(page.locator(".own .lane .t")).to_have_count(0)
    waiter.shot("ahead-dropped")
    waiter.wait_for_turn()
    waiter.take_by_clicks()  # and the game goes on


@pytest.mark.long
def test_more_tiles_than_were_chosen_are_not_taken(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """The centre has filled in between: what was chosen is no longer what would be taken."""
    mover, waiter = sit(visitors, shared_server.url)
    discs = mover.page.locator(".disc:has(button.t + .t + .t)")
    colours = "BYRKW"
    first = take_of(discs.first.locator("button.t").first)
    play(mover, first)
    waiter.wait_for_turn()
    waiter.page.locator(".disc button.t").first.click()
    waiter.page.locator(".own .floor > .aim-button").click()
    mover.wait_for_turn()
    waiter.wait_for(".app.ahead")
    page = waiter.page
    for letter in colours:
        chosen = page.locator(f".centre button.t.c-{letter}")
        mixed = mover.page.locator(f".disc:has(.c-{letter}):has(button.t:not(.c-{letter}))")
        if chosen.count() and mixed.count():
            break
    else:
        pytest.fail("no colour that grows in the centre")
    choose_ahead(waiter, take_of(chosen.first), 5)
    play(mover, take_of(mixed.first.locator(f"button.t:not(.c-{letter})").first), 4)
    expect(page.locator(".say")).to_contain_text(re.compile("No longer possible|Ya no es posible"))


@pytest.mark.long
def test_a_choice_is_let_go_by_tap_and_escape_and_made_by_keys(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    _, waiter = sit(visitors, shared_server.url)
    page = waiter.page
    take = take_of(page.locator(".disc button.t").first)
    choose_ahead(waiter, take)
    page.locator(".ahead-button").click()
    expect(page.locator(".ahead-button")).to_have_count(0)
    page.keyboard.type(f"{take}3", delay=30)
    expect(page.locator(".own .lane").nth(2).locator(".ahead-button")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.locator(".ahead-button")).to_have_count(0)
    expect(page.locator("#live")).to_contain_text(re.compile("Let go|Soltado"))
    # By Tab and Enter, as a screen reader goes.
    waiter.tab_to("button.t")
    page.keyboard.press("Enter")
    page.evaluate(DRAWN)
    page.evaluate(DRAWN)
    waiter.tab_to(".lit > .aim-button")
    page.keyboard.press("Enter")
    expect(page.locator(".ahead-button")).to_have_count(1)
    waiter.resize(PHONE)
    assert not waiter.outside()
    waiter.shot("ahead-phone")


@pytest.mark.long
def test_ahead_in_azul_duel(visitors: Visitors, shared_server: ServerProcess) -> None:
    ana = visitors.come(shared_server.url)
    artist = Artist(ana)
    ana.open()
    ana.choose("game", "duel")
    ana.page.get_by_role("button", name="Invite friends").click()
    luis = visitors.come(shared_server.url, "es")
    other = Artist(luis)
    luis.page.goto(ana.page.get_by_label("Link for this seat").input_value())
    luis.page.get_by_role("button", name="Sentarme").click()

    def waiting() -> list[Visitor]:
        return [each for each in (ana, luis) if each.page.locator(".app.ahead").count()]

    while len(waiting()) != 1:  # the opening
        for each in (artist, other):
            if each.is_asked() and not waiting():
                each.wait()
                each.decide()
        ana.page.wait_for_timeout(700)
    (waiter,) = waiting()
    mover = luis if waiter is ana else ana
    page = waiter.page
    take = take_of(page.locator(".fac-4 .sun button.t").first)
    choose_ahead(waiter, take)
    waiter.shot("ahead-duel")
    moving = artist if mover is ana else other
    moving.wait()
    mover.page.locator(".app:not(.ahead) .fac-1 .sun button.t").first.click()
    mover.page.locator(".own .lane > .aim-button").nth(5).click()
    moving.wait()  # the rest is to be stacked, or the other has had a turn already
    if moving.asked == "stack":
        moving.stack_all()
    expect(page.locator(".own .lane").nth(2).locator(".t:not(.ghost)").first).to_be_visible()
    expect(page.locator(".ahead-button")).to_have_count(0)
