"""Home: what is chosen is remembered, and the games to go on with say against whom."""

from __future__ import annotations

from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, Visitors


def test_a_clock_for_friends_is_remembered_and_runs(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana = visitors.come(shared_server.url)
    ana.open()
    ana.choose("clock", "quick")
    expect(ana.page.locator(".clock-text")).to_contain_text("5 minutes each")
    ana.page.reload()
    expect(ana.page.locator("input[name=clock][value=quick]")).to_be_checked()
    ana.page.get_by_role("button", name="Invite friends").click()
    link = ana.page.get_by_label("Link for this seat").input_value()
    luis = visitors.come(shared_server.url, "es")
    luis.page.goto(link)
    luis.page.get_by_role("button", name="Sentarme").click()
    for player in (ana, luis):
        player.page.wait_for_selector(".clock.on")
        expect(player.page.locator(".clock")).to_have_count(2)
        expect(player.page.locator(".tools button"), "with a clock there is no hint").to_have_count(
            4
        )
    ana.shot("clock")
    assert not ana.scrolls()


def test_the_games_to_go_on_with_say_against_whom(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, "es")
    visitor.new_game("duel")
    visitor.new_game(players=4, wall="gray")
    visitor.open()
    visitor.page.get_by_role("button", name="Invitar a amigos").click()
    visitor.page.wait_for_selector(".qr")
    visitor.open()
    visitor.page.wait_for_selector("a.gm[href^='/table/']")
    lines = visitor.page.locator("a.gm[href^='/table/']").all_inner_texts()
    assert [line.split("\n") for line in lines] == [
        ["Azul · pared gris", "4 jugadores · esperando jugadores"],
        ["Azul · pared gris", "con 3 × Codicioso · sigue jugando"],
        ["Azul Duel", "con Codicioso · sigue jugando"],
    ]
    visitor.shot("home-games")
    assert not visitor.scrolls(), DESK
    visitor.page.locator("a.gm", has_text="Azul Duel").first.click()
    visitor.page.wait_for_selector("main.duel")
