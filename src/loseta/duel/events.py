"""What follows from an action by itself, with how each point came about.

Nobody changes an event; the classes are not frozen only because that would make each of them, and
there are dozens in a round, several times as slow to make.
"""

from __future__ import annotations

from dataclasses import dataclass

from loseta.game import Outcome


@dataclass(slots=True)
class TilePlaced:
    """A tile moved to the dome and scored (D4.2, D5)."""

    seat: int
    row: int
    column: int
    colour: int
    across: int
    """Length of the horizontal run that scored, 0 when there is no neighbour that way."""
    down: int
    points: int


@dataclass(slots=True)
class SpecialPlaced:
    """A special plate was filled and got its special tile (D4.7)."""

    seat: int
    row: int
    column: int
    points: int


@dataclass(slots=True)
class LineBroken:
    """The tiles of a line have no space any more and broke (D4.3)."""

    seat: int
    row: int
    colour: int
    count: int


@dataclass(slots=True)
class PenaltyScored:
    """Broken tiles and the starting-player tile, taken off as one sum (D5.3 to D5.5)."""

    seat: int
    broken: int
    start_tile: bool
    penalty: int
    lost: int
    """The points really lost, for a score never drops below 0."""


@dataclass(slots=True)
class TabletScored:
    """A scoring tablet at the end of the game (D8)."""

    seat: int
    tablet: str
    points: int


@dataclass(slots=True)
class RoundEnded:
    """All players have tiled and scored; what follows is the next round or the end."""

    round: int


@dataclass(slots=True)
class GameEnded:
    """The last event of a game, with its result."""

    outcome: Outcome


Event = (
    TilePlaced | SpecialPlaced | LineBroken | PenaltyScored | TabletScored | RoundEnded | GameEnded
)
"""Anything that `State.apply` returns."""
