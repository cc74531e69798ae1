"""Results of a ladder in a file, so that a long one can be played in parts.

Each line is JSON: the first has the conditions of the games, each further one a meeting.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from loseta import __version__
from loseta.arena.ladder import Ladder
from loseta.arena.meeting import Meeting
from loseta.files import replacing
from loseta.game import Reason, Refusal, complete_options
from loseta.games import game_named


class BadResults(Refusal):
    """The refusal of a file that no ladder has written."""

    def __init__(self, path: Path, line: int) -> None:
        super().__init__(Reason("", "ladder.bad_file", {"file": path, "line": line}))


class OtherConditions(Refusal):
    """The refusal of a file whose games were played under other conditions."""

    def __init__(self, path: Path, what: str) -> None:
        super().__init__(Reason("", "ladder.other_file", {"file": path, "what": what}))


def conditions(ladder: Ladder) -> dict[str, Any]:
    """The conditions that must be the same for all games in a file."""
    return {
        "loseta": __version__,
        "game": ladder.game,
        "options": complete_options(game_named(ladder.game), ladder.options),
        "time": ladder.time,
        "seed": ladder.seed,
    }


def load(path: Path, ladder: Ladder) -> list[Meeting]:
    """The meetings in a file; none if it does not exist. Raises BadResults, OtherConditions and
    OSError."""
    if not path.exists():
        return []
    meetings = []
    wanted = conditions(ladder)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except UnicodeDecodeError:
        raise BadResults(path, 1) from None
    for number, line in enumerate(lines or [""], start=1):
        try:
            read = json.loads(line)
            if number > 1:
                meetings.append(Meeting.from_json(read))
            elif read.keys() != wanted.keys():
                raise ValueError(read)
        except (ValueError, TypeError, KeyError, AttributeError):
            raise BadResults(path, number) from None
        if number == 1:
            for name, value in wanted.items():
                if read[name] != value:
                    raise OtherConditions(path, name)
    return meetings


def save(path: Path, ladder: Ladder, meetings: Sequence[Meeting]) -> None:
    """Write the file as a whole, so that an interruption leaves either the old one or the new
    one."""
    lines = [conditions(ladder), *(meeting.as_json() for meeting in meetings)]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    with replacing(path) as out:
        out.write(text.encode())
