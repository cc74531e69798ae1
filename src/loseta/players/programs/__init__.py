"""Other programs that speak the engine protocol (`docs/engine.md`), seen from here.

`Engine` starts one and talks to it, `AsyncEngine` does so beside an event loop, and
`ProgramPlayer` lets one play: `make("cmd:./other --fast")`.
"""

from loseta.players.programs.async_engine import AsyncEngine
from loseta.players.programs.engine import Engine
from loseta.players.programs.errors import EngineError
from loseta.players.programs.limit import Limit

__all__ = ["AsyncEngine", "Engine", "EngineError", "Limit"]
