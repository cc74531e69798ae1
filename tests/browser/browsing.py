"""Visitors of the page. They use only what is on the screen, not its internals."""

from __future__ import annotations

import json
import os
import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page, expect

FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
SOURCES = ".app:not(.ahead) button.t, .app:not(.ahead) .enlarger"
"""What the visitor can pick up in their turn, without choices for the next turn."""
PATIENCE = 60_000
"""Milliseconds for what needs next to none, on a machine that has other things to do."""
SHOTS = Path(__file__).parent / "shots"
DESK = (1280, 720)
TABLE_FOR_FOUR = (1440, 900)
PHONE = (390, 844)
SMALL_PHONE = (360, 640)
TABLET = (1024, 768)
LOW = [(640, 360), (667, 375), (844, 340)]
"""Phones on their side, and windows at twice the size: there the page may scroll."""
SIZES = [DESK, TABLET, TABLE_FOR_FOUR, (1920, 1080), (768, 1024), SMALL_PHONE, PHONE]
LOST = re.compile(r"WebSocket connection to|ERR_CONNECTION|ERR_INTERNET|Failed to load resource")
"""What a browser itself writes into the console when a server is not there."""
DRAWN = "() => new Promise(r => requestAnimationFrame(() => requestAnimationFrame(r)))"
"""Until what was changed is on the screen."""


