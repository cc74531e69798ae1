"""A grid of characters with colours, as text and as an image."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.envs.pictures.font import GLYPHS, HEIGHT, WIDTH

Colour = tuple[int, int, int]

PAPER: Colour = (24, 24, 28)
INK: Colour = (220, 220, 220)
FAINT: Colour = (120, 120, 128)
SCALE = 3
CELL_WIDTH, CELL_HEIGHT = SCALE * (WIDTH + 1), SCALE * (HEIGHT + 1)

TILES: dict[str, tuple[Colour, Colour]] = {
    "B": ((47, 111, 208), (255, 255, 255)),
    "Y": ((240, 192, 48), (0, 0, 0)),
    "R": ((208, 56, 56), (255, 255, 255)),
    "K": ((72, 72, 72), (255, 255, 255)),
    "W": ((228, 228, 228), (0, 0, 0)),
    "T": ((40, 180, 168), (0, 0, 0)),
    "S": ((240, 228, 200), (0, 0, 0)),
    "1": ((138, 79, 176), (255, 255, 255)),
}
"""For each letter the colour of the tile and that of the letter on it."""


class Canvas:
    """Characters at places; it grows as they are put there."""

    def __init__(self) -> None:
        self._cells: dict[tuple[int, int], tuple[str, Colour, Colour]] = {}

    def write(self, x: int, y: int, text: str, ink: Colour = INK) -> int:
        """Write a text; where it ends."""
        for letter in text:
            self._cells[x, y] = (letter, ink, PAPER)
            x += 1
        return x

    def tiles(self, x: int, y: int, letters: str) -> int:
        """Lay tiles; where they end. Small letters and dots are empty spaces."""
        for letter in letters:
            paper, ink = TILES.get(letter, (PAPER, FAINT))
            self._cells[x, y] = (letter, ink, paper)
            x += 1
        return x

    def size(self) -> tuple[int, int]:
        """Columns and rows, with a margin."""
        return max(x for x, _ in self._cells) + 2, max(y for _, y in self._cells) + 2

    def text(self, colours: bool = False) -> str:
        """Line by line, with escape sequences for the colours if they are wanted."""
        columns, rows = self.size()
        lines = []
        for y in range(rows - 1):
            cells = [self._cells.get((x, y), (" ", INK, PAPER)) for x in range(columns)]
            letters = [_coloured(*cell) if colours else cell[0] for cell in cells]
            lines.append("".join(letters).rstrip())
        return "\n".join(lines)

    def image(self) -> Any:
        """Pixels: rows, columns, red green blue."""
        columns, rows = self.size()
        pixels = np.empty((rows * CELL_HEIGHT, columns * CELL_WIDTH, 3), np.uint8)
        pixels[:] = PAPER
        for (x, y), (letter, ink, paper) in self._cells.items():
            top, left = y * CELL_HEIGHT + CELL_HEIGHT // 2, x * CELL_WIDTH + CELL_WIDTH // 2
            cell = pixels[top : top + CELL_HEIGHT - 1, left : left + CELL_WIDTH - 1]
            cell[:] = paper
            glyph = GLYPHS.get(letter.upper())
            if glyph is not None:
                points = glyph.repeat(SCALE, 0).repeat(SCALE, 1)
                inside = cell[1 : 1 + SCALE * HEIGHT, 1 : 1 + SCALE * WIDTH]
                inside[points[: inside.shape[0], : inside.shape[1]]] = ink
        return pixels


def _coloured(letter: str, ink: Colour, paper: Colour) -> str:
    if letter == " " or (ink == INK and paper == PAPER):
        return letter
    back = "" if paper == PAPER else "\x1b[48;2;{};{};{}m".format(*paper)
    return "{}\x1b[38;2;{};{};{}m{}\x1b[0m".format(back, *ink, letter)
