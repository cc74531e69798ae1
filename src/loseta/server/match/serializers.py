"""The JSON of a game for one viewer: a seat, or None for a spectator.

Everything about a game that leaves the server is made here, from `state.view(seat)` and from action
texts in which the game's codec has hidden what the viewer must not know.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

import orjson

from loseta.game import State
from loseta.server.match.codecs import GameCodec
from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.match.state_history import Step


def fingerprint(position: str) -> str:
    """A short hash of a position, by which a client can check that its state is the server's."""
    return hashlib.sha256(position.encode()).hexdigest()[:16]


class Shared:
    """A cache for one message to several viewers, so that what they share is made only once."""

    def __init__(self) -> None:
        self._made: dict[object, Any] = {}

    def once(self, key: object, make: Callable[[], Any]) -> Any:
        if key not in self._made:
            self._made[key] = make()
        return self._made[key]


def _written(value: Any) -> orjson.Fragment:
    return orjson.Fragment(orjson.dumps(value))


def position_json(log: GameLog, viewer: int | None, shared: Shared | None = None) -> dict[str, Any]:
    """The current game for a viewer, in the form of `room/answers.Position`."""
    decides = log.state_for(viewer)
    chooses = log.choices is not None and viewer in log.choices
    content: dict[str, Any] = {"number": log.number, "ply": log.ply}
    content |= _choosing(log, decides, viewer) if chooses else _seen(log, viewer, shared)
    waiting = log.waiting()
    legal = []
    if viewer in waiting and not log.computer_at(viewer):
        legal = [log.codec.action(action) for action in decides.legal_actions()]
    content["waiting"] = sorted(waiting)
    content["legal"] = legal
    content["undo"] = _may_undo(log, viewer)
    if log.choices is not None:
        mine = None if viewer is None else log.choices.get(viewer)
        chosen = None if mine is None else [action.text for action in mine]
        content["choosing"] = {"seats": sorted(log.choices), "chosen": chosen}
    return content


def _seen(log: GameLog, viewer: int | None, shared: Shared | None) -> dict[str, Any]:
    """The state as a viewer sees it; made only once for all viewers if nothing is hidden."""
    if shared is None or not log.codec.same_for_all(log.state):
        return _state_json(log, log.state.view(viewer))
    seen: dict[str, Any] = shared.once("seen", lambda: _state_json(log, log.state))
    written = shared.once("state", lambda: _written(seen["state"]))
    return {**seen, "state": written}


def _state_json(log: GameLog, view: State) -> dict[str, Any]:
    text = view.to_text()
    return {"state": log.codec.state(view), "position": text, "hash": fingerprint(text)}


def _choosing(log: GameLog, decides: State, viewer: int | None) -> dict[str, Any]:
    """The state while the seats choose in private: only the viewer's own board shows choices."""
    assert viewer is not None
    content = _state_json(log, log.state.view(viewer))
    content["state"]["boards"][viewer] = log.codec.state(decides.view(viewer))["boards"][viewer]
    return content


def _may_undo(log: GameLog, viewer: int | None) -> bool:
    if viewer is None or log.ending is not None or log.computer_at(viewer):
        return False
    if log.choices is not None:
        return bool(log.choices.get(viewer)) and log.allowances.has("take_backs", viewer)
    return (
        bool(log.steps)
        and log.state.to_move == viewer == log.steps[-1].seat
        and not log.codec.reveals(log.steps[-1].action)
        and log.allowances.has("take_backs", viewer)
    )


def shared_event_json(
    log: GameLog, applied: AppliedEvent, viewer: int | None, shared: Shared
) -> Any:
    """As `event_json`, but serialized only once if it is the same for all viewers."""

    def common() -> orjson.Fragment | None:
        same = _is_same_for_all(log, applied)
        return _written(event_json(log, applied, viewer)) if same else None

    written = shared.once(applied.row.number, common)
    return event_json(log, applied, viewer) if written is None else written


def _is_same_for_all(log: GameLog, applied: AppliedEvent) -> bool:
    codec, action = log.codec, applied.action
    if applied.row.kind in ("choose", "unchoose"):
        return False
    states = [each for each in (applied.state, applied.before_scoring) if each is not None]
    return all(map(codec.same_for_all, states)) and (
        action is None
        or codec.action_text(action, own=True) == codec.action_text(action, own=False)
    )


def event_json(log: GameLog, applied: AppliedEvent, viewer: int | None) -> dict[str, Any]:
    """One event, without anything that the viewer must not know."""
    row = applied.row
    own = viewer is not None and viewer == applied.owner
    content: dict[str, Any] = {
        "number": row.number,
        "kind": row.kind,
        "seat": row.seat,
        "at": row.at,
        "ply": applied.ply,
        "round": applied.round,
    }
    match row.kind:
        case "deal" | "act":
            content["action"] = log.codec.action_text(applied.action, own)
            content["events"] = [log.codec.event(event) for event in applied.events]
            content["scores"] = applied.scores
            for name in ("state", "before_scoring"):
                state = getattr(applied, name)
                if state is not None:
                    content[name] = log.codec.state(state.view(viewer))
        case "choose" | "unchoose":
            if own:
                content["action"] = applied.action.text
        case _:
            content["text"] = row.text
    return content


class FrameMaker:
    """Replays a game and makes a frame for each step: the action with the state that it led to.
    `all_is_known`: nothing is hidden, because the game is over."""

    def __init__(
        self, codec: GameCodec, start: State, viewer: int | None, all_is_known: bool = False
    ) -> None:
        self._codec, self._viewer, self._all_is_known = codec, viewer, all_is_known
        self.state = start
        """The state after the last frame."""

    def first(self) -> dict[str, Any]:
        """The frame before the first action."""
        return {"ply": 0, "state": self._seen(self.state)}

    def next(self, ply: int, step: Step) -> dict[str, Any]:
        """Play a step, and make the frame for `ply`, the number of actions including it."""
        state, codec = self.state, self._codec
        owner = codec.in_turn(state) if step.seat is None else step.seat
        own = self._viewer is not None and self._viewer == owner
        action_text = codec.action_text(step.action, own or self._all_is_known)
        round_, before = state.round, state.copy()
        events = state.apply(step.action)
        frame = {
            "ply": ply,
            "seat": step.seat,
            "round": round_,
            "action": action_text,
            "events": [codec.event(event) for event in events],
            "scores": state.scores,
            "state": self._seen(state),
        }
        if events:
            frame["before_scoring"] = self._seen(before.before_scoring(step.action))
        return frame

    def pass_over(self, step: Step) -> None:
        """Play a step without making its frame."""
        self.state.apply(step.action)

    def _seen(self, state: State) -> dict[str, Any]:
        return self._codec.state(state if self._all_is_known else state.view(self._viewer))


def frames_json(log: GameLog, viewer: int | None) -> Iterator[dict[str, Any]]:
    """All frames of a game for a viewer, from its start."""
    maker = FrameMaker(log.codec, log.fresh_state(), viewer)
    yield maker.first()
    for ply, step in enumerate(log.steps, start=1):
        yield maker.next(ply, step)
