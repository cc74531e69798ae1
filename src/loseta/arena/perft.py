"""Perft: counting sequences of actions. If two implementations differ in the count, they differ in
a rule."""

from __future__ import annotations

from loseta.game import State


def perft(state: State, depth: int) -> int:
    """The number of sequences of `depth` seats' actions from a state.

    A sequence also ends, and counts, where the dealer is to act or the game is over: the outcomes
    of draws are not counted.
    """
    legal = state.legal_actions()
    if depth == 0 or not legal:
        return 1
    if depth == 1:
        return len(legal)
    return sum(_after(state, action, depth) for action in legal)


def divide(state: State, depth: int) -> dict[str, int]:
    """The count after each legal action, by the action's text."""
    return {action.text: _after(state, action, depth) for action in state.legal_actions()}


def _after(state: State, action: object, depth: int) -> int:
    following = state.copy()
    following.apply(action)
    return perft(following, depth - 1)
