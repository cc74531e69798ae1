"""A mistake as a small puzzle: another action is tried in the position before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loseta.game import State
from loseta.games import has_part
from loseta.puzzles.part import accepted
from loseta.study.accuracy import ENOUGH

Candidate = Mapping[str, Any]
"""An action that a review looked at: `action`, `visits`, `value`, `win_chance` and `line`."""

POINTS = 2.0
"""What is expected to end within so many points of the best is good enough,"""
CHANCES = 0.2
"""unless it gives away as much as makes a mistake: this part of an even share of the chances. Late
in a game a single point decides."""


COACHED = {"small": 0.05, "medium": 0.1, "large": 0.2}
"""What of the chance to win a move gives away before the coach asks, among two."""


def coached_from(least: str, seats: int) -> float:
    """The same at any table."""
    return COACHED[least] * 2 / seats


def turning(seats: int) -> float:
    """What of the chance to win a mistake gives away."""
    return CHANCES / seats


def is_right(best: Candidate, tried: Candidate, seats: int) -> bool:
    """Whether an action solves it, by what the same search thinks of both."""
    points = best["value"] - tried["value"]
    chances = best["win_chance"] - tried["win_chance"]
    return bool(points <= POINTS and chances < turning(seats))


def known(state: State, text: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """What a review says of an action, or of one that is the same but for the place of equal
    things; None where it looked too little."""
    action = state.parse(text)
    same = accepted(state, action) if has_part("puzzles", state.game.name) else [action]
    texts = [each.text for each in same]
    found = [each for each in candidates if each["action"] in texts and is_known(each, candidates)]
    return found[0] if found else None


def is_known(candidate: Candidate, candidates: Sequence[Candidate]) -> bool:
    """The best one is, however little there was to look at."""
    best = candidates[0]["action"]
    return bool(candidate["visits"] >= ENOUGH or candidate["action"] == best)
