"""A game on the rules engine and on its compiled twin side by side, compared at every step.

The tests play some thousand games like this, `python -m bench.twins` some hundred thousand.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

import numpy as np

from loseta.game import DEALER, Pick, State

LONGEST_GAME = 3_000
"""More actions than a game has."""

Choose = Callable[[Any, list[Any]], Any]
"""Which of the legal actions of a state to play."""


class Different(AssertionError):
    """The twins do not agree: in which position, after which action, in what."""


class Twin(Protocol):
    """The compiled twin of a game's rules, as it is driven from Python."""

    most_actions: int

    def pack(self, state: Any) -> Any: ...

    def unpack(self, states: Any) -> Any: ...

    def legal(self, states: Any, out: Any) -> int: ...

    def step(self, states: Any, action: Any) -> None: ...

    def step_dealer(self, states: Any, action: Any) -> None: ...

    def differences_at_end(self, state: Any, states: Any) -> list[str]:
        """Of scores and winners; beyond what the records hold."""


def follow(
    twin: Twin, state: State, choose: Choose, pick: Pick, compare_records: bool = True
) -> int:
    """Play a game to its end on both; how many actions, the dealer's too. Raises Different.

    Legal actions and the end are always compared, whole records unless that is too dear.
    """
    states = twin.pack(state)
    out = np.zeros(twin.most_actions, np.int64)
    for number in range(LONGEST_GAME):
        mover = state.to_move
        if mover is None:
            compare_end(twin, state, states)
            return number
        if mover == DEALER:
            action = state.deal(pick)
            twin.step_dealer(states, action)
        else:
            legal = list(state.legal_actions())
            compare_legal(state, legal, out[: twin.legal(states, out)].tolist())
            action = choose(state, legal)
            twin.step(states, action)
        state.apply(action)
        if compare_records:
            compare(twin, state, states, action.text)
    raise Different(f"{state.to_text()}\nthe game did not end")


def compare_legal(state: State, legal: list[Any], compiled: list[int]) -> None:
    if [action.index for action in legal] != compiled:
        rules = [action.index for action in legal]
        raise Different(f"{state.to_text()}\nlegal: {rules} by the rules, {compiled} compiled")


def compare(twin: Twin, state: State, states: Any, after: str) -> None:
    """The whole record, to the bit."""
    packed = twin.pack(state)
    if packed.tobytes() != states.tobytes():
        said = "\n".join(differences(packed, states))
        raise Different(f"{state.to_text()}\nafter {after}\n{said}")


def compare_end(twin: Twin, state: State, states: Any) -> None:
    compare(twin, state, states, "the last action")
    found = twin.differences_at_end(state, states)
    if twin.unpack(states) != state:
        found.append("the record unpacks to another state")
    if found:
        raise Different("\n".join([state.to_text(), *found]))


def differences(packed: Any, states: Any) -> list[str]:
    """The fields in which two records differ."""
    return [
        f"{name}: {packed[name][0]} by the rules, {states[name][0]} compiled"
        for name in states.dtype.names or ()
        if np.any(packed[name] != states[name])
    ]
