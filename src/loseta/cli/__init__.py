"""The command `loseta`.

One module for each command, listed in `entry.COMMANDS`; what the commands share is in `parser.py`,
`options.py` and `output.py`. Each command loads what it needs only when it runs.
"""

from loseta.cli.entry import main

__all__ = ["main"]
