"""What those at a table are told: JSON made for one seat, or for a spectator, and nobody else.

Everything that leaves the server about a game is made here, from `state.view(seat)` and from texts
that the game's face has cut.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import Any

import orjson

from loseta.game import State
from loseta.server.course import Course, Happening


def fingerprint(position: str) -> str:
    """A short hash of a position as somebody sees it, to compare two ends of a connection."""
    return hashlib.sha256(position.encode()).hexdigest()[:16]


Shared = dict[str, Any]
"""What is the same for all viewers of one moment, so that it is made once."""


def position_json(
    course: Course, viewer: int | None, shared: Shared | None = None
) -> dict[str, Any]:
    """The game as it stands for a viewer."""
    decides = course.state_for(viewer)
    chooses = course.choices is not None and viewer in course.choices
    told: dict[str, Any] = {"number": course.number, "ply": course.ply}
    told |= _choosing(course, decides, viewer) if chooses else _seen(course, viewer, shared)
    waiting = course.waiting()
    legal = []
    if viewer in waiting and not course.computer_at(viewer):
        legal = [course.face.action(action) for action in decides.legal_actions()]
    told["waiting"] = sorted(waiting)
    told["legal"] = legal
    told["undo"] = _may_undo(course, viewer)
    if course.choices is not None:
        mine = None if viewer is None else course.choices.get(viewer)
        chosen = None if mine is None else [action.text for action in mine]
        told["choosing"] = {"seats": sorted(course.choices), "chosen": chosen}
    return told


def _seen(course: Course, viewer: int | None, shared: Shared | None) -> dict[str, Any]:
    """The state as a viewer sees it; made once for all where nothing is hidden from anybody."""
    if shared is not None and course.face.same_for_all(course.state):
        if "seen" not in shared:
            seen = _state_json(course, course.state)
            seen["state"] = orjson.Fragment(orjson.dumps(seen["state"]))
            shared["seen"] = seen
        found: dict[str, Any] = shared["seen"]
        return found
    return _state_json(course, course.state.view(viewer))


def _state_json(course: Course, view: State) -> dict[str, Any]:
    text = view.to_text()
    return {"state": course.face.state(view), "position": text, "hash": fingerprint(text)}


def _choosing(course: Course, decides: State, viewer: int | None) -> dict[str, Any]:
    """While all choose in private only one's own board goes on."""
    assert viewer is not None
    told = _state_json(course, course.state.view(viewer))
    told["state"]["boards"][viewer] = course.face.state(decides.view(viewer))["boards"][viewer]
    return told


def _may_undo(course: Course, viewer: int | None) -> bool:
    if viewer is None or course.ending is not None or course.computer_at(viewer):
        return False
    if course.choices is not None:
        return bool(course.choices.get(viewer))
    return (
        bool(course.steps)
        and course.state.to_move == viewer == course.steps[-1].seat
        and not course.face.reveals(course.steps[-1].action)
    )


def happening_json(course: Course, happening: Happening, viewer: int | None) -> dict[str, Any]:
    """One numbered event as a viewer may be told of it."""
    row = happening.row
    own = viewer is not None and viewer == happening.owner
    told: dict[str, Any] = {
        "number": row.number,
        "kind": row.kind,
        "seat": row.seat,
        "at": row.at,
        "ply": happening.ply,
        "round": happening.round,
    }
    match row.kind:
        case "deal" | "act":
            told["action"] = course.face.told(happening.action, own)
            told["events"] = [course.face.event(event) for event in happening.events]
            told["scores"] = happening.scores
        case "choose" | "unchoose":
            if own:
                told["action"] = happening.action.text
        case _:
            told["text"] = row.text
    return told


def frames_json(
    course: Course, viewer: int | None, all_is_known: bool = False
) -> Iterable[dict[str, Any]]:
    """The game from its start, step by step: each action with the state that it led to. Of a game
    that is over all may be known."""

    def seen(state: State) -> dict[str, Any]:
        return course.face.state(state if all_is_known else state.view(viewer))

    state = course.fresh_state()
    yield {"ply": 0, "state": seen(state)}
    for ply, step in enumerate(course.steps, start=1):
        owner = course.face.in_turn(state) if step.seat is None else step.seat
        own = viewer is not None and viewer == owner
        told = course.face.told(step.action, own or all_is_known)
        round_ = state.round
        events = state.apply(step.action)
        yield {
            "ply": ply,
            "seat": step.seat,
            "round": round_,
            "action": told,
            "events": [course.face.event(event) for event in events],
            "scores": state.scores,
            "state": seen(state),
        }
