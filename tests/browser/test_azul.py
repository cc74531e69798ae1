"""Whole games of Azul played through the page."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import LOW, PHONE, SIZES, TABLE_FOR_FOUR, Visitor, Visitors
from .late_games import open_late_game
from .looking import look


def test_two_clicks_to_a_game(visitor: Visitor) -> None:
    visitor.open()
    visitor.page.locator(".btn.big").click()
    assert visitor.wait_for_turn()
    expect(visitor.page.locator(".say")).to_contain_text(re.compile("[Yy]our turn"))


def test_the_end_of_a_game_of_two_by_clicks(visitor: Visitor) -> None:
    open_late_game(visitor, "azul", at_round=5)
    visitor.wait_for_turn()
    assert not visitor.scrolls()
    assert visitor.outside() == []
    visitor.play_by_clicks()
    expect(visitor.page.locator(".points .total td")).to_have_count(2)
    visitor.shot("azul2-end")
    visitor.page.get_by_role("button", name="Rematch").click()
    visitor.page.wait_for_selector(".end-sheet", state="detached")
    assert visitor.wait_for_turn()


@pytest.mark.long
def test_a_game_of_two_by_clicks(visitor: Visitor) -> None:
    visitor.new_game()
    visitor.play_by_clicks()
    expect(visitor.page.locator(".points .total td")).to_have_count(2)


@pytest.mark.long
def test_a_gray_game_of_four_by_clicks(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, size=TABLE_FOR_FOUR)
    visitor.new_game(players=4, wall="gray")
    visitor.wait_for_turn()
    assert not visitor.scrolls()
    assert visitor.outside() == []
    while visitor.wait_for_turn() and not visitor.page.locator("button.sp.aim").count():
        visitor.take_by_clicks()
    found = look(visitor, "gray4-columns")
    visitor.resize(PHONE)
    assert visitor.outside() == []
    assert found + look(visitor, "gray4-columns") == []
    visitor.resize(TABLE_FOR_FOUR)
    visitor.play_by_clicks()
    expect(visitor.page.locator(".points .total td")).to_have_count(4)
    assert look(visitor, "end4") == []


@pytest.mark.long
def test_a_game_of_four_by_clicks(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, "es", TABLE_FOR_FOUR)
    visitor.new_game(players=4)
    visitor.play_by_clicks()
    expect(visitor.page.locator(".points .total td")).to_have_count(4)


@pytest.mark.long
def test_three_players_in_spanish_on_a_phone(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, "es", PHONE)
    visitor.new_game(players=3)
    visitor.wait_for_turn()
    expect(visitor.page.locator(".say")).to_contain_text("toca")
    assert not visitor.scrolls()
    assert visitor.outside() == []
    visitor.page.locator("button.t").first.click()
    visitor.targets.first.wait_for()
    for target in visitor.page.locator(".dk").all():
        box = target.bounding_box()
        assert box
        assert box["width"] >= 44
        assert box["height"] >= 44
    visitor.shot("phone3-es")
    visitor.targets.first.click()
    visitor.settle()
    visitor.wait_for_turn()
    before = visitor.page.locator(".board.own").bounding_box()
    visitor.page.locator(".card").last.click()
    visitor.wait_for(".opened .board")
    visitor.shot("phone3-opened-es")
    assert visitor.page.locator(".board.own").bounding_box() == before, "nothing shifts"
    assert not visitor.scrolls()
    assert visitor.outside() == []
    visitor.page.locator(".card").last.click()
    visitor.play_by_clicks()
    expect(visitor.page.locator(".points .total td")).to_have_count(3)


@pytest.mark.long
def test_a_game_by_keyboard_alone(visitor: Visitor) -> None:
    """On the gray wall: home and some moves by Tab and Enter, the others as they are written."""
    visitor.new_game_by_keys("wall")
    page = visitor.page
    moves = columns = 0
    while visitor.wait_for_turn():
        if page.locator("button.sp.aim").count():
            spot = page.locator("button.sp.aim").first.get_attribute("data-spot") or ""
            if columns < 2:
                visitor.tab_to("button.sp.aim")
                page.keyboard.press("Enter")
            else:
                page.keyboard.press(str(int(spot[-1]) + 1))
            page.wait_for_function(
                "spot => document.querySelector('button.sp.aim')?.dataset.spot !== spot", arg=spot
            )
            columns += 1
            continue
        if moves < 3:
            visitor.tab_to("button.t")
            page.keyboard.press("Enter")
            page.wait_for_selector(".lit .aim-button")
            visitor.tab_to(".lit .aim-button")
            page.keyboard.press("Enter")
        else:
            take = page.locator("button.t").first.get_attribute("data-take") or ""
            page.keyboard.type(("C" if take[0] == "0" else take[0]) + take[1].lower())
            page.wait_for_selector(".lit .aim-button .key")
            page.keyboard.type(page.locator(".lit .aim-button .key").first.inner_text())
        visitor.settle()
        moves += 1
        assert moves < 400
    assert moves > 20
    assert columns > 5


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 3, 4])
def test_nothing_is_cut_off(visitor: Visitor, players: int) -> None:
    visitor.new_game(players=players)
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    visitor.page.locator("button.t").first.click()
    visitor.targets.first.wait_for()
    for size in SIZES:
        visitor.resize(size)
        assert visitor.outside() == [], size
        assert not visitor.scrolls(), size
        visitor.shot(f"azul{players}-{size[0]}")
    for size in LOW:
        visitor.resize(size)
        assert visitor.out_of_reach() == [], size


@pytest.mark.long
@pytest.mark.parametrize("players", [2, pytest.param(4, marks=pytest.mark.long)])
def test_a_finger_meets_the_tile_that_it_means(
    visitors: Visitors, shared_server: ServerProcess, players: int
) -> None:
    visitor = visitors.come(shared_server.url, size=PHONE)
    visitor.new_game(players=players)
    visitor.wait_for_turn()
    for tile in visitor.page.locator(".disc button, .centre button").all():
        assert min(visitor.reach(tile)) >= 44
    visitor.pick_up()
