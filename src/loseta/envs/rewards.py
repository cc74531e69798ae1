"""The rewards of the seats. Both kinds sum to 0 over the seats at every step."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from loseta.game import State

Reward = Callable[[Sequence[int], State], list[float]]
"""The rewards of all seats, from the scores before an action and the state after it."""


def win(before: Sequence[int], state: State) -> list[float]:
    """At the end, 1 for the winner and -1 divided among the others. Each of several winners gets
    the mean of the rewards that they would have if one of them had won alone."""
    players = len(before)
    if state.to_move is not None:
        return [0.0] * players
    outcome = state.outcome
    assert outcome is not None
    winners = len(outcome.winners)
    return [
        (players * ((seat in outcome.winners) / winners) - 1) / (players - 1)
        for seat in range(players)
    ]


def score(before: Sequence[int], state: State) -> list[float]:
    """After each action, the points won minus the mean of the points that the others won. The sum
    over a game is the difference of the final scores."""
    players = len(before)
    gains = [now - then for then, now in zip(before, state.scores, strict=True)]
    gained = sum(gains)
    return [(players * gain - gained) / (players - 1) for gain in gains]


REWARDS: dict[str, Reward] = {"win": win, "score": score}
