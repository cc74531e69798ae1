"""Where a game is kept, so that it is never lost."""

from __future__ import annotations

import os
import shlex
from datetime import datetime
from pathlib import Path

from loseta import record as records
from loseta.game import BadText
from loseta.record import Record


def games_folder() -> Path:
    """The user's folder for games (XDG base directories)."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "loseta" / "games"


class OtherFile(Exception):
    """The file is there and does not hold this game; it is not overwritten."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.file = file


class Keeper:
    """Keeps one game in one file, named when it is first saved."""

    def __init__(self, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.file = file

    def save(self, name: str = "") -> Path:
        """Write the game, to the file of that name if one is given. Raises OSError, OtherFile."""
        if name:
            file = Path(name).expanduser()
            if file != self.file and file.exists() and not self._holds_this_game(file):
                raise OtherFile(file)
        else:
            file = self.file or self._fresh_file()
        records.save(self.record, file)
        self.file = file
        return file

    def _fresh_file(self) -> Path:
        now = datetime.now().strftime("%Y-%m-%d-%H%M%S")
        stem = f"{self.record.game.name}-{now}"
        file = games_folder() / f"{stem}.txt"
        number = 2
        while file.exists():
            file = file.with_name(f"{stem}-{number}.txt")
            number += 1
        return file

    def _holds_this_game(self, file: Path) -> bool:
        try:
            tags = records.load(file).tags
        except BadText:
            return False
        return tags.get("SeedHash") == self.record.tags.get("SeedHash")


def shown(file: Path) -> str:
    """A file as it can be pasted into a shell."""
    return shlex.quote(str(file))
