"""Finds by geometry what a glance would find: things that lie on each other, words that are cut,
what leaves the window, text too small to read, targets too small for a finger. `geometry.js` says
what counts as a thing, and by which marks in the page an overlap is meant."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

SCRIPT = Path(__file__).with_suffix(".js")
SIZES = [
    (320, 640),
    (390, 844),
    (844, 390),
    (820, 1180),
    (1024, 768),
    (1180, 820),
    (1280, 800),
    (1920, 1080),
    (2560, 1440),
]
TOUCHED = [size for size in SIZES if size[0] < 1200]
"""Where people use their fingers."""
SMALLEST = {1920: 12.0, 2560: 15.0}
"""The smallest type by the width of the window; else 11 px."""


def findings(page: Page, scrolls: bool = False, within: str = "") -> list[str]:
    """The flaws of the current screen. `scrolls`: the page may be longer than the window; then a
    finger tries the targets in sight, or else those within the elements of a selector, scrolled to
    one after the other."""
    size = page.viewport_size
    assert size
    found: list[str] = page.evaluate(
        SCRIPT.read_text(encoding="utf-8"),
        {
            "touch": (size["width"], size["height"]) in TOUCHED,
            "smallest": SMALLEST.get(size["width"], 11.0),
            "scrolls": scrolls,
            "within": within,
        },
    )
    return found
