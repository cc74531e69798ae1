"""Fitting a network to positions by Adam, with a learning rate that falls to 0 (cosine)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from loseta.kernels.value import GAIN_UNIT
from loseta.learning.network import Network

BATCH = 2048
DECAY = 1e-5
BIG = 1 << 15
"""How many positions are evaluated at once."""


def fit(
    network: Network,
    features: Any,
    shares: Any,
    gains: Any,
    epochs: int,
    rate: float,
    rng: Any,
    progress: Callable[[float], None],
) -> None:
    weights = network.first, network.last
    means = [np.zeros_like(w) for w in weights]
    squares = [np.zeros_like(w) for w in weights]
    batches = len(features) // BATCH
    steps = epochs * batches
    step = 0
    for _ in range(epochs):
        order = rng.permutation(len(features))
        for batch in range(batches):
            chosen = np.sort(order[batch * BATCH : (batch + 1) * BATCH])
            x = features[chosen].astype(np.float32)
            step += 1
            step_size = rate * 0.5 * (1 + np.cos(np.pi * step / steps))
            slopes = network.slopes(x, shares[chosen], gains[chosen])
            for w, slope, mean, square in zip(weights, slopes, means, squares, strict=True):
                mean += 0.1 * (slope - mean)
                square += 0.001 * (slope * slope - square)
                size = np.sqrt(square / (1 - 0.999**step)) + 1e-8
                w -= step_size * (mean / (1 - 0.9**step) / size + DECAY * w)
            progress(step / steps)


def errors(network: Network, features: Any, shares: Any, gains: Any) -> tuple[float, float]:
    """The log-loss of the win, and the root mean square error of the points to come."""
    loss = square = 0.0
    for at in range(0, len(features), BIG):
        part = slice(at, at + BIG)
        said_shares, said_gains = network.judge(features[part].astype(np.float32))
        loss -= float((shares[part] * np.log(said_shares + 1e-9)).sum())
        square += float(((said_gains - gains[part]) ** 2).mean(axis=1).sum())
    return loss / len(features), GAIN_UNIT * (square / len(features)) ** 0.5
