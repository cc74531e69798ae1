"""A game that the server has and the page cannot show: everything else goes on as before."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from ..toygame import FOLDER
from .browsing import Visitors

OPEN_A_TABLE = """async (game) => {
  const body = JSON.stringify({game, seats: ["me", "greedy"]});
  const headers = {"Content-Type": "application/json"};
  const answer = await fetch("/api/v1/tables", {method: "POST", headers, body});
  return (await answer.json()).table.id;
}"""


@pytest.fixture
def toy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ServerProcess]:
    monkeypatch.setenv("PYTHONPATH", str(FOLDER))
    running = ServerProcess(f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log")
    running.start()
    yield running
    running.kill()


@pytest.mark.long
def test_a_game_without_a_page_is_not_offered_and_its_tables_say_so(
    visitors: Visitors, toy_server: ServerProcess
) -> None:
    visitor = visitors.come(toy_server.url)
    visitor.open()
    games = visitor.page.locator("input[name=game]")
    expect(games).to_have_count(2)
    table = visitor.page.evaluate(OPEN_A_TABLE, "onerow")
    visitor.new_game()
    visitor.open()
    expect(visitor.page.locator("a.live")).to_have_count(1)
    visitor.open(f"/table/{table}")
    expect(visitor.page.locator("main")).to_contain_text("cannot be played on this page")
