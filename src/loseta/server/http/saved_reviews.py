"""Reviews saved in records: their candidates become variations with evaluations. So a review can be
shown again without a search."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any

from loseta.game import ActionError, BadText, Reason, State
from loseta.record import MOST_ACTIONS, Evaluation, Record, Variation, read, write
from loseta.server.http.reviews import accuracy_of, decisions, explained
from loseta.study.accuracy import all_judged

LONGEST_LINE = 8
"""How many actions of a candidate's line are kept."""

Candidate = Mapping[str, Any]


def with_review(text: str, reviewed: Iterable[tuple[int, Sequence[Candidate]]]) -> str:
    """The text of a record with the candidates of a review, given by ply. They replace those of an
    earlier review. Raises BadText, and ActionError for a candidate that cannot be played."""
    record = read(text)
    candidates = dict(reviewed)
    length = len(record.actions)
    if any(ply >= length for ply in candidates):
        raise BadText(1, 1, Reason("", "no_such_place", {"n": length, "most": length}))
    lines = [each["line"][:LONGEST_LINE] for found in candidates.values() for each in found]
    if length + sum(map(len, lines)) > MOST_ACTIONS:
        raise BadText(1, 1, Reason("", "record.too_many", {"n": MOST_ACTIONS}))
    for ply, state in zip(range(len(record.actions)), record.states(), strict=False):
        if ply in candidates:
            _put(record, ply, state, candidates[ply])
    return write(record)


def _put(record: Record, ply: int, state: State, candidates: Sequence[Candidate]) -> None:
    by_hand = [each for each in record.variations.get(ply, []) if 0 not in each.evaluations]
    found = [_variation(state.copy(), each) for each in candidates]
    record.variations[ply] = found + by_hand
    played = [each for each in found if each.actions[0] == record.actions[ply]]
    if played:
        record.evaluations[ply] = played[0].evaluations[0]


def _variation(state: State, candidate: Candidate) -> Variation:
    """The line of a candidate, up to the first action that cannot be played: the search may have
    used a sample that differs from the true state."""
    first = state.parse(candidate["action"])
    state.apply(first)
    actions = [first]
    with suppress(ActionError):
        for text in candidate["line"][1:LONGEST_LINE]:
            action = state.game.action_from_text(text)
            state.apply(action)
            actions.append(action)
    thought = Evaluation(candidate["win_chance"], candidate["value"], candidate["visits"])
    return Variation(actions, evaluations={0: thought})


def review_in(record: Record) -> dict[str, Any] | None:
    """The review saved in a record; None if there is none. It has the number of decisions, a line
    for each decision with candidates and, if all decisions have them, the accuracy of each
    seat."""
    if not any(_thought(each) for each in record.variations.values()):
        return None
    found = list(decisions(record))
    lines = []
    for each in found:
        thought = _thought(record.variations.get(each.ply, []))
        if thought:
            candidates = [_candidate(variation) for variation in thought]
            lines.append(each.as_line(candidates) | explained(record, each, candidates))
    accuracy = accuracy_of(record, lines, None) if len(lines) == len(found) else []
    judged = all_judged(lines, record.start().seats)
    return {"total": len(found), "decisions": judged, "accuracy": accuracy}


def variations_in(record: Record) -> dict[int, list[dict[str, Any]]]:
    """The variations that did not come from a review, by ply."""
    by_ply = {}
    for ply, variations in record.variations.items():
        by_hand = [each for each in variations if 0 not in each.evaluations]
        if by_hand:
            by_ply[ply] = [
                {
                    "actions": [action.text for action in each.actions],
                    "comment": each.comments.get(1) or each.comments.get(0) or "",
                }
                for each in by_hand
            ]
    return by_ply


def _thought(variations: Sequence[Variation]) -> list[Variation]:
    return [each for each in variations if 0 in each.evaluations]


def _candidate(variation: Variation) -> dict[str, Any]:
    thought = variation.evaluations[0]
    return {
        "action": variation.actions[0].text,
        "visits": thought.visits or 0,
        "value": thought.points or 0.0,
        "win_chance": thought.win_chance,
        "line": [action.text for action in variation.actions],
    }
