"""Two people with two browsers, through everything that can go wrong in between."""

from __future__ import annotations

import re

import numpy as np
import pytest
import zxingcpp
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, DRAWN, PATIENCE, PHONE, SOURCES, Visitor, Visitors

SHADES = """async (picture) => {
    await picture.decode();
    const size = 300;
    const canvas = Object.assign(document.createElement("canvas"), { width: size, height: size });
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0, size, size);
    const { data } = pen.getImageData(0, 0, size, size);
    return Array.from({ length: size }, (_, y) =>
        Array.from({ length: size }, (_, x) => data[4 * (y * size + x)]));
}"""
"""The red of a picture's points, by rows."""


def two_at_a_table(visitors: Visitors, url: str, wall: str = "coloured") -> tuple[Visitor, Visitor]:
    ana = visitors.come(url)
    ana.open()
    ana.choose("wall", wall)
    ana.page.get_by_role("button", name="Invite friends").click()
    link = ana.page.get_by_label("Link for this seat").input_value()
    assert re.fullmatch(rf"{url}/table/[^#]+#.+", link)
    assert read_code(ana) == link
    ana.shot("friends")
    luis = visitors.come(url, "es")
    luis.page.goto(link)
    luis.page.get_by_role("button", name="Sentarme").click()
    ana.page.wait_for_selector(".disc")
    luis.page.wait_for_selector(".disc")
    assert "#" not in luis.page.url, "the secret is not left in the address"
    return ana, luis


def read_code(visitor: Visitor) -> str:
    """What a camera would read of the QR code."""
    code = visitor.page.locator("img.qr")
    shades = code.evaluate(SHADES)
    (found,) = zxingcpp.read_barcodes(np.array(shades, dtype=np.uint8))
    return str(found.text)


def play_turns(players: list[Visitor], turns: int = 400) -> None:
    """Some turns, or to the end."""
    for _ in range(turns):
        mover = whose_turn(players)
        if mover is None:
            return
        mover.take_by_clicks()


