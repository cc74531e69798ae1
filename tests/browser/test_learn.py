"""The rules on the page: complete in both languages, with boards that play by them."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from loseta.games import GAMES, game_named

from ..server.servers import ServerProcess
from ..support import ROOT
from .browsing import DESK, PHONE, Visitor, Visitors
from .geometry import SIZES, TOUCHED, findings
from .looking import complaints
from .test_locales import FIELD, texts

WEB = ROOT / "src" / "loseta" / "web"
SCENES: list[dict[str, Any]] = json.loads((WEB / "learn" / "scenes.json").read_text("utf-8"))[
    "scenes"
]
TOLD = {
    path.stem: json.loads(path.read_text("utf-8"))["learn"]
    for path in (WEB / "locales" / "learn").glob("*.json")
}


# --- What is told ------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_rule_is_told(lang: str) -> None:
    digest = "".join((ROOT / "docs" / "rules" / f"{game}.md").read_text("utf-8") for game in GAMES)
    numbers = set(re.findall(r"\b[AD][0-9]+\.[A-Z]?[0-9]+\b", digest))
    assert set(TOLD[lang]["rules"]) == numbers
    chapters = "".join(
        (WEB / "js" / "games" / game / "card.js").read_text("utf-8") for game in GAMES
    )
    for chapter in TOLD[lang]["chapters"]:
        assert f'"{chapter}"' in chapters
    assert set(TOLD[lang]["scenes"]) == {scene["id"] for scene in SCENES}


def test_both_languages_have_the_same_texts() -> None:
    english, spanish = (dict(texts(TOLD[lang])) for lang in ("en", "es"))
    assert set(english) == set(spanish)
    for key, forms in english.items():
        fields = {field for form in forms.values() for field in FIELD.findall(form)}
        assert fields == {f for form in spanish[key].values() for f in FIELD.findall(form)}, key


def played(scene: dict[str, Any], actions: list[str]) -> tuple[int, int]:
    """What the first seat wins and loses by some actions, all of which must be legal."""
    game = game_named(scene["game"])
    state = game.state_from_text(scene["position"])
    won = lost = 0
    for text in actions:
        for event in state.apply(game.action_from_text(text)):
            if getattr(event, "seat", None) == 0:
                won += getattr(event, "points", 0)
                lost += getattr(event, "lost", 0)
    return won, lost


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene["id"])
def test_the_examples_play_by_the_rules(scene: dict[str, Any]) -> None:
    rules = TOLD["en"]["rules"]
    assert scene["after"] in rules or scene["after"] in TOLD["en"]["chapters"]
    if "guess" in scene:
        won, lost = played(scene, scene["play"])
        assert scene["answer"] == (lost if scene.get("loss") else won)
        assert scene["answer"] in scene["guess"]
    elif "steps" in scene:
        played(scene, [action for step in scene["steps"] for action in step])
    else:
        game = game_named(scene["game"])
        state = game.state_from_text(scene["position"])
        reasons = [state.why_illegal(game.action_from_text(each)) for each in scene["tries"]]
        assert None in reasons
        assert all(reason is None or reason.rule in rules for reason in reasons)


# --- The page ----------------------------------------------------------------------------------


def scene(visitor: Visitor, name: str) -> Any:
    found = visitor.page.locator(f"[data-scene='{name}']")
    found.locator(".board").wait_for()
    return found


@pytest.mark.long
def test_from_home_to_the_boards_of_azul(visitor: Visitor) -> None:
    page = visitor.page
    visitor.open()
    page.locator("main a[href='/learn']").click()
    page.locator("a[href='/learn/azul']").click()
    place = scene(visitor, "azul.place")
    # By the buttons: illegal, with a link to the rule; then possible.
    place.locator(".scene-acts button", has_text="line 2").click()
    place.locator(".outcome a").wait_for()
    expect(place.locator(".outcome")).to_contain_text("Not possible")
    place.locator(".scene-acts button", has_text="line 5").click()
    place.locator(".lane:nth-child(5) .t").nth(1).wait_for()
    # On the board itself.
    place.get_by_role("button", name="Once more").click()
    place.locator("button.t", has=page.locator("use[href='#t-yellow']")).first.click()
    place.locator(".lit > .aim-button").first.click()
    place.locator(".floor .t").first.wait_for()

    guess = scene(visitor, "azul.cross")
    guess.get_by_role("button", name="12").click()
    guess.locator(".is-wrong").wait_for()
    expect(guess).to_contain_text("it is 7")
    expect(guess).to_contain_text("4 across + 3 down")

    steps = scene(visitor, "azul.take")
    for told in ("Ana took 2", "Pedro took 1", "Martín took 3"):
        steps.get_by_role("button", name="Next step").click()
        steps.locator(".outcome p", has_text=told).wait_for()
    expect(steps.get_by_role("button", name="Once more")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    ("lang", "size"), [pytest.param("en", DESK, marks=pytest.mark.long), ("es", PHONE)]
)
def test_the_tablets_of_duel_can_be_read(
    visitors: Visitors, shared_server: ServerProcess, lang: str, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, lang, size)
    visitor.open("/learn/duel")
    guess = scene(visitor, "duel.tablets")
    guess.locator(".guess", has_text="20").click()
    guess.locator(".is-right").wait_for()
    tablets = guess.locator(".tab")
    expect(tablets).to_have_count(3)
    for tablet in tablets.all():
        box = tablet.bounding_box()
        assert box
        assert box["width"] >= 200
        assert box["height"] >= 40
        # Picture, name, rule and both players with their points: all there, nothing cut off.
        parts = tablet.locator(".tab-picture, .tab-text b, .tab-text small, .v-name, .v b")
        expect(parts).to_have_count(7)
        for part in parts.all():
            expect(part).to_be_visible()
            assert part.evaluate(
                """e => { const r = e.getBoundingClientRect();
                  const t = e.closest('.tab').getBoundingClientRect();
                  return r.width > 6 && r.height > 10 && r.left >= t.left && r.right <= t.right
                    && r.top >= t.top && r.bottom <= t.bottom
                    && e.scrollWidth <= e.clientWidth + 1 }"""
            ), part.evaluate("e => e.outerHTML")
        expect(tablet.locator(".tab-points")).to_contain_text("Cristina")


@pytest.mark.long
def test_a_scene_names_one_round(visitor: Visitor) -> None:
    """The next round is counted as soon as one has ended: it is not the one that is over."""
    visitor.open("/learn/azul")
    ended = 0
    for spec in (each for each in SCENES if each["game"] == "azul" and "guess" in each):
        place = scene(visitor, spec["id"])
        place.locator(".guess").first.click()
        place.locator(".outcome p", has_text="is over").wait_for()
        over = re.findall(r"Round (\d+) is over", place.locator(".outcome").inner_text())
        note = re.findall(r"End of round (\d+)", place.locator(".scene-table").inner_text())
        assert note in ([], over), spec["id"]
        ended += len(note)
    assert ended


@pytest.mark.long
def test_a_refused_move_leads_to_its_rule(visitor: Visitor) -> None:
    visitor.new_game()
    assert visitor.wait_for_turn()
    factories = visitor.page.locator(".disc:not(.bare)")
    label = factories.first.get_attribute("aria-label") or ""
    number = re.findall(r"[0-9]+", label)[0]
    missing = next(
        letter
        for letter, name in zip("BYRKW", ["blue", "yellow", "red", "black", "white"], strict=True)
        if name not in label
    )
    visitor.page.keyboard.press(number)
    visitor.page.keyboard.press(missing)
    link = visitor.page.locator(".say a.rule")
    link.wait_for()
    with visitor.page.context.expect_page() as opening:
        link.click()
    opening.value.wait_for_selector(".rule.sought")
    number = opening.value.locator(".rule.sought").get_attribute("id")
    assert opening.value.url.endswith(f"/learn/{number}")


@pytest.mark.long
def test_a_rule_is_shown_in_its_place(visitors: Visitors, shared_server: ServerProcess) -> None:
    visitor = visitors.come(shared_server.url, "es")
    visitor.open("/learn/D4.3")
    scene(visitor, "duel.tiling")
    sought = visitor.page.locator(".rule.sought")
    assert sought.get_attribute("id") == "D4.3"
    visitor.page.wait_for_function(
        "() => { const r = document.getElementById('D4.3').getBoundingClientRect();"
        " return r.top > 50 && r.bottom < innerHeight }"
    )
    expect(sought).to_contain_text("placa")


def done_in(place: Locator) -> Iterator[str]:
    """All that can be done in a scene, one after the other: tiles picked up and put back, steps,
    guesses, tries. Names what was done."""
    tiles = place.locator("button.t[data-take]")
    for i in range(tiles.count()):
        tiles.nth(i).click()
        place.locator(".aim-button").first.wait_for()
        yield f"hand {i + 1}"
        tiles.nth(i).click()
    while (step := place.locator(".scene-acts .btn.main")).count():
        step.click()
        place.locator(".outcome p").first.wait_for()
        yield "step"
    answers = place.locator(".scene-acts .btn[aria-pressed]")
    for i in range(answers.count()):
        answers.nth(i).click()
        place.locator(
            f".scene-acts .btn[aria-pressed]:nth-child({i + 1})[aria-pressed=true]"
        ).wait_for()
        place.locator(".outcome p").first.wait_for()
        yield f"answer {i + 1}"


@pytest.mark.long
@pytest.mark.parametrize("touch", [True, False], ids=["fingers", "mouse"])
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("game", GAMES)
def test_nothing_collides_in_a_scene(
    visitors: Visitors, shared_server: ServerProcess, game: str, lang: str, touch: bool
) -> None:
    """In all sizes, whatever is done there. All scenes are led on together, so that one look is
    enough for all of them."""
    visitor = visitors.come(shared_server.url, lang, touch=touch)
    page = visitor.page
    visitor.open(f"/learn/{game}")
    names = [spec["id"] for spec in SCENES if spec["game"] == game]
    places = {name: scene(visitor, name) for name in names}
    found: dict[str, str] = {}

    def look(when: str, within: str) -> None:
        for size in SIZES:
            if (size in TOUCHED) != touch:
                continue
            visitor.resize(size)
            for each in findings(page, scrolls=True, within=within):
                flaw = f"{size[0]}×{size[1]}: {each}"
                if flaw not in found:
                    visitor.shot(f"learn-{game}-{lang}-{size[0]}x{size[1]}")
                found.setdefault(flaw, when)
        visitor.resize(DESK)

    look("at first", "")
    look("at first", ".scene")
    led = {name: done_in(place) for name, place in places.items()}
    while done := {name: what for name, each in led.items() if (what := next(each, None))}:
        page.mouse.move(1, 1)  # what the mouse points at is lifted
        told = ", ".join(f"{name}: {what}" for name, what in done.items())
        held = [f"[data-scene='{name}']" for name, what in done.items() if "hand" in what]
        look(told, ", ".join(held) or ".outcome")
    look("at last", ".scene-acts")
    assert not found, "\n".join(["", *(f"{flaw} ({when})" for flaw, when in found.items())])


@pytest.mark.long
@pytest.mark.parametrize(("theme", "lang", "size"), [("dark", "es", DESK), ("light", "en", PHONE)])
def test_axe_finds_nothing(
    visitors: Visitors, shared_server: ServerProcess, theme: str, lang: str, size: tuple[int, int]
) -> None:
    visitor = visitors.come(shared_server.url, lang, size, theme)
    found = []
    for place, last in (("", ""), ("/azul", "azul.gray"), ("/duel", "duel.tablets")):
        visitor.open("/learn" + place)
        if last:
            scene(visitor, last)
            # With tiles in the hand, as in a scene of both games.
            visitor.page.locator("button.t[data-take]").first.click()
            visitor.wait_for(".scene .lit")
        else:
            visitor.page.wait_for_selector(".learn-way")
        found += complaints(visitor)
        visitor.shot(f"learn{place.replace('/', '-')}-{theme}-{lang}-{size[0]}")
    assert found == []
