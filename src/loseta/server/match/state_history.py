"""The steps of a game that stand, and the state that they led to.

Copies of the state are kept on the way (checkpoints), so that going back plays few steps again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from loseta.game import State
from loseta.server.store import EventRow

STEPS = ("act", "deal")
"""The kinds of events that play an action."""
CHECKPOINT_EVERY = 16
"""Steps between two checkpoints: going back plays fewer than these."""
CHECKPOINTS = 4
"""So many are kept, the latest. No round is longer than they reach back, and no deal is ever taken
back."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that stands."""

    number: int
    """Of its event."""
    seat: int | None
    """None for the dealer."""
    action: Any
    gist: Mapping[str, Any] | None = None
    """What lists of games tell of it (`GameCodec.gist`), with its seat and time; None: nothing."""


class StateHistory:
    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[Step] = []
        self._start = state.copy()
        self._played = 0
        """How many of the steps the state has seen: all but those that were only noted."""
        self._checkpoints: list[tuple[int, State]] = []
        """Copies of the state, each with how many steps had led to it. They never change."""

    @classmethod
    def continued(cls, other: StateHistory, ply: int) -> StateHistory:
        """Another history that goes on from a ply of this one."""
        history = cls(other.state_at(ply))
        history.steps = other.steps[:ply]
        history._start = other._start
        history._played = ply
        history.keep_checkpoint()
        return history

    def play(self, step: Step, check: bool = True, before: State | None = None) -> tuple[Any, ...]:
        """Play a step; what followed from it. `before`: a copy of the state, if there is one.
        Raises IllegalAction."""
        if self._played % CHECKPOINT_EVERY == 0 and self._played:
            self.keep_checkpoint(before)
        events = self.state.apply(step.action, check=check)
        self.steps.append(step)
        self._played += 1
        return events

    def note(self, step: Step) -> None:
        """Add a step that is known to be taken back: the state need not see it."""
        self.steps.append(step)

    def all_are_played(self) -> bool:
        return self._played == len(self.steps)

    def keep_checkpoint(self, copy: State | None = None) -> None:
        """Make going back to here cheap."""
        if not self._checkpoints or self._checkpoints[-1][0] != self._played:
            self._checkpoints.append((self._played, copy or self.state.copy()))
            del self._checkpoints[:-CHECKPOINTS]

    def go_back(self, ply: int) -> None:
        """Take back the steps from a ply on."""
        del self.steps[ply:]
        if ply < self._played:
            while self._checkpoints and self._checkpoints[-1][0] > ply:
                self._checkpoints.pop()
            self.state, self._played = self.state_at(ply), ply

    def state_at(self, ply: int) -> State:
        """A copy of the state after so many of the steps."""
        known = [(0, self._start), *self._checkpoints]
        at, state = max((each for each in known if each[0] <= ply), key=lambda each: each[0])
        state = state.copy()
        for step in self.steps[at:ply]:
            state.apply(step.action, check=False)
        return state


def taken_back(rows: Sequence[EventRow]) -> frozenset[int]:
    """The numbers of the steps among events that later ones of them take back."""
    standing: list[EventRow] = []
    gone: list[EventRow] = []
    for row in rows:
        if row.kind in STEPS:
            standing.append(row)
        elif row.kind == "back":
            gone += standing[int(row.text) :]
            del standing[int(row.text) :]
    assert all(row.kind == "act" for row in gone), "a draw is never taken back"
    return frozenset(row.number for row in gone)
