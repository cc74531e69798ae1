"""Type names that make the signatures of kernels readable.

numba infers the real types. For the type checker arrays and records are Any, because it cannot see
the fields of a record.
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
Given: TypeAlias = Any
"""The numbers of an action of the dealer that is replayed instead of drawn."""
Counts: TypeAlias = int
"""Tiles by colour, a byte each (`bits.py`)."""
Mask: TypeAlias = int
"""A set as bits: spaces of a wall or dome, columns of a row, plates."""
LegalMask: TypeAlias = Any
"""1 for each legal action, 0 for the others; LegalMasks: a row for each game."""
LegalMasks: TypeAlias = Any
PlateList: TypeAlias = Any
"""Plates in their order, five bits each (`duel/dealing.item`)."""
Scores: TypeAlias = Any
"""Move-ordering scores, one for each action of a list."""
TileValues: TypeAlias = Any
"""Heuristic values by seat, colour and pattern line."""
TileTables: TypeAlias = Any
"""Two `TileValues`: for this round and for later ones."""
Features: TypeAlias = Any
"""The input of the network, by seat."""
Network: TypeAlias = Any
"""The two arrays of weights (`value.py`)."""
Hidden: TypeAlias = Any
"""The hidden layer of the network, a row for each seat."""
Values: TypeAlias = Any
"""An array whose last index is the seat, such as the network's output (`value.evaluate`)."""
Work: TypeAlias = Any
"""Scratch arrays of the network, allocated once (`rewards.new_work`)."""
Rewards: TypeAlias = Any
"""The rewards of each seat: rewards[which, seat] (`tree.REWARDS`)."""
Listed: TypeAlias = Any
"""Scratch arrays of a one-ply search: actions, their scores, and rewards."""
Node: TypeAlias = Any
"""One node of a tree, a record; Nodes: an array of them."""
Nodes: TypeAlias = Any
Path: TypeAlias = Any
"""The nodes that a playout passed, or the seats that moved into them."""
Generator: TypeAlias = Any
"""The state of a random generator: rng[0] (`bits.below`); Generators: one for each game."""
Generators: TypeAlias = Any
Seed: TypeAlias = Any
"""An unsigned number of 64 bits."""
Settings: TypeAlias = Any
"""The parameters of a tree search (`tree.settings`)."""
Fields: TypeAlias = Any
"""The index at which each field of an observation begins."""
Seen: TypeAlias = Any
"""What a batch shows: observations, masks, legal actions, seats to move, observing seats."""
Results: TypeAlias = Any
"""The results of a step of a batch: rewards, that of the seat that acted, terminated, truncated."""
Finals: TypeAlias = Any
"""The ends of the games of a batch: scores, and what each seat saw."""
Options: TypeAlias = Any
"""The settings of a batch (`batch.step_games`)."""
Integers: TypeAlias = Any
"""Records as rows of integers."""
Row: TypeAlias = Any
"""Any one row of numbers."""
Table: TypeAlias = Any
"""A constant array of numbers."""
