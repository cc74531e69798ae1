"""The last events of a game, for those who come back to it and for commands that are sent again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from loseta.game import State
from loseta.server.store import EventRow, author_of

MOST_MISSED = 400
"""Events that are kept. A client that has missed more gets the snapshot only."""
MOST_WITH_STATES = 30
"""Events that a client who comes back may have missed to be told them: each step then carries its
states, which take long to make. The history has them ready."""


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An event with what it did."""

    row: EventRow
    ply: int
    """How many actions stood before it."""
    round: int
    owner: int | None
    """Who may know all of it: the seat that acts, or in whose turn the dealer shows something."""
    action: Any = None
    events: tuple[Any, ...] = ()
    scores: tuple[int, ...] = ()
    state: State | None = None
    """The state after a step, if another event followed in the same message."""
    before_scoring: State | None = None
    """The state after the action itself, if tiles were then laid and scored."""
    played: bool = True
    """False for a step that was already taken back when the game was loaded: what followed from it
    is worked out only if somebody asks."""


CarriedOut = tuple[int, str | None]
"""The number of the event that a command made, and the digest of what it said; None if an older
version stored it without one."""


class RecentEvents:
    def __init__(self) -> None:
        self._events: deque[AppliedEvent] = deque()
        self._commands: dict[tuple[int, str], CarriedOut] = {}

    def add(self, applied: AppliedEvent) -> None:
        self._events.append(applied)
        row = applied.row
        if row.command is not None:
            self._commands[author_of(row)] = row.number, row.digest
        if len(self._events) > MOST_MISSED:
            gone = self._events.popleft().row
            if gone.command is not None:
                self._commands.pop(author_of(gone), None)

    def carried_out(self, seat: int, command: str) -> CarriedOut | None:
        """The command of a seat with this id, if it is among the last."""
        return self._commands.get((seat, command))

    def split(self, number: int) -> tuple[list[AppliedEvent], list[AppliedEvent]]:
        """Those up to an event, and those after it."""
        earlier: list[AppliedEvent] = []
        later: list[AppliedEvent] = []
        for each in self._events:
            (later if each.row.number > number else earlier).append(each)
        return earlier, later
