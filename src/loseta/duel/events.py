"""What follows automatically from an action, including how each point was scored.

Treat events as immutable. The classes are not frozen because that would make construction several
times as slow, and a round has dozens of events.
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
    """Length of the horizontal run that scored; 0 without a horizontal neighbour."""
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
    """A line that no longer had a space for its tile broke (D4.3)."""

    seat: int
    row: int
    colour: int
    count: int


@dataclass(slots=True)
class PenaltyScored:
    """The penalty for broken tiles and the starting-player tile, deducted as one sum (D5.3 to
    D5.5)."""

    seat: int
    broken: int
    start_tile: bool
    penalty: int
    lost: int
    """The points really lost, for a score never drops below 0."""


@dataclass(slots=True)
class TabletScored:
    """A scoring tablet scored at the end of the game (D8)."""

    seat: int
    tablet: str
    points: int


@dataclass(slots=True)
class RoundEnded:
    """All players have tiled and scored; the next round or the end of the game follows."""

    round: int


@dataclass(slots=True)
class GameEnded:
    """The last event of a game, with its result."""

    outcome: Outcome


Event = (
    TilePlaced | SpecialPlaced | LineBroken | PenaltyScored | TabletScored | RoundEnded | GameEnded
)
"""Anything that `State.apply` returns."""
