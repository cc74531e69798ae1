"""The log beside a table: the own board stays whole, without gaps."""

from __future__ import annotations

import pytest

from ..server.servers import ServerProcess
from .browsing import Visitor, Visitors
from .dueling import Artist
from .geometry import findings

GAPS = """() => {
  const own = document.querySelector(".own");
  const box = (e) => e.getBoundingClientRect();
  const [who, floor] = [box(own.querySelector(".who")), box(own.querySelector(".floor"))];
  const rows = [...own.querySelectorAll(".lane")].map(box);
  const edges = [who, ...rows, floor].map((r) => [r.top, r.bottom]);
  const between = edges.slice(1).map(([top], i) => top - edges[i][1]);
  return Math.max(...between, box(own).bottom - floor.bottom) / rows[0].height;
}"""
"""The largest gap of the own board, in rows."""


@pytest.mark.long
@pytest.mark.parametrize("game", ["azul", pytest.param("duel", marks=pytest.mark.long)])
def test_the_own_board_has_no_gaps_while_the_log_is_open(visitor: Visitor, game: str) -> None:
    artist = Artist(visitor)
    visitor.new_game(game)
    if game == "azul":
        visitor.wait_for_turn()
        visitor.take_by_clicks()
        visitor.wait_for_turn()
    else:
        artist.wait()
    visitor.page.keyboard.press("l")
    visitor.wait_for(".log-list")
    for size in ((1280, 720), (1440, 900), (1920, 1080)):
        visitor.resize(size)
        assert visitor.page.evaluate(GAPS) < 0.75, size
        assert visitor.outside() == []
        assert not visitor.scrolls()
    visitor.shot(f"log-{game}")


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
def test_four_boards_beside_the_log(
    visitors: Visitors, shared_server: ServerProcess, lang: str
) -> None:
    """Whole names, and no type that is too small, once all boards say what the round brings."""
    visitor = visitors.come(shared_server.url, lang)
    visitor.new_game(players=4)
    for _ in range(3):
        visitor.wait_for_turn()
        visitor.take_by_clicks()
    visitor.wait_for_turn()
    visitor.wait_for(".small .proj")
    visitor.page.keyboard.press("l")
    visitor.wait_for(".log-list")
    found = []
    for size in ((1280, 800), (1440, 900), (1920, 1080), (2560, 1440)):
        visitor.resize(size)
        found += [f"{size}: {each}" for each in findings(visitor.page)]
    assert not found, "\n".join(found)
