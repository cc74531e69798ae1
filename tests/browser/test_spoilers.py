"""Nothing on the page is ahead of the animation: no points, no moves, no winner."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from playwright.sync_api import WebSocket

from ..server.servers import ServerProcess
from .browsing import DRAWN, TABLE_FOR_FOUR, Visitor, Visitors
from .dueling import READY, Artist

WATCH = """() => {
  window.seen = [];
  const shown = (e) => getComputedStyle(e).opacity !== "0";
  const text = (selector) => document.querySelector(selector)?.textContent ?? "";
  const look = () => {
    const scores = [...document.querySelectorAll("[data-spot^=score-]")];
    scores.sort((a, b) => a.dataset.spot.localeCompare(b.dataset.spot));
    const laid = scores.map((_, seat) => document.querySelectorAll(
      `.t[data-spot^=wall${seat}-], .t[data-spot^=dome${seat}-]`));
    const now = {
      scores: scores.map((e) => parseInt(e.textContent)),
      laid: laid.map((tiles) => [...tiles].filter(shown).length),
      said: text(".status .say"),
      told: text(".log") + text(".log-list"),
      heard: text("#live"),
      sheet: !!document.querySelector(".end-sheet"),
      round: text(".meta"),
    };
    if (JSON.stringify(now) !== JSON.stringify(window.seen.at(-1))) window.seen.push(now);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
"""What is on the screen, frame by frame. A tile that waits unseen for its flight to end does not
lie there yet."""

Seen = dict[str, Any]


class Ear:
    """What the server says about the game: the events that have come, and the newest state."""

    def __init__(self, visitor: Visitor) -> None:
        self.events: list[Any] = []
        self.told: dict[str, Any] = {}
        visitor.page.on("websocket", self._listen)

    def _listen(self, socket: WebSocket) -> None:
        socket.on("framereceived", self._hear)

    def _hear(self, frame: str | bytes) -> None:
        message = json.loads(frame)
        if message["type"] in ("snapshot", "update"):
            self.told = message
            for step in message["events"]:
                self.events += step.get("events") or []


def animate(visitor: Visitor, speed: str) -> None:
    """As a person switches it on and off, in the settings."""
    visitor.page.get_by_role("button", name="Settings").click()
    visitor.choose("speed", speed)
    visitor.page.get_by_role("button", name="Close").click()
    visitor.page.evaluate(DRAWN)


def watch_from_here(visitor: Visitor, ear: Ear) -> None:
    ear.events.clear()
    visitor.page.evaluate("() => window.seen.splice(0, window.seen.length - 1)")


def settled(visitor: Visitor) -> list[Seen]:
    """What was seen until something is asked, or the game is over."""
    visitor.page.wait_for_function(READY, timeout=120_000)
    visitor.page.evaluate(DRAWN)
    seen: list[Seen] = visitor.page.evaluate("() => window.seen")
    return seen


def check(seen: list[Seen], events: list[Any]) -> None:
    """Samples from before a decision until the next one is asked for."""
    before, after = seen[0], seen[-1]
    for now in seen:
        for seat, laid in enumerate(now["laid"]):
            new = [each for each in events if "placed" in each["type"] and each["seat"] == seat]
            fresh = laid - before["laid"][seat]
            if fresh < len(new):
                reached = before["scores"][seat] + sum(each["points"] for each in new[:fresh])
                assert now["scores"][seat] <= reached, (seat, now)
        if (now["laid"], now["scores"]) != (after["laid"], after["scores"]):
            assert not now["sheet"], now
            for said in (now["said"], now["told"], now["heard"]):
                assert not re.search("wins|You win|share the victory", said), now


def left(told: dict[str, Any]) -> int:
    """How many takes there are at most before the round ends."""
    state = told["state"]
    sources = state.get("factories") or state["suns"]
    return sum(
        len(set(tiles)) for tiles in [*sources, *state.get("centre", ""), *state.get("moons", [])]
    )


def no_move_of_the_next_round(seen: list[Seen]) -> bool:
    """Whether another has begun the next round; that is told only when the last one is tiled."""
    after = seen[-1]
    move = after["said"].split(";")[0]
    if " took " not in move:
        return False
    for now in seen[:-1]:
        if now["laid"] != after["laid"]:
            assert move not in now["said"] + now["told"] + now["heard"], now
    return True


def take(visitor: Visitor) -> None:
    """From a factory if there is one, so that others get the marker and begin the next round."""
    factory = visitor.page.locator(".disc button.t")
    (factory if factory.count() else visitor.page.locator("button.t")).first.click()
    visitor.targets.first.click()
    visitor.settle()


@pytest.mark.long
def test_azul_tells_nothing_before_it_is_shown(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """The last takes of each round are watched, and the tiling with its points. How games go is
    chance: they are played until a round was tiled, and another player began the next one."""
    tiled = begun = 0
    for _ in range(5):
        of_game = azul_rounds_watched(visitors.come(shared_server.url, size=TABLE_FOR_FOUR))
        tiled, begun = tiled + of_game[0], begun + of_game[1]
        if tiled and begun:
            return
    raise AssertionError(f"{tiled} rounds tiled, {begun} begun by another")


def azul_rounds_watched(visitor: Visitor) -> tuple[int, int]:
    """Play a game: how many rounds were seen to be tiled, and begun by another player."""
    ear = Ear(visitor)
    visitor.new_game(players=3)
    visitor.page.evaluate(WATCH)
    moving = False
    tiled = begun = 0
    while visitor.wait_for_turn():
        if moving != (left(ear.told) <= 8):
            moving = not moving
            animate(visitor, "2" if moving else "0")
        round_ = ear.told["state"]["round"]
        watch_from_here(visitor, ear)
        take(visitor)
        seen = settled(visitor)
        if moving:
            check(seen, ear.events)
        if moving and ear.told["state"]["round"] != round_:
            tiled += 1
            begun += no_move_of_the_next_round(seen)
    return tiled, begun


@pytest.mark.long
def test_duel_tells_nothing_before_it_is_shown(
    visitors: Visitors, shared_server: ServerProcess
) -> None:
    """The end of the last round, with the tablets."""
    visitor = visitors.come(shared_server.url)
    ear = Ear(visitor)
    artist = Artist(visitor)
    visitor.new_game("duel")
    visitor.page.evaluate(WATCH)
    moving, going = False, artist.wait()
    while going:
        if not moving and ear.told["state"]["round"] == 5 and left(ear.told) <= 8:
            moving = True
            animate(visitor, "2")
        watch_from_here(visitor, ear)
        artist.decide()
        going = artist.wait()
        if moving:
            check(settled(visitor), ear.events)
    assert moving
    seen = settled(visitor)
    assert seen[-1]["sheet"]
    assert seen[-1]["scores"] == ear.told["table"]["end"]["scores"]
