"""The Mersenne Twister MT19937 of Python's `random.Random`: it produces the same numbers from the
same seed, so that a compiled player breaks ties like its twin in Python.

A generator is a row of 625 integers as in `Random.getstate()`: 624 words of 32 bits, and how many
of them have been used.
"""

from __future__ import annotations

from loseta.kernels.compiled import inner
from loseta.kernels.types import Generator

WORDS = 624
AHEAD = 397


@inner
def new_words(mt: Generator) -> None:
    for at in range(WORDS):
        later = mt[(at + 1) % WORDS]
        joined = (mt[at] & 0x80000000) | (later & 0x7FFFFFFF)
        mt[at] = mt[(at + AHEAD) % WORDS] ^ (joined >> 1) ^ (0x9908B0DF * (later & 1))
    mt[WORDS] = 0


@inner
def next_word(mt: Generator) -> int:
    if mt[WORDS] == WORDS:
        new_words(mt)
    word = mt[mt[WORDS]]
    mt[WORDS] += 1
    word ^= word >> 11
    word ^= (word << 7) & 0x9D2C5680
    word ^= (word << 15) & 0xEFC60000
    return word ^ (word >> 18)


@inner
def random(mt: Generator) -> float:
    """A random number in [0, 1) with 53 bits, like `Random.random`."""
    high = next_word(mt) >> 5
    low = next_word(mt) >> 6
    return (high * 67108864.0 + low) * (1.0 / 9007199254740992.0)
