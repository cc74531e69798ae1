"""The analysis board on the page: moves tried, commented, kept and passed on; positions set up by
hand; on phones and in Spanish."""

from __future__ import annotations

import re
from functools import cache
from random import Random

import pytest
from playwright.sync_api import expect

from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import game_named
from loseta.players import make
from loseta.record import read

from ..server.servers import ServerProcess
from .browsing import DESK, DRAWN, PHONE, Visitor, Visitors
from .geometry import SIZES, findings
from .looking import look

pytest.importorskip("numba")


@cache
def position(game: str, steps: int = 5) -> str:
    """In the first round, with a seat to move."""
    state, dealer, player = game_named(game).new(), Dealer("a seed"), make("greedy", seed="1")
    for _ in range(steps):
        state.apply(dealer.action(state) if state.to_move == DEALER else player.choose(state))
    while not re.match("azul . coloured offer|duel .* acquire", state.to_text()):
        state.apply(dealer.action(state) if state.to_move == DEALER else player.choose(state))
    return str(state.to_text())


def arrive(visitor: Visitor, text: str, engine: bool = True) -> None:
    """Paste a position or a record."""
    visitor.open("/analysis")
    visitor.page.locator("textarea.paste").fill(text)
    visitor.page.locator(".paste-go").click()
    visitor.wait_for(".analysis main.table")
    if engine:
        visitor.wait_for(".engine .candidate")


def quiet(visitors: Visitors, url: str, **how: object) -> Visitor:
    """A visitor whose engine is off, so that screens do not change."""
    return visitors.come(url, **how, analysis={"on": False, "lines": 3})  # type: ignore[arg-type]


def take_tiles(visitor: Visitor) -> None:
    """The last tiles to the first line that takes them, so that it is not the engine's choice."""
    page = visitor.page
    page.locator("button[data-take]").last.click()
    visitor.targets.first.click()


