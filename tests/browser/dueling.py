"""Azul Duel through the page: every kind of decision, made by clicks, taps or keys."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

from playwright.sync_api import Locator

from .browsing import DRAWN, Visitor

READY = """() => !!document.querySelector(
  '.end-sheet, .step, button.of.free, button.chip.free, .app:not(.ahead) :is('
  + 'main button.t[data-take], .enlarger)')"""
TILES = ".app:not(.ahead) :is(main button.t[data-take], .enlarger)"
CHIPS = "button.chip.free, .dk.open[data-enlarges=chips]"
"""Where tiles and chips are too small for a finger, what enlarges them."""
STEPS = ("stack", "draw", "keep", "under", "place", "pay", "tile")
KINDS = {"tiles", "chip", "plate", "deck", *STEPS}
"""All kinds of decisions."""


class Artist:
    """Plays whatever is asked, at random but with a taste for what has been seen least. Make it
    before the page goes to a table: it listens to what the server says, to know when it is asked.
    """

    def __init__(self, visitor: Visitor, seed: int = 1) -> None:
        self.visitor = visitor
        self.page = visitor.page
        self.rng = random.Random(seed)
        self.seen: Counter[str] = Counter()
        self._told: dict[str, Any] = {}
        self._answered = -1
        self.page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            self._told = message

    def is_asked(self) -> bool:
        """Whether the server waits for a decision that has not been made."""
        told = self._told
        if not told or told["number"] <= self._answered:
            return False
        return bool(told["legal"]) or told["table"]["status"] == "over"

    def wait(self) -> bool:
        """Until something new is asked; False when the game is over."""
        for _ in range(2000):
            if self.is_asked():
                break
            self.page.wait_for_timeout(20)
        self.page.evaluate(DRAWN)
        self.page.wait_for_function(READY)
        self._answered = self._told["number"]
        return not self.visitor.over

    def ask_again(self) -> None:
        """Nothing was decided: what is asked for stays."""
        self._answered = -1

    @property
    def asked(self) -> str:
        """The step that is asked for, or an empty text for a free choice."""
        # In one go: the step may be over a moment after it was seen.
        classes: str = self.page.evaluate("() => document.querySelector('.step')?.className ?? ''")
        return next((name[5:] for name in classes.split() if name.startswith("step-")), "")

    def any(self, selector: str) -> Locator:
        found = self.page.locator(selector)
        return found.nth(self.rng.randrange(found.count()))

    # --- By clicks ----------------------------------------------------------------------------

    def decide(self) -> str:
        """One decision; returns its kind."""
        kind = self.asked or self._choose()
        self.seen[kind] += 1
        getattr(self, f"_{kind}")()
        return kind

    def _choose(self) -> str:
        choices = {
            "tiles": TILES,
            "chip": CHIPS,
            "plate": "button.of.free[data-take]",
            "deck": "button.deck.free",
        }
        open_ = [kind for kind, selector in choices.items() if self.page.locator(selector).count()]
        if "deck" in open_ and len(open_) > 1 and self.seen["deck"] > 2:
            open_.remove("deck")
        return min(open_, key=lambda kind: self.seen[kind] // (3 if kind == "tiles" else 1))

    def _tiles(self) -> None:
        choices = self.page.locator(".zoom-choices .btn:has(.t)")
        for _ in range(20):
            self.any(TILES).click()
            self.page.evaluate(DRAWN)
            if not self.page.locator(".zoom").count():
                break
            if choices.count():
                choices.nth(self.rng.randrange(choices.count())).click()
                break
            self.page.locator(".zoom-head .btn").click()  # a moon with nothing but its chip
        else:  # every factory that is left holds nothing but its chip
            self.any(TILES).click()
            self.page.evaluate(DRAWN)
            self._click(".zoom-choices .btn:not([aria-disabled])")
            return
        targets = self.page.locator(".dk.lit:visible, .lane.lit > .aim-button:visible")
        broken = self.page.locator(".floor.lit > .aim-button:visible")
        (targets if targets.count() else broken).first.wait_for()
        found = targets if targets.count() else broken
        found.nth(self.rng.randrange(found.count())).click()

    def _chip(self) -> None:
        self._click(CHIPS)
        self.page.evaluate(DRAWN)
        if self.page.locator(".zoom").count():
            self._click(".zoom-choices .btn:not([aria-disabled])")

    def _plate(self) -> None:
        self._click("button.of.free[data-take]")

    def _deck(self) -> None:
        self._click("button.deck.free")

    def _click(self, selector: str) -> None:
        self.any(selector).click()

    def _stack(self) -> None:
        built = -1
        while self.page.locator(".step-stack .built .t").count() > built:
            built = self.page.locator(".step-stack .built .t").count()
            self._click(".step .pickable")
            self.page.evaluate(DRAWN)

    def _draw(self) -> None:
        more = self.page.locator(".step .btn:not(.main)").count() and self.seen["draw"] % 3
        self._click(".step .btn:not(.main)" if more else ".step .btn.main")

    def _keep(self) -> None:
        self._click(".step .plate-button")

    def _under(self) -> None:
        self._click(".step .plate-button")

    def _place(self) -> None:
        self.any(".plate.none.aim").click()
        self.page.locator(".plate.none.here").wait_for()
        self.any(".step .plate-button").click()
        self.page.locator(".step .btn.main").click()

    def _pay(self) -> None:
        if self.seen["pay"] % 3 == 0:
            self._click(".step .btn:not(.main):not([aria-disabled])")
            return
        for chip in self.page.locator(".step .chip").all():
            if self.page.locator(".step .btn.main").count():
                break
            chip.click()
        self.page.locator(".step .btn.main").wait_for()
        self._click(".step .btn.main")

    def _tile(self) -> None:
        self._click("button.sp.aim:visible, .step .dk:visible")

    def play(self, most: int = 300) -> None:
        """To the end."""
        for _ in range(most):
            if not self.wait():
                return
            self.decide()
        raise AssertionError("the game does not end")

    def confirm_place(self) -> None:
        """Lay the plate in hand on the first free space."""
        self.page.locator(".step-place").wait_for()
        self._place()

    def step_comes(self, kind: str) -> bool:
        """Whether this step is asked for next, and not a confirmation."""
        self.page.locator(f".step-{kind}, .say .btn.main").first.wait_for()
        return self.page.locator(f".step-{kind}").count() > 0

    def stack_all(self) -> None:
        self._stack()

    def start_again(self) -> None:
        """Another game from home; what was seen stays."""
        self._told = {}
        self._answered = -1
        self.visitor.new_game("duel")
