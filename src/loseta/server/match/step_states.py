"""The states carried by the steps of one message. Each step carries the state that it led to,
except the last, whose state is that of the log itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from loseta.game import State
from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.match.state_history import STEPS
from loseta.server.store import EventRow


def follow(
    log: GameLog, applied_events: list[AppliedEvent], row: EventRow, made: Any = None
) -> None:
    """Apply an event to the log and add it to `applied_events`, the events of one message. `made`:
    see `apply_event`."""
    if row.kind not in STEPS:
        give_state(applied_events, log.state)
        applied_events.append(log.apply_event(row, made))
        return
    before = log.state.copy()
    give_state(applied_events, log.state, before)
    applied_events.append(with_state_before_scoring(log.apply_event(row, made, before), before))


def give_state(applied_events: list[AppliedEvent], state: State, copy: State | None = None) -> None:
    """Give the last step the current state, before another event changes it. `copy`: a copy of that
    state, if there is one already."""
    for place in range(len(applied_events) - 1, -1, -1):
        if applied_events[place].row.kind in STEPS:
            if applied_events[place].state is None:
                applied_events[place] = replace(applied_events[place], state=copy or state.copy())
            return


def with_state_before_scoring(applied: AppliedEvent, before: State) -> AppliedEvent:
    """The step with the state after the action itself, if the action led to events. `before`: the
    state before the step."""
    if not applied.events:
        return applied
    return replace(applied, before_scoring=before.before_scoring(applied.action, check=False))
