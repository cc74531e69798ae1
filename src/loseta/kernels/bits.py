"""Counts of five colours in the bytes of one integer, and small tables of bits.

Colour c is byte c. Counts stay below 128, so that adding or comparing all five takes one operation.
Everything is int64, because numba makes a float of int64 with uint64.

Items are numbered from 0 through the bytes in turn: with counts 2, 0, 1 items 0 and 1 are in byte
0, and item 2 is in byte 2.
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
    """A random number from 0 to n - 1 from the generator in rng[0] (splitmix64); n is small."""
    state = (int(rng[0]) + 0x9E3779B97F4A7C15) & M64
    rng[0] = state
    return int((np.int64(mix(state) >> 33) * n) >> 31)


@inner
def next_seed(rng: Generator) -> Seed:
    """Advance a generator of seeds and return its state, the seed of one playout."""
    rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
    return rng[0]


@inner
def total(counts: Counts) -> int:
    """The sum of the five bytes."""
    return ((counts * ONES) >> 32) & 0xFF


@inner
def passed(counts: Counts, k: int) -> Counts:
    """0x01 in each byte whose items all come before item k."""
    return ((((k | 0x80) * ONES) - ((counts * ONES) & LOW)) & HIGH) >> 7


@inner
def nth(counts: Counts, k: int) -> int:
    """The byte that holds item k."""
    return total(passed(counts, k))


@inner
def one_at(counts: Counts, k: int) -> Counts:
    """1 in the byte that holds item k: 0xFF in all bytes before it, plus 1."""
    return passed(counts, k) * 0xFF + 1


@inner
def before(counts: Counts, byte: int) -> int:
    """The sum of the bytes before `byte`."""
    return (((counts * ONES) << 8) >> (8 * byte)) & 0xFF


@inner
def spread(mask: Mask) -> Counts:
    """Move each of five bits into a byte of its own: the product holds five copies of the mask,
    seven bits apart, and ONES keeps one bit of each."""
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
    """The position of the k-th set bit, from 0."""
    for _ in range(k):
        mask &= mask - 1
    return bit_count((mask & -mask) - 1)


@inlined
def mark_bits(mask: Mask, first: int, apart: int, out: Row) -> None:
    """Write 1 at out[first + n * apart] for each set bit n."""
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
    """Write the five counts to out[first] to out[first + 4]."""
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
"""SELECT[mask, k]: the position of the k-th set bit of a mask of seven bits. Rows have eight
places, so that k & 7 is a valid index and numba omits its check for negative ones."""
BYTES = np.array([[mask >> bit & 1 for bit in range(8)] for mask in range(128)], np.int8)
"""BYTES[mask]: the bits of a mask of seven as bytes, like those of a mask of legal actions, so that
several are copied at once."""
BITS = np.array([bin(n).count("1") for n in range(64)], np.int64)
"""BITS[mask]: how many of six bits are set."""
RUNS = {size: _runs(size) for size in (5, 6)}
"""RUNS[size][mask, at]: the length of the run of set bits that bit `at` belongs to; 0 if it is not
set."""
POINTS = np.array(
    [[(a if a > 1 else 0) + (d if d > 1 else 0) or 1 for d in range(7)] for a in range(7)], np.int64
)
"""POINTS[across, down]: the points of a tile with runs of these lengths."""