def test_moves_of_all_sides_and_lines_of_the_engine(visitor: Visitor) -> None:
    """A line is pointed at and played, another move is tried, a comment written; the address holds
    it all."""
    page = visitor.page
    arrive(visitor, position("azul"))
    best = page.locator(".engine .candidate").first
    best.focus()
    expect(page.locator(".guide-pointer path")).to_have_count(1)
    expect(page.locator("main .hinted").first).to_be_visible()
    best.click()
    moves = page.locator(".tree-move")
    expect(moves).to_have_count(2)
    page.keyboard.press("ArrowLeft")
    expect(moves.first).to_have_attribute("aria-current", "step")
    take_tiles(visitor)
    expect(moves).to_have_count(3)
    page.locator(".variations textarea").fill("A quiet move.")
    expect(page.locator(".tree-comment")).to_have_text("A quiet move.")
    page.wait_for_function("() => location.hash.length > 50")
    page.wait_for_timeout(600)  # until the address has followed
    page.reload()
    visitor.wait_for(".tree-comment")
    expect(moves).to_have_count(3)
    expect(page.locator(".tree-move.here + .tree-comment")).to_have_text("A quiet move.")


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_new_game_is_dealt_and_dealt_by_hand(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    visitor.open("/analysis")
    visitor.choose("start-game", game)
    page.get_by_role("button", name="A new game").click()
    page.locator(".deal-button").click()
    visitor.wait_for("main button.t, main button.of.free")
    dealt = page.locator(".tree-move").count()
    page.keyboard.press("ArrowLeft")
    page.get_by_role("button", name="Deal by hand").click()
    field = page.locator(".deal-text")
    expect(field).not_to_have_value("")
    good = field.input_value()
    field.fill(good[:-1] + "Z")
    page.get_by_role("button", name="Deal this").click()
    expect(page.locator(".panel .bad")).not_to_be_empty()
    field.fill(good)
    page.get_by_role("button", name="Deal this").click()
    expect(page.locator(".panel")).to_have_count(0)
    assert page.locator(".tree-move").count() >= dealt  # it may be what chance drew before
    visitor.errors.clear()  # the browser writes what the server refused into the console


@pytest.mark.long
def test_an_analysis_is_saved_opened_shared_and_drawn(
    visitors: Visitors, shared_server: ServerProcess, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """On a phone, in Spanish."""
    visitor = visitors.come(shared_server.url, "es", PHONE)
    page = visitor.page
    arrive(visitor, position("azul"))
    page.locator(".engine .candidate").first.click()
    expect(page.locator(".tree-move")).to_have_count(2)
    page.locator(".variations textarea").fill("¿Y ahora?")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Guardar en un archivo").click()
    file = tmp_path_factory.mktemp("analysis") / "a.txt"
    saving.value.save_as(file)
    record = read(file.read_text(encoding="utf-8"))
    assert len(record.actions) == 1
    assert record.comments[1] == "¿Y ahora?"
    assert record.evaluations[0].visits
    with page.expect_download() as drawing:
        page.get_by_role("button", name="Guardar imagen").click()
    assert drawing.value.suggested_filename.endswith(".png")
    page.get_by_role("button", name="Compartir").click()
    link = page.locator(".invite-way input")
    expect(link).to_have_value(re.compile("/analysis#1"))
    other = visitors.come(shared_server.url)
    other.page.goto(link.input_value())
    expect(other.page.locator(".tree-comment")).to_have_text("¿Y ahora?")
    again = visitors.come(shared_server.url, "es", PHONE)
    again.open("/analysis")
    again.page.locator(".file-button input").set_input_files(file)
    expect(again.page.locator(".tree-comment")).to_have_text("¿Y ahora?")


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [("en", "It holds no analysis"), pytest.param("es", "No contiene", marks=pytest.mark.long)],
)
def test_a_broken_link_is_refused_with_a_sentence(
    visitors: Visitors, shared_server: ServerProcess, lang: str, sentence: str
) -> None:
    visitor = visitors.come(shared_server.url, lang)
    visitor.open("/analysis#1.broken")
    expect(visitor.page.locator(".friendly")).to_contain_text(sentence)
    visitor.page.locator(".friendly button").click()
    visitor.wait_for("textarea.paste")


@pytest.mark.long
def test_from_home_a_replay_and_a_puzzle(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    visitor.open()
    page.locator("main a[href='/analysis']").click()
    visitor.wait_for("textarea.paste")
    page.locator("textarea.paste").fill(position("azul"))
    page.locator(".paste-go").click()
    visitor.wait_for(".analysis main.table")
    take_tiles(visitor)
    expect(page.locator(".tree-move")).to_have_count(2)
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save as a file").click()
    visitor.open("/replay")
    page.locator("input[type=file]").set_input_files(saving.value.path())
    page.locator(".steps .slider").wait_for()
    page.keyboard.press("End")
    page.locator(".analyse-here").click()
    visitor.wait_for(".analysis main.table")
    expect(page.locator(".tree-move").last).to_have_attribute("aria-current", "step")
    visitor.open("/puzzles/day")
    visitor.wait_for(".puzzle-card")
    page.keyboard.press("s")
    visitor.wait_for(".lines")
    page.locator(".lines-foot .analyse").click()
    visitor.wait_for(".analysis main.table")


@pytest.mark.long
def test_thinking_stops_when_nobody_looks(visitor: Visitor) -> None:
    page = visitor.page
    arrive(visitor, position("azul"))
    page.evaluate(
        """() => { Object.defineProperty(document, 'hidden', {get: () => true, configurable: true});
          document.dispatchEvent(new Event('visibilitychange')) }"""
    )
    expect(page.get_by_role("button", name="Think on")).to_be_visible()
    page.locator(".switch").click()
    expect(page.locator(".engine .candidate")).to_have_count(0)


# --- Setting up ---------------------------------------------------------------------------------


def set_up(visitor: Visitor, game: str) -> None:
    arrive(visitor, position(game), engine=False)
    visitor.page.locator(".tool").first.click()
    visitor.wait_for(".set-up")


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", "Pattern line 2 holds yellow"),
        pytest.param("es", "amarillo", marks=pytest.mark.long),
    ],
)
def test_what_is_impossible_is_explained_by_its_rule(
    visitors: Visitors, shared_server: ServerProcess, lang: str, said: str
) -> None:
    visitor = quiet(visitors, shared_server.url, lang=lang)
    page = visitor.page
    set_up(visitor, "azul")
    done = page.locator(".set-done")
    expect(done).to_be_enabled()
    page.keyboard.press("2")
    page.locator("[data-place='wall-0-1-2']").click()
    page.locator("[data-place='line-0-1']").click()
    wrong = page.locator(".set-wrong")
    expect(wrong).to_contain_text(said)
    expect(wrong.locator("a")).to_have_attribute("href", "/learn/A2.6")
    expect(done).to_be_disabled()
    page.keyboard.press("0")
    page.locator("[data-place='line-0-1']").click()
    expect(done).to_be_enabled()
    done.click()
    visitor.wait_for(".analysis main.table")
    expect(page.locator("[data-spot='wall0-1-2'].c-Y")).to_have_count(1)


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_what_is_set_up_is_the_position(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    """Nothing changed: the same text. Dealt anew: another that is possible."""
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    text = position(game, 14 if game == "duel" else 5)
    arrive(visitor, text, engine=False)
    page.locator(".tool").first.click()
    page.locator(".set-side summary").click()
    shown = page.locator(".set-side textarea")
    expect(shown).to_have_value(text)
    expect(page.locator(".set-done")).to_be_enabled()
    page.get_by_role("button", name="Deal the factories").click()
    expect(shown).not_to_have_value(text)
    expect(page.locator(".set-done")).to_be_enabled()


PHASE = {"azul": 3, "duel": 2}
"""Which word of a position is its phase."""


@cache
def of_each_phase(game: str, **options: str) -> dict[str, str]:
    """A late position of each phase that comes up in some games."""
    found: dict[str, str] = {}
    for n in range(8):
        state, dealer, player = game_named(game).new(**options), Dealer(f"{n}"), Random(n)
        for _ in range(600):
            text = state.to_text()
            found[text.split()[PHASE[game]]] = text
            if state.to_move is None:
                break
            dealt = state.to_move == DEALER
            state.apply(dealer.action(state) if dealt else player.choice(state.legal_actions()))
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    ("game", "options", "phases"),
    [
        ("azul", {"wall": "gray"}, "start deal offer tiling over"),
        (
            "duel",
            {"tablets": "random-4"},
            "tablets display deal first opening acquire stack draw top look keep place under chip"
            " pay tile over",
        ),
    ],
    ids=["azul", "duel"],
)
def test_whatever_is_decided_can_be_set_up(
    visitors: Visitors,
    shared_server: ServerProcess,
    game: str,
    options: dict[str, str],
    phases: str,
) -> None:
    """Nothing changed: the same text, whatever the position asks for."""
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    found = of_each_phase(game, **options)
    assert set(phases.split()) == set(found)
    for text in found.values():
        arrive(visitor, text, engine=False)
        page.locator(".tool").first.click()
        page.locator(".set-side summary").click()
        expect(page.locator(".set-side textarea")).to_have_value(text)
        visitor.wait_for(".set-fine .good")
        expect(page.locator(".set-done")).to_be_enabled()


