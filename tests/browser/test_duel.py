"""Whole games of Azul Duel played through the page, and every kind of its steps."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from ..server.servers import ServerProcess
from .browsing import DRAWN, LOW, PHONE, SIZES, Visitor, Visitors
from .dueling import KINDS, Artist
from .late_games import open_late_game
from .looking import look

SOURCES = "L1234M"


def sit_down(visitor: Visitor, seed: int = 1) -> Artist:
    artist = Artist(visitor, seed)
    visitor.new_game("duel")
    return artist


def test_the_last_round_by_clicks(visitor: Visitor) -> None:
    artist = Artist(visitor)
    open_late_game(visitor, "duel", at_round=5)
    while artist.wait():
        artist.decide()
    expect(visitor.page.locator(".points .total td")).to_have_count(2)


@pytest.mark.long
def test_whole_games_by_clicks_with_every_kind_of_step(visitor: Visitor) -> None:
    """Nothing ever scrolls or is cut off at 1280×720."""
    artist = sit_down(visitor)
    shown: set[str] = set()
    for _ in range(800):
        if not artist.wait():
            expect(visitor.page.locator(".points .total td")).to_have_count(2)
            if artist.seen.keys() >= KINDS:
                return
            artist.start_again()
            continue
        asked = artist.asked or "turn"
        if asked not in shown:
            shown.add(asked)
            assert not visitor.scrolls()
            assert visitor.outside() == []
            assert look(visitor, f"duel-{asked}") == []
        artist.decide()
    raise AssertionError(f"not seen: {KINDS - artist.seen.keys()}")


class Typist(Artist):
    """Everything by keyboard: as it is written, or by the short keys of a step."""

    def keys(self, text: str) -> None:
        self.page.keyboard.type(text)
        self.page.evaluate(DRAWN)

    def _typed(self, text: str) -> None:
        """What can go on is finished by the space bar."""
        self.keys(text)
        if self.page.locator(".say.remark").count():
            self.page.keyboard.press("Space")

    def _tiles(self) -> None:
        take = self.any("main button.t[data-take]").get_attribute("data-take") or ""
        self.keys(SOURCES[int(take[0])] + take[1].lower())
        self.page.locator(".lit .aim-button .key").first.wait_for()
        self.keys(self.any(".lit > .aim-button .key").inner_text())

    def _chip(self) -> None:
        face = self.any("button.chip.free use").get_attribute("href") or ""
        self._typed("+" + face.removeprefix("#chip-"))

    def _plate(self) -> None:
        self._typed(self.any("button.of.free[data-take]").get_attribute("data-take") or "")

    def _deck(self) -> None:
        self._typed("draw")

    def _stack(self) -> None:
        built = -1
        while self.page.locator(".step-stack .built .t").count() > built:
            built = self.page.locator(".step-stack .built .t").count()
            self.keys(letter_of(self.any(".step .pickable")))

    def _draw(self) -> None:
        more = self.page.locator(".step .btn:not(.main)").count() and self.seen["draw"] % 3
        self.keys("d" if more else "s")

    def _keep(self) -> None:
        self._typed(self.any(".step .plate-button .key").inner_text())

    _under = _keep

    def _place(self) -> None:
        space = self.any(".plate.none.aim > .key").inner_text()
        if self.seen["place"] % 2:
            turn = self.any(".step .plate-button .gain").inner_text().lower()
            self.keys(f"@{space}{turn if turn in 'nesw' else 'n'}")
        else:
            self.keys(space)
            self.keys("r")
            self.page.wait_for_function("() => document.activeElement.matches('.btn.main')")
            self.page.keyboard.press("Enter")

    def _pay(self) -> None:
        if self.seen["pay"] % 3 == 0:
            self.keys("-")
            return
        for number in range(1, self.page.locator(".step .chip").count() + 1):
            if self.page.locator(".step .btn.main").count():
                break
            self.keys(str(number))
        self.keys(".")

    def _tile(self) -> None:
        """The number of the row is a column as well, or begins how a space is written."""
        spot = self.any("button.sp.aim").get_attribute("data-spot") or ""
        _, row, column = (int(part) + 1 if part.isdigit() else 0 for part in spot.split("-"))
        if column != row and self.seen["tile"] % 2:
            self.keys(str(column))
            return
        self.keys(str(row))
        expect(self.page.locator(".say")).to_contain_text(f"{row}: space bar, or go on typing")
        self.keys(" " if column == row else f":{column}")


def letter_of(tile: Locator) -> str:
    classes = (tile.get_attribute("class") or "").split()
    return next(name[2:] for name in classes if name.startswith("c-"))


@pytest.mark.long
def test_a_game_by_keyboard_alone(visitor: Visitor) -> None:
    artist = Typist(visitor, seed=3)
    visitor.new_game_by_keys("game")
    visitor.page.wait_for_selector("main.duel")
    artist.play()
    while not artist.seen["tile"]:  # there are games without a choice in the tiling
        artist.start_again()
        artist.play()


@pytest.mark.long
def test_plates_by_tab_and_enter(visitor: Visitor) -> None:
    """A plate is reached, tried, turned and laid with Tab, Enter and Escape alone."""
    artist = sit_down(visitor)
    artist.wait()
    page = visitor.page
    visitor.tab_to("button.of.free")
    page.keyboard.press("Enter")
    page.locator(".step-place").wait_for()
    visitor.tab_to(".plate.none.aim")
    page.keyboard.press("Enter")
    page.locator(".plate.none.here").wait_for()
    page.keyboard.press("Escape")
    page.locator(".plate.none.here").wait_for(state="detached")
    page.keyboard.press("u")  # the plate goes back to the display
    page.locator("button.of.free").first.wait_for()
    expect(page.locator("button.of.free")).to_have_count(3)


TEN_CHIPS = """() => { const items = document.querySelector('.step .items');
  while (items.children.length < 10) {
    const chip = items.firstElementChild.cloneNode(true);
    chip.classList.add('added');
    items.append(chip);
  } }"""
"""As many as an artist can have: two a round (D2.D1)."""


def lies_under_the_thumb(visitor: Visitor) -> None:
    """All of it can be seen, and every button is as high as a finger is wide."""
    assert not visitor.scrolls()
    assert visitor.outside() == []
    for button in visitor.page.locator(".dock button:visible").all():
        box = button.bounding_box()
        assert box
        assert box["height"] >= 44, button.inner_text()


@pytest.mark.long
def test_games_on_a_phone_in_spanish(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, "es", PHONE)
    artist = sit_down(visitor, seed=2)
    shown: set[str] = set()
    for _ in range(800):
        if not artist.wait():
            expect(visitor.page.locator(".points .total td")).to_have_count(2)
            if shown >= {"turn", "place", "stack", "tile", "pay"}:
                break
            artist.start_again()
            continue
        asked = artist.asked or "turn"
        if asked not in shown:
            shown.add(asked)
            expect(visitor.page.locator(".say")).to_contain_text("toca")
            expect(visitor.page.locator(".say")).not_to_contain_text("?.")
            lies_under_the_thumb(visitor)
            assert look(visitor, f"duel-{asked}") == []
            if asked == "pay":
                visitor.page.evaluate(TEN_CHIPS)
                lies_under_the_thumb(visitor)
                visitor.page.locator(".step .added").evaluate_all("all => all.map(e => e.remove())")
        artist.decide()
    assert look(visitor, "duel-end") == []


@pytest.mark.long
def test_what_is_not_legal_says_why_with_its_rule(visitor: Visitor) -> None:
    artist = sit_down(visitor)
    while artist.wait() and not artist.page.locator(".shut .aim-button").count():
        if artist.asked:
            artist.decide()
            continue
        for tile in artist.page.locator("main button.t[data-take]").all():
            tile.click()
            artist.page.evaluate(DRAWN)
            if artist.page.locator(".shut .aim-button").count():
                break
            artist.page.keyboard.press("Escape")
        else:
            artist.decide()
            continue
        break
    shut = artist.page.locator(".shut .aim-button").first
    shut.click(force=True)
    artist.page.locator(".say.remark .rule").wait_for()
    expect(visitor.page.locator(".say")).to_contain_text("D3.2")


@pytest.mark.long
def test_a_turn_is_undone_step_by_step_until_it_is_confirmed(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """With the preference to confirm, the visitor is asked once, at the end of a turn, and may go
    back at every step."""
    visitor = visitors.come(shared_server.url, moves="confirm")
    artist = sit_down(visitor)
    page = visitor.page
    artist.wait()
    page.locator("button.of.free").first.click()
    page.locator(".step-place").wait_for()
    page.get_by_role("button", name="Undo").click()
    page.locator("button.of.free").first.click()
    artist.confirm_place()
    artist.wait()
    page.locator(".small-fac .sun button.t[data-take]").first.click()
    page.locator(".lane.lit > .aim-button").nth(3).click()
    if artist.step_comes("stack"):
        page.get_by_role("button", name="Undo").click()
        page.locator(".small-fac .sun button.t[data-take]").first.click()
        page.locator(".lane.lit > .aim-button").nth(3).click()
        page.locator(".step-stack").wait_for()
        artist.stack_all()
    page.get_by_role("button", name="Confirm").wait_for()
    assert page.locator(".own .lane .t").count()
    page.get_by_role("button", name="Undo").first.click()
    page.locator(".step-stack, button.of.free").first.wait_for()


@pytest.mark.long
def test_nothing_is_cut_off(visitor: Visitor) -> None:
    artist = sit_down(visitor)
    for _ in range(6):
        artist.wait()
        artist.decide()
    artist.wait()
    for size in SIZES:
        visitor.resize(size)
        assert visitor.outside() == [], size
        assert not visitor.scrolls(), size
        visitor.shot(f"duel-{size[0]}")
    for size in LOW:
        visitor.resize(size)
        assert visitor.out_of_reach() == [], size


@pytest.mark.long
def test_animations_let_the_game_go_on(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, speed=2)
    artist = sit_down(visitor, seed=5)
    for _ in range(8):
        assert artist.wait()
        artist.decide()
    assert artist.wait()
    visitor.page.wait_for_selector(".flyer, .floating", state="detached")


@pytest.mark.long
def test_a_finger_meets_the_tile_that_it_means(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """Each half of a factory is one target; enlarged, its colours are."""
    visitor = visitors.come(shared_server.url, size=PHONE)
    artist = sit_down(visitor, seed=2)
    targets = visitor.page.locator(".fac button, .offer button, .dock button, .zoom-choices button")
    for _ in range(8):
        artist.wait()
        if visitor.page.locator(".enlarger").count():
            for size in ((320, 640), PHONE):
                visitor.resize(size)
                for piece in targets.all():
                    assert min(visitor.reach(piece)) >= 44, piece.get_attribute("aria-label")
                assert overlapping(visitor) == []
            visitor.page.locator(".enlarger").first.click()
            for piece in targets.and_(visitor.page.locator(".zoom button")).all():
                assert min(visitor.reach(piece)) >= 44, piece.inner_text()
            visitor.page.locator(".zoom-head .btn").click()
        artist.decide()


def overlapping(visitor: Visitor) -> list[str]:
    """Factories that touch each other, or lie on the number of another."""
    found: list[str] = visitor.page.evaluate(
        """() => {
          const circles = [...document.querySelectorAll(".facs .fac, .facs .no")].map((e) => {
            const r = e.getBoundingClientRect();
            return { e, x: r.x + r.width / 2, y: r.y + r.height / 2, r: r.width / 2 } });
          return circles.flatMap((a, i) => circles.slice(i + 1)
            .filter((b) => !a.e.contains(b.e) && Math.hypot(a.x - b.x, a.y - b.y) < a.r + b.r)
            .map((b) => a.e.className + " / " + b.e.className)) }"""
    )
    return found


@pytest.mark.long
def test_the_dock_offers_the_other_actions_and_says_why_one_is_not_possible(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, size=PHONE)
    artist = sit_down(visitor)
    page = visitor.page
    while artist.wait() and artist.asked in ("", "place") and not page.locator(".ways").count():
        artist.decide()
    assert not page.locator(".say").evaluate("e => e.scrollHeight > e.clientHeight + 1")
    chips = page.get_by_role("button", name=re.compile("Take a chip"))
    expect(chips).to_have_attribute("aria-disabled", "true")
    expect(chips).to_contain_text("None is revealed")
    chips.click(force=True)
    expect(page.locator(".say")).to_contain_text("None is revealed")
    while page.locator(".dk.open[data-enlarges=plates]").count():  # until both tokens are used
        page.locator(".dk.open[data-enlarges=plates]").click()
        page.locator(".zoom button.of.free").first.click()
        page.locator(".step-place, .step-draw").first.wait_for()  # the last ones are drawn
        while artist.wait() and artist.asked:
            artist.decide()
    plates = page.get_by_role("button", name=re.compile("Take a plate"))
    expect(plates).to_contain_text("You have used both artist tokens in this round.")


@pytest.mark.long
def test_turns_of_a_plate_have_the_letters_of_the_language(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """North, east, south and west: O is the west in Spanish."""
    for lang, letters, west in (("en", "NESW", "west"), ("es", "NESO", "oeste")):
        visitor = visitors.come(shared_server.url, lang)
        visitor.new_game("duel")
        page = visitor.page
        for _ in range(3):  # a plate that looks different on each side
            page.locator("button.of.free").first.wait_for()
            page.locator("button.of.free").first.click()
            page.locator(".step-place").wait_for()
            shown = page.locator(".step-place .gain").all_inner_texts()
            if len(shown) == 4:
                break
            visitor.new_game("duel")
        assert "".join(shown) == letters[: len(shown)]
        if len(shown) < 4:
            continue
        page.keyboard.press(letters[3].lower())
        last = page.locator(".step-place .plate-button").nth(3)
        expect(last).to_have_attribute("aria-pressed", "true")
        expect(last).to_contain_text(west)


@pytest.mark.long
def test_a_hint_is_seen_on_a_phone(visitors: Visitors, shared_server: ServerProcess) -> None:
    """Also where the ways of a turn stand under the thumb."""
    visitor = visitors.come(shared_server.url, size=PHONE)
    artist = Artist(visitor)
    visitor.new_game("duel")
    artist.wait()
    while not visitor.page.locator("nav.dock.ways").count():
        artist.decide()
        artist.wait()
    visitor.page.locator(".tools").get_by_role("button", name="Hint").click()
    expect(visitor.page.locator(".hint-box")).to_be_visible()
