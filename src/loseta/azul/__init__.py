"""The rules of Azul for 2 to 4 players, on the coloured and on the gray wall.

Plain Python with nothing but the standard library. `docs/rules/azul.md` has the numbered rules that
the code cites. Start with `State`.
"""

from loseta.azul.actions import (
    PLACES,
    TAKES,
    Action,
    Deal,
    DealerAction,
    First,
    Place,
    SeatAction,
    Take,
    action_count,
    action_from_index,
    action_from_text,
    dealer_action_from_index,
)
from loseta.azul.components import (
    BLACK,
    BLUE,
    CENTRE,
    COLOUR_NAMES,
    COLOURS,
    EMPTY,
    FLOOR,
    MARKER,
    RED,
    WHITE,
    YELLOW,
)
from loseta.azul.events import (
    BonusScored,
    Event,
    FloorScored,
    GameEnded,
    LineDropped,
    RoundEnded,
    TilePlaced,
)
from loseta.azul.position import NOBODY, Board
from loseta.azul.projection import SeatProjection
from loseta.azul.scoring import Bonus
from loseta.azul.state import GAME, State

__all__ = [
    "BLACK",
    "BLUE",
    "CENTRE",
    "COLOURS",
    "COLOUR_NAMES",
    "EMPTY",
    "FLOOR",
    "GAME",
    "MARKER",
    "NOBODY",
    "PLACES",
    "RED",
    "TAKES",
    "WHITE",
    "YELLOW",
    "Action",
    "Board",
    "Bonus",
    "BonusScored",
    "Deal",
    "DealerAction",
    "Event",
    "First",
    "FloorScored",
    "GameEnded",
    "LineDropped",
    "Place",
    "RoundEnded",
    "SeatAction",
    "SeatProjection",
    "State",
    "Take",
    "TilePlaced",
    "action_count",
    "action_from_index",
    "action_from_text",
    "dealer_action_from_index",
]
