"""The line protocol for other programs, in the manner of UCI: `docs/engine.md`.

An `EngineSession` is given lines and a transport to write lines to; it knows nothing of where they
come from and go to (`cli/engine.py`: standard input and output).
"""

from loseta.engine.protocol import LONGEST_LINE, PROTOCOL, Transport
from loseta.engine.session import EngineSession

__all__ = ["LONGEST_LINE", "PROTOCOL", "EngineSession", "Transport"]
