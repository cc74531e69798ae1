"""The last round of a game for two, tried out on the rules engine without any bound or order."""

from __future__ import annotations

from typing import Any

from loseta.azul import State

Result = tuple[int, int]
"""Points ahead, then complete rows ahead (A6.3)."""


def results(state: State) -> dict[str, Result]:
    """What each action leads to for the seat that plays it, if both play as well as they can."""
    seat, known = state.to_move, dict[Any, Result]()
    assert seat is not None
    found = {}
    for action in state.legal_actions():
        after = state.copy()
        after.apply(action)
        found[action.text] = _result(after, seat, known)
    return found


def _result(state: State, seat: int, known: dict[Any, Result]) -> Result:
    if state.to_move is None:
        mine, other = state.boards[seat], state.boards[1 - seat]
        return mine.score - other.score, _rows(mine.wall) - _rows(other.wall)
    key = state.key()
    if key not in known:
        values = []
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action, check=False)
            values.append(_result(after, seat, known))
        known[key] = max(values) if state.to_move == seat else min(values)
    return known[key]


def _rows(wall: list[list[int]]) -> int:
    return sum(-1 not in row for row in wall)
