"""Wrong addresses, full tables, old browsers: a friendly page that says what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from ..server.servers import ServerProcess
from .browsing import Visitors
from .test_axe import complaints

WRONG = [
    ("/nowhere", "nothing here"),
    ("/table/nonsense", "does not exist"),
    ("/replay/nonsense", "not known here"),
    ("/learn/Z9.9", "no such rule"),
    ("/learn/%E0%A4", "nothing here"),
]


@pytest.mark.parametrize(("path", "title"), WRONG)
def test_a_wrong_address(
    visitors: Visitors, shared_server: ServerProcess, path: str, title: str
) -> None:
    visitor = visitors.come(shared_server.url)
    visitor.may_lose_connection = True  # a 404 stands in the console, too
    visitor.open(path)
    heading = visitor.page.locator(".friendly h1")
    heading.wait_for()
    assert title in heading.inner_text()
    assert complaints(visitor) == []
    visitor.page.locator(".friendly .btn.main").click()
    visitor.page.wait_for_selector(".home")


def test_a_game_that_is_not_over_and_a_seat_that_is_taken(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    host = visitors.come(shared_server.url)
    host.new_game()
    table = host.page.url.rsplit("/", 1)[1]
    guest = visitors.come(shared_server.url, "es", theme="dark")
    guest.may_lose_connection = True
    guest.open(f"/replay/{table}")
    guest.page.locator(".friendly h1", has_text="aún se está jugando").wait_for()
    assert complaints(guest) == []
    guest.open(f"/table/{table}#a-used-secret")
    guest.page.locator(".friendly h1", has_text="Ya no queda sitio").wait_for()
    assert complaints(guest) == []
    guest.page.get_by_role("button", name="Mirar").click()
    guest.page.wait_for_selector(".table")


def test_a_browser_without_scripts_gets_a_sentence(
    browser: Browser, shared_server: ServerProcess
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="es-ES")
    page = context.new_page()
    page.goto(shared_server.url)
    expect(page.locator(".not-started")).to_have_css("opacity", "1", timeout=10_000)
    assert "navegador" in page.locator(".not-started").inner_text()
    context.close()