class Visitor:
    """One person with one browser."""

    def __init__(self, page: Page, url: str) -> None:
        self.page = page
        self.url = url
        self.errors: list[str] = []
        self.may_lose_connection = False
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.set_default_timeout(PATIENCE)
        expect.set_options(timeout=PATIENCE)

    def _note(self, message: ConsoleMessage) -> None:
        if message.type not in ("error", "warning"):
            return
        if self.may_lose_connection and LOST.search(message.text):
            return
        self.errors.append(message.text)

    # --- Going somewhere ----------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(self.url + path)

    def new_game(self, game: str = "azul", players: int = 2, wall: str = "coloured") -> None:
        """From home, by clicks."""
        self.open()
        self.choose("game", game)
        if game == "azul":
            self.choose("players", str(players))
            self.choose("wall", wall)
        self.page.locator(".btn.big").click()
        self.wait_for(".table")

    def choose(self, name: str, value: str) -> None:
        """One of several, by what can be seen of it: its label, as soon as it lies still."""
        button = f"input[name={name}][value='{value}']"
        behind = ".change[aria-expanded=false]"
        self.page.locator(f"{button}, {behind}").first.wait_for(state="attached")
        if not self.page.locator(button).count():  # it is behind “Change”
            self.page.locator(behind).click()
        self.page.locator(f"label:has({button})").click()
        expect(self.page.locator(button)).to_be_checked()

    def tool(self, name: str | re.Pattern[str]) -> None:
        """Press a button of the table; a small window has it behind another."""
        more = self.page.get_by_role("button", name=re.compile("^(More|Más)$"))
        if more.count():
            more.click()
        self.page.get_by_role("button", name=name).click()

    def wait_for(self, selector: str) -> None:
        """Unlike `wait_for_selector` this leaves nothing behind that would keep the element."""
        self.page.locator(selector).first.wait_for()

    def tab_to(self, selector: str) -> None:
        for _ in range(60):
            if self.page.evaluate("s => document.activeElement.matches(s)", selector):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{selector} cannot be reached by Tab")

    def new_game_by_keys(self, choice: str) -> None:
        """From home, with the second of two answers to one question."""
        self.open()
        self.page.wait_for_selector(".btn.big")
        if not self.page.locator(f"input[name={choice}]").count():
            self.tab_to(".change")
            self.page.keyboard.press("Enter")
        self.tab_to(f"input[name={choice}]")
        self.page.keyboard.press("ArrowRight")
        self.tab_to(".btn.big")
        self.page.keyboard.press("Enter")
        self.page.wait_for_selector(".table")

    # --- A game of Azul -----------------------------------------------------------------------

    @property
    def over(self) -> bool:
        return self.page.locator(".end-sheet").count() > 0

    def wait_for_turn(self) -> bool:
        """Whether there is something to decide; False when the game is over."""
        self.wait_for(f"{SOURCES}, button.sp.aim, .end-sheet")
        return not self.over

    @property
    def targets(self) -> Locator:
        """Where the tiles in the hand may go."""
        return self.page.locator(".dk.lit:visible, .lit > .aim-button:visible")

    def settle(self) -> None:
        """Until the click has been answered."""
        self.page.wait_for_function(
            "() => !document.querySelector('.lit') || !document.querySelector('.t.up')"
        )

    def take_by_clicks(self) -> None:
        """The first tiles to the first line that takes them, or a column on the gray wall."""
        if self.page.locator("button.sp.aim").count():
            before = self.page.locator("button.sp.aim").first.get_attribute("data-spot")
            self.page.locator("button.sp.aim").first.click()
            self.page.wait_for_function(
                "spot => document.querySelector('button.sp.aim')?.dataset.spot !== spot", arg=before
            )
            return
        self.pick_up()
        self.targets.first.click()
        self.settle()

    def pick_up(self) -> None:
        """The first tiles; where they are too small for a finger, their factory is enlarged."""
        self.page.locator(SOURCES).first.click()
        self.page.evaluate(DRAWN)
        if self.page.locator(".zoom").count():
            self.page.locator(".zoom-choices button").first.click()

    def play_by_clicks(self, most: int = 400) -> None:
        for _ in range(most):
            if not self.wait_for_turn():
                return
            self.take_by_clicks()
        raise AssertionError("the game does not end")

    # --- Looking ------------------------------------------------------------------------------

    def shot(self, name: str) -> None:
        """Keep a picture, unless `make test` runs: there nobody looks at them."""
        if os.environ.get("LOSETA_PICTURES") == "no":
            return
        SHOTS.mkdir(exist_ok=True)
        self.page.screenshot(path=SHOTS / f"{name}.png")

    def scrolls(self) -> bool:
        return bool(
            self.page.evaluate(
                "() => { const e = document.scrollingElement;"
                " return e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1 }"
            )
        )

    def resize(self, size: tuple[int, int]) -> None:
        self.page.set_viewport_size({"width": size[0], "height": size[1]})
        self.page.evaluate(DRAWN)

    def reach(self, element: Locator) -> tuple[int, int]:
        """How wide and how high the place is, through the middle of a piece, in which a finger
        meets it."""
        width, height = element.evaluate(
            """e => { const r = e.getBoundingClientRect();
              const x = r.x + r.width / 2, y = r.y + r.height / 2;
              const meets = (x, y) => e.contains(document.elementFromPoint(x, y));
              let [left, right, up, down] = [0, 0, 0, 0];
              while (meets(x - left - 1, y)) left += 1;
              while (meets(x + right + 1, y)) right += 1;
              while (meets(x, y - up - 1)) up += 1;
              while (meets(x, y + down + 1)) down += 1;
              return [left + right + 1, up + down + 1] }"""
        )
        return width, height

    def outside(self) -> list[str]:
        """Pieces, words and buttons that are cut off by the window."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('main .t, main .sp, main button, .who, .say')]
              .filter(e => { const r = e.getBoundingClientRect();
                return r.width && (r.left < -1 || r.top < -1
                  || r.right > innerWidth + 1 || r.bottom > innerHeight + 1) })
              .map(e => e.className + ' ' + (e.dataset.spot || ''))"""
        )
        return found

    def out_of_reach(self) -> list[str]:
        """Pieces, words and buttons that not even scrolling brings wholly into the window, and
        tiles too small to be told apart."""
        found: list[str] = self.page.evaluate(
            """() => [...document.querySelectorAll('main .t, main .sp, main button, .who, .say')]
              .filter(e => { e.scrollIntoView({block: 'center'});
                const r = e.getBoundingClientRect();
                return r.width && (r.left < -1 || r.top < -1 || r.right > innerWidth + 1
                  || r.bottom > innerHeight + 1 || (e.matches('button.t') && r.width < 16)) })
              .map(e => e.className + ' ' + (e.dataset.spot || ''))"""
        )
        self.page.evaluate("() => scrollTo(0, 0)")
        return found


class Visitors:
    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._all: list[Visitor] = []

    def come(
        self,
        url: str,
        lang: str = "en",
        size: tuple[int, int] = DESK,
        theme: Any = "light",
        touch: bool | None = None,
        **prefs: Any,
    ) -> Visitor:
        """A new visitor with preferences; animations are off by default. Whose window
        is narrow uses fingers."""
        context = self._browser.new_context(
            locale={"en": "en-GB", "es": "es-ES"}[lang],
            viewport={"width": size[0], "height": size[1]},
            color_scheme=theme,
            has_touch=size[0] < 500 if touch is None else touch,
        )
        kept = {"speed": 0, "table": {"level": "greedy"}, **prefs}
        script = f"localStorage.loseta ??= {json.dumps(json.dumps(kept))}"
        context.add_init_script(script)
        visitor = Visitor(context.new_page(), url)
        self._all.append(visitor)
        return visitor

    def leave(self) -> None:
        for visitor in self._all:
            visitor.page.context.close()
        errors = [error for visitor in self._all for error in visitor.errors]
        assert not errors, errors
