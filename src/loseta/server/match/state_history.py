"""The steps of a game, without those taken back, and the state that they led to.

Copies of the state (checkpoints) are kept along the way, so that going back replays few steps.
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
"""Steps between two checkpoints; going back replays fewer than this."""
CHECKPOINTS = 4
"""How many of the latest checkpoints are kept. They reach back further than any round is long, and
a deal is never taken back."""


@dataclass(frozen=True, slots=True)
class Step:
    """An action that was played and not taken back."""

    number: int
    """The number of its event."""
    seat: int | None
    """The seat that played it; None for the dealer."""
    action: Any
    gist: Mapping[str, Any] | None = None
    """Its summary for lists of games (`GameCodec.gist`), with seat and time; None: it has none."""


class StateHistory:
    def __init__(self, state: State) -> None:
        self.state = state
        self.steps: list[Step] = []
        self._start = state.copy()
        self._played = 0
        """How many of the steps were played; the later ones were only noted (`note`)."""
        self._checkpoints: list[tuple[int, State]] = []
        """Copies of the state, each with the number of steps that led to it. They never change."""

    @classmethod
    def continued(cls, other: StateHistory, ply: int) -> StateHistory:
        """A copy of another history up to a ply."""
        history = cls(other.state_at(ply))
        history.steps = other.steps[:ply]
        history._start = other._start
        history._played = ply
        history.keep_checkpoint()
        return history

    def play(self, step: Step, check: bool = True, before: State | None = None) -> tuple[Any, ...]:
        """Play a step; returns its events. `before`: a copy of the state before it, if there is
        one. Raises IllegalAction."""
        if self._played % CHECKPOINT_EVERY == 0 and self._played:
            self.keep_checkpoint(before)
        events = self.state.apply(step.action, check=check)
        self.steps.append(step)
        self._played += 1
        return events

    def note(self, step: Step) -> None:
        """Add a step without playing it, because a later event is known to take it back."""
        self.steps.append(step)

    def all_are_played(self) -> bool:
        return self._played == len(self.steps)

    def keep_checkpoint(self, copy: State | None = None) -> None:
        """Keep a checkpoint here. `copy`: a copy of the state, if there is one."""
        if not self._checkpoints or self._checkpoints[-1][0] != self._played:
            self._checkpoints.append((self._played, copy or self.state.copy()))
            del self._checkpoints[:-CHECKPOINTS]

    def go_back(self, ply: int) -> None:
        """Take back all steps after the first `ply`."""
        del self.steps[ply:]
        if ply < self._played:
            while self._checkpoints and self._checkpoints[-1][0] > ply:
                self._checkpoints.pop()
            self.state, self._played = self.state_at(ply), ply

    def state_at(self, ply: int) -> State:
        """A copy of the state after the first `ply` steps."""
        known = [(0, self._start), *self._checkpoints]
        at, state = max((each for each in known if each[0] <= ply), key=lambda each: each[0])
        state = state.copy()
        for step in self.steps[at:ply]:
            state.apply(step.action, check=False)
        return state


def taken_back(rows: Sequence[EventRow]) -> frozenset[int]:
    """The event numbers of the steps that later events in `rows` take back."""
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
