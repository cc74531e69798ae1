"""Records that are given to a command: in a file, or, as -, on standard input."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from loseta import texts

if TYPE_CHECKING:
    from loseta.record import Record

STANDARD_INPUT = "-"


def load_record(name: str) -> Record:
    """Raises OSError and BadText."""
    from loseta import record

    return record.decode(read_input()) if name == STANDARD_INPUT else record.load(Path(name))


def read_input() -> bytes:
    """All of standard input, though not more than it takes to see that it is too long."""
    from loseta.record import LONGEST_FILE

    return sys.stdin.buffer.read(LONGEST_FILE + 1)


def shown(name: str, lang: str) -> str:
    """How a message calls it."""
    return texts.say("cli.stdin", lang) if name == STANDARD_INPUT else name
