"""People at one table: invitations, phrases, who watches, who gave up, taking back."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..server.servers import ServerProcess
from .browsing import PHONE, SMALL_PHONE, SOURCES, Visitor, Visitors
from .test_friends import play_turns, two_at_a_table, whose_turn


def menu(visitor: Visitor) -> None:
    """Phrases and resigning have a place of their own."""
    visitor.tool(re.compile("^(At the table|En la mesa)$"))
    visitor.wait_for(".table-menu")


@pytest.mark.long
def test_an_invitation_asks_for_a_name_and_says_game_and_clock(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana = visitors.come(shared_server.url)
    ana.open()
    ana.choose("clock", "quick")
    ana.choose("wall", "gray")
    ana.page.get_by_role("button", name="Invite friends").click()
    link = ana.page.get_by_label("Link for this seat").input_value()
    expect(ana.page.locator("main")).to_contain_text("5 minutes each, and 5 seconds more")
    luis = visitors.come(shared_server.url, "es", PHONE)
    luis.page.goto(link)
    name = luis.page.get_by_label("Tu nombre")
    expect(name).to_have_attribute("placeholder", "Invitado")
    expect(name).to_have_value("")  # nothing is known yet
    expect(luis.page.locator("main")).to_contain_text("Azul · 2 jugadores · pared gris")
    expect(luis.page.locator("main")).to_contain_text("5 minutos por persona y 5 segundos más")
    assert not luis.scrolls()
    luis.shot("invited")
    name.fill("Luis")
    name.press("Enter")
    luis.wait_for(".disc")
    expect(ana.page.locator(".who .name", has_text="Luis")).to_have_count(1)
    luis.open()
    luis.page.get_by_role("button", name="Ajustes").click()
    expect(luis.page.get_by_label("Tu nombre")).to_have_value("Luis")


@pytest.mark.long
def test_a_name_that_cannot_be_leaves_the_invitation_open(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana = visitors.come(shared_server.url)
    ana.open()
    ana.page.get_by_role("button", name="Invite friends").click()
    luis = visitors.come(shared_server.url)
    luis.may_lose_connection = True  # a refused request is an error of the console's
    luis.page.goto(ana.page.get_by_label("Link for this seat").input_value())
    luis.page.get_by_label("Your name").fill("\u202e\u202e")
    luis.page.get_by_role("button", name="Sit down").click()
    luis.wait_for("main .bad")
    luis.page.get_by_label("Your name").fill("Luis")
    luis.page.get_by_role("button", name="Sit down").click()
    luis.wait_for(".disc")


@pytest.mark.long
def test_phrases_are_bubbles_and_no_warnings(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    ana.page.get_by_role("button", name="Settings").click()
    assert ana.page.locator(".panel .phrases").count() == 0
    assert ana.page.get_by_role("button", name="Resign").count() == 0
    ana.page.get_by_role("button", name="Close").click()
    menu(ana)
    ana.shot("menu")
    ana.page.locator(".phrases .btn").first.click()
    expect(ana.page.locator(".panel")).to_have_count(0)
    for player in (ana, luis):
        player.wait_for(".say .bubble")
        expect(player.page.locator(".say")).not_to_have_class(re.compile("remark"))
    luis.shot("phrase")
    warned = "() => getComputedStyle(document.querySelector('.say')).color"
    plain = "() => getComputedStyle(document.body).color"
    assert luis.page.evaluate(warned) == luis.page.evaluate(plain)
    expect(luis.page.locator(".bubble")).to_have_count(0)  # after some seconds


@pytest.mark.long
def test_a_refused_take_back_says_so_to_whoever_asked(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    both = list(two_at_a_table(visitors, shared_server.url))
    mover = whose_turn(both)
    assert mover is not None
    other = both[1 - both.index(mover)]
    mover.take_by_clicks()
    other.wait_for(SOURCES)
    mover.page.get_by_role("button", name=re.compile("^(Undo|Deshacer)$")).click()
    other.page.get_by_role("button", name="No", exact=True).click()
    sentence = re.compile("does not agree to take back|no acepta deshacer")
    expect(mover.page.locator(".say")).to_contain_text(sentence)
    expect(mover.page.locator("#live")).to_contain_text(sentence)
    expect(other.page.locator(".say")).not_to_contain_text(sentence)


@pytest.mark.long
def test_who_watches_is_told_so_and_who_is_watched_too(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    expect(ana.page.locator(".watch")).to_have_count(0)
    eva = visitors.come(shared_server.url)
    eva.page.goto(ana.page.url)
    expect(eva.page.locator(".watch")).to_have_text("You are watching")
    expect(eva.page.locator("#live")).to_contain_text("You are watching")
    expect(ana.page.locator(".watch")).to_contain_text("1 person is watching")
    expect(ana.page.locator("#live")).to_contain_text("1 person is watching")
    expect(luis.page.locator(".watch")).to_contain_text("1 persona mira")
    for size in (PHONE, SMALL_PHONE):
        for player in (ana, luis, eva):
            player.resize(size)
            boxes = player.page.locator(".status .tools .btn, .status .mark, .watch").all()
            middles = [(b["y"] + b["height"] / 2) for b in map(Locator.bounding_box, boxes) if b]
            assert max(middles) - min(middles) < 8, "all buttons are in one row"
            assert not player.scrolls()
        ana.shot(f"watched-{size[0]}")
    eva.open()
    expect(ana.page.locator(".watch")).to_have_count(0)


@pytest.mark.long
def test_the_end_says_who_gave_up_and_nothing_lies_over_it(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    luis.page.get_by_role("button", name="Registro").click()
    luis.wait_for(".panel")
    menu(ana)
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator(".table-menu .btn.main").click()
    for player in (ana, luis):
        player.wait_for(".end-sheet")
        expect(player.page.locator(".panel")).to_have_count(0)
        expect(player.page.locator("#end-title")).not_to_contain_text("0 : 0")
    won = re.compile(r"^¡Has ganado! Invitado 1 se ha rendido\.$")
    expect(luis.page.locator("#end-title")).to_have_text(won)
    lost = re.compile(r"^Guest 2 wins\. You gave up\.$")
    expect(ana.page.locator("#end-title")).to_have_text(lost)
    luis.shot("gave-up")


@pytest.mark.long
def test_the_game_begins_only_once(visitor: Visitor) -> None:
    """Not after one's own first move, nor after a reload."""
    visitor.new_game(players=3)
    visitor.wait_for_turn()
    while visitor.page.locator(".log").inner_text().find("round") < 0:
        visitor.take_by_clicks()
        visitor.wait_for_turn()
        expect(visitor.page.locator(".log")).not_to_contain_text("The game begins")
        visitor.page.reload()
        visitor.wait_for_turn()
        expect(visitor.page.locator(".log")).not_to_contain_text("The game begins")
        if visitor.page.locator(".meta").inner_text() != "Round 1":
            break
    visitor.page.keyboard.press("Home")
    expect(visitor.page.locator(".log")).to_contain_text("The game begins")


