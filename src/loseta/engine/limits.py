"""The arguments of `go`: how long to think, and about which actions."""

from __future__ import annotations

import re
from dataclasses import dataclass

from loseta.engine.protocol import Problem
from loseta.engine.settings import Number
from loseta.players.search.budget import Budget, share_of_clock

INFINITE, ONLY = "infinite", "searchmoves"
USAGE = (
    "go [time SECONDS] [visits N] [clock SECONDS [increment SECONDS]] | go infinite, "
    "each with [searchmoves ACTION …]"
)

FOREVER = 1e9
"""Seconds for a search without a time limit. Without any number, the search would check too rarely
whether to stop."""

LEAST_SECONDS, MOST_SECONDS = 0.001, 1e6
_SECONDS = re.compile(r"[0-9]{1,9}(\.[0-9]{1,9})?", re.ASCII)
_VISITS = Number("visits", 1, 1, 10**12)
_KNOWN = {"time", "visits", "clock", "increment"}


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits of a search, as `go` gave them."""

    budget: Budget
    until_stopped: bool = False
    only: tuple[str, ...] | None = None
    """The actions to choose from, as texts."""


def limits_of(words: list[str], has_level: bool) -> Limits:
    """Parse the arguments of `go`; they may be empty only with a level, which has its own limits.
    Raises Problem."""
    cut = words.index(ONLY) if ONLY in words else len(words)
    only = tuple(words[cut + 1 :]) if cut < len(words) else None
    if only == ():
        raise Problem("arguments", "usage", usage=USAGE)
    words = words[:cut]
    if words == [INFINITE]:
        return Limits(Budget(FOREVER), True, only)
    given = dict(zip(words[::2], words[1::2], strict=False))
    if (
        2 * len(given) != len(words)
        or not given.keys() <= _KNOWN
        or ("increment" in given and "clock" not in given)
        or not (given or has_level)
    ):
        raise Problem("arguments", "usage", usage=USAGE)
    seconds = FOREVER
    if "time" in given:
        seconds = _seconds("time", given["time"])
    if "clock" in given:
        increment = given.get("increment", "0")
        share = share_of_clock(
            _seconds("clock", given["clock"]), _seconds("increment", increment, 0)
        )
        seconds = min(seconds, max(LEAST_SECONDS, share))
    visits = _VISITS.read(given["visits"]) if "visits" in given else None
    return Limits(Budget(seconds, visits), only=only)


def _seconds(name: str, text: str, least: float = LEAST_SECONDS) -> float:
    if _SECONDS.fullmatch(text) and least <= float(text) <= MOST_SECONDS:
        return float(text)
    allowed = f"{least} … {MOST_SECONDS:.0f}"
    raise Problem("value", "bad_value", name=name, value=text, allowed=allowed)
