"""Lines: actions played one after the other, with their events and the points of each seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from loseta.game import DEALER, Event, HiddenInformation, State


@dataclass(frozen=True)
class Line:
    """A sequence of actions played from a state."""

    start: Any
    """The state before the line, of any game."""
    actions: tuple[Any, ...]
    seats: tuple[int, ...]
    """The seat that played each action."""
    events: tuple[Event, ...]
    end: Any
    """The state after the line."""

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(action.text for action in self.actions)

    @cached_property
    def is_complete(self) -> bool:
        """Whether the line reaches the end of the round, so that its points are known."""
        return self.end.to_move is None or self.end.round != self.start.round

    @cached_property
    def after(self) -> tuple[int, ...]:
        """The score of each seat at the end of the line; if the round is not over, the score if it
        ended there."""
        if self.is_complete:
            return tuple(self.end.scores)
        return tuple(seat.score for seat in self.end.projection())

    @property
    def points(self) -> tuple[int, ...]:
        """The points that each seat gained or lost."""
        return tuple(
            after - before for before, after in zip(self.start.scores, self.after, strict=True)
        )

    def margin(self, seat: int) -> int:
        """A seat's lead over the best other seat, in points."""
        return self.after[seat] - max(
            score for other, score in enumerate(self.after) if other != seat
        )

    def win_share(self, seat: int) -> float | None:
        """A seat's share of the victory; None while the game goes on."""
        outcome = self.end.outcome
        if outcome is None:
            return None
        return (seat in outcome.winners) / len(outcome.winners)


def play_line(state: State, actions: Iterable[Any]) -> Line:
    """Play actions, given as values or texts, on a copy of a state. Raises IllegalAction and the
    other errors of `State.apply`."""
    now = state.copy()
    played: list[Any] = []
    seats: list[int] = []
    events: list[Event] = []
    for given in actions:
        action = now.parse(given) if isinstance(given, str) else given
        seat = now.to_move
        assert seat is not None
        events += now.apply(action)
        played.append(action)
        seats.append(seat)
    return Line(state, tuple(played), tuple(seats), tuple(events), now)


def goes_on(state: State, round_: int) -> bool:
    """Whether a line can be continued: a seat decides next, in this round, and its choices do not
    depend on hidden plates."""
    if state.to_move in (None, DEALER) or state.round != round_:
        return False
    try:
        state.legal_actions()
    except HiddenInformation:
        return False
    return True
