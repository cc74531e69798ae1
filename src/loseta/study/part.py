"""What a game must offer to have its mistakes explained: the module `loseta.study.<game>`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from loseta.games import has_part, part
from loseta.puzzles.lines import Line

Item = dict[str, Any]
"""Something that one line has and the other has not, as data that clients put into words: `kind`,
and as a rule `points`, negative where the played line is the worse one (`docs/server.md`)."""


class StudyPart(Protocol):
    """The functions of the module."""

    def differences(self, played: Line, best: Line, seat: int) -> list[Item]:
        """In what the two lines differ for the seat that decides first in them, from their events.
        Where a line breaks off before the end of the round, it counts what would be scored if the
        round ended there."""


def study_part(game: str) -> StudyPart | None:
    """None for a game whose mistakes nobody explains."""
    return cast(StudyPart, part("study", game)) if has_part("study", game) else None


def tile_items(played: Mapping[int, Any], best: Mapping[int, Any]) -> Iterator[Item]:
    """In what the tiles differ that two lines lay, by row; all games have the same events."""
    for row in sorted({*played, *best}):
        has, misses = played.get(row), best.get(row)
        if has is None:
            runs = {"across": best[row].across, "down": best[row].down}
            yield {"kind": "tile", "line": row, **runs, "points": -best[row].points}
        elif misses is None:
            yield {"kind": "filled", "line": row, "points": has.points}
        elif has.points != misses.points:
            yield {"kind": "place", "line": row, "points": has.points - misses.points}
