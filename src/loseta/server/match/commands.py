"""What a seat may do: commands, as values. `command_handlers.py` carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class CommandId(NamedTuple):
    """What a client calls its command, so that it is carried out once."""

    text: str
    digest: str | None = None
    """Of what the command says: two with one id are the same if this is."""


@dataclass(frozen=True, slots=True)
class Act:
    """Play one or more steps of a turn, all or none."""

    ply: int
    """How many actions stood when the seat decided."""
    actions: Sequence[str]


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """What a computer player has chosen. Nothing happens if it is no longer wanted."""

    number: int
    """The last event when it began to think."""
    position: str
    """What it thought about."""
    action: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of one's own turn, while it lasts."""

    ply: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Ask the others to take back one's last turn."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree that another takes back, or not."""

    agree: bool


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a computer player go on for somebody who is not there."""

    seat: int
    level: str
    absent_for: float
    """Seconds since that seat was last seen."""
    patience: float
    """Seconds that one must wait for it."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Go on in one's own seat, in which a computer player stands in."""


@dataclass(frozen=True, slots=True)
class Say:
    """One of the ready phrases."""

    phrase: str


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Offer a rematch, or agree to the one that is offered."""

    identity: str
    date: int
    away: frozenset[int]
    """The seats that have not been seen for a while."""


@dataclass(frozen=True, slots=True)
class DeclineRematch:
    """Decline a rematch that is offered, or withdraw from it."""


Command = (
    Act
    | ComputerMove
    | Undo
    | TakeBack
    | Answer
    | Resign
    | StandIn
    | ComeBack
    | Say
    | OfferRematch
    | DeclineRematch
)
