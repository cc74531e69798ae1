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
Given: TypeAlias = Any
"""The numbers of a given action of the dealer."""
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
"""Two of them: of this round and of later ones."""
Features: TypeAlias = Any
"""What the network sees, by seat."""
Network: TypeAlias = Any
"""The two arrays of weights (`value.py`)."""
Hidden: TypeAlias = Any
"""Its hidden layer, a row for each seat."""
Values: TypeAlias = Any
"""Numbers by seat in the last place, such as what the network says (`value.evaluate`)."""
Work: TypeAlias = Any
"""Arrays to work in, made once (`rewards.new_work`)."""
Rewards: TypeAlias = Any
"""What each seat gains: rewards[which, seat] (`tree.REWARDS`)."""
Listed: TypeAlias = Any
"""Actions, their scores, and rewards: arrays to work in."""
Node: TypeAlias = Any
"""One node of a tree, a record; Nodes: an array of them."""
Nodes: TypeAlias = Any
Path: TypeAlias = Any
"""The nodes of a playout, or who moved into them."""
Generator: TypeAlias = Any
"""The state of a random generator: rng[0] (`bits.below`); Generators: one for each game."""
Generators: TypeAlias = Any
Seed: TypeAlias = Any
"""A number of 64 bits without a sign."""
Settings: TypeAlias = Any
"""How a tree search behaves (`tree.settings`)."""
Fields: TypeAlias = Any
"""Where each field of an observation begins."""
Seen: TypeAlias = Any
"""Of a batch: observations, masks, legal actions, who is to move, who observes."""
Results: TypeAlias = Any
"""Of a batch: rewards, that of the seat that acted, terminated, truncated."""
Finals: TypeAlias = Any
"""Of the games of a batch that ended: scores, and what each seat saw."""
Options: TypeAlias = Any
"""How the games of a batch are played (`batch.step_games`)."""
Integers: TypeAlias = Any
"""Records as rows of integers."""
Row: TypeAlias = Any
"""Any one row of numbers."""
Table: TypeAlias = Any
"""A constant array of numbers."""
