"""The interface of the module `loseta.study.<game>`, which explains a game's mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, cast

from loseta.games import has_part, part
from loseta.puzzles.lines import Line

Item = dict[str, Any]
"""A difference between two lines, as data that clients turn into sentences: `kind` and usually
`points`, which are negative if the played line is worse (`docs/server.md`)."""


class StudyPart(Protocol):
    """The functions of the module `loseta.study.<game>`."""

    def differences(self, played: Line, best: Line, seat: int) -> list[Item]:
        """How two lines differ for the seat that decides first, judged by their events. A line that
        stops before the end of the round counts as if the round ended there."""


def study_part(game: str) -> StudyPart | None:
    """The game's module, or None if it has none."""
    return cast(StudyPart, part("study", game)) if has_part("study", game) else None


def tile_items(played: Mapping[int, Any], best: Mapping[int, Any]) -> Iterator[Item]:
    """Items for rows in which two lines place different tiles. The events of all games have the
    attributes used here."""
    for row in sorted({*played, *best}):
        has, misses = played.get(row), best.get(row)
        if has is None:
            runs = {"across": best[row].across, "down": best[row].down}
            yield {"kind": "tile", "line": row, **runs, "points": -best[row].points}
        elif misses is None:
            yield {"kind": "filled", "line": row, "points": has.points}
        elif has.points != misses.points:
            yield {"kind": "place", "line": row, "points": has.points - misses.points}
