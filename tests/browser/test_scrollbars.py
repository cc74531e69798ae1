"""Scrollbars that take room, as on most desks: a page that fits has none."""

from __future__ import annotations

from typing import Any

import pytest

from ..server.servers import ServerProcess
from .browsing import DESK, PHONE, Visitor, Visitors

FITS = [
    ("/", ".btn.big", [DESK]),
    ("/learn", ".learn-books", [DESK, PHONE]),
    ("/replay", ".file", [DESK, PHONE]),
    ("/nowhere", ".friendly", [DESK, PHONE]),
]


@pytest.fixture(scope="module")
def launching() -> dict[str, Any]:
    """Playwright hides scrollbars unless it is told not to."""
    return {"ignore_default_args": ["--hide-scrollbars"]}


def measured(visitor: Visitor) -> dict[str, int]:
    found: dict[str, int] = visitor.page.evaluate(
        """() => { const { scrollHeight, clientWidth } = document.documentElement;
          return { too_tall: scrollHeight - innerHeight, bar: innerWidth - clientWidth } }"""
    )
    return found


@pytest.mark.long
@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("size", [DESK, PHONE])
def test_a_page_that_fits_has_no_scrollbar(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], lang: str
) -> None:
    visitor = visitors.come(shared_server.url, lang, size=size)
    visitor.may_lose_connection = True  # a page that is not there stands in the console, too
    for path, selector, sizes in FITS:
        if size in sizes:
            visitor.open(path)
            visitor.wait_for(selector)
            assert measured(visitor) == {"too_tall": 0, "bar": 0}, path


@pytest.mark.long
@pytest.mark.parametrize("size", [DESK, PHONE])
@pytest.mark.parametrize("game", ["azul", "duel"])
def test_a_table_that_fits_has_no_scrollbar(
    visitors: Visitors, shared_server: ServerProcess, size: tuple[int, int], game: str
) -> None:
    visitor = visitors.come(shared_server.url, size=size)
    visitor.new_game(game)
    visitor.wait_for("main button")
    assert measured(visitor) == {"too_tall": 0, "bar": 0}


@pytest.mark.long
def test_a_page_that_does_not_fit_has_one(visitor: Visitor) -> None:
    visitor.open("/learn/azul")
    visitor.wait_for(".scene .board")
    assert measured(visitor)["bar"] > 0
