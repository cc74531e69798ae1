"""A first game that teaches: played to its end by a visitor who does what the card says, and then
one against the first level, for both games, in both languages, on a phone and at a desk."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DESK, DRAWN, PHONE, TABLET, Visitors
from .geometry import SIZES, findings
from .guiding import AzulLearner, DuelLearner
from .looking import look

LEARNERS = {"azul": AzulLearner, "duel": DuelLearner}
WON = {"en": "You won", "es": "Has ganado"}
AT_THE_LAST_STEP = """game => {
  const kept = JSON.parse(localStorage.loseta);
  kept.guides[game].step = document.querySelectorAll('.guide-dots i').length - 1;
  localStorage.loseta = JSON.stringify(kept);
}"""

ENDS = r"""() => {
  window.ends = [];
  const known = new Set();
  const look = () => {
    const card = document.querySelector('.guided .card')?.getBoundingClientRect();
    for (const flyer of document.querySelectorAll('.flyer')) {
      const [animation] = flyer.getAnimations();
      if (known.has(flyer) || !animation || !card) continue;
      known.add(flyer);
      const { transform } = animation.effect.getKeyframes().at(-1);
      const [x, y] = transform.match(/-?[\d.]+/g).map(Number);
      window.ends.push(
        x >= card.left && x <= card.right && y >= card.top - 1 && y <= card.bottom);
    }
    requestAnimationFrame(look);
  };
  look();
}"""
"""Of every piece that flies, whether it ends at the card of the other player."""

CUT = "e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1"
OUTSIDE = """all => all.filter(e => {
  const card = e.closest('.guide-card').getBoundingClientRect(), box = e.getBoundingClientRect();
  return e.scrollWidth > e.clientWidth + 1 || box.left < card.left || box.right > card.right;
}).map(e => e.className)"""
"""Buttons that leave the card, or are too narrow for their words."""


@pytest.fixture(scope="module")
def brisk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that thinks about a hint for a moment only. It is worth less than one of a second,
    and still more than what the first level finds."""
    folder = tmp_path_factory.mktemp("brisk")
    database, limit = f"sqlite:///{folder / 'tables.db'}", "thinking_seconds=0.1"
    running = ServerProcess(database, folder / "log", "--limit", limit)
    running.start()
    yield running
    running.kill()


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game", LEARNERS)
def test_a_stranger_plays_the_guided_game_to_its_end(
    visitors: Visitors, brisk: ServerProcess, game: str, lang: str, size: tuple[int, int]
) -> None:
    pytest.importorskip("numba")
    visitor = visitors.come(brisk.url, lang, size, table={})
    learner = LEARNERS[game](visitor)
    learner.start(game)
    learner.card.locator(".btn.main").wait_for()
    steps = visitor.page.locator(".guide-dots i").count()
    assert visitor.outside() == []
    assert not visitor.scrolls()
    learner.play()
    assert learner.reached == list(range(steps)), "each step in its order"
    assert learner.told == set(range(steps)), "and none is passed over unsaid"
    visitor.shot(f"guided-end-{game}-{lang}-{size[0]}")
    # Now a game without the guide, against the first level, with ordinary hints.
    title, next_box = visitor.page.locator("#end-title"), visitor.page.locator(".what-next")
    won = title.inner_text().startswith(WON[lang])
    play = next_box.locator(".btn.main")
    for _ in range(3):
        learner.play_by_hints(play)
        before, won = won, title.inner_text().startswith(WON[lang])
        # Two wins in a row: the next level is suggested, and not before.
        expect(next_box).to_have_count(int(before and won))
        if won:
            return
        play = visitor.page.locator(".end-sheet > .acts .btn.main")  # once more
    raise AssertionError("the first level wins three times")


