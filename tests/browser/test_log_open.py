"""The log beside a table: the own board stays whole, without gaps."""

from __future__ import annotations

import pytest

from .browsing import Visitor
from .dueling import Artist

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
