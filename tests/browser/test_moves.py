"""Answering the hand: dragging, reasons, confirming, undoing, hints, stepping, languages."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import PATIENCE, Visitor, Visitors


def start(visitor: Visitor) -> None:
    visitor.new_game()
    visitor.wait_for_turn()


def own_tiles(visitor: Visitor) -> int:
    return visitor.page.locator(".board.own .cells .t:not(.ghost)").count()


def pick(visitor: Visitor) -> None:
    visitor.page.locator("button.t").first.click()
    visitor.page.wait_for_selector(".lit .aim-button")


def test_tiles_can_be_dragged(visitor: Visitor) -> None:
    start(visitor)
    page = visitor.page
    source = page.locator("button.t").first.bounding_box()
    target = page.locator(".own .lane").nth(3).bounding_box()
    assert source
    assert target
    page.mouse.move(source["x"] + 10, source["y"] + 10)
    page.mouse.down()
    page.mouse.move(source["x"] + 60, source["y"] + 40, steps=4)
    page.wait_for_selector(".dragged")
    page.mouse.move(target["x"] + 200, target["y"] + 20, steps=6)
    page.mouse.up()
    page.wait_for_selector(".own .lane:nth-child(4) .cells .t:not(.ghost)")
    expect(page.locator(".dragged")).to_have_count(0)
    assert visitor.wait_for_turn()


@pytest.mark.long
def test_tiles_let_go_beside_every_line_stay_in_the_hand(visitor: Visitor) -> None:
    start(visitor)
    page = visitor.page
    source = page.locator("button.t").first.bounding_box()
    assert source
    page.mouse.move(source["x"] + 10, source["y"] + 10)
    page.mouse.down()
    page.mouse.move(source["x"] + 60, source["y"] + 140, steps=4)
    page.mouse.up()
    page.wait_for_selector(".t.up")
    page.keyboard.press("Escape")
    page.wait_for_selector(".t.up", state="detached")
    assert own_tiles(visitor) == 0


def test_a_closed_line_says_why_with_its_rule(visitor: Visitor) -> None:
    start(visitor)
    page = visitor.page
    pick(visitor)
    page.keyboard.press("5")
    visitor.settle()
    visitor.wait_for_turn()
    held = page.locator(".own .lane:nth-child(5) .t").first.get_attribute("class") or ""
    colour = held.split("c-")[1][0]
    page.locator(f"button.t:not(.c-{colour})").first.click()
    shut = page.locator(".own .lane:nth-child(5).shut .aim-button")
    shut.wait_for()
    assert shut.get_attribute("aria-disabled") == "true"
    page.wait_for_function(
        "() => document.querySelector('.own .lane:nth-child(5) .why')?.textContent.length > 3"
    )
    shut.click(force=True)
    page.wait_for_selector(".say.remark .rule")
    expect(visitor.page.locator(".say")).to_contain_text("Pattern line 5 holds")
    expect(visitor.page.locator(".say")).to_contain_text("A2.5")


@pytest.mark.long
def test_moves_can_be_confirmed_or_undone(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, moves="confirm")
    start(visitor)
    page = visitor.page
    pick(visitor)
    visitor.targets.nth(2).click()
    page.get_by_role("button", name="Confirm").wait_for()
    assert own_tiles(visitor) > 0
    page.keyboard.press("Escape")
    page.wait_for_function("() => !document.querySelector('.board.own .cells .t')")
    pick(visitor)
    visitor.targets.nth(2).click()
    page.get_by_role("button", name="Confirm").click()
    page.get_by_role("button", name="Confirm").wait_for(state="detached")
    assert visitor.wait_for_turn()
    assert own_tiles(visitor) > 0


@pytest.mark.long
def test_computers_let_one_take_back(visitor: Visitor) -> None:
    start(visitor)
    pick(visitor)
    visitor.targets.nth(2).click()
    visitor.settle()
    visitor.wait_for_turn()
    assert own_tiles(visitor) > 0
    visitor.page.get_by_role("button", name="Undo").click()
    visitor.page.wait_for_function("() => !document.querySelector('.board.own .cells .t')")
    assert visitor.wait_for_turn()


@pytest.mark.long
def test_taking_back_while_looking_back(visitor: Visitor) -> None:
    """What was looked at is gone then: the page shows what is now."""
    start(visitor)
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    visitor.page.keyboard.press("ArrowLeft")
    visitor.wait_for(".stepper")
    visitor.page.keyboard.press("u")
    expect(visitor.page.locator(".stepper")).to_have_count(0)
    assert visitor.wait_for_turn()
    assert own_tiles(visitor) == 0
    visitor.take_by_clicks()
    assert visitor.wait_for_turn()


@pytest.mark.long
def test_a_move_is_played_although_one_leaves_before_it_can_no_longer_be_undone(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, moves="undo")
    start(visitor)
    pick(visitor)
    visitor.targets.nth(2).click()
    visitor.page.get_by_role("button", name="Confirm").wait_for()
    visitor.page.get_by_role("link", name="Loseta").click()
    visitor.wait_for(".btn.big")
    visitor.page.go_back()
    assert visitor.wait_for_turn()
    assert own_tiles(visitor) > 0


@pytest.mark.parametrize(
    "leaving",
    [
        ("reload",),
        pytest.param(("reload", "another page", "closed tab"), marks=pytest.mark.long),
    ],
    ids=len,
)
def test_a_reload_or_a_closed_tab_loses_no_move(
    visitors: Visitors, shared_server: ServerProcess, leaving: tuple[str, ...]
) -> None:
    """Within the seconds to undo: who leaves has not undone. And it can still be taken back."""
    visitor = visitors.come(shared_server.url, moves="undo")
    start(visitor)
    for leave in leaving:
        before = own_tiles(visitor)
        pick(visitor)
        visitor.targets.first.click()
        visitor.page.get_by_role("button", name="Confirm").wait_for()
        table = visitor.page.url
        if leave == "reload":
            visitor.page.reload()
        elif leave == "another page":
            visitor.open("/learn")
            visitor.page.goto(table)
        else:
            page = visitor.page.context.new_page()
            visitor.page.close(run_before_unload=True)
            visitor.page = page
            page.set_default_timeout(PATIENCE)
            page.goto(table)
        visitor.wait_for_turn()
        page = visitor.page
        page.wait_for_function(
            "n => document.querySelectorAll('.board.own .cells .t:not(.ghost)').length > n"
            " || document.querySelectorAll('.floor .t').length",
            arg=before,
        )
        expect(page.get_by_role("button", name="Confirm")).to_have_count(0)
        assert page.evaluate("() => localStorage.getItem('loseta.outbox')") is None
        visitor.wait_for_turn()
    laid = own_tiles(visitor)
    visitor.page.get_by_role("button", name="Undo").click()
    visitor.page.wait_for_function(
        "n => document.querySelectorAll('.board.own .cells .t:not(.ghost)').length < n", arg=laid
    )


@pytest.mark.long
def test_a_move_made_without_a_line_is_sent_at_the_next_visit(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url)
    visitor.may_lose_connection = True
    start(visitor)
    table = visitor.page.url
    visitor.page.context.set_offline(True)
    visitor.wait_for(".say .lost")
    pick(visitor)
    visitor.targets.nth(2).click()
    visitor.page.wait_for_function("() => localStorage.getItem('loseta.outbox')")
    visitor.page.get_by_role("link", name="Loseta").click()
    visitor.wait_for(".btn.big")
    visitor.page.context.set_offline(False)
    visitor.page.goto(table)
    visitor.wait_for_turn()
    visitor.wait_for(".board.own .cells .t:not(.ghost)")
    visitor.page.wait_for_function("() => !localStorage.getItem('loseta.outbox')")


@pytest.mark.long
def test_a_move_that_was_not_confirmed_is_asked_about_again_after_a_reload(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, moves="confirm")
    start(visitor)
    pick(visitor)
    visitor.targets.nth(2).click()
    confirm = visitor.page.get_by_role("button", name="Confirm")
    confirm.wait_for()
    laid = own_tiles(visitor)
    visitor.page.reload()
    confirm.wait_for()
    assert own_tiles(visitor) == laid
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.choose("lang", "es")  # the line is opened anew
    visitor.page.get_by_role("button", name="Confirmar").click()
    visitor.page.get_by_role("button", name="Confirmar").wait_for(state="detached")
    visitor.wait_for_turn()
    visitor.page.reload()
    visitor.wait_for_turn()
    expect(visitor.page.get_by_role("button", name="Confirmar")).to_have_count(0)


@pytest.mark.long
def test_the_game_can_be_stepped_through_while_it_goes_on(visitor: Visitor) -> None:
    start(visitor)
    for _ in range(3):
        visitor.take_by_clicks()
        visitor.wait_for_turn()
    laid = own_tiles(visitor)
    visitor.page.keyboard.press("Home")
    visitor.page.wait_for_function("() => !document.querySelector('.board.own .cells .t')")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.keyboard.press("ArrowRight")
    visitor.page.wait_for_selector(".stepper")
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_selector(".stepper", state="detached")
    assert own_tiles(visitor) == laid
    visitor.page.get_by_role("button", name="Log").click()
    visitor.page.locator(".log-item").last.click()
    visitor.page.wait_for_selector(".stepper")


@pytest.mark.long
def test_a_hint_with_its_reason(visitor: Visitor) -> None:
    start(visitor)
    visitor.page.get_by_role("button", name="Hint").click()
    box = visitor.page.locator(".hint-box .hint-text")
    box.wait_for(timeout=240_000)  # the first search of a machine compiles
    expect(box).to_contain_text("Chance of winning")
    visitor.page.get_by_role("button", name="Play it").click()
    visitor.page.wait_for_selector(".hint-box", state="detached")


@pytest.mark.long
def test_the_language_is_switched_at_once_without_losing_the_game(visitor: Visitor) -> None:
    start(visitor)
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    laid = own_tiles(visitor)
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.choose("lang", "es")
    visitor.page.get_by_role("button", name="Deshacer").wait_for()
    visitor.page.wait_for_function(
        "() => document.querySelector('.say').innerText.includes('toca')"
    )
    assert visitor.page.locator("html").get_attribute("lang") == "es"
    assert own_tiles(visitor) == laid
    visitor.page.keyboard.press("Escape")
    pick(visitor)
    visitor.page.get_by_role("button", name="Ajustes").click()
    visitor.choose("theme", "dark")
    assert visitor.page.locator("html").get_attribute("data-theme") == "dark"


@pytest.mark.long
def test_every_event_is_a_sentence_for_the_ear(visitor: Visitor) -> None:
    start(visitor)
    visitor.page.evaluate(
        """() => { window.heard = ""; const live = document.getElementById("live");
          new MutationObserver(() => window.heard += live.textContent)
            .observe(live, {childList: true, characterData: true, subtree: true}) }"""
    )
    visitor.take_by_clicks()
    visitor.page.wait_for_function("() => /You took.*Beginner took.*Your turn/.test(window.heard)")


@pytest.mark.long
def test_animations_end_where_the_game_stands(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, speed=2)
    start(visitor)
    for _ in range(8):
        if not visitor.wait_for_turn():
            break
        visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert visitor.page.locator(".flyer").count() == 0
    board = visitor.page.locator("main").inner_html()
    visitor.page.reload()
    visitor.wait_for_turn()
    visitor.page.wait_for_timeout(300)
    assert pieces(visitor.page.locator("main").inner_html()) == pieces(board)


def pieces(html: str) -> set[tuple[str, str]]:
    """Which tile lies where."""
    return set(re.findall(r'class="t c-(\w)[^"]*"[^>]*data-spot="([^"]+)"', html))


@pytest.mark.long
def test_escape_closes_a_panel_wherever_the_focus_is(visitor: Visitor) -> None:
    visitor.new_game()
    visitor.wait_for_turn()
    page = visitor.page
    visitor.tool("Log")
    expect(page.locator(".panel:focus")).to_be_visible()
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Escape")
    expect(page.locator(".panel")).to_have_count(0)
