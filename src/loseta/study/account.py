"""Explain a mistake: how its line differs from the line of the best action."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from loseta.game import ActionError, HiddenInformation, State
from loseta.puzzles.lines import Line, goes_on, play_line
from loseta.study.part import Item, study_part

MOST = 4
"""The most items of an account."""
MARKED = 2
"""The smallest difference in another seat's points that is worth an item."""


def expected(view: State, candidate: Mapping[str, Any]) -> Line:
    """Play the line of a candidate as far as possible: to the end of the round, to the next draw,
    or to a decision that depends on hidden plates."""
    now, played = view.copy(), []
    for text in candidate["line"] or [candidate["action"]]:
        if not goes_on(now, view.round):
            break
        try:
            action = now.parse(text)
            now.apply(action)
        except (ActionError, HiddenInformation):  # the search played on a sample
            break
        played.append(action)
    return play_line(view, played)


def account(played: Line, best: Line) -> list[Item]:
    """How the line of a mistake differs from the best one: differences without points first, then
    what it lost, worst first, then what it won. If it only won points in this round, the first item
    is `later`."""
    seat = best.seats[0]
    if not (played.is_complete and best.is_complete):  # compare lines of equal length
        length = min(len(played.actions), len(best.actions))
        played, best = (play_line(each.start, each.actions[:length]) for each in (played, best))
    part = study_part(best.start.game.name)
    found = [] if part is None else part.differences(played, best, seat)
    found += _others(played, best, seat)
    lost = [each for each in found if each.get("points", 0) < 0]
    unscored = [each for each in found if "points" not in each]
    won = [each for each in found if each.get("points", 0) > 0]
    lost.sort(key=lambda each: int(each["points"]))
    won.sort(key=lambda each: -int(each["points"]))
    if won and not (lost or unscored):
        unscored = [{"kind": "later"}]
    return [*unscored, *lost, *won][:MOST]


def _others(played: Line, best: Line, seat: int) -> list[Item]:
    """Items for other seats that score clearly more or fewer points."""
    more = [mine - other for mine, other in zip(played.points, best.points, strict=True)]
    return [
        {"kind": "rival", "seat": each, "points": -n}
        for each, n in enumerate(more)
        if each != seat and abs(n) >= MARKED
    ]


def account_of(
    view: State, played: str, candidates: Sequence[Mapping[str, Any]], reply: Sequence[str] = ()
) -> list[Item]:
    """The account of a reviewed decision, from what its seat could know. `reply`: the actions that
    followed in the game, used if the review has no line for the played action."""
    known = next((each for each in candidates if each["action"] == played), None)
    mine = known or {"action": played, "line": [played, *reply]}
    return account(expected(view, mine), expected(view, candidates[0]))
