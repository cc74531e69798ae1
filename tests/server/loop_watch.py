"""Watches what the event loop does in one piece: no callback may hold the others up for long."""

from __future__ import annotations

import asyncio
import functools
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import pytest

from loseta import azul, duel
from loseta.server.match.codecs.azul import AzulCodec
from loseta.server.match.codecs.duel import DuelCodec

APPLY, STATE = 1, 4
"""What playing an action and making a state into JSON count for: about their share of time."""
MOST = 100
"""A few milliseconds on any machine."""


@dataclass
class LoopWatch:
    """The work of the callbacks of a loop, counted and not timed."""

    most: int = 0
    """Of the callback that did most."""
    total: int = 0
    _now: int = 0

    def count(self, work: int) -> None:
        self._now += work
        self.total += work
        self.most = max(self.most, self._now)

    def next_callback(self) -> None:
        self._now = 0


@contextmanager
def loop_watch() -> Iterator[LoopWatch]:
    """Counts in the thread of the loop only: what another thread does holds it up no longer than
    the interpreter lets it."""
    watch = LoopWatch()
    here = threading.get_ident()

    def counting(method: Callable[..., Any], work: int) -> Callable[..., Any]:
        @functools.wraps(method)
        def counted(*args: Any, **options: Any) -> Any:
            if threading.get_ident() == here:
                watch.count(work)
            return method(*args, **options)

        return counted

    run = asyncio.Handle._run

    def run_callback(handle: asyncio.Handle) -> None:
        watch.next_callback()
        run(handle)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(asyncio.Handle, "_run", run_callback)
        for state in (azul.State, duel.State):
            patch.setattr(state, "apply", counting(state.apply, APPLY))
        for codec in (AzulCodec, DuelCodec):
            patch.setattr(codec, "state", counting(codec.state, STATE))
        yield watch