@pytest.mark.long
def test_the_guide_speaks_of_what_one_does_and_holds_nothing_back(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """A visitor who takes other tiles, drops them, and puts them elsewhere."""
    visitor = visitors.come(shared_server.url, table={})
    page = visitor.page
    learner = AzulLearner(visitor)
    learner.start("azul")
    learner.wait()
    expect(learner.card).to_contain_text("Welcome!")
    other = page.locator("[data-spot=factory-5] button.t").first
    other.click()
    expect(learner.card).to_contain_text("You hold 1")
    expect(page.locator("#live")).to_contain_text("Lay it on line 1")
    page.keyboard.press("Escape")
    expect(learner.card).to_contain_text("Take the 2")
    assert learner.ringed("[data-spot=factory-1] button.t.c-R")
    other.click()
    page.locator(".lit > .aim-button").nth(4).click()
    expect(learner.card).to_contain_text("Line 5: 4")
    expect(learner.card).to_contain_text("What is left over lies in the centre.")
    learner.card.get_by_role("button", name="Skip").click()
    expect(learner.card).to_contain_text("Mind the floor.")
    learner.card.get_by_role("button", name="Back").click()
    expect(learner.card).to_contain_text("What is left over")
    expect(learner.card.get_by_role("img", name="Step 4 of 11")).to_be_visible()


TIP = r"""path => {
  const [x, y] = path.getAttribute('d').match(/L([\d.]+) ([\d.]+)/).slice(1).map(Number);
  return document.elementsFromPoint(x, y).filter(e => e.matches('button.t')).map(e => e.ariaLabel);
}"""
"""The tiles under the tip of the arrow."""


@pytest.mark.long
@pytest.mark.parametrize("size", [TABLET, DESK], ids=["tablet", "desk"])
def test_the_arrow_ends_before_the_nearest_of_what_is_ringed(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """Two tiles lie across from each other; on the way to the farther one lies another colour."""
    visitor = visitors.come(shared_server.url, size=size, touch=True, table={})
    learner = AzulLearner(visitor)
    learner.start("azul")
    learner.wait()
    learner.go_on()
    learner.wait()
    expect(visitor.page.locator(".guide-pointer rect")).to_have_count(2)
    assert visitor.page.locator(".guide-pointer path").evaluate(TIP) == []


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNERS)
@pytest.mark.parametrize("size", [(320, 640), (844, 390)], ids=["small", "lying"])
def test_a_small_card_says_why_when_asked(
    visitors: Visitors, shared_server: ServerProcess, game: str, size: tuple[int, int]
) -> None:
    """Where there is room for its title only, the text of a step is a tap away."""
    visitor = visitors.come(shared_server.url, "es", size, table={})
    learner = LEARNERS[game](visitor)
    learner.start(game)
    learner.wait()
    text = learner.card.locator(".guide-text")
    expect(text).to_be_hidden()
    why = learner.card.get_by_role("button", name="¿Por qué?")
    why.click()
    expect(text).to_be_in_viewport(ratio=1)
    visitor.shot(f"guided-why-{game}-{size[0]}")
    assert not visitor.scrolls()
    why.click()
    expect(text).to_be_hidden()


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNERS)
def test_what_the_other_takes_flies_to_their_card(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    """On a phone, where the guide leaves room for a name and a score only."""
    visitor = visitors.come(shared_server.url, size=PHONE, table={}, speed=0.5)
    learner = LEARNERS[game](visitor)
    learner.start(game)
    visitor.page.evaluate(ENDS)
    ends: list[bool] = []
    while not any(ends):
        assert learner.turn()
        ends = visitor.page.evaluate("() => window.ends")
    assert not all(ends)


@pytest.mark.long
def test_the_guide_is_left_and_taken_up_again(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, "es", PHONE, table={})
    page = visitor.page
    learner = AzulLearner(visitor)
    learner.start("azul")
    for _ in range(2):
        learner.wait()
        if not learner.go_on():
            learner.take()
    learner.wait()
    reached = learner.step
    assert reached == 3
    address = page.url
    visitor.open()
    page.get_by_role("link", name="Seguir con la guía").click()
    learner.wait()
    assert page.url == address
    assert learner.step == reached
    learner.card.get_by_role("button", name="Guardar la guía").click()
    expect(learner.card).to_have_count(0)
    expect(page.locator(".guide-pointer > *")).to_have_count(0)
    page.reload()
    visitor.wait_for_turn()
    expect(learner.card).to_have_count(0)
    page.get_by_role("button", name="Seguir con la guía").click()
    learner.wait()
    assert learner.step == reached


@pytest.fixture(scope="module")
def taciturn(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that thinks once a minute for each guest."""
    folder = tmp_path_factory.mktemp("taciturn")
    limits = ("--limit", "thinking_seconds=0.1", "--limit", "thoughts=1")
    running = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder / "log", *limits)
    running.start()
    yield running
    running.kill()


def at_the_last_step(visitors: Visitors, server: ServerProcess) -> AzulLearner:
    visitor = visitors.come(server.url, size=DESK, table={})
    learner = AzulLearner(visitor)
    learner.start("azul")
    learner.wait()
    visitor.page.evaluate(AT_THE_LAST_STEP, "azul")
    visitor.page.reload()
    expect(learner.card.locator(".guide-hint")).to_contain_text("A good move:")
    return learner


@pytest.mark.long
@pytest.mark.parametrize("game", LEARNERS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_suggestion_has_room_on_every_screen(
    visitors: Visitors, brisk: ServerProcess, game: str, lang: str
) -> None:
    """After the first moves, when the card also says what one did."""
    pytest.importorskip("numba")
    visitor = visitors.come(brisk.url, lang, touch=True, table={})
    page = visitor.page
    learner = LEARNERS[game](visitor)
    learner.start(game)
    for _ in range(3):
        learner.turn()
    learner.wait()
    page.evaluate(AT_THE_LAST_STEP, game)
    page.reload()
    learner.card.locator(".btn.main").wait_for()
    for size in [(375, 667), *SIZES]:
        visitor.resize(size)
        cut = learner.card.locator(".guide-words").evaluate(CUT)
        outside = learner.card.locator(".btn:visible").evaluate_all(OUTSIDE)
        assert (cut, outside, findings(page)) == (False, [], []), (size, learner.card.inner_text())


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_plate_is_tried_by_touch_on_the_smallest_phone(
    visitors: Visitors, brisk: ServerProcess, lang: str
) -> None:
    """On every free space, in every turn, with the card of the guide above the board."""
    visitor = visitors.come(brisk.url, lang, (320, 640), touch=True, table={})
    page = visitor.page
    learner = DuelLearner(visitor)
    learner.start("duel")
    found: list[str] = []
    tried = 0
    while tried < 2:
        assert learner.artist.wait()
        learner.note()
        while learner.go_on():
            page.evaluate(DRAWN)
        if learner.artist.asked == "place":
            tried += 1
            for space in page.locator(".plate.none.aim").all():
                space.click()
                for turn in page.locator(".step .plate-button").all():
                    turn.click()
                    page.evaluate(DRAWN)
                    found += findings(page)
        learner.decide()
    assert found == []


@pytest.mark.long
def test_a_suggestion_that_does_not_come_is_not_waited_for(
    visitors: Visitors, taciturn: ServerProcess
) -> None:
    pytest.importorskip("numba")
    learner = at_the_last_step(visitors, taciturn)
    learner.card.get_by_role("button", name="Play it").click()
    learner.wait()
    expect(learner.card).to_contain_text("The rest is yours.")
    expect(learner.card.locator(".guide-hint")).to_have_count(0)
    expect(learner.card.locator(".guide-text")).to_be_visible()


@pytest.mark.long
def test_a_suggestion_comes_again_in_another_language(
    visitors: Visitors, brisk: ServerProcess
) -> None:
    pytest.importorskip("numba")
    learner = at_the_last_step(visitors, brisk)
    learner.page.get_by_role("button", name="Settings").click()
    learner.visitor.choose("lang", "es")
    expect(learner.card.locator(".guide-hint")).to_contain_text("Una buena jugada:")


@pytest.mark.long
def test_by_keyboard_the_guide_takes_no_focus(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, table={})
    page = visitor.page
    learner = AzulLearner(visitor)
    learner.start("azul")
    learner.wait()
    visitor.tab_to(".guide-card .btn.main")
    page.keyboard.press("Enter")
    expect(page.locator("#live")).to_contain_text("Take the 2")
    page.keyboard.type("1r")
    expect(learner.card).to_contain_text("Lay them on line 2")
    expect(page.locator(".aim-button:focus")).to_have_count(1)
    page.keyboard.type("2")
    expect(learner.card).to_contain_text("Line 2 is full")


@pytest.mark.long
def test_home_offers_the_guided_game_only_to_strangers(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, table={})
    visitor.open()
    offer = visitor.page.locator(".guide-offer")
    expect(offer).to_be_visible()
    expect(visitor.page.locator(".chosen-words")).to_contain_text("level 1")
    offer.get_by_role("button", name="I know how to play").click()
    expect(offer).to_have_count(0)
    visitor.page.reload()
    visitor.wait_for(".chosen-words")
    expect(offer).to_have_count(0)
    played = visitors.come(shared_server.url)
    played.new_game()
    played.open()
    played.wait_for("a[href^='/table/']")
    expect(played.page.locator(".guide-offer")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_on_guided_screens(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, size=size, table={})
    learner = AzulLearner(visitor)
    visitor.open("/learn")
    visitor.wait_for(".learn-way")
    found = look(visitor, "learn-choice")
    visitor.open()
    visitor.wait_for(".guide-offer")
    found += look(visitor, "guide-offer")
    learner.start("azul")
    learner.wait()
    found += look(visitor, "guided-welcome")
    learner.go_on()
    learner.wait()
    visitor.page.locator("button.t").first.click()
    visitor.targets.first.wait_for()
    learner.wait()
    found += look(visitor, "guided-hand")
    visitor.targets.first.click()
    visitor.settle()
    learner.wait()
    found += look(visitor, "guided-centre")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE], ids=["desk", "phone"])
def test_axe_finds_nothing_in_the_guided_duel(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """Each step of the first round as it is shown, with its plates, stacks and chips."""
    visitor = visitors.come(shared_server.url, "es", size, table={})
    learner = DuelLearner(visitor)
    learner.start("duel")
    found: list[str] = []
    looked = -1
    for _ in range(20):
        assert learner.artist.wait()
        learner.note()
        if learner.step > looked:
            looked = learner.step
            found += look(visitor, f"guided-duel-{looked}")
        if looked > 8:
            break
        if not learner.go_on():
            learner.decide()
        else:
            learner.artist.ask_again()
    assert looked > 8
    assert found == []
