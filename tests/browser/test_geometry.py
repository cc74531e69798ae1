"""Nothing lies on anything else, no word is cut, and a finger finds every target: on all screens,
in all sizes, in both languages. All flaws are reported together."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from ..server.servers import ServerProcess
from .browsing import DESK, DRAWN, Visitor, Visitors
from .dueling import Artist
from .geometry import SIZES, findings
from .guiding import AzulLearner, DuelLearner, Learner
from .late_games import CROWDED, open_position

LANGUAGES = ["en", "es"]
LYING = (844, 390)
LONG_NAMES = (
    "Maximiliana Fernández",
    "Wilhelmina-Charlotte",
    "Bartholomew Greenwood",
    "Álvaro de la Fuente",
)


class SameDeal(ServerProcess):
    module = "tests.browser.same_deal"


@pytest.fixture(scope="module")
def dealt(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that deals the same to every table, so that both languages are seen alike."""
    folder = tmp_path_factory.mktemp("dealt")
    running = SameDeal(f"sqlite:///{folder / 'tables.db'}", folder / "log")
    running.start()
    yield running
    running.kill()


class Looker:
    """Looks at one screen after the other in several sizes, and keeps what is wrong."""

    def __init__(self, visitor: Visitor, sizes: list[tuple[int, int]]) -> None:
        self.visitor = visitor
        self.sizes = sizes
        self.names_may_be_cut = False
        self.found: list[str] = []

    def look(self, screen: str, scrolls: bool = False) -> None:
        visitor, page = self.visitor, self.visitor.page
        for size in self.sizes:
            page.mouse.move(1, 1)  # what the mouse points at is lifted
            visitor.resize(size)
            self._note(size, screen, findings(page, scrolls))
            for selector, what in ((".enlarger", "enlarged"), (".card", "opened")):
                control = page.locator(f"main {selector}:visible")
                if control.count() and not page.locator("[data-overlay]:visible").count():
                    control.first.click()
                    page.evaluate(DRAWN)
                    self._note(size, f"{screen}-{what}", findings(page, scrolls))
                    page.locator(".zoom-head .btn" if what == "enlarged" else ".card").first.click()
        visitor.resize(DESK)

    def _note(self, size: tuple[int, int], screen: str, found: list[str]) -> None:
        """A picture is kept of what is wrong."""
        if self.names_may_be_cut:
            found = [each for each in found if not each.startswith("name cut")]
        if found:
            self.visitor.shot(f"geometry-{screen}-{size[0]}x{size[1]}")
        self.found += [f"{size[0]}×{size[1]}, {screen}: {each}" for each in found]

    def judge(self) -> None:
        """Fails with everything that was found."""
        assert not self.found, "\n".join(["", *self.found])


def lookers(
    visitors: Visitors, server: ServerProcess, lang: str, sizes: list[tuple[int, int]] = SIZES
) -> Looker:
    return Looker(visitors.come(server.url, lang, touch=True), sizes)


def play_on(visitor: Visitor, turns: int) -> None:
    for _ in range(turns):
        visitor.wait_for_turn()
        visitor.take_by_clicks()
    visitor.wait_for_turn()


def pick_up(visitor: Visitor) -> None:
    visitor.page.locator("button.t").first.click()
    visitor.targets.first.wait_for()


