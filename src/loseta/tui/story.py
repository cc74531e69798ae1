"""The story of a game: what happened, in sentences, derived from its record.

The record is the only memory of a session, so after an undo the story is simply derived again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from loseta.game import DEALER, Event
from loseta.record import Record
from loseta.tui.view import Step, TerminalView


def story(record: Record, view: TerminalView, reader: int | None) -> list[Step]:
    """Every action of a game and its events, as a seat (None: a spectator) may know them."""
    steps = []
    state = record.start()
    for action in record.actions:
        seat, round_ = state.to_move, state.round
        assert seat is not None, "no action follows the end of a game"
        sentence = view.sentence(state.view(reader), action, reader)
        events = state.apply(action)
        steps.append(Step(seat, round_, action.text, sentence, events, state.scores))
    return steps


def unseen(steps: Sequence[Step], seats: set[int]) -> list[Step]:
    """The steps that these seats have not seen yet: the events of their last action, and everything
    after it."""
    own = [number for number, step in enumerate(steps) if step.seat in seats]
    if not own:
        return list(steps)
    return [replace(steps[own[-1]], sentence=""), *steps[own[-1] + 1 :]]


def tell(steps: Sequence[Step], names: Sequence[str], view: TerminalView) -> list[str]:
    """The sentences for some steps. Consecutive events are reported together, and consecutive
    actions of one player, such as the parts of a turn, are on one line."""
    lines: list[str] = []
    events: list[Event] = []
    speaker = DEALER
    for step in steps:
        if step.sentence:
            if events:
                lines += view.report(events)
                events, speaker = [], DEALER
            if step.seat == DEALER:
                lines.append(step.sentence)
            elif step.seat == speaker:
                lines[-1] += f"; {step.sentence}"
            else:
                lines.append(f"{names[step.seat]}: {step.sentence}")
            speaker = step.seat
        events += step.events
    return lines + view.report(events)
