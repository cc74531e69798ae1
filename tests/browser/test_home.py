"""Home: what is chosen is remembered, and the games to go on with say against whom."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitors
from .late_games import open_late_game
from .looking import look
from .test_friends import two_at_a_table, whose_turn


@pytest.mark.long
def test_a_clock_for_friends_is_remembered_and_runs(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana = visitors.come(shared_server.url)
    ana.open()
    ana.choose("clock", "quick")
    expect(ana.page.locator(".clock-text")).to_contain_text("5 minutes each")
    ana.page.reload()
    ana.page.get_by_role("button", name="Change").click()
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
            6
        )
    ana.shot("clock")
    assert not ana.scrolls()


@pytest.mark.long
def test_play_is_the_largest_and_only_filled_button_above_the_fold(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    for size in (DESK, PHONE, (844, 390)):
        visitor = visitors.come(shared_server.url, size=size)
        visitor.open()
        visitor.wait_for(".btn.big")
        visitor.wait_for(".guide-offer")
        filled = visitor.page.locator(".btn").evaluate_all(
            "all => { const fill = e => getComputedStyle(e).backgroundColor;"
            " const play = fill(document.querySelector('.btn.big'));"
            " return all.filter(e => fill(e) === play).length }"
        )
        assert filled == 1
        boxes = visitor.page.locator("main .btn").evaluate_all(
            "all => all.map(e => { const r = e.getBoundingClientRect();"
            " return [r.width * r.height, r.bottom, e.matches('.big')] })"
        )
        assert max(boxes)[2], "no other button is as large"
        assert max(boxes)[1] < size[1], size


@pytest.mark.long
def test_what_was_chosen_is_remembered_in_one_line(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url)
    visitor.open()
    line = visitor.page.locator(".chosen-words")
    expect(line).to_have_text("2 players · coloured wall · level 1")
    visitor.choose("players", "4")
    visitor.choose("wall", "gray")
    expect(line).to_have_text("4 players · gray wall · level 1")
    visitor.page.reload()
    expect(line).to_have_text("4 players · gray wall · level 1")
    expect(visitor.page.locator("input[name=players]")).to_have_count(0)
    visitor.choose("game", "duel")
    expect(line).to_have_text("2 players · level 1")


@pytest.mark.long
def test_games_in_progress_are_small_tables(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, "es")
    visitor.new_game("duel")
    visitor.new_game(players=4, wall="gray")
    visitor.wait_for_turn()
    visitor.open()
    visitor.page.get_by_role("button", name="Invitar a amigos").click()
    visitor.page.wait_for_selector(".qr")
    visitor.open()
    visitor.page.wait_for_selector("a.live")
    tables = visitor.page.locator("a.live")
    expect(tables).to_have_count(3)
    four = tables.filter(has_text="4 jugadores · pared gris · ronda\u00a01")
    expect(four.locator(".live-who")).to_have_text("3 × Principiante")
    expect(four.locator(".small-wall")).to_have_count(4)
    expect(four.locator(".cell")).to_have_count(100)
    expect(four.locator(".pill.mine")).to_have_text("Te toca")
    expect(four).to_have_class(re.compile(r"\bturn\b"))
    duel = tables.filter(has_text="Azul Duel")
    expect(duel.locator(".small-wall")).to_have_count(2)
    assert duel.locator(".cell.none").count() > 0, "where no plate lies yet"
    waiting = tables.filter(has_text="Esperando jugadores")
    expect(waiting.locator(".live-seat")).to_have_text(["Tú", "libre", "libre", "libre"])
    expect(tables.last.locator(".live-who")).to_have_text("Esperando jugadores")
    visitor.shot("home-games")
    assert not visitor.scrolls(), DESK
    duel.click()
    visitor.page.wait_for_selector("main.duel")


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, (820, 1180)], ids=["desk", "tablet"])
def test_a_long_name_pushes_no_small_wall_aside(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """“Principiante 26” has hardly room above a wall."""
    visitor = visitors.come(shared_server.url, "es", size)
    open_late_game(visitor, "azul", 4)
    visitor.wait_for_turn()
    visitor.open()
    visitor.wait_for("a.live .small-wall")
    own, other = (wall.bounding_box() for wall in visitor.page.locator(".small-wall").all())
    card = visitor.page.locator("a.live").bounding_box()
    assert own
    assert other
    assert card
    assert own["width"] == pytest.approx(other["width"], abs=1)
    assert own["y"] == pytest.approx(other["y"], abs=1)
    assert other["x"] + other["width"] < card["x"] + card["width"] - 8


@pytest.mark.long
def test_a_small_table_shows_what_is_done_elsewhere(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """Whose turn it is, the last move and the tab follow while one stays at home."""
    both = list(two_at_a_table(visitors, shared_server.url))
    mover = whose_turn(both)
    assert mover is not None
    other = both[1 - both.index(mover)]
    other.open()
    table = other.page.locator("a.live")
    expect(table).not_to_have_class(re.compile(r"\bturn\b"))
    expect(other.page).to_have_title("Loseta")
    mover.take_by_clicks()
    expect(table).to_have_class(re.compile(r"\bturn\b"))
    took = r"(took|tomó) \d+ .*(to line|para la línea) \d|(dropped|cay)"
    expect(table.locator(".live-last")).to_have_text(re.compile(took))
    expect(table.locator(".live-last .t.in")).to_have_count(1)
    expect(other.page).to_have_title(re.compile("^● "))
    expect(other.page.locator(".waits")).to_have_text(
        re.compile("One table waits for you.|Una mesa te espera.")
    )
    table.click()
    other.wait_for_turn()
    laid = other.page.locator(".own .wall .t").count()
    other.open()
    own = table.locator(".live-wall").first.locator(".small-wall .t")
    expect(own).to_have_count(laid)


@pytest.mark.long
def test_the_tab_says_whose_turn_it_is(visitors: Visitors, shared_server: ServerProcess) -> None:
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


@pytest.mark.long
def test_the_most_urgent_game_comes_first_with_the_time_that_is_left(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    ana, luis = visitors.come(shared_server.url), visitors.come(shared_server.url)
    ana.new_game()  # without a clock: no hurry
    ana.wait_for_turn()
    ana.open()
    ana.choose("clock", "calm")
    ana.page.get_by_role("button", name="Invite friends").click()
    luis.page.goto(ana.page.get_by_label("Link for this seat").input_value())
    luis.page.get_by_role("button", name="Sit down").click()
    luis.wait_for(".clock.on")
    mover = whose_turn([ana, luis])
    assert mover is not None
    if mover is luis:
        luis.take_by_clicks()
        ana.wait_for_turn()
    ana.open()
    times = ana.page.locator("a.live .live-left")
    expect(times).to_have_text([re.compile("^1[45]:[0-5][0-9] left$"), "no hurry"])
    for size in (DESK, PHONE):
        ana.resize(size)
        assert look(ana, "home-live") == []


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


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_way_is_in_the_bar_of_a_phone(
    visitors: Visitors, shared_server: ServerProcess, lang: str
) -> None:
    """Side by side, however narrow the phone is and however long the words are."""
    visitor = visitors.come(shared_server.url, lang, PHONE)
    visitor.open()
    visitor.wait_for(".bar-way")
    bar = visitor.page.locator(".bar-way")
    for width in (PHONE[0], 360, 320):
        visitor.resize((width, PHONE[1]))
        boxes = [each.bounding_box() for each in bar.locator("span").all()]
        assert len(boxes) == 6
        edges = [edge for box in boxes if box for edge in (box["x"], box["x"] + box["width"])]
        assert edges == sorted(edges), width
        assert edges[-1] <= width
    visitor.page.locator(".bar a[href='/analysis']").click()
    visitor.wait_for("textarea.paste")
