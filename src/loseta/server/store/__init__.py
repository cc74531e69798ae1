"""Storage: the only package of the server that talks to the database."""

from loseta.server.store.cluster import SPECTATORS, Cluster, Counts, Lease, Seen
from loseta.server.store.committer import Committer
from loseta.server.store.database import Database, InUse, NewerDatabase
from loseta.server.store.errors import Conflict, LeaseLost, Unavailable
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
    "SPECTATORS",
    "Cluster",
    "Committer",
    "Conflict",
    "Counts",
    "Database",
    "EventRow",
    "GameRow",
    "InUse",
    "Lease",
    "LeaseLost",
    "NewGame",
    "NewerDatabase",
    "SeatRow",
    "Seen",
    "Store",
    "Unavailable",
    "author_of",
    "command_for_another",
]
