"""The packed record of Azul Duel, its constants, and lookup tables made from `components.toml`.

Tiles are counts by colour in the bytes of an integer (`bits.py`). Spaces of a dome are bits
6 * row + column. Plates are bits by number or, if their order counts, lists with five bits for each
plate. Chips are counts by face, four bits each.
"""

from __future__ import annotations

from itertools import permutations, product

import numpy as np

from loseta.duel.actions import SEAT_ACTIONS, SeatAction, Stack
from loseta.duel.components import (
    BROKEN_POINTS,
    CHIP_COUNTS,
    CHIP_FACES,
    CHIP_MATCHES,
    CORNER_POINTS,
    PLATE_TYPE,
    PLATES,
    SPECIAL_POINTS,
    TABLET_POINTS,
    TABLETS,
    TYPES,
    distinct_turns,
    tablet_sets,
    turned,
)
from loseta.kernels.bits import ONES
from loseta.kernels.types import Table

SEATS, FACTORIES = 2, 5
FACES = len(CHIP_FACES)
NOBODY = -1
BROKEN = 6
"""The destination of broken tiles; lines are 0 to 5."""
MOONS = 5
"""The source that stands for all moons together."""
SPECIAL, WILD = 5, 6

PHASES = (
    *("tablets", "display", "deal", "first", "opening", "acquire", "stack", "draw", "top"),
    *("look", "keep", "place", "under", "chip", "pay", "tile", "over"),
)
(TABLETS_, DISPLAY, DEAL, FIRST, OPENING, ACQUIRE, STACK, DRAW, TOP) = range(9)
(LOOK, KEEP, PLACE, UNDER, CHIP, PAY, TILE, OVER) = range(9, 17)

TOPS = "sw-?"
"""The top of the stack: a back of either type, no stack, or a back that is still to be shown."""
NO_STACK, TO_BE_SHOWN = 2, 3
HIDDEN_PLATE = 19
"""In a list of plates, HIDDEN_PLATE + t is a plate of type t that nobody has seen."""
ITEMS = 12
"""How many items of a list fit into one integer."""
NO_CHIP, FACE_DOWN = 14, 15
"""The chip of a factory, in four bits, if it is not a face."""

STATE = np.dtype(
    [
        ("rng", np.uint64, (1,)),
        ("tablets", np.int64),  # bit 2 * tablet + side
        ("tablet_count", np.int64),
        ("phase", np.int64),
        ("round", np.int64),
        ("first", np.int64),
        ("turn", np.int64),
        ("start", np.int64),
        ("opening", np.int64),
        ("display", np.int64),  # bit n: plate n
        ("unseen", np.int64),  # bit n: nobody has seen plate n
        ("fresh", np.int64),
        ("top", np.int64),  # index in TOPS
        ("returned", np.int64, (2,)),  # a list; see `item`
        ("returned_n", np.int64),
        ("owners", np.int64),  # bit n: which seat returned item n
        ("ends", np.int64),  # bit n: item n is the lowest of its batch
        ("hand", np.int64, (2,)),
        ("hand_n", np.int64),
        ("known", np.int64),  # two bits an item of the hand: 1 + the seat that knows it, 0 nobody
        ("under", np.int64, (2,)),
        ("under_n", np.int64),
        ("plate", np.int64),
        ("loose", np.int64),
        ("loose_on", np.int64),
        ("row", np.int64),
        ("spent", np.int64),
        ("suns", np.int64, (FACTORIES,)),
        ("large_moon", np.int64),
        ("small_moons", np.int64),  # 16 bits a factory: 1 + colour in four bits, the top lowest
        ("chips", np.int64),  # four bits a small factory
        ("bag", np.int64),
        ("tower", np.int64),
        ("score", np.int64, (SEATS,)),
        ("tokens", np.int64, (SEATS,)),
        ("taken", np.int64, (SEATS,)),
        ("open", np.int64, (SEATS,)),  # byte c: bit r, line r takes colour c; bit 6, broken
        ("lines", np.int64, (SEATS,)),  # byte r: colour * 16 + tiles, 0 for none
        ("plates", np.int64, (SEATS,)),  # seven bits a dome space: plate * 4 + turn, 0 for none
        ("free", np.int64, (SEATS,)),  # bit n: dome space n has no plate
        ("spaces", np.int64, (SEATS, 7)),  # what is printed: five colours, SPECIAL, WILD
        ("tiles", np.int64, (SEATS,)),  # all tiles, special ones too
        ("colour_masks", np.int64, (SEATS, 5)),  # the tiles of each colour
        ("broken", np.int64, (SEATS,)),  # 1 + colour in four bits a space
        ("broken_n", np.int64, (SEATS,)),
        ("held", np.int64, (SEATS,)),  # chips not used
        ("used", np.int64, (SEATS,)),
    ]
)

# --- Actions --------------------------------------------------------------------------------


def _first(kind: str) -> int:
    return next(n for n, action in enumerate(SEAT_ACTIONS) if type(action).__name__ == kind)


STACKS, TAKE_CHIPS, DRAWS, STOPS = map(_first, ("Stack", "TakeChip", "Draw", "Stop"))
TAKE_PLATES, KEEPS, UNDERS = map(_first, ("TakePlate", "Keep", "Under"))
PLACE_PLATES, PLACE_TILES = map(_first, ("PlacePlate", "PlaceTile"))
SPENDS, FINISH, DECLINE = map(_first, ("Spend", "Finish", "Decline"))
"""The integer of the first action of each kind; those of takes begin at 0."""
MOST_ACTIONS = len(SEAT_ACTIONS)

