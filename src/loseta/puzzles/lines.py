"""Actions played one after the other, and the points that they bring each seat."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from loseta.game import DEALER, Event, HiddenInformation, State


@dataclass(frozen=True)
class Line:
    """What was played from a position on."""

    start: Any
    """The state before it, of any game."""
    actions: tuple[Any, ...]
    seats: tuple[int, ...]
    """Who played each."""
    events: tuple[Event, ...]
    end: Any
    """The state after it."""

    @property
    def texts(self) -> tuple[str, ...]:
        return tuple(action.text for action in self.actions)

    @cached_property
    def is_complete(self) -> bool:
        """Whether the round is over, so that its points are known."""
        return self.end.to_move is None or self.end.round != self.start.round

    @cached_property
    def after(self) -> tuple[int, ...]:
        """The points of each seat at the end of the line. If the round is not over, what they would
        be if it ended there."""
        if self.is_complete:
            return tuple(self.end.scores)
        return tuple(seat.score for seat in self.end.projection())

    @property
    def points(self) -> tuple[int, ...]:
        """What each seat has gained or lost."""
        return tuple(
            after - before for before, after in zip(self.start.scores, self.after, strict=True)
        )

    def margin(self, seat: int) -> int:
        """Points of a seat ahead of the best of the others."""
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
    """Play actions, as values or texts, on a copy of a state. Raises IllegalAction and the other
    errors of `apply`."""
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
