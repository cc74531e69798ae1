"""One-row Azul, a third game in a folder of its own: nothing outside of it knows of it.

The folder `loseta` here is on the path of the processes that tests start; a game that is installed
apart from Loseta looks the same.
"""

import os
from pathlib import Path

FOLDER = Path(__file__).parent


def on_path(folder: Path = FOLDER) -> dict[str, str]:
    """The environment of a process that finds the game."""
    return {**os.environ, "PYTHONPATH": str(folder), "PYTHONUTF8": "1", "LANG": "C.UTF-8"}
