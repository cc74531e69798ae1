"""axe finds nothing to complain about, on any screen, light and dark."""

from __future__ import annotations

from typing import Any

import pytest

from ..server.servers import ServerProcess
from ..support import ROOT
from .browsing import DESK, PHONE, Visitor, Visitors

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"


def complaints(visitor: Visitor) -> list[str]:
    if not visitor.page.evaluate("() => 'axe' in window"):
        # Not as a script element: the page's own policy forbids scripts of others.
        visitor.page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = visitor.page.evaluate(
        "() => axe.run(document, {resultTypes: ['violations'], preload: false})"
    )
    return [
        f"{each['id']}: {node['target']} {node['failureSummary']}"
        for each in found["violations"]
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe(
    visitors: Visitors, shared_server: ServerProcess, theme: str, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=size, theme=theme)
    page = visitor.page
    name = f"{theme}-{size[0]}"
    found: dict[str, list[str]] = {}

    def look(screen: str) -> None:
        visitor.shot(f"{screen}-{name}")
        found[screen] = complaints(visitor)

    visitor.open()
    page.wait_for_selector(".level-name:not(:empty)")
    look("home")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector(".panel")
    look("settings")
    visitor.new_game()
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    look("azul2")
    page.locator("button.t").first.click()
    page.wait_for_selector(".lit")
    look("azul2-hand")
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector(".panel")
    look("log")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    page.wait_for_selector(".help")
    look("help")
    visitor.new_game(players=4, wall="gray")
    while visitor.wait_for_turn() and not page.locator("button.sp.aim").count():
        visitor.take_by_clicks()
    look("gray4")
    visitor.open()
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_selector(".qr")
    look("friends")
    for screen, said in found.items():
        print(screen, *said, sep="\n  ")
    assert not any(found.values())
