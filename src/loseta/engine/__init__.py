"""The line protocol for other programs, in the manner of UCI: `docs/engine.md`.

An `EngineSession` is given lines and a transport to write lines to; it knows nothing of where they
come from and go to (`cli/engine.py`: standard input and output).

`Engine` and `AsyncEngine` are the other side: they start a program that speaks the protocol. (They
live with the players, for such a program can be one.)
"""

from loseta.engine.protocol import LONGEST_LINE, PROTOCOLS, Transport
from loseta.engine.session import EngineSession
from loseta.players.programs import AsyncEngine, Engine, EngineError, Limit

__all__ = [
    "LONGEST_LINE",
    "PROTOCOLS",
    "AsyncEngine",
    "Engine",
    "EngineError",
    "EngineSession",
    "Limit",
    "Transport",
]
