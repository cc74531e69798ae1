"""Where everything is kept: the only package of the server that speaks with a database."""

from loseta.server.store.committer import Conflict, Unavailable
from loseta.server.store.database import Database, InUse
from loseta.server.store.games import (
    ALIVE,
    EventRow,
    GameRow,
    NewGame,
    SeatRow,
    Store,
    author_of,
    command_for_another,
)

__all__ = [
    "ALIVE",
    "Conflict",
    "Database",
    "EventRow",
    "GameRow",
    "InUse",
    "NewGame",
    "SeatRow",
    "Store",
    "Unavailable",
    "author_of",
    "command_for_another",
]
