"""Read a position given to a command: a text, or a place in a record."""

from __future__ import annotations

import errno
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from loseta.cli.records import STANDARD_INPUT, read_input
from loseta.game import BadText, Reason, Refusal, State
from loseta.games import GAMES, state_from_text

if TYPE_CHECKING:
    from loseta.record import Record


def read_position(given: str) -> State | Record:
    """A position from its text, or the record in a file; either may come from standard input.
    Raises BadText, OSError and Refusal."""
    from loseta.record import decode

    if given == STANDARD_INPUT:
        data = read_input()
        text = data.decode(errors="replace").strip()
        if not _is_position(text):
            return decode(data)
        given = text
    return state_from_text(given) if _is_position(given) else _load(given)


def _is_position(text: str) -> bool:
    return " " in text and text.partition(" ")[0] in GAMES


def _load(given: str) -> Record:
    from loseta import record

    try:
        return record.load(Path(given))
    except BadText:
        raise
    except (OSError, ValueError) as error:
        # If there is no such file, the text may have been meant as a position.
        if isinstance(error, OSError) and error.errno not in (errno.ENOENT, errno.ENAMETOOLONG):
            raise
        params = {"text": given, "allowed": ", ".join(GAMES)}
        raise Refusal(Reason("", "neither_file_nor_position", params)) from None


def state_before(record: Record, number: int) -> State:
    """The state before action `number`, counted from 1; one past the last action means the end of
    the record. Raises Refusal."""
    if number > len(record.actions) + 1:
        params = {"n": len(record.actions), "most": len(record.actions) + 1}
        raise Refusal(Reason("", "no_such_place", params))
    return next(islice(record.states(), number - 1, None))
