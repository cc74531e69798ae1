"""The layouts for phones and tablets, upright and lying down, in use; `test_geometry.py` tests that
nothing collides in them."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import DRAWN, PHONE, TABLET, Visitor, Visitors
from .dueling import Artist
from .geometry import findings
from .late_games import CROWDED, open_position
from .looking import look

LYING, UPRIGHT = (844, 390), (820, 1180)
TABLETS_LYING = [(1024, 768), (1180, 820)]
NOTCH = 47
"""Pixels that a phone's notch takes from each side of a window."""


def come(
    visitors: Visitors, server: ServerProcess, size: tuple[int, int], lang: str = "en"
) -> Visitor:
    return visitors.come(server.url, lang, size, touch=True)


@pytest.mark.long
@pytest.mark.parametrize(
    ("size", "layout"),
    [(LYING, "lying"), pytest.param(UPRIGHT, "tablet", marks=pytest.mark.long)],
)
def test_a_turn_and_the_other_tools(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], layout: str
) -> None:
    """Tiles are taken and laid by taps; tools without room have one button together."""
    visitor = come(visitors, shared_server, size)
    page = visitor.page
    visitor.new_game()
    visitor.wait_for_turn()
    expect(page.locator(f"main.{layout}")).to_be_visible()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    expect(page.locator(".own .lane .t, .own .floor .t").first).to_be_visible()
    for tool, shown in (("Log", ".log-list"), ("Settings", ".settings"), ("Help", ".help")):
        visitor.tool(tool)
        expect(page.locator(f".panel {shown}")).to_be_visible()
        page.keyboard.press("Escape")
    page.locator("button.t").first.click()
    page.get_by_role("button", name="let go").click()
    expect(page.locator(".lit")).to_have_count(0)


@pytest.mark.long
@pytest.mark.parametrize("size", [LYING, UPRIGHT])
@pytest.mark.parametrize("players", [2, 4])
def test_axe_in_azul(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], players: int
) -> None:
    visitor = come(visitors, shared_server, size)
    page = visitor.page
    visitor.new_game(players=players)
    visitor.wait_for_turn()
    found = look(visitor, f"layouts-azul{players}")
    if page.locator(".enlarger").count():
        page.locator(".enlarger").first.click()
        page.locator(".zoom").wait_for()
        found += look(visitor, f"layouts-azul{players}-enlarged")
        page.locator(".zoom-choices .btn").first.click()
    else:
        page.locator("button.t").first.click()
    visitor.targets.first.wait_for()
    found += look(visitor, f"layouts-azul{players}-hand")
    page.get_by_role("button", name="More").click()
    page.locator(".more-list").wait_for()
    found += look(visitor, f"layouts-azul{players}-more")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", [LYING, UPRIGHT])
def test_axe_in_duel(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    visitor = come(visitors, shared_server, size, "es")
    artist = Artist(visitor)
    visitor.new_game("duel")
    shown: set[str] = set()
    found: list[str] = []
    for _ in range(60):
        if not artist.wait():
            break
        asked = artist.asked or "turn"
        assert visitor.outside() == [], asked
        if asked not in shown:
            shown.add(asked)
            found += look(visitor, f"layouts-duel-{asked}")
        artist.decide()
    assert shown >= {"turn", "place", "stack"}
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize("size", [PHONE, LYING, UPRIGHT], ids=lambda size: "x".join(map(str, size)))
def test_axe_in_everything_that_is_asked_in_duel(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    visitor = come(visitors, shared_server, size)
    found: list[str] = []
    for name, position in CROWDED.items():
        if position.startswith("duel"):
            open_position(visitor, position)
            found += look(visitor, f"layouts-asked-{name.replace(' ', '-')}")
    assert found == []


@pytest.mark.long
@pytest.mark.parametrize(
    "size", [LYING, UPRIGHT, TABLET], ids=lambda size: "x".join(map(str, size))
)
def test_what_is_asked_in_duel_is_answered_without_scrolling(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int]
) -> None:
    """With ten chips, too, all buttons are whole."""
    visitor = come(visitors, shared_server, size, "es")
    for name, position in CROWDED.items():
        if position.startswith("duel"):
            open_position(visitor, position)
            for button in visitor.page.locator(".step :is(.btn, .dk):visible").all():
                expect(button, name).to_be_in_viewport(ratio=1)


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_notches_take_from_the_sides(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    visitor = come(visitors, shared_server, LYING, "es")
    page = visitor.page
    insets = {"left": NOTCH, "right": NOTCH, "bottom": 0, "top": 0}
    page.context.new_cdp_session(page).send(
        "Emulation.setSafeAreaInsetsOverride", {"insets": insets}
    )
    artist = Artist(visitor)
    visitor.new_game(game)
    if game == "duel":
        artist.wait()
    else:
        visitor.wait_for_turn()
    page.evaluate(DRAWN)
    edges = page.locator("main .board, main .card, .say, .tools").evaluate_all(
        """all => all.map(e => e.getBoundingClientRect())
          .flatMap(r => [r.left, innerWidth - r.right])"""
    )
    assert min(edges) >= NOTCH
    assert [each for each in findings(page) if not each.startswith("small target")] == []


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_three_players_share_a_tablet_lying_down(
    visitors: Visitors, shared_server: ServerProcess, lang: str
) -> None:
    """The others' rows are close, what happened stands below them, and the own board takes the
    whole width beside them."""
    visitor = come(visitors, shared_server, TABLETS_LYING[0], lang)
    page = visitor.page
    visitor.new_game(players=3)
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    found: list[str] = []
    for size in TABLETS_LYING:
        visitor.resize(size)
        tiles, below = page.locator(".small .lane .cells").evaluate_all(
            """([a, b]) => [a, b].map(e => e.getBoundingClientRect())
              .map((r, i, both) => i ? r.top - both[0].bottom : r.height)"""
        )
        assert below < tiles / 2
        own, ring, side, last = (
            page.locator(each).last.bounding_box() for each in (".own", ".ring", ".side", ".small")
        )
        assert own
        assert ring
        assert side
        assert last
        assert own["width"] == ring["width"]
        assert side["x"] == last["x"]
        assert side["y"] > last["y"] + last["height"]
        found += look(visitor, f"layouts-three-{lang}")
        visitor.page.mouse.move(1, 1)  # what the mouse points at is lifted
        found += findings(page)
    assert found == []
