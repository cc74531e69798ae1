"""The network of `kernels.value` for training: on arrays of positions, with gradients."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from loseta.files import replacing
from loseta.kernels.value import GAIN, HIDDEN, STRENGTH
from loseta.players.search.networks import read

GAIN_WEIGHT = 0.15
"""The weight of the error in points, relative to that of the win."""


@dataclass
class Network:
    first: Any
    last: Any

    @classmethod
    def new(cls, features: int, rng: Any) -> Network:
        first = rng.normal(0, 0.1, (features + 1, 2 * HIDDEN)).astype(np.float32)
        last = rng.normal(0, 0.1, (HIDDEN + 1, 2)).astype(np.float32)
        first[-1] = 0.05
        last[-1] = 0
        return cls(first, last)

    def copy(self) -> Network:
        return Network(self.first.copy(), self.last.copy())

    def forward(self, x: Any) -> tuple[Any, Any]:
        """The hidden layer, and the outputs strength and gain, for (positions, seats, features)."""
        seats = x.shape[1]
        both = x @ self.first[:-1]
        own, seen = both[..., :HIDDEN], both[..., HIDDEN:]
        others = (seen.sum(axis=1, keepdims=True) - seen) / (seats - 1)
        hidden = np.maximum(own + others + self.first[-1, :HIDDEN], 0)
        return hidden, hidden @ self.last[:-1] + self.last[-1]

    def judge(self, x: Any) -> tuple[Any, Any]:
        """The predicted shares of the win, and points to come (in units of GAIN_UNIT)."""
        _, out = self.forward(x)
        return _shares(out), out[..., GAIN]

    def slopes(self, x: Any, shares: Any, gains: Any) -> tuple[Any, Any]:
        """The gradients of the error on a batch, for the weights to the hidden layer and from
        it."""
        count, seats = len(x), x.shape[1]
        hidden, out = self.forward(x)
        error = np.empty_like(out)
        error[..., STRENGTH] = (_shares(out) - shares) / count
        error[..., GAIN] = GAIN_WEIGHT * (out[..., GAIN] - gains) / (count * seats)
        last = np.empty_like(self.last)
        last[:-1] = np.tensordot(hidden, error, axes=((0, 1), (0, 1)))
        last[-1] = error.sum(axis=(0, 1))
        back = (error @ self.last[:-1].T) * (hidden > 0)
        seen = (back.sum(axis=1, keepdims=True) - back) / (seats - 1)
        first = np.zeros_like(self.first)
        both = np.concatenate((back, seen), axis=2)
        first[:-1] = np.tensordot(x, both, axes=((0, 1), (0, 1)))
        first[-1, :HIDDEN] = back.sum(axis=(0, 1))
        return first, last


def _shares(out: Any) -> Any:
    strength = out[..., STRENGTH]
    power = np.exp(strength - strength.max(axis=1, keepdims=True))
    return power / power.sum(axis=1, keepdims=True)


def load(file: Path, features: int) -> Network:
    """Read a network from a file. Raises NoNetwork and OSError."""
    with file.open("rb") as opened:
        return Network(*read(opened, features, file))


def save(network: Network, file: Path) -> None:
    """Write a file that `players.search.networks` reads. It is replaced as a whole, so that an
    interruption leaves either the old file or the new one."""
    with replacing(file) as out:
        np.savez(out, first=network.first, last=network.last)
