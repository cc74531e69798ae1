"""The network: a small learned evaluation of positions between two rounds.

The board of each seat is a list of features. The hidden layer sees those of the seat and the mean
of the others. Two outputs follow: the strength of the seat, whose softmax over the seats is its
share of the win, and the points that it will still score. `loseta learn` trains it
(`loseta.learning`).
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner
from loseta.kernels.tree import margin_over_others, set_rewards
from loseta.kernels.types import Features, Hidden, Network, Rewards, Row, Values

HIDDEN = 32
STRENGTH, GAIN = range(2)
GAIN_UNIT = 10.0
"""The unit of the output GAIN, in points."""

# A network is two arrays of float32:
#   first  (features + 1, 2 * HIDDEN)  weights of a seat's own features, then of the other seats';
#                                      the first half of the last row holds the biases
#   last   (HIDDEN + 1, 2)             from the hidden layer to strength and gain; the last row
#                                      holds the biases


@inner
def evaluate(
    players: int, features: Features, scores: Row, network: Network, hidden: Hidden, values: Values
) -> None:
    """Predict, for each seat, values[0, seat]: its share of the win, values[1, seat]: its final
    score, values[2, seat]: its margin over the best of the others.

    `features[seat]` must be filled in; `hidden` is a scratch array of (seats, 2 * HIDDEN).
    """
    first, last = network
    size = first.shape[0] - 1
    # Indexed directly, because numba does not vectorise loops over rows taken as views.
    for seat in range(players):
        for unit in range(2 * HIDDEN):
            hidden[seat, unit] = 0.0
        for feature in range(size):
            x = features[seat, feature]
            if x != 0.0:
                for unit in range(2 * HIDDEN):
                    hidden[seat, unit] += x * first[feature, unit]
    share = np.float32(1.0 / (players - 1))
    most = -1e9
    for seat in range(players):
        strength = last[HIDDEN, STRENGTH]
        gain = last[HIDDEN, GAIN]
        for unit in range(HIDDEN):
            seen = np.float32(0.0)
            for other in range(players):
                if other != seat:
                    seen += hidden[other, HIDDEN + unit]
            level = hidden[seat, unit] + share * seen + first[size, unit]
            if level > 0.0:
                strength += level * last[unit, STRENGTH]
                gain += level * last[unit, GAIN]
        values[0, seat] = strength
        values[1, seat] = scores[seat] + GAIN_UNIT * gain
        most = max(most, values[0, seat])
    whole = 0.0
    for seat in range(players):
        values[0, seat] = np.exp(values[0, seat] - most)
        whole += values[0, seat]
    finals = values[1]
    for seat in range(players):
        values[0, seat] /= whole
        values[2, seat] = margin_over_others(players, finals, seat)


@inner
def expected_rewards(players: int, values: Values, margin_share: float, rewards: Rewards) -> None:
    """Turn the output of `evaluate` into rewards for `tree.backpropagate`."""
    for seat in range(players):
        set_rewards(rewards, seat, values[0, seat], values[2, seat], margin_share)
