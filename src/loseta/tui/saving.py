"""Save a game to its file, so that it is never lost."""

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
    """The file exists and contains something else than this game, so it is not overwritten."""

    def __init__(self, file: Path) -> None:
        super().__init__(file)
        self.file = file


class Keeper:
    """Saves one game in one file, which gets its name when it is first saved."""

    def __init__(self, record: Record, file: Path | None = None) -> None:
        self.record = record
        self.file = file
        self._automatic: Path | None = None
        """The file of an automatic save, whose name the user has not been told yet."""

    def keep(self) -> None:
        """Save the game automatically. Raises OSError."""
        if self.file is None:
            self._automatic = self._write(self._fresh_file())
        else:
            self._write(self.file)

    def save(self, name: str = "") -> Path:
        """Save the game, to the file of that name if one is given. Raises OSError, OtherFile."""
        if name:
            file = Path(os.path.expanduser(name))  # leaves an unknown ~name as it is
            if file.exists() and not self._is_ours(file):
                raise OtherFile(file)
        else:
            file = self.file or self._fresh_file()
        self._write(file)
        if self._automatic and not file.samefile(self._automatic):
            self._automatic.unlink(missing_ok=True)  # replaced by the file that the user chose
        self._automatic = None
        return file

    def _write(self, file: Path) -> Path:
        try:
            records.save(self.record, file)
        except OSError as error:
            error.filename = str(file)  # not the name of its draft
            raise
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

    def _is_ours(self, file: Path) -> bool:
        """Whether overwriting a file loses nothing: it is this game's own file, or contains an
        earlier or later stage of the same game."""
        if self.file and self.file.exists() and file.samefile(self.file):
            return True
        try:
            other = records.load(file)
        except BadText:
            return False
        return self._same_table(other) and all(
            one == another for one, another in zip(self.record.actions, other.actions, strict=False)
        )

    def _same_table(self, other: Record) -> bool:
        ours = self.record
        hash_ = ours.tags.get("SeedHash")
        return (
            hash_ is not None
            and hash_ == other.tags.get("SeedHash")
            and ours.game.name == other.game.name
            and ours.options == other.options
            and ours.names == other.names
        )


def shown(file: Path) -> str:
    """A file name, quoted for a shell."""
    return shlex.quote(str(file))
