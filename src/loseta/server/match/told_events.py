"""Events that are told together: each step carries the states that it led to, except the last: its
state is that of the log itself."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from loseta.game import State
from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.match.state_history import STEPS
from loseta.server.store import EventRow


def follow(log: GameLog, told: list[AppliedEvent], row: EventRow, made: Any = None) -> None:
    """Let an event take effect and add it to those told together. `made`: see `apply_event`."""
    if row.kind not in STEPS:
        give_state(told, log.state)
        told.append(log.apply_event(row, made))
        return
    before = log.state.copy()
    give_state(told, log.state, before)
    told.append(with_state_before_scoring(log.apply_event(row, made, before), before))


def give_state(told: list[AppliedEvent], state: State, copy: State | None = None) -> None:
    """Let the last step carry the present state, before another event changes it. `copy`: a copy
    of that state, if there is one already."""
    for place in range(len(told) - 1, -1, -1):
        if told[place].row.kind in STEPS:
            if told[place].state is None:
                told[place] = replace(told[place], state=copy or state.copy())
            return


def with_state_before_scoring(applied: AppliedEvent, before: State) -> AppliedEvent:
    """A step with the state after the action itself, where something followed from it. `before`:
    the state before the step."""
    if not applied.events:
        return applied
    return replace(applied, before_scoring=before.before_scoring(applied.action, check=False))
