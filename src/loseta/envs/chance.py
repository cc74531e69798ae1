"""The random generator of the environments: splitmix64, which the kernels carry in their records.

`loseta.dealer` deals games for people, with draws that can be verified. Here, draws need only be
fast, and the same for the same seed in every environment, compiled or not.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from loseta.dealer import index_at

_MASK = 2**64 - 1


def mix(number: int) -> int:
    """The finaliser of splitmix64."""
    number = (number ^ number >> 30) * 0xBF58476D1CE4E5B9 & _MASK
    number = (number ^ number >> 27) * 0x94D049BB133111EB & _MASK
    return number ^ number >> 31


def first_word(seed: int) -> int:
    """The initial state of the generator for a seed."""
    return mix(seed & _MASK)


class Chance:
    """A generator from a seed, or from a random one."""

    __slots__ = ("_word",)

    def __init__(self, seed: int | None = None) -> None:
        self._word = first_word(secrets.randbits(64) if seed is None else seed)

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, nearly uniform because n is small."""
        self._word = (self._word + 0x9E3779B97F4A7C15) & _MASK
        return (mix(self._word) >> 33) * n >> 31

    def pick(self, weights: Sequence[int]) -> int:
        """An index, chosen with a probability proportional to its weight (`loseta.game.Pick`)."""
        return index_at(self.below(sum(weights)), weights)
