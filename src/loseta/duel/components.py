"""What is in the box of Azul Duel (D1), read from `components.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from importlib import resources
from itertools import combinations, product
from operator import mul

from loseta.runs import EMPTY as EMPTY  # a space without a tile or plate, a line without a colour
from loseta.tiles import NO_TILES as NO_TILES  # a sun without tiles

_FILE = tomllib.loads(
    (resources.files("loseta.duel") / "components.toml").read_text(encoding="utf-8")
)

# --- Tiles and spaces -----------------------------------------------------------------------

COLOURS = "BYRKT"
"""One letter per colour; a colour's number is its index here."""
BLUE = 0
"""The colour blue, written `B`."""
YELLOW = 1
"""The colour yellow, written `Y`."""
RED = 2
"""The colour red, written `R`."""
BLACK = 3
"""The colour black, written `K`."""
TURQUOISE = 4
"""The colour turquoise, written `T`."""
COLOUR_NAMES = ("blue", "yellow", "red", "black", "turquoise")
"""The English name of each colour, in the order of their numbers."""
SPECIAL = 5
"""A special tile, and the space for one."""
WILD = 6
"""A multicolour space."""
SPACE_LETTERS = COLOURS + "SW"

TILES_PER_COLOUR: int = _FILE["tiles"]["each_colour"]

# --- Boards ---------------------------------------------------------------------------------

PLAYERS = 2
SIZE = 6
"""The number of pattern lines, and of rows and columns of tile spaces on a dome (D1.1)."""
ROWS = range(SIZE)
DOME_SPACES = range(9)
"""Spaces for plates, three by three, in reading order."""
TOKENS = 2
BROKEN_SPACES = 4
ROUNDS = 5
PLATE_ROUNDS = 4
"""Rounds in which plates are taken (D2.A4)."""
CHIPS_A_ROUND = 2

START_POINTS: int = _FILE["points"]["start"]
BROKEN_POINTS: tuple[int, ...] = tuple(_FILE["points"]["broken"])
STARTING_TILE_POINTS: int = _FILE["points"]["starting_tile"]
SPECIAL_POINTS: tuple[int, ...] = tuple(_FILE["points"]["special_by_row"])

# --- Factories ------------------------------------------------------------------------------

LARGE = 0
"""The sun of the large factory as a source; small factory n is source n."""
SMALL = range(1, 5)
MOONS = 5
"""The moons of all factories together as a source."""
BROKEN = 6
"""The broken-tile space as a destination; pattern lines are 0 to 5."""
LARGE_TILES, SMALL_TILES = 5, 4

# --- Plates ---------------------------------------------------------------------------------

PLATES: dict[int, tuple[int, ...]] = {
    int(number): tuple(SPACE_LETTERS.index(letter) for letter in letters)
    for number, letters in _FILE["plates"].items()
}
"""The spaces of each plate: top left, top right, bottom left, bottom right."""
PLATE_TYPE = {number: "s" if SPECIAL in spaces else "w" for number, spaces in PLATES.items()}
"""What the back of a plate shows: s special, w wild (D1.4)."""
TYPES = ("s", "w")
HIDDEN = {"s": -1, "w": -2}
"""The number that stands for a plate of which only the back is known."""
DISPLAY = 3
"""The number of plates that lie face up (D1.9)."""
TURNS = "nesw"
"""The letter of each orientation, by quarter turns clockwise: the printed top edge points north,
east, south or west."""


def plate_type(plate: int) -> str:
    """The back of a plate, which may be a hidden one."""
    return PLATE_TYPE[plate] if plate > 0 else TYPES[-plate - 1]


@cache
def turned(plate: int, turn: int) -> tuple[int, ...]:
    """The spaces of a plate after `turn` quarter turns clockwise."""
    spaces = PLATES[plate]
    for _ in range(turn):
        top_left, top_right, bottom_left, bottom_right = spaces
        spaces = (bottom_left, top_left, bottom_right, top_right)
    return spaces


@cache
def distinct_turns(plate: int) -> tuple[int, ...]:
    """The orientations of a plate that look different."""
    looks = [turned(plate, turn) for turn in range(4)]
    return tuple(turn for turn in range(4) if looks[turn] not in looks[:turn])


@cache
def spaces_of(dome_space: int) -> tuple[tuple[int, int], ...]:
    """Row and column of the four tile spaces of a dome space, in the order of a plate's spaces."""
    top, left = dome_space // 3 * 2, dome_space % 3 * 2
    return ((top, left), (top, left + 1), (top + 1, left), (top + 1, left + 1))


def dome_space_of(row: int, column: int) -> int:
    return row // 2 * 3 + column // 2


# --- Chips ----------------------------------------------------------------------------------

CHIP_FACES: tuple[str, ...] = tuple(_FILE["chips"])
"""The colours on each kind of bonus chip, as letters: one colour or two halves (D1.5)."""
CHIP_COUNTS: tuple[int, ...] = tuple(_FILE["chips"].values())
"""How many chips of each kind there are."""
CHIP_MATCHES = tuple(tuple(letter in face for face in CHIP_FACES) for letter in COLOURS)
"""CHIP_MATCHES[colour][face]: whether the face shows the colour; half a chip counts (D4.4)."""
FACE_DOWN = -1
"""On a small factory: its chip has not been turned up."""
NO_CHIP = -2
"""On a small factory: its chip has been taken."""

# --- Tablets --------------------------------------------------------------------------------

TABLETS: tuple[tuple[str, str], ...] = tuple((a, b) for a, b in _FILE["tablets"]["sides"])
"""The two sides of each scoring tablet; at most one of them is in play (D1.10)."""
STARRED: tuple[str, ...] = tuple(_FILE["tablets"]["starred"])
"""The sides marked with a star, for the first game (D1.10)."""
TABLET_POINTS: dict[str, int] = {
    name: value for name, value in _FILE["tablets"]["points"].items() if name != "corners"
}
CORNER_POINTS: dict[int, int] = dict(
    zip((0, 2, 6, 8), _FILE["tablets"]["points"]["corners"], strict=True)
)
"""Points for a full plate on each corner of the dome."""


@cache
def tablet_sets(size: int) -> tuple[tuple[str, ...], ...]:
    """Every choice of `size` tablets with one side each (D1.10)."""
    return tuple(sides for chosen in combinations(TABLETS, size) for sides in product(*chosen))


def letters(counts: Sequence[int]) -> str:
    """Tiles as letters in the order of the colours, or `-` when there are none."""
    return "".join(map(mul, COLOURS, counts)) or "-"
