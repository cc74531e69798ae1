"""The names of the players at the table."""

from __future__ import annotations

from collections.abc import Sequence

from loseta import texts
from loseta.tui import HUMAN

LONGEST = 20


def names_at_table(recorded: Sequence[str], seats: Sequence[str], lang: str) -> tuple[str, ...]:
    """A distinct name for each seat. A single human against computers is “you” by default."""
    alone = list(seats).count(HUMAN) == 1
    names = []
    for seat, (name, player) in enumerate(zip(recorded, seats, strict=True)):
        # A record may come from anywhere: drop control characters, which the terminal would obey.
        name = texts.printable(name, "").strip()[:LONGEST]
        if player != HUMAN:
            name = player
        elif name in ("", "?", HUMAN):
            name = texts.say("tui.you" if alone else "tui.player", lang, seat=seat + 1)
        names.append(name)
    return tuple(
        name if names.count(name) == 1 else f"{name} {seat}"
        for seat, name in enumerate(names, start=1)
    )
