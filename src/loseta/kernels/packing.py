"""Packs counts of tiles by colour into the bytes of an integer, and unpacks them (`bits.py`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache


@lru_cache(1 << 16)
def packed(counts: tuple[int, ...]) -> int:
    return sum(n << (8 * colour) for colour, n in enumerate(counts))


def packed_counts(counts: Sequence[int]) -> int:
    return packed(tuple(counts))


def unpacked_counts(packed: int) -> list[int]:
    return [packed >> (8 * colour) & 0xFF for colour in range(5)]