def whose_turn(players: list[Visitor]) -> Visitor | None:
    for _ in range(PATIENCE // 50):
        for player in players:
            if player.over:
                return None
            if player.page.locator(f"{SOURCES}, button.sp.aim").count():
                return player
        players[0].page.wait_for_timeout(50)
    raise AssertionError("nobody can move")


@pytest.mark.long
def test_a_game_of_two_people_through_reload_lost_line_and_restart(
    server: ServerProcess, visitors: Visitors
) -> None:
    """By clicks to the end, on the gray wall, where both choose at the same time."""
    ana, luis = two_at_a_table(visitors, server.url, wall="gray")
    both = [ana, luis]
    play_turns(both, 3)

    ana.page.reload()
    ana.page.wait_for_selector(".disc")
    play_turns(both, 2)

    luis.may_lose_connection = ana.may_lose_connection = True
    luis.page.context.set_offline(True)
    server.stop()
    for player in both:
        player.page.get_by_text(re.compile("connection is gone|perdido la conexión")).wait_for()
    ana.shot("lost-connection")
    server.start()
    ana.page.locator(".say .lost").wait_for(state="detached")
    luis.page.context.set_offline(False)
    luis.page.locator(".say .lost").wait_for(state="detached")
    play_turns(both)

    for player in both:
        player.page.wait_for_selector(".end-sheet")
    scores = [p.page.locator(".points .total td").all_inner_texts() for p in both]
    assert scores[0] == scores[1]


@pytest.mark.long
def test_a_choice_that_was_confirmed_is_not_asked_about_again(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """On the gray wall the game only goes on when the other has chosen, too."""
    ana, luis = two_at_a_table(visitors, shared_server.url, wall="gray")
    both = [ana, luis]
    while (mover := whose_turn(both)) and not mover.page.locator("button.sp.aim").count():
        mover.take_by_clicks()
    for player in both:
        player.wait_for("button.sp.aim")
    ana.page.get_by_role("button", name="Settings").click()
    ana.choose("moves", "confirm")
    ana.page.get_by_role("button", name="Close").click()
    confirm = ana.page.get_by_role("button", name="Confirm")
    while not confirm.count():
        ana.take_by_clicks()
        ana.wait_for("button.sp.aim, .say .acts")
    confirm.click()
    expect(confirm).to_have_count(0)
    expect(ana.page.locator(".say")).to_contain_text("aiting for")
    assert luis.page.locator("button.sp.aim").count()


@pytest.mark.long
def test_a_table_for_three_waits(visitors: Visitors, shared_server: ServerProcess) -> None:
    """Over plain http, where a page may not write to the clipboard, as at home between phones."""
    ana = visitors.come(shared_server.url)
    ana.page.add_init_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    ana.open()
    ana.choose("players", "3")
    ana.page.get_by_role("button", name="Invite friends").click()
    links = ana.page.get_by_label("Link for this seat")
    expect(links).to_have_count(2)
    expect(ana.page.locator("main")).to_contain_text("on this computer only")
    ana.page.get_by_role("button", name="Copy the link").nth(1).click()
    expect(links.nth(1)).to_be_focused()
    selected = ana.page.evaluate("() => getSelection().toString()")
    assert selected == links.nth(1).input_value()
    luis = visitors.come(shared_server.url)
    luis.page.goto(links.nth(1).input_value())
    luis.page.get_by_role("button", name="Sit down").click()
    expect(luis.page.locator(".seat", has_text="you")).to_have_count(1)
    expect(luis.page.locator("main")).to_contain_text("starts by itself when all seats are taken")
    expect(luis.page.locator("main")).not_to_contain_text("Send each friend")
    expect(luis.page.locator("main")).not_to_contain_text("on this computer only")


@pytest.mark.long
def test_a_spectator_sees_the_game_and_cannot_move(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    eva = visitors.come(shared_server.url)
    eva.page.goto(ana.page.url)
    eva.page.wait_for_selector(".disc")
    assert eva.page.locator("button.t").count() == 0
    play_turns([ana, luis], 1)
    eva.page.wait_for_selector(".lane .cells .t")
    expect(eva.page.locator(".log")).to_contain_text("took")
    expect(eva.page.locator(".log")).not_to_contain_text("Before")  # of one's own turns


@pytest.mark.long
def test_phrases_and_taking_back_among_people(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    both = [ana, luis]
    mover = whose_turn(both)
    assert mover is not None
    other = luis if mover is ana else ana
    mover.take_by_clicks()
    other.wait_for(SOURCES)
    mover.page.get_by_role("button", name=re.compile("^(Undo|Deshacer)$")).click()
    expect(other.page.locator("#live")).to_contain_text(
        re.compile("would like to take back|querría deshacer")
    )
    other.page.get_by_role("button", name=re.compile("^(Agree|De acuerdo)$")).click()
    mover.wait_for(SOURCES)
    mover.page.get_by_role("button", name=re.compile("^(At the table|En la mesa)$")).click()
    mover.page.locator(".phrases .btn").first.click()
    other.page.wait_for_selector(".say .bubble")


def ended_by_resigning(ana: Visitor, luis: Visitor) -> None:
    """Ana gives up, in English; both see the result."""
    ana.page.get_by_role("button", name="At the table").click()
    ana.page.get_by_role("button", name="Resign").click()
    ana.page.locator(".table-menu .btn.main").click()
    for player in (ana, luis):
        player.page.wait_for_selector(".end-sheet")


def look_at_both(players: tuple[Visitor, Visitor], name: str) -> None:
    """Pictures of what one offers and the other is offered; nothing is cut off anywhere."""
    for player, who in zip(players, ("ana-en", "luis-es"), strict=True):
        for size in (DESK, PHONE):
            player.resize(size)
            for theme in ("light", "dark"):
                player.page.emulate_media(color_scheme=theme)
                player.page.evaluate(DRAWN)
                player.shot(f"rematch-{name}-{who}-{size[0]}-{theme}")
            assert player.page.locator(".end-sheet").evaluate(
                "e => e.scrollWidth <= e.clientWidth + 1"
            )
            for part in player.page.locator(".rematch .btn, .rematch-words").all():
                expect(part).to_be_in_viewport(ratio=1)
        player.page.emulate_media(color_scheme="light")
        player.resize(DESK)


@pytest.mark.long
def test_a_rematch_is_offered_and_accepted(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    ended_by_resigning(ana, luis)
    table = ana.page.url
    expect(luis.page.locator(".say")).to_contain_text("ganado")
    luis.page.locator(".end-sheet").focus()
    ana.page.get_by_role("button", name="Rematch").click()
    expect(ana.page.locator(".rematch")).to_contain_text("Waiting for")
    expect(ana.page.get_by_role("button", name="Withdraw")).to_be_focused()
    expect(luis.page.locator(".rematch")).to_contain_text("ofrece la revancha")
    expect(luis.page.locator("#live")).to_contain_text("quiere la revancha")
    expect(luis.page.locator(".end-sheet")).to_be_focused()  # nothing is torn from the hand
    look_at_both((ana, luis), "offered")

    luis.page.reload()  # an offer is not lost
    luis.page.get_by_role("button", name="Ver la mesa").click()
    expect(luis.page.locator(".say")).to_contain_text("ofrece la revancha")
    ana.page.get_by_role("button", name="Withdraw").click()
    expect(ana.page.get_by_role("button", name="Rematch")).to_be_focused()
    expect(luis.page.locator(".say")).to_contain_text("ganado")
    ana.page.get_by_role("button", name="Rematch").click()
    assert ana.page.url == luis.page.url == table, "nobody is seated before all have agreed"
    luis.page.locator(".say").get_by_role("button", name="Aceptar").click()
    for player in (ana, luis):
        player.page.wait_for_url(lambda url: url != table)
        player.wait_for(".disc")
    assert ana.page.url == luis.page.url
    assert whose_turn([ana, luis])

    ana.page.go_back()  # the old table leads to the new one, but does not force anybody there
    ana.page.get_by_role("link", name="To the rematch").click()
    ana.wait_for(".disc")
    assert ana.page.url == luis.page.url


@pytest.mark.long
def test_a_rematch_is_declined(visitors: Visitors, shared_server: ServerProcess) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    ended_by_resigning(ana, luis)
    ana.page.get_by_role("button", name="Rematch").click()
    luis.page.get_by_role("button", name="No, gracias").click()
    expect(ana.page.locator(".rematch")).to_contain_text("does not want a rematch")
    expect(ana.page.locator("#live")).to_contain_text("does not want a rematch")
    expect(ana.page.locator(".rematch button")).to_have_count(0)
    look_at_both((ana, luis), "declined")
    luis.page.get_by_role("button", name="Revancha").click()  # it may be wanted after all
    ana.page.get_by_role("button", name="Accept").click()
    for player in (ana, luis):
        player.wait_for(".disc")
        player.page.locator(".end-sheet").wait_for(state="detached")
    assert ana.page.url == luis.page.url


@pytest.mark.long
def test_guests_without_a_name_are_worded_for_each_viewer(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """Ana's page is in English, that of Luis in Spanish."""
    ana, luis = two_at_a_table(visitors, shared_server.url)
    waits = luis if whose_turn([ana, luis]) is ana else ana
    table = waits.page.url
    waits.open()
    expect(waits.page.locator(".live").first).to_contain_text(
        re.compile("Guest to move|toca a Invitado")
    )
    waits.page.goto(table)
    waits.wait_for(".disc")
    ended_by_resigning(ana, luis)
    for player, names in ((ana, ["Guest 2", "Guest 1"]), (luis, ["Invitado 2", "Invitado 1"])):
        heads = player.page.locator(".points thead th").all_inner_texts()
        assert heads[1:] == names  # the winner first
        player.open()
    expect(ana.page.locator("a.gm").filter(has_text="with Guest").first).to_be_visible()
    expect(luis.page.locator("a.gm").filter(has_text="con Invitado").first).to_be_visible()


@pytest.mark.long
def test_who_watches_is_led_to_the_rematch(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = two_at_a_table(visitors, shared_server.url)
    eva = visitors.come(shared_server.url)
    eva.page.goto(ana.page.url)
    eva.wait_for(".disc")
    ended_by_resigning(ana, luis)
    eva.wait_for(".end-sheet")
    expect(eva.page.locator(".rematch")).to_have_count(0)
    ana.page.get_by_role("button", name="Rematch").click()
    luis.page.get_by_role("button", name="Aceptar").click()
    eva.page.get_by_role("link", name="Watch the rematch").click()
    eva.wait_for(".disc")
    assert eva.page.url == ana.page.url
