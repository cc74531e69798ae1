"""Checks a screen in both themes with axe, and keeps a picture of it."""

from __future__ import annotations

from typing import Any, Literal

from ..support import ROOT
from .browsing import DRAWN, Visitor

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


OF_COLOURS = ["color-contrast", "link-in-text-block"]
"""The rules of axe that depend on the theme."""


def complaints(visitor: Visitor, rules: list[str] | None = None) -> list[str]:
    """What axe finds to complain about, by some or by all of its rules."""
    if not visitor.page.evaluate("() => 'axe' in window"):
        # Not as a script element: the page's own policy forbids scripts of others.
        visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = visitor.page.evaluate(
        "rules => axe.run(document, {resultTypes: ['violations'], preload: false,"
        " ...(rules && {runOnly: rules})})",
        rules,
    )
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


def look(visitor: Visitor, screen: str) -> list[str]:
    """The same in both themes, with pictures; for visitors who leave the theme to the system."""
    found = []
    width = visitor.page.evaluate("() => innerWidth")
    themes: list[tuple[Literal["dark", "light"], list[str] | None]]
    themes = [("dark", None), ("light", OF_COLOURS)]
    for theme, rules in themes:
        visitor.page.emulate_media(color_scheme=theme)
        visitor.page.evaluate(DRAWN)
        visitor.shot(f"{screen}-{theme}-{width}")
        found += [f"{screen}, {theme}: {each}" for each in complaints(visitor, rules)]
    return found
