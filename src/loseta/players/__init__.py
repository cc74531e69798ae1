"""Players: anything that picks an action. `make("greedy")` makes a player by its name;
`analyse(state)` returns the search's evaluation of a position."""

from loseta.players.analysis import Analysis, analyse, stream_analysis
from loseta.players.programs import EngineError
from loseta.players.registry import (
    AI_LEVELS,
    NAMES,
    MissingExtra,
    Player,
    UnknownPlayer,
    check_plays,
    is_name,
    is_program,
    make,
    uses_time,
)
from loseta.players.search.budget import Candidate
from loseta.players.thinking import NotEnoughMemory, ready_thinker
from loseta.players.turn import DealerToMove, GameIsOver

__all__ = [
    "AI_LEVELS",
    "NAMES",
    "Analysis",
    "Candidate",
    "DealerToMove",
    "EngineError",
    "GameIsOver",
    "MissingExtra",
    "NotEnoughMemory",
    "Player",
    "UnknownPlayer",
    "analyse",
    "check_plays",
    "is_name",
    "is_program",
    "make",
    "ready_thinker",
    "stream_analysis",
    "uses_time",
]