def test_a_column_of_the_gray_wall_is_set_up(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """From an empty table; on the coloured wall there is nothing to choose, by its rule."""
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    visitor.open("/analysis")
    page.get_by_role("button", name="Set up").click()
    decided = page.get_by_label("To be decided")
    decided.select_option(label="the column on the gray wall")
    page.get_by_role("button", name="Deal the factories").click()
    expect(decided).to_have_value("offer")
    decided.select_option(label="the column on the gray wall")
    wrong = page.locator(".set-wrong")
    expect(wrong.locator("a")).to_have_attribute("href", "/learn/A7.1")
    visitor.choose("set-wall", "gray")  # the decision stays
    expect(wrong.locator("a")).to_have_attribute("href", "/learn/A7.3")
    page.keyboard.press("3")
    for _ in range(2):
        page.locator("[data-place='line-0-1']").click()
    page.locator(".set-done").click()
    expect(page.locator("button.sp.aim")).to_have_count(5)


@pytest.mark.long
def test_a_choice_of_plates_is_set_up(visitors: Visitors, shared_server: ServerProcess) -> None:
    """The rule says what is missing until the turn is complete."""
    visitor = quiet(visitors, shared_server.url)
    page = visitor.page
    arrive(visitor, position("duel", 14), engine=False)
    page.locator(".tool").first.click()
    page.get_by_label("To be decided").select_option(label="which plate to keep")
    rule = page.locator(".set-wrong a")
    expect(rule).to_have_attribute("href", re.compile("/learn/D2.A"))
    text = page.locator(".set-side textarea")
    page.locator(".set-side summary").click()
    seen = re.sub(" stack=.*?seat1", "", text.input_value())
    numbers = [n for n in range(1, 19) if not re.search(rf"[=.,:]{n}[nesw.,: ]", seen)]
    for number in numbers[:2]:
        page.locator(f"[data-piece='p{number}']").click()
        page.locator("[data-place='hand']").click()
    turn = int(re.findall(r"turn=(\d)", text.input_value())[0])
    board = page.locator(".set-board").nth(turn - 1)
    tokens = board.get_by_label("Tokens")
    tokens.fill(str(int(tokens.input_value()) - 1))
    visitor.wait_for(".set-fine .good")
    page.locator(".set-done").click()
    visitor.wait_for(".analysis main.table")
    expect(page.locator(".say")).to_contain_text("to move")


# --- How it looks -------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_axe(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], game: str
) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    page = visitor.page
    visitor.open("/analysis")
    visitor.wait_for("textarea.paste")
    found = look(visitor, "analysis-start")
    arrive(visitor, position(game))
    page.locator(".engine .candidate").first.click()
    visitor.wait_for(".engine .candidate")
    found += look(visitor, f"analysis-{game}")
    page.get_by_role("button", name="Share").click()
    visitor.wait_for(".panel .invite-way")
    found += look(visitor, "analysis-share")
    page.keyboard.press("Escape")
    page.locator(".tool").first.click()
    visitor.wait_for(".set-fine .good")
    found += look(visitor, f"analysis-set-up-{game}")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_geometry(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], lang: str, game: str
) -> None:
    visitor = visitors.come(shared_server.url, lang, size, touch=size[0] < 1200)
    page = visitor.page
    arrive(visitor, position(game))
    expect(page.get_by_text(re.compile("^(Think on|Pensar más)$"))).to_be_visible()
    page.evaluate(DRAWN)
    visitor.shot(f"analysis-{game}-{lang}-{size[0]}")
    assert findings(page, scrolls=True) == []
    page.locator(".tool").first.click()
    visitor.wait_for(".set-fine .good")
    page.evaluate(DRAWN)
    visitor.shot(f"set-up-{game}-{lang}-{size[0]}")
    assert findings(page, scrolls=True) == []
