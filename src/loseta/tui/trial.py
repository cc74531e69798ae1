"""What an action would bring about, found by playing it on a copy of the table."""

from __future__ import annotations

from typing import Any


class ActionTrial:
    """An action tried out. The rules play it; here only the difference is read off."""

    def __init__(self, state: Any, action: Any, tiling: Any) -> None:
        """`tiling`: the kinds of events that lay tiles and score them. The last action of a round
        is followed by the tiling, so part of it may be in the events."""
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
        """How the points of this round change, as if it ended after the action."""
        scored = sum(getattr(event, "points", 0) for event in self.events)
        lost = sum(getattr(event, "penalty", 0) for event in self.events)
        before = self.before.projection()[self.seat]
        after = self.projected
        return int(scored - lost + after.points - after.penalty - before.points + before.penalty)
