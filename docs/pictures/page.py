"""Takes the pictures of the page that the READMEs show.

    python -m docs.pictures.page

A game against the computer is played in a real browser until something is worth showing.
"""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.browser.browsing import FLAGS, PHONE, Visitor, Visitors
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


def hold(visitor: Visitor) -> None:
    """Take tiles that have somewhere good to go, if there are such."""
    page = visitor.page
    for number in range(page.locator("button.t").count()):
        page.locator("button.t").nth(number).click()
        visitor.targets.first.wait_for()
        page.wait_for_timeout(120)
        if page.locator(GOOD).count() > 1:
            return
        if number + 1 < page.locator("button.t").count():
            page.keyboard.press("Escape")
            page.wait_for_timeout(60)


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{folder}/tables.db", Path(folder) / "log")
        server.start()
        browser = playwright.chromium.launch(
            executable_path=shutil.which("chromium"), args=FLAGS, headless=True
        )
        visitors = Visitors(browser)
        for name, lang, theme, size in (
            ("azul-en", "en", "light", (1280, 720)),
            ("azul-es", "es", "dark", (1280, 720)),
            ("azul-phone", "es", "light", PHONE),
        ):
            visitor = visitors.come(server.url, lang, size, theme)
            visitor.new_game()
            play(visitor, 13)
            hold(visitor)
            visitor.page.wait_for_timeout(400)
            visitor.page.screenshot(path=FOLDER / f"{name}.jpg", type="jpeg", quality=88)
        visitors.leave()
        browser.close()
        server.stop()


if __name__ == "__main__":
    main()
