"""What follows automatically from an action, including how each point was scored.

Treat events as immutable. The classes are not frozen because that would make construction several
times as slow, and a round has dozens of events.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from loseta.game import Outcome

BonusKind = Literal["row", "column", "colour"]


@dataclass(slots=True)
class TilePlaced:
    """A tile moved to the wall and scored (A3.1, A4)."""

    seat: int
    row: int
    column: int
    colour: int
    across: int
    """Length of the horizontal run that scored; 0 without a horizontal neighbour."""
    down: int
    points: int


@dataclass(slots=True)
class LineDropped:
    """A complete line without a legal space on the gray wall fell to the floor (A7.4)."""

    seat: int
    row: int
    colour: int
    count: int


@dataclass(slots=True)
class FloorScored:
    """The floor line was scored and cleared (A3.3, A3.4)."""

    seat: int
    spaces: int
    penalty: int
    """The points printed above the occupied spaces."""
    lost: int
    """The points really lost, for a score never drops below 0."""


@dataclass(slots=True)
class BonusScored:
    """A bonus at the end of the game (A6.2)."""

    seat: int
    kind: BonusKind
    which: int
    points: int


@dataclass(slots=True)
class RoundEnded:
    """All players have tiled and scored; the next round or the end of the game follows."""

    round: int


@dataclass(slots=True)
class GameEnded:
    """The last event of a game, with its result."""

    outcome: Outcome


Event = TilePlaced | LineDropped | FloorScored | BonusScored | RoundEnded | GameEnded
"""Anything that `State.apply` returns."""
