"""What is in the box of Azul (A1)."""

from __future__ import annotations

from operator import mul

from loseta.runs import EMPTY as EMPTY  # a space without a tile, a line without a colour
from loseta.tiles import NO_TILES as NO_TILES  # a factory or centre without tiles

COLOURS = "BYRKW"
"""One letter per colour; a colour's number is its index here (A1.2)."""
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
"""The starting-player marker among the tiles of a floor line; colours are 0 to 4."""

CENTRE = 0
"""The centre of the table as a source; factory n is source n."""
FLOOR = 5
"""The floor line as a destination; pattern lines are 0 to 4."""

SIZE = 5
"""The number of pattern lines on a board, and of rows and columns of a wall (A1.3)."""
ROWS = range(SIZE)
TILES_PER_COLOUR = 20
FACTORY_TILES = 4
FLOOR_SPACES = 7
IDLE_ROUNDS = 5
"""The game ends after this many rounds in a row without a tile on any wall (A5.5)."""
PLAYERS = (2, 3, 4)
WALLS = ("coloured", "gray")

PENALTIES = (0, 1, 2, 4, 6, 8, 11, 14)
"""Points lost by number of occupied spaces on the floor line: -1 -1 -2 -2 -2 -3 -3 (A1.6)."""

WALL_COLOURS = tuple(tuple((column - row) % SIZE for column in ROWS) for row in ROWS)
"""The colour printed on each space of the coloured wall (A1.5)."""
WALL_COLUMN = tuple(tuple((row + colour) % SIZE for colour in range(5)) for row in ROWS)
"""The column of a colour in a row of the coloured wall."""


def factories(players: int) -> int:
    """The number of factory displays (A1.1)."""
    return 2 * players + 1


def letters(counts: tuple[int, ...] | list[int]) -> str:
    """Tiles as letters in the order of the colours, or `-` when there are none."""
    return "".join(map(mul, COLOURS, counts)) or "-"
