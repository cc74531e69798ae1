"""Going through records: of each game, from files good and bad, with the computer's analysis."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect

from loseta import duel, svg
from loseta.record import result_of

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import SIZES, findings
from .looking import complaints
from .recorded import judged, recorded, saved

GAMES = [
    ("azul", {}),
    pytest.param("azul", {"players": "3"}, marks=pytest.mark.long),
    pytest.param("azul", {"players": "4", "wall": "gray"}, marks=pytest.mark.long),
    pytest.param("duel", {"tablets": "random-4"}, marks=pytest.mark.long),
]


def upload(visitor: Visitor, path: Path) -> None:
    visitor.open("/replay")
    visitor.page.set_input_files("input[type=file]", path)


def scores(visitor: Visitor) -> list[int]:
    words = visitor.page.locator("h1.say").inner_text().split("·")
    return [int(each.split()[-1]) for each in words]


@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_file_is_gone_through(
    visitor: Visitor, tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    record = recorded(game, options=options)
    upload(visitor, saved(record, tmp_path))
    page = visitor.page
    page.wait_for_selector(".replay-table .table")
    last = len(record.actions)
    count = page.locator(".steps .s")
    # It begins at the first step worth showing: the table is dealt, and a seat is to move.
    laid = next(n for n, state in enumerate(record.states()) if state.to_move in (0, 1, 2, 3))
    expect(count).to_have_text(f"{laid} of {last}")
    assert page.locator(".replay-table .t").count() > 10
    page.keyboard.press("Home")
    expect(count).to_have_text(f"0 of {last}")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    page.wait_for_function(f"() => document.querySelector('.steps .s').innerText === '2 of {last}'")
    page.keyboard.press("Home")
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    page.locator(".round-button.here", has_text="Round 2").wait_for()
    page.locator(".round-button").nth(2).click()
    page.locator(".meta", has_text="Round 3").wait_for()
    page.keyboard.press("End")
    page.wait_for_function("n => document.querySelector('.slider').value === String(n)", arg=last)
    assert "-".join(map(str, scores(visitor))) == result_of(record.final())
    assert not visitor.scrolls()
    page.get_by_role("button", name="About this game").click()
    expect(page.locator(".shuffle")).to_contain_text("as promised")


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "steps"),
    [("duel", 30), *(pytest.param(game, 90, marks=pytest.mark.long) for game in ("azul", "duel"))],
)
def test_every_step_says_what_happened(
    visitor: Visitor, tmp_path: Path, game: str, steps: int
) -> None:
    """Up to two rounds of it; those of the dealer, too, for a record hides nothing."""
    record = recorded(game, steps)
    upload(visitor, saved(record, tmp_path))
    page = visitor.page
    visitor.wait_for(".happened")
    page.keyboard.press("Home")
    silent = []
    for ply, action in enumerate(record.actions, start=1):
        page.keyboard.press("ArrowRight")
        page.wait_for_function(
            "n => document.querySelector('.slider').value === String(n)", arg=ply
        )
        if not page.locator(".happened").inner_text().strip():
            silent.append(action.text)
    assert silent == []


SPILLS = """() => [...document.querySelectorAll('.floor .hole')].filter((hole) => {
  const text = document.createRange();
  text.selectNodeContents(hole);
  const [words, space] = [text.getBoundingClientRect(), hole.getBoundingClientRect()];
  return words.left < space.left || words.right > space.right;
}).map((hole) => hole.textContent)"""


@pytest.mark.long
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_penalties_stay_within_their_spaces(
    visitor: Visitor, tmp_path: Path, game: str, options: dict[str, str]
) -> None:
    """The table of a replay is the smallest that a desk shows."""
    upload(visitor, saved(recorded(game, 30, options), tmp_path))
    visitor.wait_for(".replay-table .small .floor .hole")
    assert visitor.page.evaluate(SPILLS) == []


@pytest.mark.long
def test_analysis_with_chart_table_and_variation(visitor: Visitor, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    record = recorded("azul", 12)
    upload(visitor, saved(record, tmp_path))
    page = visitor.page
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_selector("progress")
    page.wait_for_selector(".tallies", timeout=240_000)
    expect(page.locator(".chart-line")).to_have_count(1)
    assert "Ana: from" in (page.locator(".chart svg").get_attribute("aria-label") or "")
    page.keyboard.press("End")
    page.wait_for_selector(".candidates")
    expect(page.locator(".candidate.was-played")).to_have_count(1)
    before = page.locator(".happened").inner_text()
    page.locator(".candidate:not(.was-played)").first.click()
    page.wait_for_function("t => document.querySelector('.happened').innerText !== t", arg=before)
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_function("t => document.querySelector('.happened').innerText === t", arg=before)
    page.get_by_role("button", name="The analysis as a table").click()
    rows = page.locator(".chart-table tbody tr")
    rows.first.wait_for()
    assert rows.count() >= 8
    last = page.locator(".slider").input_value()
    rows.first.locator("button").click()
    expect(page.locator(".slider")).not_to_have_value(last)
    page.keyboard.press("Escape")
    visitor.shot("replay-analysis")
    # Another language: nothing of it is lost.
    shown = page.locator(".slider").input_value()
    page.get_by_role("button", name="Settings").click()
    visitor.choose("lang", "es")
    page.locator("h2", has_text="Lo que piensa el ordenador").wait_for()
    assert page.locator(".slider").input_value() == shown
    expect(page.locator(".chart-line")).to_have_count(1)


LOSSES = {1: 0.05, 3: 0.15, 6: 0.25, 9: 0.35}


def analysed(visitor: Visitor, tmp_path: Path) -> list[int]:
    """A game with an analysis that is known beforehand; the plies of its turning points."""
    record = recorded("azul", 16)
    lines = judged(record, LOSSES)
    visitor.page.route("**/api/v1/reviews", lambda route: route.fulfill(body=lines))
    upload(visitor, saved(record, tmp_path))
    visitor.page.locator(".beside .btn.main").click()
    visitor.wait_for(".tallies")
    plies = [json.loads(line).get("ply") for line in lines.splitlines()[1:]]
    return [plies[n] for n, loss in LOSSES.items() if loss >= 0.1]


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_turning_point_leads_to_the_move_that_it_judges(
    visitors: Visitors, shared_server: ServerProcess, tmp_path: Path, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    plies = analysed(visitor, tmp_path)
    page = visitor.page
    assert len(plies) == 3
    marks = page.locator(".chart-mark")
    expect(marks).to_have_count(3)
    slider = page.locator(".slider")
    for mark, ply in zip(marks.all(), plies, strict=True):
        box = mark.bounding_box()
        assert box
        # At its edges, too: where a game is long a step is narrower than the dot.
        for x in (1.5, box["width"] / 2, box["width"] - 1.5):
            page.keyboard.press("Home")
            expect(slider).to_have_value("0")
            page.mouse.click(box["x"] + x, box["y"] + box["height"] / 2)
            expect(slider).to_have_value(str(ply + 1))
        expect(page.locator(".verdict")).to_contain_text("to win, a")
        expect(page.locator(".candidate.was-played.here")).to_have_count(1)
        # The line of the chart that says where we are goes through the mark.
        here = page.locator(".chart-here").bounding_box()
        assert here
        assert abs(here["x"] + here["width"] / 2 - box["x"] - box["width"] / 2) < 1.5


@pytest.mark.long
def test_the_best_and_the_worst_stand_out(visitor: Visitor, tmp_path: Path) -> None:
    analysed(visitor, tmp_path)
    page = visitor.page
    page.get_by_role("button", name="The analysis as a table").click()
    rows = page.locator(".chart-table tbody tr")
    rows.first.wait_for()
    weights: dict[str, set[int]] = {}
    for row in rows.all():
        verdict = row.locator("td").last
        weight = "e => Number(getComputedStyle(e).fontWeight)"
        weights.setdefault(verdict.inner_text(), set()).add(verdict.evaluate(weight))
        # What was played is not shouted, whatever is thought of it.
        assert row.locator("td").nth(2).evaluate(weight) == 400
    assert weights.pop("a good move") == {400}
    assert set(weights) == {"the best", "an inaccuracy", "a mistake", "a blunder"}
    assert all(min(each) >= 600 for each in weights.values())


@pytest.mark.long
def test_an_analysis_can_be_stopped(visitor: Visitor, tmp_path: Path) -> None:
    pytest.importorskip("numba")
    upload(visitor, saved(recorded("duel", 60), tmp_path))
    page = visitor.page
    page.get_by_role("button", name="Analyse").click()
    page.wait_for_function("() => document.querySelector('progress')?.value > 0", timeout=240_000)
    page.get_by_role("button", name="Stop").click()
    page.wait_for_selector("progress", state="detached")
    expect(page.locator(".beside")).to_contain_text("Stopped after")
    page.wait_for_timeout(500)
    assert page.locator("progress").count() == 0


@pytest.mark.long
def test_a_bad_file_is_told_of_with_its_place(
    visitors: Visitors, shared_server: ServerProcess, tmp_path: Path
) -> None:
    visitor = visitors.come(shared_server.url, "es")
    visitor.may_lose_connection = True  # a refusal stands in the console, too
    path = saved(recorded("azul", 12), tmp_path)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("\n1. ", "\n1. 9Z9 "), encoding="utf-8")
    upload(visitor, path)
    page = visitor.page
    page.wait_for_selector(".wrong")
    said = page.locator(".wrong").inner_text()
    line = text[: text.index("\n1. ")].count("\n") + 2
    assert f"Línea {line}, columna 4" in said
    expect(page.locator(".wrong mark")).to_have_text("9Z9")
    assert complaints(visitor) == []
    visitor.shot("replay-bad-file")
    path.write_bytes(b"\xff\xfe\x00")
    page.set_input_files("input[type=file]", path)
    page.wait_for_function("() => document.querySelector('.wrong').innerText.includes('UTF-8')")
    page.set_input_files("input[type=file]", saved(recorded("duel", 30), tmp_path))
    page.wait_for_selector(".replay-table .table")


@pytest.mark.long
@pytest.mark.parametrize(("theme", "lang", "size"), [("light", "es", DESK), ("dark", "en", PHONE)])
def test_axe_finds_nothing(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    theme: str,
    lang: str,
    size: tuple[int, int],
) -> None:
    pytest.importorskip("numba")
    visitor = visitors.come(shared_server.url, lang, size, theme)
    visitor.open("/replay")
    visitor.page.wait_for_selector(".file")
    found = complaints(visitor)
    upload(visitor, saved(recorded("azul", 9), tmp_path))
    visitor.page.locator(".card-box .btn.main").click()
    visitor.page.wait_for_selector(".tallies", timeout=240_000)
    visitor.page.keyboard.press("End")
    visitor.page.wait_for_selector(".candidates")
    visitor.shot(f"replay-{theme}-{lang}-{size[0]}")
    assert found + complaints(visitor) == []


def at(visitor: Visitor) -> int:
    return int(visitor.page.locator(".slider").input_value())


@pytest.mark.long
def test_it_goes_on_by_itself(visitor: Visitor, tmp_path: Path) -> None:
    upload(visitor, saved(recorded("azul", 30), tmp_path))
    page = visitor.page
    page.get_by_role("button", name="Play", exact=True).click()
    page.get_by_label("Speed").select_option("4×")
    start = at(visitor)
    later = "n => Number(document.querySelector('.slider').value) >= n"
    page.wait_for_function(later, arg=start + 3)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Pause").click()
    stopped = at(visitor)
    page.wait_for_timeout(1500)
    assert at(visitor) == stopped
    # The space bar does the same, and a step by hand ends it.
    page.locator("body").click(position={"x": 5, "y": 5})
    page.keyboard.press(" ")
    page.wait_for_function(later, arg=stopped + 1)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    # At the end it stops, and begins anew from there.
    page.keyboard.press("End")
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function(later, arg=30)
    expect(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_function("() => Number(document.querySelector('.slider').value) < 10")


@pytest.mark.long
@pytest.mark.parametrize("game", [pytest.param("azul", marks=pytest.mark.long), "duel"])
def test_a_game_is_played_from_any_step(visitor: Visitor, tmp_path: Path, game: str) -> None:
    """Of a file: the position itself is the start."""
    record = recorded(game, 40)
    upload(visitor, saved(record, tmp_path))
    page = visitor.page
    visitor.wait_for(".replay-table .table")
    last = page.locator(".round-button").last
    last.click()
    expect(last).to_have_attribute("aria-current", "true")
    ply = at(visitor) + 1
    page.keyboard.press("ArrowRight")
    expect(page.locator(".slider")).to_have_value(str(ply))
    tiles = page.locator(".replay-table .t").count()
    page.get_by_role("button", name="Play from here").click()
    visitor.wait_for(".from-here")
    assert complaints(visitor) == []
    visitor.choose("from-seat", "1")
    page.get_by_label("Against").select_option("greedy")
    page.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/table/*")
    visitor.wait_for(".app .table")
    table = f"/api/v1/tables/{page.url.rsplit('/', 1)[1]}"
    ask = "path => fetch(path).then(r => r.json())"
    told = page.evaluate(ask, table)["table"]
    assert told["start"] == {"table": None, "ply": None}
    assert told["you"] == 1
    assert [seat["kind"] for seat in told["seats"]] == ["computer", "person"]
    history = page.evaluate(ask, f"{table}/history")
    first = history["frames"][0]["state"]
    state = list(record.states())[ply]
    assert first["round"] == state.round
    assert [board["score"] for board in first["boards"]] == list(state.scores)
    assert tiles > 10


def brightness(png: bytes) -> int:
    """Of the ground, between the headline and the round."""
    with Image.open(io.BytesIO(png)) as image:
        value = image.convert("L").getpixel((image.width * 7 // 10, 20))
    assert isinstance(value, int)
    return value


@pytest.mark.long
def test_a_step_is_saved_as_a_picture(visitor: Visitor, tmp_path: Path) -> None:
    upload(visitor, saved(recorded("duel", 60), tmp_path))
    visitor.wait_for(".replay-table .table")
    page = visitor.page
    page.keyboard.press("End")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save picture").click()
    assert downloading.value.suggested_filename == "duel-60.png"
    picture = downloading.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert len(picture) > 50_000, "it is not empty"
    drawn = svg.board(duel.State.new()).partition("viewBox=")[
        0
    ]  # the tables of a game are as large
    width, height = (int.from_bytes(picture[at : at + 4]) for at in (16, 20))
    assert f'width="{width // 2}" height="{height // 2}"' in drawn
    # In the theme that the page has.
    page.emulate_media(color_scheme="dark")
    with page.expect_download() as downloading:
        page.get_by_role("button", name="Save picture").click()
    light, dark = (brightness(each) for each in (picture, downloading.value.path().read_bytes()))
    assert dark < 80 < 180 < light


TABLET = (820, 1180)


@pytest.mark.long
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_a_tablet_upright_shows_the_table_in_its_own_proportion(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    game: str,
    options: dict[str, str],
    theme: str,
) -> None:
    visitor = visitors.come(shared_server.url, "es", TABLET, theme, touch=True)
    page = visitor.page
    upload(visitor, saved(recorded(game, 60, options), tmp_path))
    visitor.wait_for(".replay-table .table.tablet")
    page.keyboard.press("End")
    expect(page.locator(".slider")).to_have_value("60")
    table, steps = (page.locator(each).bounding_box() for each in (".table", ".steps"))
    assert table
    assert steps
    assert table["width"] == TABLET[0]
    # The steps are in reach before one scrolls, and the sentence tells of the step.
    assert table["y"] + table["height"] <= steps["y"]
    assert steps["y"] + steps["height"] <= TABLET[1]
    said = page.locator(".say").inner_text()
    page.get_by_role("button", name="Un paso atrás").click()
    expect(page.locator(".say")).not_to_have_text(said)
    assert findings(page, scrolls=True) + complaints(visitor) == []
    visitor.shot(f"replay-tablet-{game}-{options.get('players', 2)}-{theme}")


LYING = (844, 390)


@pytest.mark.parametrize(
    ("game", "options"),
    [("duel", {"tablets": "random-4"}), pytest.param("azul", {}, marks=pytest.mark.long)],
)
def test_a_phone_on_its_side_shows_board_and_steps_without_scrolling(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    game: str,
    options: dict[str, str],
) -> None:
    visitor = visitors.come(shared_server.url, size=LYING, touch=True)
    page = visitor.page
    upload(visitor, saved(recorded(game, 40, options), tmp_path))
    visitor.wait_for(".replay-table .table")
    page.keyboard.press("End")
    expect(page.locator(".slider")).to_have_value("40")
    assert not visitor.scrolls()
    assert not visitor.outside()
    assert findings(page) == []
    # The sentence tells the step, for names and points stand on the boards.
    said = page.locator(".say").inner_text()
    page.get_by_role("button", name="One step back").click()
    expect(page.locator(".slider")).to_have_value("39")
    expect(page.locator(".say")).not_to_have_text(said)
    # The analysis lies over the factories, never over the board or the steps.
    page.get_by_role("button", name="Analysis", exact=True).click()
    analysis = page.locator(".over-factories").bounding_box()
    board, steps = (page.locator(each).bounding_box() for each in (".own", ".steps"))
    assert analysis
    assert board
    assert steps
    assert analysis["x"] + analysis["width"] <= board["x"]
    assert analysis["y"] + analysis["height"] <= steps["y"]
    assert findings(page) == []
    visitor.tool("About this game")
    expect(page.locator(".shuffle")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(("game", "options"), GAMES)
def test_nothing_lies_on_anything_else(
    visitors: Visitors,
    shared_server: ServerProcess,
    tmp_path: Path,
    game: str,
    options: dict[str, str],
    lang: str,
) -> None:
    """On every screen, with its analysis; a desk has no type under 12 px."""
    visitor = visitors.come(shared_server.url, lang, touch=True)
    page = visitor.page
    record = recorded(game, 60, options)
    if lang == "es":
        record.names[1] = "Principiante"
    lines = judged(record, LOSSES)
    page.route("**/api/v1/reviews", lambda route: route.fulfill(body=lines))
    upload(visitor, saved(record, tmp_path))
    page.locator(".beside .btn.main").click()
    visitor.wait_for(".tallies")
    page.keyboard.press("End")
    found = []
    for size in SIZES:
        visitor.resize(size)
        upright = size[0] < size[1]  # there the page is longer than the window
        found += [f"{size}: {each}" for each in findings(page, scrolls=upright)]
        if size == (820, 1180):  # a tablet shows the whole table above the steps, as wide as itself
            table, floor, course = (
                page.locator(each).bounding_box() for each in (".table", ".own .floor", ".course")
            )
            assert table
            assert floor
            assert course
            assert table["width"] > 0.95 * size[0]
            assert floor["y"] + floor["height"] <= course["y"]
            assert course["y"] + course["height"] <= size[1]
        if size[0] >= 1000:
            found += [f"{size}: {each} px" for each in page.evaluate(SMALL_TYPE)]
    assert not found, "\n".join(found)


SMALL_TYPE = """() => [...document.querySelectorAll('.replay *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .filter(e => e.checkVisibility())
  .filter(e => !e.closest('.unseen, svg') && getComputedStyle(e).clipPath === 'none')
  .filter(e => parseFloat(getComputedStyle(e).fontSize) < 12)
  .map(e => `“${e.textContent.slice(0, 30)}” ${getComputedStyle(e).fontSize}`)"""
"""Words that are smaller than 12 px."""