@pytest.mark.long
def test_a_phone_on_its_side(visitors: Visitors, dealt: ServerProcess) -> None:
    """One of its kind that is not long: Azul for two at 844×390."""
    looker = lookers(visitors, dealt, "en", [LYING])
    looker.visitor.new_game()
    play_on(looker.visitor, 2)
    looker.look("azul2")
    pick_up(looker.visitor)
    looker.look("azul2-hand")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_azul(visitors: Visitors, dealt: ServerProcess, players: int, lang: str) -> None:
    looker = lookers(visitors, dealt, lang)
    looker.visitor.new_game(players=players)
    for turns in (2, 9):
        play_on(looker.visitor, turns)
        looker.look(f"azul{players}-{lang}")
        pick_up(looker.visitor)
        looker.look(f"azul{players}-hand-{lang}")
        looker.visitor.page.keyboard.press("Escape")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_gray_wall(visitors: Visitors, dealt: ServerProcess, lang: str) -> None:
    looker = lookers(visitors, dealt, lang)
    visitor = looker.visitor
    visitor.new_game(wall="gray")
    for _ in range(60):
        visitor.wait_for_turn()
        if visitor.page.locator("button.sp.aim").count():
            break
        visitor.take_by_clicks()
    looker.look(f"gray-column-{lang}")
    while visitor.page.locator("button.sp.aim").count():
        visitor.take_by_clicks()
        visitor.wait_for_turn()
    pick_up(visitor)
    looker.look(f"gray-hand-{lang}")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_duel(visitors: Visitors, dealt: ServerProcess, lang: str) -> None:
    """Every kind of decision, and tiles in the hand."""
    looker = lookers(visitors, dealt, lang)
    visitor, page = looker.visitor, looker.visitor.page
    artist = Artist(visitor)
    visitor.new_game("duel")
    shown: set[str] = set()
    wanted = {"turn", "stack", "draw", "keep", "place", "pay", "tile"}
    for _ in range(400):
        if not artist.wait():
            looker.look(f"duel-end-{lang}", scrolls=True)
            shown.add("end")
            if shown >= wanted:
                break
            artist.start_again()
            continue
        # The first decisions are about plates alone.
        tiles = page.locator("main button.t[data-take]").count()
        asked = artist.asked or ("turn" if tiles else "opening")
        if asked not in shown:
            shown.add(asked)
            looker.look(f"duel-{asked}-{lang}")
            if asked == "turn":
                page.locator("main button.t[data-take]").first.click()
                visitor.targets.first.wait_for()
                looker.look(f"duel-hand-{lang}")
                page.keyboard.press("Escape")
            if asked == "place":
                page.locator(".plate.none.aim").first.click()
                looker.look(f"duel-tried-{lang}")
        artist.decide()
    assert shown >= wanted, wanted - shown
    looker.judge()


def look_with_the_hand_full(looker: Looker, screen: str) -> None:
    """At rest; with the first tiles that can be taken, if there are any; with a plate that is
    tried, turned so that it scores, if it can."""
    looker.look(screen)
    page = looker.visitor.page
    tiles = page.locator("main button.t[data-take]")
    if tiles.count() and not page.locator(".step").count():
        pick_up(looker.visitor)
        looker.look(f"{screen}-hand")
    if page.locator(".plate.none.aim").count():
        page.locator(".plate.none.aim").first.click()
        scoring = page.locator(".step .plate-button", has_text="+")
        if scoring.count():
            scoring.first.click()
        looker.look(f"{screen}-tried")


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", CROWDED)
def test_crowded_tables(visitors: Visitors, dealt: ServerProcess, name: str, lang: str) -> None:
    looker = lookers(visitors, dealt, lang)
    open_position(looker.visitor, CROWDED[name])
    look_with_the_hand_full(looker, f"{name.replace(' ', '-')}-{lang}")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("name", ["centre of two", "four tablets", "draw"])
def test_who_watches(visitors: Visitors, dealt: ServerProcess, name: str) -> None:
    """Instead of one's own board and the other's there are those of two others."""
    host = visitors.come(dealt.url)
    open_position(host, CROWDED[name])
    looker = lookers(visitors, dealt, "en")
    looker.visitor.page.goto(host.page.url)
    looker.visitor.wait_for(".watch")
    looker.look(f"{name.replace(' ', '-')}-watched")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("name", ["centre of two", "centre of four", "moons", "tile"])