# --- Plates ---------------------------------------------------------------------------------

ALL_PLATES = sum(1 << plate for plate in PLATES)
OF_TYPE = np.array(
    [
        *(sum(1 << plate for plate in PLATES if PLATE_TYPE[plate] == kind) for kind in TYPES),
        *(ALL_PLATES, ALL_PLATES),
    ],
    np.int64,
)
"""OF_TYPE[top]: the plates that can have this back on top (see TOPS), as bits; all of them if there
is none or it is still to be shown."""
BACK = np.array(
    [0, *(TYPES.index(PLATE_TYPE[plate]) for plate in sorted(PLATES)), *range(len(TYPES))],
    np.int64,
)
"""BACK[plate]: its type, also for the HIDDEN_PLATE numbers of plates that nobody has seen."""
TURNS = np.array([0, *(sum(1 << t for t in distinct_turns(p)) for p in sorted(PLATES))], np.int64)
"""TURNS[plate]: the orientations that look different, as bits."""
TURN_COUNT = np.array([0, *(len(distinct_turns(p)) for p in sorted(PLATES))], np.int64)
FACE = np.array(
    [[[0] * 4] * 4, *([turned(plate, turn) for turn in range(4)] for plate in sorted(PLATES))],
    np.int64,
)
"""FACE[plate, turn]: what is printed on its four spaces."""
CORNER = 0b11000011
"""The four spaces of the first dome space, as bits."""
OFFSET = np.array([12 * (space // 3) + 2 * (space % 3) for space in range(9)], np.int64)
"""OFFSET[dome_space]: the number of the bit of its first space."""
PLACE_OF = np.array([0, 1, 6, 7], np.int64)
"""The distances of its four bits from that one."""

# --- Orders of the tiles left on a small factory (D2.B2) ------------------------------------


def _moon(colours: tuple[int, ...]) -> int:
    """Pack the tiles of a small moon, which come from the bottom to the top."""
    packed = 0
    for colour in colours:
        packed = packed << 4 | (colour + 1)
    return packed


def _key(counts: tuple[int, ...]) -> int:
    return sum(n << (2 * colour) for colour, n in enumerate(counts))


def _orders() -> tuple[Table, Table, Table]:
    """Tables by the key of the loose tiles: how many orders there are, their actions, and the moon
    if there is only one order."""
    indices: dict[SeatAction, int] = {action: n for n, action in enumerate(SEAT_ACTIONS)}
    number, lone = np.zeros((2, 1024), np.int64)
    actions = np.zeros((1024, 6), np.int64)
    for counts in product(range(4), repeat=5):
        if not 1 <= sum(counts) <= 3:
            continue
        tiles = [colour for colour, n in enumerate(counts) for _ in range(n)]
        orders = sorted(set(permutations(tiles)))
        number[_key(counts)] = len(orders)
        if len(orders) == 1:
            lone[_key(counts)] = _moon(orders[0])
        else:
            actions[_key(counts), : len(orders)] = [indices[Stack(order)] for order in orders]
    return number, actions, lone


ORDER_COUNT, ORDERS, ONLY_ORDER = _orders()
MOON_OF = np.array(
    [_moon(action.colours) for action in SEAT_ACTIONS if isinstance(action, Stack)], np.int64
)
"""MOON_OF[n]: the moon that the n-th `Stack` action makes."""

# --- Chips ----------------------------------------------------------------------------------

ALL_CHIPS = sum(n << (4 * face) for face, n in enumerate(CHIP_COUNTS))
SHOWS = np.array(
    [sum(15 << (4 * face) for face in range(FACES) if shown[face]) for shown in CHIP_MATCHES],
    np.int64,
)
"""SHOWS[colour]: 15 in the four bits of each face that shows it (D4.4)."""

# --- Points ---------------------------------------------------------------------------------

PENALTY = np.array(BROKEN_POINTS, np.int64)
SPECIAL_ROW = np.array(SPECIAL_POINTS, np.int64)
SIDES = tuple(side for tablet in TABLETS for side in tablet)
SIDE_COUNT = len(SIDES)
ROWS_, ROW_COLOURS, COLUMNS, BORDER, DIAGONALS, CORNERS, WILDS, SPECIALS = (
    SIDES.index(side)
    for side in (
        *("rows", "row_colours", "columns", "border"),
        *("diagonals", "corners", "wilds", "specials"),
    )
)
SIDE_POINTS = np.array([TABLET_POINTS.get(side, 1) for side in SIDES], np.int64)
CORNER_SPACES = np.array(list(CORNER_POINTS), np.int64)
CORNER_VALUES = np.array(list(CORNER_POINTS.values()), np.int64)
TABLET_SETS = {
    size: np.array(
        [sum(1 << SIDES.index(side) for side in sides) for sides in tablet_sets(size)], np.int64
    )
    for size in (3, 4)
}
THREE_TABLETS, FOUR_TABLETS = TABLET_SETS[3], TABLET_SETS[4]

COLUMN_0 = sum(1 << (6 * row) for row in range(6))
EDGE = sum(1 << (6 * r + c) for r in range(6) for c in range(6) if r in (0, 5) or c in (0, 5))
DOWN = sum(1 << (7 * row) for row in range(6))
UP = sum(1 << (6 * row + 5 - row) for row in range(6))
"""The two long diagonals."""

# --- Lines ----------------------------------------------------------------------------------

ALL_LINES = 63 * ONES
ALL_BROKEN = 64 * ONES
