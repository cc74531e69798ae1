"""The table's sounds and their switch, and the notification of one's turn in a hidden tab."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from ..server.servers import ServerProcess
from .browsing import Visitor, Visitors
from .test_friends import two_at_a_table, whose_turn

LISTEN = """
  window.pitches = [];
  const make = AudioContext.prototype.createOscillator;
  AudioContext.prototype.createOscillator = function () {
    const tone = make.call(this);
    const start = tone.start;
    tone.start = function (...when) {
      window.pitches.push(tone.frequency.value);
      return start.apply(tone, when);
    };
    return tone;
  };
"""
WATCH = """
  window.notices = [];
  let asked = 0, allowed = "default";
  window.askedForNotices = () => asked;
  window.Notification = class {
    constructor(title, how) { this.title = title; this.how = how; window.notices.push(this); }
    static get permission() { return allowed; }
    static async requestPermission() { asked += 1; return (allowed = window.answer ?? "granted"); }
    close() {}
  };
  Object.defineProperty(document, "hidden", { get: () => window.lookedAway ?? false });
"""
"""As a browser would do it, whose own notices cannot be seen from outside; and a second tab that
lies over this one."""
FIRST = {"take": 1850, "lay": 520, "score": 659, "turn": 784}
"""The first tone of each sound."""


def hears(visitor: Visitor) -> set[str]:
    pitches = {round(each) for each in visitor.page.evaluate("() => window.pitches")}
    return {name for name, pitch in FIRST.items() if pitch in pitches}


def notices(visitor: Visitor) -> list[Any]:
    found: list[Any] = visitor.page.evaluate(
        "() => window.notices.map(({title, how}) => [title, how.body])"
    )
    return found


@pytest.mark.long
def test_a_table_sounds_as_soon_as_its_switch_is_on(visitor: Visitor) -> None:
    visitor.page.add_init_script(LISTEN)
    visitor.new_game()
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert hears(visitor) == set(), "silent unless it is asked for"
    switch = visitor.page.get_by_role("button", name="Sound")
    expect(switch).to_have_attribute("aria-pressed", "false")
    switch.click()
    expect(switch).to_have_attribute("aria-pressed", "true")
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert {"take", "lay", "turn"} <= hears(visitor)
    visitor.page.reload()
    expect(switch).to_have_attribute("aria-pressed", "true")
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.choose("sound", "off")
    visitor.page.keyboard.press("Escape")
    expect(switch).to_have_attribute("aria-pressed", "false")
    visitor.page.evaluate("() => { window.pitches = []; }")
    visitor.wait_for_turn()
    visitor.take_by_clicks()
    visitor.wait_for_turn()
    assert hears(visitor) == set()


@pytest.mark.long
def test_points_and_the_end_have_sounds_of_their_own(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    visitor = visitors.come(shared_server.url, sound=True)
    visitor.page.add_init_script(LISTEN)
    visitor.new_game()
    visitor.play_by_clicks()
    assert hears(visitor) == set(FIRST)
    pitches = [round(each) for each in visitor.page.evaluate("() => window.pitches")]
    assert pitches[-4:] == [523, 659, 784, 1047]


@pytest.mark.long
def test_who_looks_elsewhere_is_called_when_it_is_their_turn(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    both = list(two_at_a_table(visitors, shared_server.url))
    mover = whose_turn(both)
    assert mover is not None
    other = both[1 - both.index(mover)]
    other.page.context.add_init_script(WATCH)
    other.page.reload()
    other.wait_for(".table")
    assert other.page.evaluate("() => window.askedForNotices()") == 0, "not before it is wanted"
    other.page.get_by_role("button", name=re.compile("Settings|Ajustes")).click()
    other.choose("notices", "yes")
    assert other.page.evaluate("() => window.askedForNotices()") == 1
    other.page.keyboard.press("Escape")
    other.page.evaluate("() => { window.lookedAway = true; }")
    mover.take_by_clicks()
    other.page.wait_for_function("() => window.notices.length > 0")
    ((title, body),) = notices(other)
    assert title in ("Your turn", "Te toca")
    assert re.fullmatch("Azul (with|con) (Guest|Invitado)( \\d)?", body)
    expect(other.page).to_have_title(re.compile("^● "))
    other.page.evaluate("() => { window.focused = 0; window.focus = () => (window.focused += 1); }")
    other.page.evaluate("() => window.notices[0].onclick()")
    assert other.page.evaluate("() => window.focused") == 1
    # A visible table needs no notification.
    other.page.evaluate("() => { window.lookedAway = false; }")
    other.wait_for_turn()
    other.take_by_clicks()
    mover.wait_for_turn()
    mover.take_by_clicks()
    other.wait_for_turn()
    assert len(notices(other)) == 1


@pytest.mark.long
def test_home_calls_too_and_a_browser_that_forbids_it_says_so(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    both = list(two_at_a_table(visitors, shared_server.url))
    mover = whose_turn(both)
    assert mover is not None
    other = both[1 - both.index(mover)]
    other.page.context.add_init_script(WATCH)
    other.open()
    other.wait_for("a.live")
    other.page.get_by_role("button", name=re.compile("Settings|Ajustes")).first.click()
    other.page.evaluate("() => { window.answer = 'denied'; }")
    other.page.locator("label:has(input[name=notices][value=yes])").click()
    forbids = re.compile("Your browser forbids it|Tu navegador no lo permite")
    expect(other.page.locator(".settings")).to_contain_text(forbids)
    expect(other.page.locator("input[name=notices][value=no]")).to_be_checked()
    other.page.evaluate("() => { window.answer = 'granted'; }")
    other.choose("notices", "yes")
    other.page.keyboard.press("Escape")
    other.page.evaluate("() => { window.lookedAway = true; }")
    mover.take_by_clicks()
    other.page.wait_for_function("() => window.notices.length > 0")
    other.page.evaluate("() => window.notices[0].onclick()")
    other.wait_for(".table")


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_phone_on_its_side_shows_the_switch(
    visitors: Visitors, shared_server: ServerProcess, game: str
) -> None:
    visitor = visitors.come(shared_server.url, size=(844, 390), touch=True)
    visitor.new_game(game)
    switch = visitor.page.get_by_role("button", name="Sound")
    expect(switch).to_be_visible()
    assert min(visitor.reach(switch)) >= 44
    before = switch.get_attribute("aria-pressed")
    switch.click()
    expect(switch).not_to_have_attribute("aria-pressed", before or "")
