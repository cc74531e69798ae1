"""The queries about a game, which do not change it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.game import ActionError, HiddenInformation, State
from loseta.server.match.command_handlers import resolve_action
from loseta.server.match.log import GameLog
from loseta.server.refusals import Refused, error_json


def deciding_state(log: GameLog, seat: int | None) -> State:
    """The state in which a seat is to decide. Raises Refused if it is not its turn, because another
    seat's legal actions could reveal what only that seat may know."""
    if seat is None or seat not in log.waiting():
        raise Refused("not_your_turn")
    return log.state_for(seat)


def preview(log: GameLog, seat: int | None, ply: int, texts: Sequence[str]) -> dict[str, Any]:
    """The table after some steps of the seat's own turn. It stops before a draw, and before
    anything that only another seat has seen."""
    scratch = deciding_state(log, seat).view(seat)
    assert seat is not None
    if ply != log.ply:
        raise Refused("stale")
    events: list[Any] = []
    shown: State | None = None
    can_be_undone, shows_more = True, False
    for text in texts:
        if scratch.to_move != seat:
            raise Refused("turn_ended", text=text)
        action = resolve_action(scratch, text)
        can_be_undone = can_be_undone and not log.codec.reveals(action)
        before = scratch.copy()
        try:
            made = scratch.apply(action)
        except HiddenInformation:  # the result depends on what only the other seat has seen
            shows_more = True
            break
        if made and not events:
            shown = _before_scoring(before, action)
        events += made
    goes_on = scratch.to_move == seat and not shows_more
    state = log.codec.state((shown or scratch).view(seat))
    if log.choices is not None:
        # The others choose at the same time, so the preview shows only the seat's own board.
        events = [event for event in events if getattr(event, "seat", None) == seat]
        own = state["boards"][seat]
        state = log.codec.state(log.state.view(seat))
        state["boards"][seat] = own
    return {
        "state": state,
        "legal": [log.codec.action(each) for each in scratch.legal_actions()] if goes_on else [],
        "events": [log.codec.event(event) for event in events],
        "done": not goes_on,
        "undo": goes_on and can_be_undone,
    }


def _before_scoring(state: State, action: Any) -> State | None:
    """The state after an action but before the scoring that follows; None if the action itself
    places a tile, because the state after it then shows that tile in its place."""
    later = state.before_scoring(action)
    return None if later.to_text() == state.to_text() else later


def why(log: GameLog, seat: int | None, texts: Sequence[str], lang: str) -> list[dict[str, Any]]:
    return reasons(deciding_state(log, seat), texts, lang)


def reasons(state: State, texts: Sequence[str], lang: str) -> list[dict[str, Any]]:
    """Whether each action is legal in a state, and if not, why."""
    found = []
    for text in texts:
        try:
            found.append({"action": resolve_action(state, text).text, "legal": True})
        except ActionError as error:
            reason = {"reason": error.reason.key, **error_json(error, lang)}
            found.append({"action": text, "legal": False, **reason})
    return found


def projection(log: GameLog, seat: int | None) -> list[dict[str, Any]]:
    return log.codec.projection(log.state.view(seat))
