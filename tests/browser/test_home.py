"""Home: what is chosen is remembered, and the games to go on with say against whom."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitors
from .test_friends import two_at_a_table, whose_turn


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
            5
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
    told = {line.split("\n")[0]: line.split("\n")[1:] for line in lines}
    assert told["Azul · pared gris · 4 jugadores"] == ["esperando jugadores"]
    greedy = told["Azul · pared gris · con 3 × Principiante"]
    assert re.fullmatch(r"(Te toca|les? toca a Principiante) · ronda 1", greedy[0])
    assert greedy[1] == "0 : 0 : 0 : 0"
    assert told["Azul Duel · con Principiante"][1] == "5 : 5"
    visitor.shot("home-games")
    assert not visitor.scrolls(), DESK
    visitor.page.locator("a.gm", has_text="Azul Duel").first.click()
    visitor.page.wait_for_selector("main.duel")


@pytest.mark.long
def test_the_tab_and_the_list_say_whose_turn_it_is(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    both = list(two_at_a_table(visitors, shared_server.url))
    turn = {both[0]: "● Your turn · Azul · Loseta", both[1]: "● Te toca · Azul · Loseta"}
    icon = "link[rel=icon]"
    for _ in range(2):
        mover = whose_turn(both)
        assert mover is not None
        other = both[1 - both.index(mover)]
        expect(mover.page).to_have_title(turn[mover])
        expect(mover.page.locator(icon)).to_have_attribute("href", "/web/icons/icon-turn.svg")
        expect(other.page).to_have_title("Azul · Loseta")
        expect(other.page.locator(icon)).to_have_attribute("href", "/web/icons/icon.svg")
        mover.take_by_clicks()
        expect(mover.page).to_have_title("Azul · Loseta")
    mover = whose_turn(both)
    assert mover is not None
    other = both[1 - both.index(mover)]
    for player in both:
        player.open()
    words = re.compile("Your turn · round 1|Te toca · ronda 1")
    expect(mover.page.locator("a.gm.turn small")).to_have_text(words)
    expect(mover.page).to_have_title(re.compile("^● (Your turn|Te toca) · Loseta$"))
    expect(other.page.locator("a.gm.turn")).to_have_count(0)
    expect(other.page.locator("a.gm small").first).to_have_text(
        re.compile("(Guest|Invitado) to move · round 1|le toca a (Guest|Invitado) · ronda 1")
    )
    expect(other.page).to_have_title("Loseta")
    # Home goes on looking: it becomes the other's turn while they wait there.
    mover.page.locator("a.gm.turn").click()
    mover.wait_for_turn()
    mover.take_by_clicks()
    expect(other.page).to_have_title(re.compile("^● "), timeout=60_000)
    expect(other.page.locator("a.gm.turn")).to_have_count(1)


@pytest.mark.long
def test_a_game_with_a_clock_says_in_the_list_what_time_is_left(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana = visitors.come(shared_server.url)
    ana.open()
    ana.choose("clock", "calm")
    ana.page.get_by_role("button", name="Invite friends").click()
    luis = visitors.come(shared_server.url)
    luis.page.goto(ana.page.get_by_label("Link for this seat").input_value())
    luis.page.get_by_role("button", name="Sit down").click()
    luis.wait_for(".clock.on")
    ana.open()
    expect(ana.page.locator("a.gm small").first).to_have_text(
        re.compile("^(Your turn|Guest to move) · round 1 · 14:[0-5][0-9] left$")
    )


@pytest.mark.long
def test_one_taps_on_a_touch_screen_and_clicks_with_a_mouse(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    words = {("en", DESK): "two clicks", ("en", PHONE): "two taps"}
    words |= {("es", DESK): "dos clics", ("es", PHONE): "dos toques"}
    for (lang, size), text in words.items():
        visitor = visitors.come(shared_server.url, lang, size)
        visitor.open()
        expect(visitor.page.locator(".lead")).to_contain_text(text)