def test_long_names(visitors: Visitors, dealt: ServerProcess, name: str) -> None:
    """They may be cut, with an ellipsis; they take nothing from what stands beside them."""
    looker = lookers(visitors, dealt, "es")
    looker.names_may_be_cut = True
    open_position(looker.visitor, CROWDED[name], LONG_NAMES)
    look_with_the_hand_full(looker, f"{name.replace(' ', '-')}-long-names")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_panels_and_pages(visitors: Visitors, dealt: ServerProcess, lang: str) -> None:
    """What lies over a table or beside it, and the pages without one."""
    looker = lookers(visitors, dealt, lang)
    visitor, page = looker.visitor, looker.visitor.page
    for path in ("/learn", "/replay", "/nowhere"):
        visitor.may_lose_connection = path == "/nowhere"  # the server says so, and the console
        visitor.open(path)
        visitor.wait_for("main, .learn-choice")
        looker.look(f"{path[1:]}-{lang}", scrolls=True)
    visitor.new_game()
    play_on(visitor, 4)
    for key in ("l", "?"):
        page.keyboard.press(key)
        visitor.wait_for(".panel")
        looker.look(f"panel-{ {'l': 'log', '?': 'help'}[key] }-{lang}")
        page.keyboard.press("Escape")
    page.get_by_role("button", name=re.compile("Settings|Ajustes")).click()
    visitor.wait_for(".settings")
    looker.look(f"panel-settings-{lang}")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("learns", [AzulLearner, DuelLearner])
def test_the_first_cards_of_the_guide(
    visitors: Visitors, dealt: ServerProcess, learns: type[Learner], lang: str
) -> None:
    visitor = visitors.come(dealt.url, lang, touch=True, table={})
    looker, learner = Looker(visitor, SIZES), learns(visitor)
    game = {AzulLearner: "azul", DuelLearner: "duel"}[learns]
    learner.start(game)
    learner.wait()
    looker.look(f"guided-{game}-welcome-{lang}")
    learner.go_on()
    looker.look(f"guided-{game}-first-{lang}")
    # What is held takes nothing from the tiles beside it.
    for _ in range(8):
        if not isinstance(learner, DuelLearner):
            assert learner.pick_up_ringed()
            break
        learner.artist.wait()
        while learner.go_on():
            learner.wait()
        if not learner.artist.asked and learner.pick_up_ringed():
            break
        learner.decide()
    visitor.targets.first.wait_for()
    looker.look(f"guided-{game}-held-{lang}")
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_home_with_games(visitors: Visitors, dealt: ServerProcess, lang: str) -> None:
    host = visitors.come(dealt.url, lang)
    host.open()
    host.choose("clock", {"en": "quick", "es": "calm"}[lang])
    host.page.locator(".company .btn").last.click()
    host.wait_for(".seats")
    looker = lookers(visitors, dealt, lang)
    visitor = looker.visitor
    visitor.new_game("duel")
    visitor.new_game(players=3)
    visitor.new_game(players=4, wall="gray")
    visitor.wait_for_turn()
    visitor.open()
    visitor.wait_for("a.live")
    visitor.wait_for(".strangers .gm .btn")
    looker.look(f"home-games-{lang}", scrolls=True)
    visitor.page.locator(".change").click()
    visitor.wait_for(".level-name")
    looker.look(f"home-choices-{lang}", scrolls=True)
    looker.judge()


@pytest.mark.long
@pytest.mark.parametrize("lang", LANGUAGES)
def test_home_and_the_end(visitors: Visitors, dealt: ServerProcess, lang: str) -> None:
    looker = lookers(visitors, dealt, lang)
    visitor = looker.visitor
    visitor.open()
    visitor.wait_for(".chosen")
    looker.look(f"home-{lang}", scrolls=True)
    looker.judge()
    end = lookers(visitors, dealt, lang)
    end.visitor.new_game()
    end.visitor.play_by_clicks()
    end.look(f"end-{lang}", scrolls=True)
    end.judge()
