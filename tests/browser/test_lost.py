"""Wrong addresses, full tables, old browsers: a friendly page that says what to do."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, expect

from ..server.servers import ServerProcess
from .browsing import PATIENCE, Visitors
from .looking import look

WRONG = [
    ("/nowhere", "nothing here"),
    pytest.param("/table/nonsense", "does not exist", marks=pytest.mark.long),
    pytest.param("/replay/nonsense", "not known here", marks=pytest.mark.long),
    pytest.param("/learn/Z9.9", "no such rule", marks=pytest.mark.long),
    pytest.param("/learn/%E0%A4", "nothing here", marks=pytest.mark.long),
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
    expect(heading).to_contain_text(title)
    assert look(visitor, "lost" + path.replace("/", "-").replace("%", "")) == []
    visitor.page.locator(".friendly .btn.main").click()
    visitor.page.wait_for_selector(".home")


@pytest.mark.long
def test_a_game_that_is_not_over_and_a_seat_that_is_taken(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    host = visitors.come(shared_server.url)
    host.new_game()
    table = host.page.url.rsplit("/", 1)[1]
    guest = visitors.come(shared_server.url, "es")
    guest.may_lose_connection = True
    guest.open(f"/replay/{table}")
    guest.page.locator(".friendly h1", has_text="aún se está jugando").wait_for()
    found = look(guest, "lost-not-over")
    guest.open(f"/table/{table}#a-used-secret")
    guest.page.locator(".friendly h1", has_text="Ya no queda sitio").wait_for()
    assert found + look(guest, "lost-full") == []
    guest.page.get_by_role("button", name="Mirar").click()
    guest.page.wait_for_selector(".table")


@pytest.mark.long
def test_a_game_that_was_played_without_the_guest(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    host = visitors.come(shared_server.url)
    host.new_game()
    host.page.get_by_role("button", name="At the table").click()
    host.page.get_by_role("button", name="Resign").click()
    host.page.locator(".table-menu .btn.main").click()
    host.page.wait_for_selector(".end-sheet")
    guest = visitors.come(shared_server.url)
    guest.page.goto(f"{host.page.url}#a-used-secret")
    guest.page.get_by_role("heading", name="This game is over").wait_for()
    assert look(guest, "lost-over") == []
    guest.page.get_by_role("link", name="Go through the game").click()
    guest.page.wait_for_selector(".replay-table .table")


@pytest.mark.long
def test_a_private_table(visitors: Visitors, shared_server: ServerProcess) -> None:
    host = visitors.come(shared_server.url)
    host.open()
    host.page.wait_for_selector(".chosen")
    table = host.page.evaluate(
        """async () => (await (await fetch("/api/v1/tables", {
          method: "POST", headers: {"Content-Type": "application/json"},
          body: JSON.stringify({game: "azul", seats: ["me", "greedy"], private: true})
        })).json()).table.id"""
    )
    guest = visitors.come(shared_server.url)
    guest.may_lose_connection = True
    guest.open(f"/table/{table}")
    guest.page.get_by_role("heading", name="A private table").wait_for()
    assert look(guest, "lost-private") == []


@pytest.mark.long
def test_an_old_browser_gets_a_sentence_at_once(
    browser: Browser, shared_server: ServerProcess
) -> None:
    context = browser.new_context()
    context.add_init_script("CSS.supports = () => false")
    page = context.new_page()
    page.goto(shared_server.url)
    expect(page.locator(".not-started")).to_have_css("animation-name", "none")
    expect(page.locator(".not-started")).to_have_css("opacity", "1")
    expect(page.locator(".not-started")).to_contain_text("Update yours")
    assert page.locator(".home").count() == 0
    context.close()


@pytest.mark.long
def test_a_browser_without_scripts_gets_a_sentence(
    browser: Browser, shared_server: ServerProcess
) -> None:
    context = browser.new_context(java_script_enabled=False, locale="es-ES")
    page = context.new_page()
    page.goto(shared_server.url)
    expect(page.locator(".not-started")).to_have_css("opacity", "1", timeout=PATIENCE)
    expect(page.locator(".not-started")).to_contain_text("navegador")
    context.close()
