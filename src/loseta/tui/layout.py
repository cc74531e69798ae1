"""Arrange pictures side by side, below each other, or in a frame."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from loseta.tui.tiles import FAINT, fit

GAP = 2

Picture = Sequence[Text]
"""A sequence of lines, not necessarily of equal length."""


def width_of(picture: Picture) -> int:
    return max((line.cell_len for line in picture), default=0)


def beside(pictures: Sequence[Picture], gap: int = GAP) -> list[Text]:
    """Pictures side by side, aligned at the top."""
    widths = list(map(width_of, pictures))
    lines = []
    for number in range(max(map(len, pictures), default=0)):
        parts = [
            fit(picture[number].copy() if number < len(picture) else Text(), width)
            for picture, width in zip(pictures, widths, strict=True)
        ]
        lines.append(Text(" " * gap).join(parts))
    return lines


def flowed(pictures: Sequence[Picture], width: int, gap: int = GAP) -> list[Text]:
    """Pictures side by side, continued below when a row is full."""
    rows: list[list[Picture]] = []
    room = 0
    for picture in pictures:
        needed = width_of(picture) + gap
        if not rows or needed > room + gap:
            rows.append([])
            room = width
        rows[-1].append(picture)
        room -= needed
    return [line for row in rows for line in beside(row, gap)]


def framed(title: str, inside: Picture) -> list[Text]:
    """A picture in a frame with a title in its upper edge."""
    width = max(width_of(inside), len(title))
    above = Text.assemble(("┌", FAINT), title, ("─" * (width - len(title)) + "┐", FAINT))
    lines = [Text.assemble(("│", FAINT), fit(line.copy(), width), ("│", FAINT)) for line in inside]
    return [above, *lines, Text("└" + "─" * width + "┘", FAINT)]
