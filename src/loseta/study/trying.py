"""Mistakes as small puzzles: find a better action in the position before a mistake."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loseta.game import State
from loseta.games import has_part
from loseta.puzzles.part import accepted
from loseta.study.accuracy import ENOUGH, turning

Candidate = Mapping[str, Any]
"""An action that a review examined: `action`, `visits`, `value`, `win_chance` and `line`."""

POINTS = 2.0
"""A solution may be expected to end at most this many points behind the best action. It must not be
a mistake itself either: late in a game a single point may decide."""
COACHED = {"small": 0.05, "medium": 0.1, "large": 0.2}
"""For each setting of the coach, the win chance that a move must give away for the coach to
question it, at a table of two."""


def coached_from(least: str, seats: int) -> float:
    """The win chance that a move must give away for the coach to question it, at a table of
    `seats`."""
    return COACHED[least] * 2 / seats


def is_right(best: Candidate, tried: Candidate, seats: int) -> bool:
    """Whether an action solves a mistake; the same search must have judged it and the best one."""
    points = best["value"] - tried["value"]
    chances = best["win_chance"] - tried["win_chance"]
    return bool(points <= POINTS and chances < turning(seats))


def known(state: State, text: str, candidates: Sequence[Candidate]) -> Candidate | None:
    """What a review says about an action, or about an equal one (from another factory with the same
    tiles); None if the review did not examine it enough."""
    action = state.parse(text)
    same = accepted(state, action) if has_part("puzzles", state.game.name) else [action]
    texts = [each.text for each in same]
    found = [each for each in candidates if each["action"] in texts and is_known(each, candidates)]
    return found[0] if found else None


def is_known(candidate: Candidate, candidates: Sequence[Candidate]) -> bool:
    """Whether a review examined an action enough. The best one always counts as known."""
    best = candidates[0]["action"]
    return bool(candidate["visits"] >= ENOUGH or candidate["action"] == best)
