"""Perft of Azul Duel over the oracle of tests/duel, which shares no code with the package."""

from __future__ import annotations

from copy import deepcopy

from tests.duel.oracle import Table
from tests.perft import Entry

TABLETS: dict[str, list[str] | int] = {
    "starred": ["rows", "columns", "diagonals"],
    "random-3": 3,
    "random-4": 4,
}


def perft(entry: Entry, depth: int) -> int:
    return _perft(entry, entry.actions, _replay(entry, entry.actions), depth)


def _perft(entry: Entry, actions: list[str], table: Table, depth: int) -> int:
    legal = table.legal_actions()
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    total = 0
    for action in legal:
        longer = [*actions, action]
        if table.tiling is None:
            following = deepcopy(table)
            following.act(action)
        else:  # a tiling under way cannot be copied
            following = _replay(entry, longer)
        total += _perft(entry, longer, following, depth - 1)
    return total


def _replay(entry: Entry, actions: list[str]) -> Table:
    tablets = entry.options["tablets"]
    first = entry.options.get("first", "random")
    table = Table.set_up(
        TABLETS.get(tablets, tablets.split("+")), None if first == "random" else int(first) - 1
    )
    for action in actions:
        if table.to_move() == -1:
            table.dealer(action)
        else:
            table.act(action)
    return table
