"""The rewards of a playout: the result if the game is over, otherwise the expected result."""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner
from loseta.kernels.game import MOST_SEATS, find_features, is_over, players, rank
from loseta.kernels.tree import margin_over_others, set_rewards
from loseta.kernels.types import Network, Record, Rewards, Work
from loseta.kernels.value import HIDDEN, evaluate, expected_rewards


@inner
def best_rank(g: Record) -> tuple[int, int]:
    """The highest rank in a game that is over, and how many seats have it."""
    best = -1
    winners = 0
    for seat in range(players(g)):
        here = rank(g, seat)
        if here > best:
            best = here
            winners = 0
        winners += here == best
    return best, winners


@inner
def find_rewards(g: Record, margin_share: float, rewards: Rewards) -> None:
    """Write the rewards of a finished game: each seat's share of the win, its margin, and both
    mixed."""
    best, winners = best_rank(g)
    scores = g.score
    for seat in range(players(g)):
        won = 1.0 / winners if rank(g, seat) == best else 0.0
        margin = margin_over_others(players(g), scores, seat)
        set_rewards(rewards, seat, won, margin, margin_share)


@inner
def new_work(network: Network) -> Work:
    """Scratch arrays for `round_value`: features, hidden layer, values."""
    return (
        np.zeros((MOST_SEATS, network[0].shape[0] - 1), np.float32),
        np.zeros((MOST_SEATS, 2 * HIDDEN), np.float32),
        np.zeros((3, MOST_SEATS)),
    )


@inner
def round_value(
    g: Record, network: Network, work: Work, margin_share: float, rewards: Rewards
) -> None:
    """Write the rewards of a state between two rounds, as the network expects them, or those of a
    finished game."""
    if is_over(g):
        find_rewards(g, margin_share, rewards)
        return
    features, hidden, values = work[0], work[1], work[2]
    find_features(g, features)
    evaluate(players(g), features, g.score, network, hidden, values)
    expected_rewards(players(g), values, margin_share, rewards)
