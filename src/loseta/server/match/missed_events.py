"""The events that a reconnecting client has missed, with their states. They come from the log in
memory; nothing is read from the store."""

from __future__ import annotations

from dataclasses import replace

from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.match.state_history import STEPS, StateHistory, Step
from loseta.server.match.step_states import give_state, with_state_before_scoring


def missed_events(log: GameLog, seen: int) -> list[AppliedEvent] | None:
    """The events after event `seen`; None if they are no longer in memory.

    If `seen` is 0, steps come without states: a new client gets those from the history, which it
    requests anyway.
    """
    earlier, later = log.recent.split(seen)
    if len(later) != log.number - seen:
        return None
    if not seen and all(each.played for each in later):
        return later
    history = _history_at(log, earlier, later)
    if history is None:
        return None
    missed: list[AppliedEvent] = []
    for each in later:
        give_state(missed, history.state)
        missed.append(_played(log, history, each))
    return missed if seen else [replace(each, state=None, before_scoring=None) for each in missed]


def _history_at(
    log: GameLog, earlier: list[AppliedEvent], later: list[AppliedEvent]
) -> StateHistory | None:
    """The game as it was between `earlier` and `later`: first the steps that were never taken back,
    then those that have been taken back since. None if one of these is no longer in memory."""
    if not later:
        return StateHistory(log.state)
    then = later[0].ply
    backs = [int(each.row.text) for each in later if each.row.kind == "back"]
    standing = min([then, *backs])
    others = {
        each.ply: Step(each.row.number, each.row.seat, each.action)
        for each in earlier
        if each.row.kind in STEPS and standing <= each.ply < then
    }
    if len(others) != then - standing:
        return None
    history = StateHistory.continued(log.history, standing)
    for ply in range(standing, then):
        history.play(others[ply], check=False)
    return history


def _played(log: GameLog, history: StateHistory, applied: AppliedEvent) -> AppliedEvent:
    row = applied.row
    if row.kind == "back":
        history.go_back(int(row.text))
    if row.kind not in STEPS:
        return applied
    before = history.state.copy()
    events = history.play(Step(row.number, row.seat, applied.action), check=False, before=before)
    if not applied.played:
        applied = replace(applied, events=events, scores=history.state.scores, played=True)
    return with_state_before_scoring(applied, before)
