"""The end of a game: its points, numbers, turning points, and the proof of a fair shuffle."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from loseta import record as records

from ..server.servers import ServerProcess
from .ahead import open_late_game
from .browsing import PHONE, SMALL_PHONE, Visitor, Visitors
from .looking import look


def column(visitor: Visitor, seat: int) -> list[int]:
    """A player's points as they stand on the sheet, the total last."""
    cells = visitor.page.locator(f".points tbody tr td:nth-of-type({seat + 1})").all_inner_texts()
    return [int(text.replace("−", "-").replace("–", "0")) for text in cells]


def resign(visitor: Visitor) -> None:
    page = visitor.page
    page.get_by_role("button", name="At the table").click()
    page.get_by_role("button", name="Resign").click()
    page.locator(".table-menu .btn.main").click()
    page.locator(".end-sheet").wait_for()


@pytest.mark.parametrize("size", [pytest.param(PHONE, marks=pytest.mark.long), SMALL_PHONE])
def test_everything_on_the_sheet_can_be_tapped_on_a_phone(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    visitor.new_game()
    visitor.wait_for_turn()
    resign(visitor)
    page = visitor.page
    # Wherever the sheet is scrolled to, its bar stays at the lower edge and on top.
    for where in ("0", "1e6"):
        page.locator(".end-sheet").evaluate(f"e => e.scrollTop = {where}")
        bar = page.locator(".end-sheet > .acts").bounding_box()
        assert bar
        assert bar["y"] + bar["height"] == pytest.approx(size[1], abs=1)
    reached = """e => { e.scrollIntoView({block: 'nearest'});
      const r = e.getBoundingClientRect();
      return e.contains(document.elementFromPoint(r.x + r.width / 2, r.y + r.height / 2)) }"""
    buttons = page.locator(".end-sheet :is(.btn, summary)")
    covered = [each.inner_text() for each in buttons.all() if not each.evaluate(reached)]
    assert covered == []
    # From either side: what is reached from below is not covered from above.
    page.locator(".end-sheet").evaluate("e => e.scrollTop = 1e6")
    assert page.get_by_role("button", name="Find the turning points").evaluate(reached)


@pytest.mark.long
def test_the_end_is_put_aside_and_opened_again(visitor: Visitor) -> None:
    page = visitor.page
    visitor.new_game()
    visitor.wait_for_turn()
    resign(visitor)
    sheet = page.locator(".end-sheet")
    page.get_by_role("button", name="Look at the table").click()
    expect(sheet).to_have_count(0)
    expect(page.get_by_role("button", name="Result")).to_be_focused()
    page.keyboard.press("ArrowLeft")
    visitor.wait_for(".stepper")
    page.keyboard.press("Enter")
    expect(sheet).to_be_focused()
    expect(page.locator(".stepper")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Result")).to_be_focused()


@pytest.mark.parametrize("how", ["resigned", pytest.param("played", marks=pytest.mark.long)])
def test_the_end_of_a_game(visitor: Visitor, how: str) -> None:
    pytest.importorskip("numba")
    page = visitor.page
    if how == "resigned":
        open_late_game(visitor, "azul", at_round=3)
        visitor.wait_for_turn()
        resign(visitor)
    else:
        visitor.new_game()
        visitor.play_by_clicks()
    for seat in (0, 1):
        *parts, total = column(visitor, seat)
        assert sum(parts) == total
    expect(page.locator(".final")).to_have_count(2)
    expect(page.locator(".numbers tbody tr")).to_have_count(4)

    page.locator("summary", has_text="Every point").click()
    assert page.locator(".every-point p").count() > 4
    page.locator("summary", has_text="Check the shuffle").click()
    page.wait_for_selector(".shuffle.right")
    with page.expect_download() as downloading:
        page.get_by_role("link", name="Download").click()
    record = records.load(downloading.value.path())
    assert records.verify(record) is None
    codes = page.locator(".shuffle dd code").all_inner_texts()
    assert codes == [record.tags["SeedHash"], record.tags["Seed"]]

    page.get_by_role("button", name="Find the turning points").click()
    page.wait_for_selector(".turning .chart-line", timeout=240_000)  # the first search compiles
    found = look(visitor, "end-en")
    page.get_by_role("button", name="Settings").click()
    visitor.choose("lang", "es")
    page.keyboard.press("Escape")
    page.locator(".acts", has_text="mesa").wait_for()
    visitor.resize(PHONE)
    found += look(visitor, "end-es")
    assert found == []
    expect(page.locator(".acts")).to_contain_text("mesa")

    page.locator(".acts a[href^='/replay/']").click()
    page.wait_for_selector(".replay-table .table")
    page.go_back()
    page.wait_for_selector(".end-sheet")
    page.locator(".acts button", has_text="mesa").click()
    page.wait_for_selector(".end-sheet", state="detached")
