"""Using other programs that speak the engine protocol (`docs/engine.md`).

`Engine` starts one and talks to it, `AsyncEngine` does the same for asyncio, and `ProgramPlayer`
makes one a player: `make("cmd:./other --fast")`.
"""

from loseta.players.programs.async_engine import AsyncEngine
from loseta.players.programs.engine import Engine
from loseta.players.programs.errors import EngineError
from loseta.players.programs.limit import Limit

__all__ = ["AsyncEngine", "Engine", "EngineError", "Limit"]
