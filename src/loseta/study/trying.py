"""A mistake as a small puzzle: find a better action in the position before it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loseta.game import State
from loseta.games import has_part
from loseta.puzzles.part import accepted
from loseta.study.accuracy import ENOUGH, turning

Candidate = Mapping[str, Any]
"""An action that a review looked at: `action`, `visits`, `value`, `win_chance` and `line`."""

POINTS = 2.0
"""An action is good enough if it is expected to end within so many points of the best and is no
mistake itself: late in a game a single point decides."""
COACHED = {"small": 0.05, "medium": 0.1, "large": 0.2}
"""The coach asks about a move that gives away this much of the chance to win, at a table of two."""


def coached_from(least: str, seats: int) -> float:
    """How much a move must give away for the coach to ask, at a table of so many seats."""
    return COACHED[least] * 2 / seats


def is_right(best: Candidate, tried: Candidate, seats: int) -> bool:
    """Whether an action solves a mistake, judged by the same search as the best one."""
    points = best["value"] - tried["value"]
    chances = best["win_chance"] - tried["win_chance"]
    return bool(points <= POINTS and chances < turning(seats))


def known(state: State, text: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """What a review says of an action, or of an equal one (another factory with the same tiles);
    None if the review looked at it too little."""
    action = state.parse(text)
    same = accepted(state, action) if has_part("puzzles", state.game.name) else [action]
    texts = [each.text for each in same]
    found = [each for each in candidates if each["action"] in texts and is_known(each, candidates)]
    return found[0] if found else None


def is_known(candidate: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether a review looked at an action enough. The best one always counts as known."""
    best = candidates[0]["action"]
    return bool(candidate["visits"] >= ENOUGH or candidate["action"] == best)
