"""Open tables: strangers find each other at home."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitors
from .looking import look


@pytest.mark.long
def test_a_stranger_sits_down_at_an_open_table(server: ServerProcess, visitors: Visitors) -> None:
    """It appears at home by itself, is joined by a click, and is gone for everybody else."""
    ana, luis, eva = (visitors.come(server.url) for _ in range(3))
    for visitor in (luis, eva):
        visitor.open()
        expect(visitor.page.locator(".strangers")).to_contain_text("Nobody waits just now")
    ana.open()
    ana.page.get_by_role("button", name="Settings").click()
    ana.page.get_by_label("Your name").fill("Ana María")
    ana.page.get_by_label("Your name").press("Enter")
    ana.page.keyboard.press("Escape")
    ana.choose("players", "3")
    ana.choose("clock", "calm")
    ana.page.get_by_role("button", name="Find someone").click()
    expect(ana.page.locator("h1")).to_have_text("An open table")
    for visitor in (luis, eva):
        line = visitor.page.locator(".strangers .gm")
        expect(line).to_contain_text("Azul · 3 players")
        expect(line).to_contain_text("Ana María · 2 free seats · 15 + 10")
    assert look(luis, "home-open-tables") == []
    luis.page.get_by_role("button", name="Join Ana María").click()
    expect(luis.page.locator(".seats")).to_contain_text("you")
    expect(eva.page.locator(".strangers .gm")).to_contain_text("1 free seat")
    eva.page.get_by_role("button", name="Join").click()
    for visitor in (ana, luis, eva):
        visitor.wait_for("main.azul.more")
    luis.open()
    expect(luis.page.locator(".strangers")).to_contain_text("Nobody waits just now")
    expect(luis.page.locator("a.live")).to_have_count(1)


@pytest.mark.long
def test_who_looks_for_the_same_game_meets(server: ServerProcess, visitors: Visitors) -> None:
    ana, luis = visitors.come(server.url, "es"), visitors.come(server.url, size=PHONE)
    ana.open()
    ana.choose("game", "duel")
    ana.page.get_by_role("button", name="Buscar rival").click()
    expect(ana.page.locator("h1")).to_have_text("Una mesa abierta")
    luis.open()
    luis.page.locator(".strangers .gm .btn").first.wait_for(state="attached")  # ana is about
    luis.choose("game", "duel")
    luis.page.get_by_role("button", name="Find someone").click()
    for visitor in (ana, luis):
        visitor.wait_for("main.duel")


@pytest.mark.long
def test_a_table_that_is_gone_says_so(server: ServerProcess, visitors: Visitors) -> None:
    ana, luis, eva = (visitors.come(server.url) for _ in range(3))
    for visitor in (luis, eva):
        visitor.may_lose_connection = True  # a refusal stands in the console, too
    ana.open()
    ana.page.get_by_role("button", name="Find someone").click()
    expect(ana.page.locator("h1")).to_have_text("An open table")
    luis.open()
    luis.page.get_by_role("button", name="Join Guest").wait_for()
    # It is taken while luis still sees it.
    luis.page.context.set_offline(True)
    eva.open()
    eva.page.get_by_role("button", name="Join Guest").click()
    eva.wait_for("main.azul")
    luis.page.context.set_offline(False)
    luis.page.evaluate("() => document.querySelector('.strangers .gm .btn')?.click()")
    expect(luis.page.locator(".strangers")).to_contain_text("Nobody waits just now")
    luis.page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    assert luis.page.url.endswith("/"), "still at home"
