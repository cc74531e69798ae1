"""The packed record of Azul, its constants, and lookup tables made from `loseta.azul.components`.

Tiles are counts by colour in the bytes of an integer (`bits.py`). Spaces of a wall are bits
5 * row + column.
"""

from __future__ import annotations

import numpy as np

from loseta.azul.components import FLOOR_SPACES, PENALTIES, SIZE
from loseta.azul.scoring import COLOUR_POINTS, COLUMN_POINTS
from loseta.kernels.bits import ONES, RUNS

SEATS, SOURCES = 4, 10
START, DEAL, OFFER, TILING, OVER = range(5)
PHASES = ("start", "deal", "offer", "tiling", "over")
NOBODY = -1
PLACES = 25
"""The integers of takes begin here; those of placing a tile are below."""
MOST_ACTIONS = 400
"""An upper bound on the number of legal actions in any position."""

STATE = np.dtype(
    [
        ("rng", np.uint64, (1,)),
        ("players", np.int64),
        ("gray", np.int64),
        ("phase", np.int64),
        ("round", np.int64),
        ("idle", np.int64),
        ("first", np.int64),
        ("turn", np.int64),
        ("marker", np.int64),
        ("out", np.int64),  # tiles in the centre and on the factories
        ("bag", np.int64),  # counts by colour, as in all that follows
        ("lid", np.int64),
        ("sources", np.int64, (SOURCES,)),
        ("open", np.int64, (SEATS,)),  # byte c: bit r, line r takes colour c; bit 5, the floor
        ("lines", np.int64, (SEATS,)),  # byte r: colour * 16 + tiles, 0 for none
        ("wall", np.int64, (SEATS,)),  # bit 5 * row + column
        ("colour_masks", np.int64, (SEATS, 5)),  # gray wall: the same bits for each colour
        ("floor", np.int64, (SEATS,)),  # three bits a space: colour or MARKER
        ("floor_n", np.int64, (SEATS,)),
        ("score", np.int64, (SEATS,)),
    ]
)

PENALTY = np.array(PENALTIES, np.int64)
RUN = RUNS[SIZE]
REPEAT = np.array([sum(1 << (3 * i) for i in range(n)) for n in range(FLOOR_SPACES + 1)], np.int64)
"""REPEAT[n]: a 1 in each of the first n spaces of a floor line."""
COLUMN_0 = sum(1 << (5 * row) for row in range(SIZE))
SPACES_OF = np.array(
    [sum(1 << (5 * row + (row + colour) % SIZE) for row in range(SIZE)) for colour in range(SIZE)]
)
"""SPACES_OF[colour]: its spaces on the coloured wall, as bits."""
ALL_LINES = 31 * ONES
ALL_FLOORS = 32 * ONES

# --- Heuristic values -----------------------------------------------------------------------

COLUMN_VALUE = COLUMN_POINTS * np.array([0, 0.02, 0.10, 0.28, 0.58, 1.0])
COLOUR_VALUE = COLOUR_POINTS * np.array([0, 0.01, 0.05, 0.18, 0.50, 1.0])
"""Heuristic values of a column and of a colour, by how many of its tiles are on the wall."""
