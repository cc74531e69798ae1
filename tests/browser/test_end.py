"""The end of a game: its points, numbers, turning points, and the proof of a fair shuffle."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Route, expect

from loseta import record as records
from loseta.game import DEALER

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, SMALL_PHONE, TABLE_FOR_FOUR, Visitor, Visitors
from .dueling import Artist
from .geometry import findings
from .late_games import open_late_game
from .looking import complaints, look
from .recorded import judged


def column(visitor: Visitor, seat: int) -> list[int]:
    """A player's points as they stand on the sheet, the total last."""
    cells = visitor.page.locator(f".points tbody tr td:nth-of-type({seat + 1})").all_inner_texts()
    return [int(text.replace("−", "-").replace("–", "0")) for text in cells]


def resign(visitor: Visitor) -> None:
    page = visitor.page
    visitor.tool("At the table")
    page.get_by_role("button", name="Resign").click()
    page.locator(".table-menu .btn.main").click()
    page.locator(".end-sheet").wait_for()


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [pytest.param(PHONE, marks=pytest.mark.long), SMALL_PHONE, (820, 1180)]
)
def test_everything_on_the_sheet_can_be_tapped(
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
    page.locator(".fold-link[download]").wait_for()
    buttons = page.locator(".end-sheet :is(.btn, summary, .fold-link)")
    covered = [each.inner_text() for each in buttons.all() if not each.evaluate(reached)]
    assert covered == []
    # From either side: what is reached from below is not covered from above.
    page.locator(".end-sheet").evaluate("e => e.scrollTop = 1e6")
    assert page.locator(".end-sheet summary").first.evaluate(reached)


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


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, (820, 1180)], ids=["desk", "tablet"])
def test_a_button_stays_under_the_hand_while_the_sheet_fills(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """The analysis is fetched when a game is over: it comes while a button is pressed."""
    visitor = visitors.come(shared_server.url, size=size)
    page = visitor.page
    late: list[Route] = []
    page.route("**/table/end-review.js*", lambda route: late.append(route))
    visitor.new_game()
    visitor.wait_for_turn()
    resign(visitor)
    button = page.get_by_role("button", name="Look at the table")
    box = button.bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    late.pop().continue_()
    visitor.wait_for(".end-chart, .turning.offer")
    assert button.bounding_box() == pytest.approx(box, abs=2)  # pressing it moves it by a pixel
    page.mouse.up()
    expect(page.locator(".end-sheet")).to_have_count(0)
    expect(page.get_by_role("button", name="Result")).to_be_visible()


@pytest.mark.long
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
    in_rank = page.locator(".rank-name").all_inner_texts()
    assert page.locator(".points-name").all_inner_texts() == in_rank
    assert page.locator(".final-name").all_inner_texts() == in_rank
    expect(page.locator(".numbers tbody tr")).to_have_count(4)

    # The computer goes through the game by itself.
    page.wait_for_selector(".end-chart .chart-line", timeout=240_000)  # the first search compiles
    assert page.locator(".chart-band").first.inner_text() == "Round 1"

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

    found = look(visitor, "end-en")
    page.get_by_role("button", name="Settings").click()
    visitor.choose("lang", "es")
    page.keyboard.press("Escape")
    page.locator(".acts", has_text="Ver la mesa").wait_for()
    visitor.resize(PHONE)
    found += look(visitor, "end-es")
    assert found == []

    page.locator(".acts a[href^='/replay/']").click()
    page.wait_for_selector(".replay-table .table")
    page.go_back()
    page.wait_for_selector(".end-sheet")
    page.get_by_role("button", name="Ver la mesa").click()
    page.wait_for_selector(".end-sheet", state="detached")


SCROLLS = """() => [...document.querySelectorAll('.end-sheet, .end-points, .end-right')]
  .filter(e => e.scrollHeight > e.clientHeight + 1).map(e => e.className)"""


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_the_sheet_fits_wide_windows(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    """A game played to its end, with its bonuses and with turning points; Spanish is longer."""
    visitor = visitors.come(shared_server.url, "es")
    reviewed(visitor)
    artist = Artist(visitor)
    open_late_game(visitor, game, at_round=5)
    if game == "azul":
        visitor.play_by_clicks()
    else:
        artist.play()
    visitor.wait_for(".moments li")
    for size in [DESK, (1280, 800), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440)]:
        visitor.resize(size)
        assert visitor.page.evaluate(SCROLLS) == [], size
        assert findings(visitor.page) == [], size


KINDS: list[tuple[dict[str, Any], str]] = [
    (
        {"kind": "fell", "count": 2, "colour": "B", "line": 3},
        "2 blue found no room; line 4 would have kept them",
    ),
    ({"kind": "left", "count": 3, "colour": "Y", "seat": 1}, "This left 3 yellow for"),
    ({"kind": "unfinished", "line": 1, "points": 5}, "which fills it for 5 points"),
]
"""Reasons, and how they are worded."""
REASONS = {n: KINDS[n // 2 % 3][0] for n in range(6)}
"""By the number of the decision: two decisions, one of each player, have the same."""


def reviewed(visitor: Visitor) -> list[dict[str, Any]]:
    """Have the first decisions judged mistakes; what the page asked for."""
    asked: list[dict[str, Any]] = []

    def answer(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        asked.append(body)
        losses = dict.fromkeys(REASONS, 0.25)
        route.fulfill(body=judged(records.read(body["record"]), losses, REASONS))

    visitor.page.route("**/api/v1/reviews", answer)
    return asked


def play_and_resign(visitor: Visitor, turns: int = 3) -> None:
    for _ in range(turns):
        visitor.wait_for_turn()
        visitor.take_by_clicks()
    visitor.wait_for_turn()
    resign(visitor)


@pytest.mark.long
@pytest.mark.parametrize("size", [(844, 390), (820, 1180)], ids=["lying", "upright"])
def test_nothing_of_the_sheet_ends_below_its_bar(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """With turning points its right half is longer than the left one."""
    visitor = visitors.come(shared_server.url, "es", size, touch=True)
    reviewed(visitor)
    visitor.new_game()
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    visitor.tool("En la mesa")
    visitor.page.get_by_role("button", name="Abandonar").click()
    visitor.page.locator(".table-menu .btn.main").click()
    visitor.wait_for(".moments li")
    visitor.page.locator(".end-sheet").evaluate("e => e.scrollTop = 1e6")
    half, bar = (
        visitor.page.locator(f".end-sheet > {each}").bounding_box()
        for each in (".end-right", ".acts")
    )
    assert half
    assert bar
    assert half["y"] + half["height"] <= bar["y"] + 1
    assert bar["y"] + bar["height"] == pytest.approx(size[1], abs=1)


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, pytest.param(PHONE, marks=pytest.mark.long)])
def test_turning_points_have_reasons_and_are_played_again(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    page = visitor.page
    asked = reviewed(visitor)
    visitor.new_game()
    play_and_resign(visitor)
    visitor.wait_for(".moments li")
    assert [body["when_idle"] for body in asked] == [True], "it began by itself"
    record = records.read(asked[0]["record"])
    me = next(n for n, name in enumerate(record.names) if name != "greedy")
    states = list(record.states())
    chosen = [n for n, state in enumerate(states[:-1]) if state.to_move != DEALER]
    mine = [n for n in REASONS if n < len(chosen) and states[chosen[n]].to_move == me]
    assert mine
    expect(page.locator(".moments li")).to_have_count(len(mine))
    expect(page.locator(".chart-mark.numbered")).to_have_count(len(mine))
    for n, line in zip(mine, page.locator(".moments li").all(), strict=True):
        said = line.evaluate(
            """e => [...e.querySelectorAll('small')].map(s => { const c = s.cloneNode(true);
              for (const t of c.querySelectorAll('[aria-label]')) t.textContent = t.ariaLabel;
              return c.textContent })[0]"""
        )
        assert KINDS[n // 2 % 3][1] in said
    assert complaints(visitor) == []
    visitor.shot(f"end-moments-{size[0]}")
    page.locator(".moments .btn").first.click()
    visitor.wait_for(".from-here")
    expect(page.locator(f"input[name=from-seat][value='{me}']")).to_be_checked()
    old = page.url.rsplit("/", 1)[1]
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_function("old => !location.pathname.endsWith(old)", arg=old)
    assert visitor.wait_for_turn(), "it is my decision once more"
    told = page.evaluate(
        "() => fetch('/api/v1' + location.pathname.replace('table', 'tables')).then(r => r.json())"
    )
    assert told["table"]["start"] == {"table": old, "ply": chosen[mine[0]]}
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    if size == DESK:
        page.get_by_role("button", name="Log").click()
        came_from = page.locator(".log-extra a")
        expect(came_from).to_have_text(f"It began after step {chosen[mine[0]]} of another game.")


@pytest.mark.long
def test_a_busy_computer_is_asked_by_a_button(visitor: Visitor) -> None:
    page = visitor.page
    error = {"error": {"code": "thinking", "sentence": "busy"}}
    page.route("**/api/v1/reviews", lambda route: route.fulfill(json=error))
    visitor.new_game()
    play_and_resign(visitor, 1)
    button = page.get_by_role("button", name="Find the turning points")
    button.wait_for()
    assert page.locator(".turning .bad").count() == 0, "nobody has asked for anything"
    assert complaints(visitor) == []
    page.unroute("**/api/v1/reviews")
    asked = reviewed(visitor)
    button.click()
    visitor.wait_for(".end-chart .chart")
    assert [body["when_idle"] for body in asked] == [False]


@pytest.mark.long
def test_a_game_is_shared_by_a_link(visitors: Visitors, shared_server: ServerProcess) -> None:
    ana, eva = visitors.come(shared_server.url), visitors.come(shared_server.url, "es")
    reviewed(ana)
    ana.new_game()
    play_and_resign(ana, 1)
    ana.page.get_by_role("button", name="Share link").click()
    field = ana.page.get_by_label("Link to the game")
    field.wait_for()
    link = field.input_value()
    assert "/replay/" in link
    assert complaints(ana) == []
    ana.page.get_by_role("button", name="Copy").click()
    ana.page.get_by_role("button", name="Copied").wait_for()
    eva.page.goto(link)
    eva.wait_for(".replay-table .table")
    # At a step of it: the link leads to that step.
    eva.page.keyboard.press("End")
    eva.page.get_by_role("button", name="Compartir enlace").click()
    eva.page.get_by_label("Enlace a la partida").wait_for()
    step = eva.page.get_by_label("Enlace a la partida").input_value()
    assert step.startswith(link + "#")
    with ana.page.expect_download() as downloading:
        ana.page.keyboard.press("Escape")
        ana.page.get_by_role("button", name="Save picture").click()
    assert downloading.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
@pytest.mark.parametrize(
    ("players", "size"),
    [(4, TABLE_FOR_FOUR), (4, PHONE), (3, DESK), (3, PHONE), (3, (844, 390))],
)
def test_all_have_their_place(
    visitors: Visitors, shared_server: ServerProcess, players: int, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=TABLE_FOR_FOUR)
    reviewed(visitor)
    visitor.new_game(players=players)
    play_and_resign(visitor, 1)
    visitor.resize(size)
    visitor.wait_for(".end-chart")
    page = visitor.page
    places = page.locator(".ranking .place").all_inner_texts()
    assert [int(text.split()[-1]) for text in places] == sorted(int(t.split()[-1]) for t in places)
    expect(page.locator(".ranking li")).to_have_count(players)
    # No wall stands alone in a row, and no name is cut.
    tops = [
        box["y"] for each in page.locator(".finals figure").all() if (box := each.bounding_box())
    ]
    rows = [sum(abs(top - other) < 5 for other in tops) for top in tops]
    assert min(rows) > 1, tops
    cut = page.evaluate(
        """() => [...document.querySelectorAll('.rank-name, .final-name, .points thead th')]
          .filter(e => e.clientWidth > 1 && e.scrollWidth > e.clientWidth + 1)
          .map(e => e.textContent)"""
    )
    assert cut == []
    assert complaints(visitor) == []
    visitor.shot(f"end-{players}-{size[0]}")
