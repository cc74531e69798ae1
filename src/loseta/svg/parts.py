"""What the pictures of all games share: the headline, boards, pattern lines, the supply."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from loseta.svg.drawing import Box, Drawing
from loseta.svg.scene import Scene

MARGIN = 20
HEADLINE = 54
"""Height of the line above the table."""
GAP = 14
"""The distance between boards."""
SUPPLY = 40
"""Height of the bar with the bag and the discarded tiles."""
WHO = 40
"""Height of the line above a board's spaces."""
PLAYER_COLOURS = ("p-me", "p-2", "p-3", "p-4")


@dataclass(frozen=True, slots=True)
class Grid:
    """The sizes of a board's spaces: their side, and the gaps between columns and rows."""

    side: float
    gap: float
    row_gap: float

    @property
    def across(self) -> float:
        return self.side + self.gap

    @property
    def down(self) -> float:
        return self.side + self.row_gap


def headline(drawing: Drawing, scene: Scene, name: str, round_: str) -> None:
    """Draw the name of the game, whose turn it is, and the round."""
    y = HEADLINE / 2 + 2
    drawing.sample("B", MARGIN, y - 13, 26)
    family = drawing.colour("serif") + ", DejaVu Serif"
    spans = [
        drawing.span(name, 21, font_family=family, font_weight=700),
        drawing.span(scene.status(), 17, "accent", dx=16, font_weight=600),
    ]
    drawing.spans(MARGIN + 36, y, spans, 18)
    drawing.words(drawing.width - MARGIN, y, round_, 15, "ink-2", text_anchor="end")


def panel(drawing: Drawing, box: Box, *, turn: bool) -> None:
    """Draw the panel of a board, highlighted for the seat in turn."""
    drawing.rectangle(Box(box.x, box.y + 3, box.width, box.height), "#000", round_=14, opacity=0.1)
    edge = ("accent", 2.5) if turn else ("hair", 1.0)
    drawing.rectangle(box, "stone", stroke=edge[0], round_=14, stroke_width=edge[1])


SCORE = 112
"""Width reserved for the score, on the right of a board's headline."""
_NARROW, _WIDE = frozenset("ijlfrtI .,:;'’-1"), frozenset("mwMW@—…")


def _width(text: str, size: float) -> float:
    """The approximate width of a bold text in the widest of the usual fonts."""
    widths = (
        0.46 if c in _NARROW else 1.1 if c in _WIDE else 0.78 if c.isupper() else 0.7 for c in text
    )
    return size * sum(widths)


def who(drawing: Drawing, scene: Scene, seat: int, box: Box, score: int) -> float:
    """Draw badge, name and score above a board. Returns the x coordinate of the free room after the
    name."""
    y = box.y + 12 + WHO / 2 - 6
    x = box.x + 14
    drawing.element(
        "circle", cx=x + 13, cy=y, r=13, fill=drawing.colour(PLAYER_COLOURS[seat])
    )  # fmt: skip
    initial = scene.initial(seat)
    drawing.words(x + 13, y, initial, 14, "on-player", text_anchor="middle", font_weight=700)
    name = scene.names[seat]
    drawing.words(x + 34, y, name, 17, font_weight=600, class_="name")
    spans = [
        drawing.span(str(score), 22, font_weight=700),
        drawing.span(f" {scene.say('points', n=score)}", 13, "ink-2"),
    ]
    right = box.x + box.width - 14
    drawing.spans(right, y, spans, 20, text_anchor="end", class_="score", data_score=score)
    return x + 34 + _width(name, 17) + 8


def pattern_line(
    drawing: Drawing, seat: int, row: int, right: float, y: float, grid: Grid, tiles: str
) -> None:
    """Draw a pattern line, filled from the right with `tiles`, given as letters."""
    size = row + 1
    for place in range(size):
        x = right - (place + 1) * grid.across + grid.gap
        if place < len(tiles):
            drawing.tile(tiles[place], x, y, grid.side)
        else:
            drawing.hole(x, y, grid.side)
        drawing.spots[f"line-{seat}-{row}-{place}"] = Box(x, y, grid.side, grid.side)
    width = size * grid.across - grid.gap
    drawing.spots[f"line-{seat}-{row}"] = Box(right - width, y, width, grid.side)
    free = min(len(tiles), size - 1)
    drawing.spots[f"next-{seat}-{row}"] = drawing.spots[f"line-{seat}-{row}-{free}"]
    _chevron(drawing, right + 5.5, y + grid.side / 2)


def _chevron(drawing: Drawing, x: float, y: float) -> None:
    drawing.element(
        "path",
        d=f"M{x:.1f} {y - 5:.1f}l5 5l-5 5",
        fill="none",
        stroke=drawing.colour("ink-2"),
        stroke_width=1.5,
        opacity=0.6,
    )


def penalties(
    drawing: Drawing,
    spot: str,
    x: float,
    y: float,
    side: float,
    tiles: str,
    costs: Sequence[int],
) -> float:
    """Draw the spaces that cost points; free ones show their cost. Returns the x coordinate of
    their end."""
    step = side + 4
    for place, cost in enumerate(costs):
        if place < len(tiles):
            drawing.tile(tiles[place], x + place * step, y, side)
        else:
            drawing.hole(x + place * step, y, side, f"−{cost}")
    width = len(costs) * step - 4
    drawing.spots[spot] = Box(x, y, width, side)
    return x + width


def supply(
    drawing: Drawing,
    box: Box,
    letters: str,
    groups: Sequence[tuple[str, str, Sequence[int]]],
) -> None:
    """Draw the counts of tiles in the bag and among the discarded. Each group has a class, a name
    and counts."""
    drawing.rectangle(box, "stone", stroke="hair", round_=12, fill_opacity=0.6)
    y = box.y + box.height / 2
    width = box.width / len(groups)
    step = min(44.0, (width - 90) / len(letters))
    for at, (key, name, counts) in enumerate(groups):
        left = box.x + at * width
        if at:
            x = left
            drawing.element(
                "path", d=f"M{x:.1f} {y - 11:.1f}v22", stroke=drawing.colour("hair")
            )  # fmt: skip
        first = left + width - len(letters) * step - 8
        with drawing.group(class_=key):
            total = f"{name} {sum(counts)}"
            drawing.words(first - 10, y, total, 13, text_anchor="end", font_weight=700)
            for place, (letter, n) in enumerate(zip(letters, counts, strict=True)):
                x = first + place * step
                drawing.sample(letter, x, y - 8.5, 17)
                drawing.words(x + 20, y, str(n), 13, class_="count", data_colour=letter)
        drawing.spots[key] = Box(left, box.y, width, box.height)
