"""What batches of both games share: the numbers of actions, and choosing among legal ones."""

from __future__ import annotations

from typing import Any

from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel

WAIT = -1
"""Leaves a game of the batch as it is."""
BEGIN = -2
"""Begins a new game from the generator of the record."""


@inner
def share(won: Any, winners: Any, players: Any) -> Any:
    """What a seat wins: 1 alone, less if shared; the others lose it together."""
    return (players * (won / winners) - 1) / (players - 1)


@inner
def forbid_all(mask: Any) -> None:
    """For a game that is over."""
    for action in range(mask.size):
        mask[action] = 0


@kernel
def first_illegal(masks: Any, actions: Any) -> int:
    """The first game whose action is neither legal nor WAIT, or -1."""
    for game in range(actions.size):
        action = actions[game]
        if action == WAIT:
            continue
        if action < 0 or action >= masks.shape[1] or masks[game, action] == 0:
            return game
    return -1


@kernel
def random_legal(masks: Any, generators: Any, actions: Any) -> None:
    """A legal action for each game, each equally likely, from a generator of its own; WAIT where
    there is none."""
    for game in range(actions.size):
        mask = masks[game]
        n = 0
        for action in range(mask.size):
            n += mask[action]
        if n == 0:
            actions[game] = WAIT
            continue
        k = below(generators[game], n)
        action = 0
        while k > 0 or mask[action] == 0:
            k -= mask[action]
            action += 1
        actions[game] = action
