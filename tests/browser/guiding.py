"""A visitor who does not know the games, and does what the guide of the first game says."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, expect

from .browsing import DRAWN, Visitor
from .dueling import Artist

RINGED = """selector => {
  const rings = [...document.querySelectorAll('.guide-pointer rect')]
    .map(e => e.getBoundingClientRect());
  const inside = (box, ring) => {
    const x = box.x + box.width / 2, y = box.y + box.height / 2;
    return x > ring.left && x < ring.right && y > ring.top && y < ring.bottom;
  };
  return [...document.querySelectorAll(selector)].findIndex(e => {
    const box = e.getBoundingClientRect();
    return box.width && rings.some(ring => inside(box, ring));
  });
}"""
"""The first element that can be seen within a ring of the guide."""
RINGING = """selector => {
  const middles = [...document.querySelectorAll('.guide-pointer rect')]
    .map(e => e.getBoundingClientRect()).map(r => [r.x + r.width / 2, r.y + r.height / 2]);
  return [...document.querySelectorAll(selector)].findIndex(e => {
    const box = e.getBoundingClientRect();
    return middles.some(([x, y]) =>
      x > box.left && x < box.right && y > box.top && y < box.bottom);
  });
}"""
"""The first element around a ring of the guide."""
HINT = re.compile("^(Hint|Pista)$")
SETTLED = """() => document.querySelector('.end-sheet')
  || document.querySelector('.guide-card:not(.waits, [aria-busy])')"""


class Learner:
    def __init__(self, visitor: Visitor) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.reached: list[int] = []
        """The steps of the guide, in the order in which they came."""
        self.told: set[int] = set()
        """Those that have said what they are about."""

    @property
    def card(self) -> Locator:
        return self.page.locator(".guide-card")

    def start(self, game: str) -> None:
        """From home, where it is offered first."""
        self.visitor.open()
        offer = self.page.locator(".guide-offer")
        expect(offer).to_be_visible()
        offer.get_by_role(
            "button", name=re.compile({"azul": "Azul$", "duel": "Duel$"}[game])
        ).click()
        self.card.wait_for()

    def wait(self) -> bool:
        """Until the card says what to do; False when the game is over."""
        self.page.wait_for_function(SETTLED)
        self.page.evaluate(DRAWN)
        if self.visitor.over:
            return False
        self.note()
        return True

    @property
    def step(self) -> int:
        """How far the dots have come, from 0."""
        return self.page.locator(".guide-dots .done").count()

    @property
    def at_the_end(self) -> bool:
        """Whether the last of the steps is reached: from there on one plays."""
        return self.step == self.page.locator(".guide-dots i").count() - 1

    def go_on(self) -> bool:
        """By the button of a card that is only read."""
        button = self.card.locator(".btn.main")
        if self.at_the_end or not button.count():
            return False
        before = self.step
        button.click()
        self.page.wait_for_function(
            "n => document.querySelectorAll('.guide-dots .done').length > n", arg=before
        )
        return True

    def ringed(self, selector: str) -> Locator | None:
        """What the guide points at, of one kind."""
        index = self.page.evaluate(RINGED, selector)
        return self.page.locator(selector).nth(index) if index >= 0 else None

    def note(self) -> None:
        """The step that is shown, if it is another: all its words can be read."""
        if self.page.locator(".guide-card:not(.waits)").count():
            self.told.add(self.step)
        if not self.reached or self.step != self.reached[-1]:
            self.reached.append(self.step)
            words = self.card.locator(".guide-words")
            cut = words.evaluate("e => e.scrollHeight > e.clientHeight + 1")
            assert not cut, words.inner_text()

    def pick_up_ringed(self) -> bool:
        """The tiles that are pointed at, if any are: in two taps where they are too small for a
        finger."""
        tiles = self.ringed("main button.t[data-take]")
        if tiles is None:
            half = self.page.evaluate(RINGING, ".enlarger")
            if half < 0:
                return False
            self.page.locator(".enlarger").nth(half).click()
            self.page.evaluate(DRAWN)
            tiles = self.ringed(".zoom-choices .btn")
            assert tiles is not None, "what is enlarged is pointed at, too"
        tiles.click()
        return True

    def play_by_hints(self, start: Locator) -> None:
        """A game without a guide, from a button that leads to it: what the lamp suggests."""
        artist = Artist(self.visitor)
        start.click()
        self.page.wait_for_selector(".end-sheet", state="detached")
        expect(self.card).to_have_count(0)
        while artist.wait():
            self.page.locator(".tools").get_by_role("button", name=HINT).click()
            self.page.locator(".hint-box .btn.main").click()

    @property
    def pointed_line(self) -> Locator:
        """The line that is pointed at for the tiles in the hand; any where none is."""
        lines = ".lit > .aim-button, .dk.lit"
        index = self.page.evaluate(RINGING, lines)
        return self.page.locator(lines).nth(index) if index >= 0 else self.visitor.targets.first

    def hinted(self, selector: str) -> Locator | None:
        """What the computer suggests, of one kind: it is marked with gold."""
        self.page.wait_for_function("() => document.querySelector('.hinted, .end-sheet')")
        found = self.page.locator(selector)
        return found.first if found.count() else None

    def turn(self) -> bool:
        """A card that is read, or a decision; False when the game is over."""
        raise NotImplementedError

    def play(self) -> None:
        """To the end of the game."""
        for _ in range(300):
            if not self.turn():
                return
        raise AssertionError("the guided game does not end")


class AzulLearner(Learner):
    def take(self) -> None:
        """The tiles that are pointed at or suggested to the line that is; others where none is."""
        line = self.page.locator(
            ".lane.hinted > .aim-button:visible, .floor.hinted > .aim-button:visible"
        )
        if self.at_the_end:
            (self.hinted("button.t.hinted") or self.page.locator("button.t").first).click()
        elif not self.pick_up_ringed():
            self.page.locator("button.t").first.click()
        self.visitor.targets.first.wait_for()
        self.page.evaluate(DRAWN)
        self.wait()
        if not self.at_the_end:
            line = self.pointed_line
        (line if line.count() else self.visitor.targets).first.click()
        self.visitor.settle()

    def turn(self) -> bool:
        if not self.wait():
            return False
        if not self.go_on():
            self.take()
        return True


class DuelLearner(Learner):
    def __init__(self, visitor: Visitor) -> None:
        super().__init__(visitor)
        self.artist = Artist(visitor)

    def decide(self) -> None:
        """What the guide points at or suggests; any legal action if it does neither."""
        if self.at_the_end:
            self.card.locator(".btn.main").click()
            return
        if not self.artist.asked:
            self.page.locator(".guide-card:not([aria-busy])").wait_for()
        if self.artist.asked or not self.pick_up_ringed():
            plate = None if self.artist.asked else self.ringed("button.of.free")
            if plate is not None:
                plate.click()
            else:
                self.artist.decide()
            return
        self.visitor.targets.first.wait_for()
        self.page.evaluate(DRAWN)
        self.note()
        self.pointed_line.click()

    def turn(self) -> bool:
        if not self.artist.wait():
            return False
        self.note()
        while self.go_on():
            self.page.evaluate(DRAWN)
            self.note()
        self.decide()
        return True
