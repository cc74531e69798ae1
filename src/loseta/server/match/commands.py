"""The commands that a seat may give, as values. `command_handlers.py` carries them out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class CommandId(NamedTuple):
    """The id that a client gives a command, so that it is carried out only once."""

    text: str
    digest: str | None = None
    """A hash of the command's content, to tell whether two commands with one id are the same."""


@dataclass(frozen=True, slots=True)
class Act:
    """Play one or more steps of a turn, all or none."""

    ply: int
    """The log's `ply` when the seat decided."""
    actions: Sequence[str]


@dataclass(frozen=True, slots=True)
class ComputerMove:
    """Play the action that a computer player has chosen. Does nothing if its decision is no longer
    awaited, or the position has changed."""

    number: int
    """The last event when it began to think."""
    position: str
    """The position that it thought about."""
    action: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the last step of one's own turn while that turn lasts."""

    ply: int


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Ask the others to agree that one's last turn is taken back."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Agree to another seat's request to take back, or refuse it."""

    agree: bool


@dataclass(frozen=True, slots=True)
class Resign:
    pass


@dataclass(frozen=True, slots=True)
class StandIn:
    """Let a computer player stand in for an absent player."""

    seat: int
    level: str
    absent_for: float
    """Seconds since that seat was last seen."""
    patience: float
    """Seconds that a seat must have been absent."""


@dataclass(frozen=True, slots=True)
class ComeBack:
    """Take one's own seat back from the computer player that stands in."""


@dataclass(frozen=True, slots=True)
class Say:
    """Say one of the ready phrases."""

    phrase: str


@dataclass(frozen=True, slots=True)
class OfferRematch:
    """Offer a rematch, or accept the one on offer."""

    identity: str
    date: int
    away: frozenset[int]
    """The seats that have not been seen for a while."""


@dataclass(frozen=True, slots=True)
class DeclineRematch:
    """Decline the rematch on offer, or withdraw from it."""


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
