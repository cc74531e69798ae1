"""The command `loseta`.

Each command has a module, listed in `entry.COMMANDS`; `parser.py`, `options.py` and `output.py`
have what they share. A command imports what it needs only when it runs.
"""

from loseta.cli.entry import main

__all__ = ["main"]
