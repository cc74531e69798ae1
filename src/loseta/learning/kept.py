"""A folder with games of self-play, so that no game is played twice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np

from loseta.files import replacing


class KeptChunks:
    """The arrays of chunks in files, whose names depend on everything that decides the games. So a
    run that is started again finds its games, and one with another network or seed finds none."""

    def __init__(self, folder: Path) -> None:
        """Open the folder, or create it. Raises OSError."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder

    def find(self, name: str) -> tuple[Any, ...] | None:
        """The arrays of a chunk; None if it is not there. Raises OSError."""
        try:
            with np.load(self._folder / f"{name}.npz") as kept:
                return tuple(kept[key] for key in kept.files)
        except FileNotFoundError:
            return None

    def add(self, name: str, arrays: tuple[Any, ...]) -> None:
        """Store the arrays of a chunk. Raises OSError."""
        with replacing(self._folder / f"{name}.npz") as out:
            np.savez_compressed(out, *arrays)
