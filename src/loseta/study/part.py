"""What a game must offer to have its mistakes explained: the module `loseta.study.<game>`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from loseta.games import has_part, part
from loseta.puzzles.lines import Line

Item = dict[str, Any]
"""A difference between two lines, as data that clients put into words: `kind` and usually `points`,
which are negative if the played line is worse (`docs/server.md`)."""


class StudyPart(Protocol):
    """The functions of the module."""

    def differences(self, played: Line, best: Line, seat: int) -> list[Item]:
        """How two lines differ for the seat that decides first, judged by their events. If a line
        stops before the end of the round, what counts is what would be scored if the round ended
        there."""


def study_part(game: str) -> StudyPart | None:
    """None if the game has no such module."""
    return cast(StudyPart, part("study", game)) if has_part("study", game) else None


def tile_items(played: Mapping[int, Any], best: Mapping[int, Any]) -> Iterator[Item]:
    """How the tiles differ that two lines place, row by row. All games have the same events for
    this."""
    for row in sorted({*played, *best}):
        has, misses = played.get(row), best.get(row)
        if has is None:
            runs = {"across": best[row].across, "down": best[row].down}
            yield {"kind": "tile", "line": row, **runs, "points": -best[row].points}
        elif misses is None:
            yield {"kind": "filled", "line": row, "points": has.points}
        elif has.points != misses.points:
            yield {"kind": "place", "line": row, "points": has.points - misses.points}
