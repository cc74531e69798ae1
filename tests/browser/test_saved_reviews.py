"""The analysis of a game is saved with its candidates, and opened again without thinking."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import expect

from loseta.record import Evaluation, Variation, read, write
from loseta.server.http.reviews import accuracy_of

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .looking import complaints
from .recorded import judged, recorded, saved
from .test_replay import upload

LOSSES = {2: 0.35, 5: 0.15}


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_an_analysis_is_saved_and_opened_again(visitor: Visitor, tmp_path: Path, game: str) -> None:
    record = recorded(game, 16)
    page = visitor.page
    asked: list[str] = []
    told = judged(record, LOSSES)
    decisions = [json.loads(line) for line in told.splitlines()[1:]]
    told += json.dumps({"accuracy": accuracy_of(record, decisions, None)}) + "\n"

    def answer(route):  # type: ignore[no-untyped-def]
        asked.append(route.request.url)
        route.fulfill(body=told, content_type="application/x-ndjson")

    page.route("**/api/v1/reviews", answer)
    upload(visitor, saved(record, tmp_path))
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector(".tallies")
    tallies = page.locator(".tallies").first.inner_text()
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save with analysis").click()
    file = tmp_path / "reviewed.txt"
    downloading.value.save_as(file)
    assert downloading.value.suggested_filename == f"{game}-reviewed.txt"
    opened = read(file.read_text(encoding="utf-8"))
    assert opened.actions == record.actions
    assert {ply: [v.actions[0].text for v in each] for ply, each in opened.variations.items()} == {
        each["ply"]: [one["action"] for one in each["candidates"]] for each in decisions
    }
    upload(visitor, file)
    page.wait_for_selector(".tallies")
    assert page.locator(".tallies").first.inner_text() == tallies
    expect(page.locator(".chart-line")).to_have_count(1)
    ply = decisions[2]["ply"]
    page.locator(".slider").fill(str(ply + 1))
    expect(page.locator(".candidate")).to_have_count(2)
    expect(page.locator(".verdict")).to_have_attribute("data-verdict", "blunder")
    page.locator(".candidate:not(.was-played)").click()
    page.get_by_role("button", name="Back to the game").wait_for()
    assert len(asked) == 1
    assert visitor.errors == []


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "lang", "theme"),
    [(DESK, "en", "light"), pytest.param(PHONE, "es", "dark", marks=pytest.mark.long)],
)
def test_comments_and_variations_of_a_file_are_shown(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    size: tuple[int, int],
    lang: str,
    theme: str,
) -> None:
    visitor = visitors.come(shared_server.url, lang, size, theme)
    record = recorded("azul", 8)
    states = list(record.states())
    at = len(record.actions) - 1
    other = next(each for each in states[at].legal_actions() if each != record.actions[at])
    record.comments[at + 1] = "Too early"
    record.variations[at] = [
        Variation([other], {1: "calm"}),
        Variation([record.actions[at]], evaluations={0: Evaluation(0.41, -1.5, 900)}),
        Variation([other], evaluations={0: Evaluation(0.53, 0.8, 2100)}),
    ]
    page = visitor.page
    path = tmp_path / "game.txt"
    path.write_text(write(record), encoding="utf-8")
    upload(visitor, path)
    page.wait_for_selector(".replay-table .table")
    page.keyboard.press("End")
    expect(page.locator(".remark-text")).to_have_text("“Too early”")
    expect(page.locator(".candidate")).to_have_count(3)
    ways = page.locator(".other-ways")
    expect(ways).to_contain_text("calm")
    ways.locator(".candidate").click()
    page.locator(".happened").wait_for()
    expect(page.locator(".remark-text")).to_have_text("“calm”")
    page.locator(".other-ways").scroll_into_view_if_needed()
    visitor.shot(f"saved-review-{lang}")
    assert complaints(visitor) == []
    assert visitor.errors == []
