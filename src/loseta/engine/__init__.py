"""The line protocol for other programs, similar to UCI: `docs/engine.md`.

An `EngineSession` takes lines and writes its answers to a transport; it does no input or output of
its own (`cli/engine.py` connects it to standard input and output).

`Engine` and `AsyncEngine` are the client side: they start a program that speaks the protocol. (They
are defined with the players, because such a program can be one.)
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
