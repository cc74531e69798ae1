"""Positions with known numbers of action sequences: a file for each game, `azul.txt`.

    # a comment
    id NAME
    options NAME=VALUE ...
    after ACTION ACTION ...
    position TEXT
    perft DEPTH COUNT

Every position comes from a game: its options, and all actions of seats and dealer from the start.
A sequence of actions also ends, and counts, where the dealer is to act or the game is over.

`GAME_oracle.py` counts the same with a second version of the rules that shares no code with the
package: `perft(entry, depth)`. `python -m tests.perft.propose GAME` prints positions for a file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

FOLDER = Path(__file__).parent


@dataclass
class Entry:
    """A position and its counts by depth."""

    name: str
    options: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    position: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def read_entries(game: str) -> list[Entry]:
    """The positions of a game's file."""
    entries: list[Entry] = []
    for line in (FOLDER / f"{game}.txt").read_text(encoding="utf-8").splitlines():
        match line.split("#")[0].split(maxsplit=1):
            case []:
                continue
            case ["id", name]:
                entries.append(Entry(name.strip()))
            case ["options", pairs]:
                entries[-1].options = dict(pair.split("=", 1) for pair in pairs.split())
            case ["after", actions]:
                entries[-1].actions = actions.split()
            case ["position", text]:
                entries[-1].position = text.strip()
            case ["perft", counts]:
                depth, count = map(int, counts.split())
                entries[-1].counts[depth] = count
            case _:
                raise ValueError(f"{game}.txt: {line}")
    return entries
