"""axe finds nothing to complain about on the screens around a game of Azul, light and dark; those
of Duel, of the end, of replay and of the rules are looked at in their own tests."""

from __future__ import annotations

import pytest

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitors
from .looking import look


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)], ids=["desk", "phone"]
)
def test_axe(visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    page = visitor.page
    visitor.open()
    page.wait_for_selector(".chosen")
    found = look(visitor, "home")
    page.get_by_role("button", name="Change").click()
    page.wait_for_selector(".level-name:not(:empty)")
    found += look(visitor, "home-choices")
    page.get_by_role("button", name="Settings").click()
    page.wait_for_selector(".panel")
    found += look(visitor, "settings")
    visitor.new_game()
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    found += look(visitor, "azul2")
    page.locator("button.t").first.click()
    page.wait_for_selector(".lit")
    found += look(visitor, "azul2-hand")
    page.keyboard.press("Escape")
    for key, panel in (("l", "log"), ("?", "help")):
        page.keyboard.press(key)
        page.wait_for_selector(".panel")
        found += look(visitor, panel)
        page.keyboard.press("Escape")
        page.wait_for_selector(".panel", state="detached")
    for name, panel in (("Settings", "settings"), ("At the table", "table-menu")):
        visitor.tool(name)
        page.wait_for_selector(f".panel .{panel}")
        found += look(visitor, f"panel-{panel}")
        page.keyboard.press("Escape")
        page.wait_for_selector(".panel", state="detached")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector(".stepper")
    found += look(visitor, "looking-back")
    visitor.open()
    page.get_by_role("button", name="Invite friends").click()
    page.wait_for_selector(".qr")
    found += look(visitor, "friends")
    guest = visitors.come(shared_server.url, size=size)
    guest.page.goto(page.get_by_label("Link for this seat").input_value())
    guest.page.get_by_role("button", name="Sit down").wait_for()
    found += look(guest, "invited")
    assert found == []
