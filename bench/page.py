"""The page in a real browser: how soon it is ready, how fast it responds, how smoothly it animates.

loseta bench page
"""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.games import game_named
from tests.browser import chromium
from tests.browser.browsing import Visitor, Visitors
from tests.browser.dueling import Artist
from tests.server.servers import ServerProcess

from .figures import Figure

# The scripts run in the page; those with `done` return a measurement.

ECHO = """selector => new Promise(done => {
  const laid = () => document.querySelectorAll('.own .cells .t:not(.ghost)').length;
  const before = laid(), began = performance.now();
  document.querySelector(selector).click();
  const look = () => laid() !== before ? done(performance.now() - began)
    : requestAnimationFrame(look);
  look();
})"""
FRAMES = """selector => new Promise(done => {
  let frames = 0, travelled = 0, last = 0;
  document.querySelector(selector).click();
  const look = now => {
    const flyers = [...document.querySelectorAll('.flyer')];
    const travelling = flyers.some(flyer => flyer.getAnimations().length);
    if (travelling && last) { frames += 1; travelled += now - last; }
    last = travelling ? now : 0;
    if (frames && !flyers.length) return done(1000 * frames / travelled);
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
})"""
"""The frame rate from the frame in which pieces begin to move to the one in which they arrive."""
ENGINE = """() => new Promise(done => {
  const lines = () => document.querySelectorAll('.engine .candidate').length;
  const began = performance.now();
  let left = false;
  document.querySelector('.engine .candidate').click();
  const look = () => {
    left ||= !lines();
    if (left && lines()) return done(performance.now() - began);
    requestAnimationFrame(look);
  };
  look();
})"""
"""The time from a move on the analysis board to the engine's first line in the next position."""
PUZZLES = 50
FETCH = """ids => Promise.all(ids.map(id => fetch(`/api/v1/puzzles/${id}`)
  .then(told => told.json()))).then(all => all.length)"""
LINE = ".lit > .aim-button"
PLATE = "button.of.free[data-take]"
BYTES = """() => performance.getEntriesByType('resource')
  .concat(performance.getEntriesByType('navigation'))
  .reduce((sum, each) => sum + each.transferSize, 0)"""


def figures(rounds: int, moves: int, games: int) -> Iterator[Figure]:
    with tempfile.TemporaryDirectory() as name, sync_playwright() as playwright:
        server = ServerProcess(f"sqlite:///{name}/tables.db", Path(name) / "log")
        server.start()
        browser = chromium.launch(playwright)
        try:
            yield from _ready(browser, server.url, rounds)
            yield from _puzzles(browser, server.url, rounds)
            yield from _moves(browser, server.url, moves)
            yield from _plates(browser, server.url, moves)
            yield from _engine(browser, server.url, moves)
            yield from _memory(browser, server.url, games)
        finally:
            browser.close()
            server.stop()


def _ready(browser: Browser, url: str, rounds: int) -> Iterator[Figure]:
    times, sizes = [], []
    for _ in range(rounds + 1):  # the first, with the server's caches empty, does not count
        visitors = Visitors(browser)
        visitor = visitors.come(url)
        began = time.perf_counter()
        visitor.open()
        visitor.page.wait_for_selector(".btn.big")
        times.append(time.perf_counter() - began)
        visitor.page.wait_for_timeout(1500)  # the page fetches the table's files when idle
        sizes.append(visitor.page.evaluate(BYTES))
        visitors.leave()
    yield Figure("page ready, cold cache", 1000 * statistics.median(times[1:]), "ms")
    yield Figure("page and table together", max(sizes) / 1000, "kB")


