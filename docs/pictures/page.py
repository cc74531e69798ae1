"""Takes the pictures of the page that the READMEs show.

    python -m docs.pictures.page

A game against the computer is played in a real browser until something is worth showing.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser import chromium
from tests.browser.browsing import Visitor, Visitors
from tests.browser.dueling import Artist
from tests.server.servers import ServerProcess

FOLDER = Path(__file__).parent
GOOD = ".lane.lit:has(.good) > .aim-button, .dk.lit:has(.good)"


def play(visitor: Visitor, moves: int) -> None:
    """As a beginner would: complete lines where that is possible."""
    for _ in range(moves):
        visitor.wait_for_turn()
        hold(visitor)
        good = visitor.page.locator(GOOD)
        (good if good.count() else visitor.targets).first.click()
        visitor.settle()
    visitor.wait_for_turn()


def hold(visitor: Visitor) -> bool:
    """Take tiles that have somewhere good to go; whether there are such."""
    page = visitor.page
    for number in range(page.locator("button.t").count()):
        page.locator("button.t").nth(number).click()
        visitor.targets.first.wait_for()
        page.wait_for_timeout(120)
        if page.locator(GOOD).count() > 1:
            return True
        if number + 1 < page.locator("button.t").count():
            page.keyboard.press("Escape")
            page.wait_for_timeout(60)
    return False


def worth_showing(visitor: Visitor) -> bool:
    """There is something to choose from, and a choice in the hand."""
    return visitor.page.locator(".disc:not(.bare)").count() > 2 and hold(visitor)


def paint(visitor: Visitor) -> None:
    """A game of Duel at the start of its third round, with tiles in the hand."""
    artist = Artist(visitor, seed=5)
    visitor.new_game("duel")
    table = visitor.page
    while True:
        artist.wait()
        third = table.locator(".meta", has_text="3").count()
        if third and not artist.asked and table.locator(".fac.bare").count() < 2:
            table.locator("main .sun button.t[data-take]").first.click()
            return
        artist.decide()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        server.start()
        browser = chromium.launch(playwright)
        visitors = Visitors(browser)
        for name, lang, theme, size in (
            ("duel-en", "en", "light", (1280, 720)),
            ("duel-es", "es", "dark", (1280, 720)),
        ):
            visitor = visitors.come(server.url, lang, size, theme)
            paint(visitor)
            visitor.page.wait_for_timeout(400)
            visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=88)
        for name, lang, theme, size in (
            ("azul-en", "en", "light", (1280, 720)),
            ("azul-es", "es", "dark", (1280, 720)),
        ):
            visitor = visitors.come(server.url, lang, size, theme)
            visitor.new_game()
            play(visitor, 10)
            while not worth_showing(visitor):
                visitor.page.keyboard.press("Escape")
                play(visitor, 1)
            visitor.page.wait_for_timeout(400)
            visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=88)
        visitors.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
