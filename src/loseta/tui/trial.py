"""The effects of an action, found by playing it on a copy of the state."""

from __future__ import annotations

from typing import Any


class ActionTrial:
    """An action played on a copy. The rules play it; the trial only reads off the difference."""

    def __init__(self, state: Any, action: Any, tiling: Any) -> None:
        """`tiling`: the types of events that place and score tiles. The tiling follows the last
        action of a round, so its events may be among those of the action."""
        self.before = state
        self.action = action
        self.seat: int = state.turn
        self.after = state.copy()
        self.events = [
            event
            for event in self.after.apply(action)
            if isinstance(event, tiling) and event.seat == self.seat
        ]
        self.projected = self.after.projection()[self.seat]

    @property
    def ends_game(self) -> bool:
        return self.after.outcome is not None

    @property
    def points(self) -> int:
        """By how much the action changes the seat's points if the round ended right after it."""
        scored = sum(getattr(event, "points", 0) for event in self.events)
        lost = sum(getattr(event, "penalty", 0) for event in self.events)
        before = self.before.projection()[self.seat]
        after = self.projected
        return int(scored - lost + after.points - after.penalty - before.points + before.penalty)
