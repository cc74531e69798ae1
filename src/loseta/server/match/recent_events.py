"""The last events of a game, for clients that reconnect and for commands that are sent again."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Any

from loseta.game import State
from loseta.server.store import EventRow, author_of

MOST_MISSED = 400
"""How many events are kept. A client that has missed more gets the snapshot only."""
MOST_WITH_STATES = 30
"""How many missed events a reconnecting client is sent at most. Each step carries its states, which
take long to make; a client that has missed more asks for the history, where they are cached."""


@dataclass(frozen=True, slots=True)
class AppliedEvent:
    """An event that was applied to the log, with its effects."""

    row: EventRow
    ply: int
    """The log's `ply` before the event."""
    round: int
    owner: int | None
    """The seat that may know all of the event: the one that acts, or in whose turn the dealer
    acts."""
    action: Any = None
    events: tuple[Any, ...] = ()
    scores: tuple[int, ...] = ()
    state: State | None = None
    """The state after a step, if a later event of the same message changes it."""
    before_scoring: State | None = None
    """The state after the action itself, if tiles were then laid and scored."""
    played: bool = True
    """False for a step that was already taken back when the game was loaded: its effects are
    computed only if they are needed."""


CarriedOut = tuple[int, str | None]
"""The number of the event that a command made, and the digest of the command; None if an older
version stored none."""


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
        """The event of a seat's command with this id, if it is among those kept."""
        return self._commands.get((seat, command))

    def split(self, number: int) -> tuple[list[AppliedEvent], list[AppliedEvent]]:
        """The events up to event `number`, and those after it."""
        earlier: list[AppliedEvent] = []
        later: list[AppliedEvent] = []
        for each in self._events:
            (later if each.row.number > number else earlier).append(each)
        return earlier, later
