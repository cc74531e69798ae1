"""What is in the box of Azul (A1)."""

from __future__ import annotations

from operator import mul

from loseta.runs import EMPTY as EMPTY  # no tile on a space, no colour in a line
from loseta.tiles import NO_TILES as NO_TILES  # a factory or a centre without tiles

COLOURS = "BYRKW"
"""One letter a colour; a colour is its place here (A1.2)."""
BLUE = 0
"""The colour blue, written `B`."""
YELLOW = 1
"""The colour yellow, written `Y`."""
RED = 2
"""The colour red, written `R`."""
BLACK = 3
"""The colour black, written `K`."""
WHITE = 4
"""The colour white, written `W`."""
COLOUR_NAMES = ("blue", "yellow", "red", "black", "white")
"""The English name of each colour, in the order of their numbers."""

MARKER = 5
"""The starting-player marker as it lies on a floor line among the colours."""

CENTRE = 0
"""The source that is the centre of the table; factory n is source n."""
FLOOR = 5
"""The destination of tiles that go to the floor line; pattern lines are 0 to 4."""

SIZE = 5
"""Pattern lines on a board, rows and columns of a wall (A1.3)."""
ROWS = range(SIZE)
TILES_PER_COLOUR = 20
FACTORY_TILES = 4
FLOOR_SPACES = 7
IDLE_ROUNDS = 5
"""So many rounds in a row without a tile on any wall end the game (A5.5)."""
PLAYERS = (2, 3, 4)
WALLS = ("coloured", "gray")

PENALTIES = (0, 1, 2, 4, 6, 8, 11, 14)
"""Points lost for so many occupied spaces of the floor line: -1 -1 -2 -2 -2 -3 -3 (A1.6)."""

WALL_COLOURS = tuple(tuple((column - row) % SIZE for column in ROWS) for row in ROWS)
"""The colour printed on each space of the coloured wall (A1.5)."""
WALL_COLUMN = tuple(tuple((row + colour) % SIZE for colour in range(5)) for row in ROWS)
"""The column of a colour in a row of the coloured wall."""


def factories(players: int) -> int:
    """Factory displays on the table (A1.1)."""
    return 2 * players + 1


def letters(counts: tuple[int, ...] | list[int]) -> str:
    """Tiles as letters in the order of the colours, or `-` when there are none."""
    return "".join(map(mul, COLOURS, counts)) or "-"