def _puzzles(browser: Browser, url: str, rounds: int) -> Iterator[Figure]:
    """The list of puzzles as the first page opened, then one puzzle at its table and more by
    request."""
    times, sizes = [], []
    for _ in range(rounds + 1):
        visitors = Visitors(browser)
        visitor = visitors.come(url)
        page = visitor.page
        began = time.perf_counter()
        visitor.open("/puzzles")
        page.wait_for_selector(".squares a")
        times.append(time.perf_counter() - began)
        page.evaluate("performance.setResourceTimingBufferSize(1000)")
        squares = page.locator(".squares a").evaluate_all("all => all.map(a => a.href)")
        page.locator(".practise").click()
        page.wait_for_selector(".puzzle-card")
        ids = [address.rsplit("/", 1)[-1] for address in squares[1:PUZZLES]]
        fetched = 1 + page.evaluate(FETCH, ids)
        page.wait_for_timeout(500)  # until the last of them is in the resource timing
        sizes.append(page.evaluate(BYTES))
        visitors.leave()
    yield Figure("puzzles ready, cold cache", 1000 * statistics.median(times[1:]), "ms")
    yield Figure(f"puzzles, a table and {fetched} of them", max(sizes) / 1000, "kB")


def _turn(visitor: Visitor) -> None:
    if not visitor.wait_for_turn():
        visitor.new_game()
        visitor.wait_for_turn()
    visitor.page.locator("button.t").first.click()
    visitor.page.wait_for_selector(LINE)


def _moves(browser: Browser, url: str, moves: int) -> Iterator[Figure]:
    for name, unit, speed, script in (
        ("an action's echo", "ms", 0, ECHO),
        ("frames while tiles travel", "frames/s", 1, FRAMES),
    ):
        visitors = Visitors(browser)
        visitor = visitors.come(url, speed=speed)
        visitor.new_game()
        found = []
        for _ in range(moves):
            _turn(visitor)
            found.append(visitor.page.evaluate(script, LINE))
        visitors.leave()
        yield Figure(name, statistics.median(found), unit)


def _plates(browser: Browser, url: str, moves: int) -> Iterator[Figure]:
    """The frame rate while plates of Azul Duel move from the display to a hand."""
    visitors = Visitors(browser)
    visitor = visitors.come(url, speed=1)
    artist = Artist(visitor)
    visitor.new_game("duel")
    found: list[float] = []
    while len(found) < moves:
        if not artist.wait():
            artist.start_again()
        elif visitor.page.locator(PLATE).count():
            found.append(visitor.page.evaluate(FRAMES, PLATE))
        else:
            artist.decide()
    visitors.leave()
    yield Figure("frames while plates travel", statistics.median(found), "frames/s")


def _engine(browser: Browser, url: str, moves: int) -> Iterator[Figure]:
    """The time to the engine's first line, over groups of six moves from the beginning of a round.
    The very first does not count: it waits for a worker to load."""
    state, dealer = game_named("azul").new(), Dealer("any")
    while state.to_move == DEALER:
        state.apply(dealer.action(state))
    visitors = Visitors(browser)
    visitor = visitors.come(url)
    found: list[float] = []
    while len(found) <= moves:
        visitor.open("/analysis")
        visitor.page.locator("textarea.paste").fill(state.to_text())
        visitor.page.locator(".paste-go").click()
        visitor.wait_for(".engine .candidate")
        found += [visitor.page.evaluate(ENGINE) for _ in range(6)]
    visitors.leave()
    yield Figure("first line of the engine", statistics.median(found[1:]), "ms")


def _memory(browser: Browser, url: str, games: int) -> Iterator[Figure]:
    """Memory over several games in the same tab, each the rematch of the one before. After some
    games, everything that is loaded once is there; from then on memory should not grow."""
    visitors = Visitors(browser)
    visitor = visitors.come(url)
    inside = visitor.page.context.new_cdp_session(visitor.page)
    heaps, nodes = [], []
    visitor.new_game()
    for _ in range(games):
        visitor.play_by_clicks()
        inside.send("HeapProfiler.collectGarbage")
        heaps.append(inside.send("Runtime.getHeapUsage")["usedSize"] / 1e6)
        nodes.append(inside.send("Memory.getDOMCounters")["nodes"])
        visitor.page.get_by_role("button", name="Rematch").click()
        visitor.page.locator(".end-sheet").wait_for(state="detached")
    visitors.leave()
    early = min(5, games)
    against = f"after {early} games"
    for name, found, unit in (("memory", heaps, "MB"), ("nodes", nodes, "")):
        ratio = found[-1] / found[early - 1]
        yield Figure(f"{name} of a tab after {games} games", found[-1], unit, ratio, against)
