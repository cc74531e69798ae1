"""How long to think: what may stand behind `go`."""

from __future__ import annotations

import re

from loseta.engine.protocol import Problem
from loseta.engine.settings import Number
from loseta.players.search.budget import Budget

INFINITE = "infinite"

FOREVER = 1e9
"""Seconds. A search without any limit of time would look up too rarely to be stopped at once."""

LEAST_SECONDS, MOST_SECONDS = 0.001, 1e6
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
_VISITS = Number("visits", 1, 1, 10**12)


def budget_of(words: list[str]) -> Budget:
    """`time S`, `visits N`, both (then the first that is reached counts), or `infinite`."""
    if words == [INFINITE]:
        return Budget(FOREVER)
    limits = dict(zip(words[::2], words[1::2], strict=False))
    if not limits or 2 * len(limits) != len(words) or not limits.keys() <= {"time", "visits"}:
        raise Problem("arguments", "usage", usage="go [time SECONDS] [visits N] | go infinite")
    return Budget(
        _seconds(limits["time"]) if "time" in limits else FOREVER,
        _VISITS.read(limits["visits"]) if "visits" in limits else None,
    )


def _seconds(text: str) -> float:
    if _SECONDS.fullmatch(text) and LEAST_SECONDS <= float(text) <= MOST_SECONDS:
        return float(text)
    allowed = f"{LEAST_SECONDS} … {MOST_SECONDS:.0f}"
    raise Problem("value", "bad_value", name="time", value=text, allowed=allowed)
