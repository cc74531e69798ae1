"""Names for what kernels are given and give, so that signatures read.

numba infers the real types. To the type checker arrays and records are Any: it cannot see the
fields of a record.
"""

from __future__ import annotations

from typing import Any, TypeAlias

Record: TypeAlias = Any
"""One packed state: a numpy record of integers (`<game>/tables.py`)."""
Records: TypeAlias = Any
"""An array of packed states."""
Seat: TypeAlias = int
"""From 0; NOBODY is -1."""
Action: TypeAlias = int
"""The integer of an action (`docs/notation.md`)."""
Actions: TypeAlias = Any
"""An array of actions."""
Counts: TypeAlias = int
"""Tiles by colour, a byte each (`bits.py`)."""
Mask: TypeAlias = int
"""A set as bits: spaces of a wall or dome, columns of a row, plates."""
Scores: TypeAlias = Any
"""Move-ordering scores, one for each action of a list."""
TileValues: TypeAlias = Any
"""Heuristic values by seat, colour and pattern line."""
Features: TypeAlias = Any
"""What the network sees, by seat."""
Network: TypeAlias = Any
"""The two arrays of weights (`value.py`)."""
Work: TypeAlias = Any
"""Arrays to work in, made once (`rewards.new_work`)."""
Rewards: TypeAlias = Any
"""What each seat gains: rewards[which, seat] (`tree.REWARDS`)."""
Nodes: TypeAlias = Any
"""The nodes of a tree."""
Generator: TypeAlias = Any
"""The state of a random generator: rng[0] (`bits.below`)."""
Settings: TypeAlias = Any
"""How a tree search behaves (`tree.settings`)."""
