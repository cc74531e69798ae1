"""Counts of five colours in the bytes of one integer, and small tables of bits.

Colour c is byte c. Counts stay below 128, so that sums and comparisons of all five are single
operations. Everything is int64: numba turns int64 with uint64 into a float.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inlined, inner
from loseta.kernels.types import Counts, Generator, Mask, Row, Seed, Table

ONES = 0x0101010101
HIGH = 0x8080808080
LOW = 0xFFFFFFFFFF
M64 = 0xFFFFFFFFFFFFFFFF


@inner
def mix(z: Seed) -> Seed:
    """The finaliser of splitmix64."""
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & M64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & M64
    return z ^ (z >> 31)


@inner
def below(rng: Generator, n: int) -> int:
    """A number below n, which is small, from the generator in rng[0] (splitmix64)."""
    state = (int(rng[0]) + 0x9E3779B97F4A7C15) & M64
    rng[0] = state
    return int((np.int64(mix(state) >> 33) * n) >> 31)


@inner
def next_seed(rng: Generator) -> Seed:
    """The next state of a generator of seeds, for a playout with random numbers of its own."""
    rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
    return rng[0]


@inner
def total(counts: Counts) -> int:
    """The sum of the five bytes."""
    return ((counts * ONES) >> 32) & 0xFF


@inner
def passed(counts: Counts, k: int) -> Counts:
    """0x01 in each byte that ends before item number k when the counts are laid end to end."""
    return ((((k | 0x80) * ONES) - ((counts * ONES) & LOW)) & HIGH) >> 7


@inner
def nth(counts: Counts, k: int) -> int:
    """The byte that item number k falls on when the counts are laid end to end."""
    return total(passed(counts, k))


@inner
def one_at(counts: Counts, k: int) -> Counts:
    """1 in the byte that item number k falls on: one more than 0xFF in all bytes before it."""
    return passed(counts, k) * 0xFF + 1


@inner
def before(counts: Counts, byte: int) -> int:
    """The sum of the bytes before one."""
    return (((counts * ONES) << 8) >> (8 * byte)) & 0xFF


@inner
def spread(mask: Mask) -> Counts:
    """Five bits, each into a byte of its own: of five copies, seven bits apart, one bit each."""
    return (mask * 0x10204081) & ONES


@inner
def nonzero(counts: Counts) -> Counts:
    """0xFF in each byte that is not 0."""
    return (((counts + 0x7F7F7F7F7F) & HIGH) >> 7) * 0xFF


@inner
def bit_count(mask: Mask) -> int:
    x = mask - ((mask >> 1) & 0x5555555555555555)
    x = (x & 0x3333333333333333) + ((x >> 2) & 0x3333333333333333)
    return (((x + (x >> 4)) & 0x0F0F0F0F0F0F0F0F) * 0x0101010101010101) >> 56


@inner
def nth_bit(mask: Mask, k: int) -> int:
    """The k-th set bit."""
    for _ in range(k):
        mask &= mask - 1
    return bit_count((mask & -mask) - 1)


@inlined
def mark_bits(mask: Mask, first: int, apart: int, out: Row) -> None:
    """1 in a row for each set bit: bit n at first + n * apart."""
    while mask != 0:
        lowest = mask & -mask
        out[first + apart * bit_count(lowest - 1)] = 1
        mask ^= lowest


@inner
def clear(out: Row) -> None:
    for place in range(out.size):
        out[place] = 0


@inner
def copy(row: Row, out: Row) -> None:
    for place in range(out.size):
        out[place] = row[place]


@inner
def write_counts(counts: Counts, first: int, out: Row) -> None:
    """Five bytes into a row."""
    for colour in range(5):
        out[first + colour] = (counts >> (8 * colour)) & 0xFF


def _selects(size: int) -> Table:
    table = np.zeros((1 << size, 8), np.int64)
    for mask in range(1 << size):
        for k, bit in enumerate(bit for bit in range(size) if mask >> bit & 1):
            table[mask, k] = bit
    return table


def _runs(size: int) -> Table:
    table = np.zeros((1 << size, size), np.int64)
    for mask in range(1 << size):
        for at in range(size):
            if mask >> at & 1:
                start = end = at
                while start > 0 and mask >> (start - 1) & 1:
                    start -= 1
                while end < size - 1 and mask >> (end + 1) & 1:
                    end += 1
                table[mask, at] = end - start + 1
    return table


SELECT = _selects(7)
"""The k-th set bit of a mask of seven. Rows of eight, so that k & 7 is a place in them and numba
does not ask whether k is below 0."""
BYTES = np.array([[mask >> bit & 1 for bit in range(8)] for mask in range(128)], np.int8)
"""The bits of a mask of seven in a byte each, as a mask of legal actions has them: they are copied
several at a time."""
BITS = np.array([bin(n).count("1") for n in range(64)], np.int64)
RUNS = {size: _runs(size) for size in (5, 6)}
"""The length of the run through a place of a mask."""
POINTS = np.array(
    [[(a if a > 1 else 0) + (d if d > 1 else 0) or 1 for d in range(7)] for a in range(7)], np.int64
)
"""Points of a tile with these runs across and down."""
