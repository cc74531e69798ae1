"""Read a record given to a command: from a file, or from standard input for `-`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from loseta import texts

if TYPE_CHECKING:
    from loseta.record import Record

STANDARD_INPUT = "-"


def load_record(name: str) -> Record:
    """Read a record. Raises OSError and BadText."""
    from loseta import record

    return record.decode(read_input()) if name == STANDARD_INPUT else record.load(Path(name))


def read_input() -> bytes:
    """All of standard input, but at most one byte more than a record may have."""
    from loseta.record import LONGEST_FILE

    return sys.stdin.buffer.read(LONGEST_FILE + 1)


def shown(name: str, lang: str) -> str:
    """The file's name as messages show it."""
    return texts.say("cli.stdin", lang) if name == STANDARD_INPUT else name