@pytest.mark.long
def test_looking_back_has_room(visitors: Visitors, shared_server: ServerProcess) -> None:
    for size in ((1280, 720), PHONE, (360, 640)):
        visitor = visitors.come(shared_server.url, "es", size)
        visitor.new_game()
        for _ in range(2):
            visitor.wait_for_turn()
            visitor.page.keyboard.press("Escape")
            visitor.take_by_clicks()
        visitor.wait_for_turn()
        visitor.page.keyboard.press("ArrowLeft")
        visitor.wait_for(".stepper")
        visitor.shot(f"looking-back-{size[0]}")
        assert not visitor.scrolls()
        boxes = [each.bounding_box() for each in visitor.page.locator(".stepper .btn").all()]
        say = visitor.page.locator(".say").bounding_box()
        assert say
        for box in boxes:
            assert box
            assert box["height"] >= (44 if size[0] < 500 else 36)
            apart = box["x"] + box["width"] <= say["x"] or box["y"] >= say["y"] + say["height"]
            assert apart, "the controls lie beside the sentence"
        cut = "e => e.scrollHeight > e.clientHeight + 1"
        assert not visitor.page.locator(".say").evaluate(cut)
        visitor.page.get_by_role("button", name="Volver a ahora").click()
        expect(visitor.page.locator(".stepper")).to_have_count(0)


@pytest.mark.long
def test_the_one_who_waits_sees_no_beginning(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """After the first move of the game the table no longer says that it begins."""
    both = list(two_at_a_table(visitors, shared_server.url))
    mover = whose_turn(both)
    assert mover is not None
    play_turns(both, 1)
    expect(mover.page.locator(".log")).not_to_contain_text(re.compile("begins|Empieza la"))
    mover.page.reload()
    mover.wait_for(".disc")
    expect(mover.page.locator(".log")).not_to_contain_text(re.compile("begins|Empieza la"))
