"""A real browser for the tests of the page: Chromium, driven by Playwright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from ..server.servers import server, shared_server
from . import chromium
from .browsing import Visitor, Visitors

__all__ = ["server", "shared_server"]


@pytest.fixture(scope="module")
def launching() -> dict[str, Any]:
    """How the browser is started, for a module that wants it otherwise."""
    return {}


@pytest.fixture(scope="module")
def browser(launching: dict[str, Any]) -> Iterator[Browser]:
    """For a module only: while it runs, its event loop is that of the process, and other tests
    have loops of their own."""
    with sync_playwright() as playwright:
        running = chromium.launch(playwright, **launching)
        yield running
        running.close()


@pytest.fixture
def visitors(browser: Browser) -> Iterator[Visitors]:
    """Makes visitors of the page, and fails when one of them saw an error in the console."""
    made = Visitors(browser)
    yield made
    made.leave()


@pytest.fixture
def visitor(visitors: Visitors, shared_server) -> Visitor:  # type: ignore[no-untyped-def]
    """An English-speaking visitor at a desktop, without animations."""
    return visitors.come(shared_server.url)
