"""Random draws that anyone can verify.

The dealer draws from a secret seed, a text. Its random numbers are 32-bit words, read in order
from blocks

    HMAC-SHA256(key = seed in UTF-8, message = number of the block as 8 bytes, big-endian)

numbered from 0, with eight big-endian words each. A number below n is the next word w modulo n;
words at or above the largest multiple of n that fits into 32 bits are skipped, so that every number
is equally likely. A pick among weights is a number below their sum, counted through the weights in
order.

The seed's hash (SHA-256, in hex) is published before the first deal and the seed after the last
move: nobody can know the draws beforehand or change them afterwards. An unfinished saved game
contains its seed, because it could not continue without it.
"""

from __future__ import annotations

import hashlib
import operator
import secrets
import struct
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import chain, count, islice

from loseta.game import A, State
from loseta.tiles import Drawer

__all__ = ["Dealer", "fresh_seed", "index_at", "player_seed", "seed_hash"]

_WORDS = struct.Struct(">8I")
_LIMIT = 2**32


def fresh_seed() -> str:
    """A seed that nobody can guess."""
    return secrets.token_hex(32)


def seed_text(seed: str | int) -> str:
    """A seed as the text that it is: a number means its digits, so that a loop may count seeds."""
    return seed if isinstance(seed, str) else str(operator.index(seed))


@lru_cache(maxsize=4096)
def seed_hash(seed: str | int) -> str:
    """The hash of a seed (SHA-256, in hex), which is published before the game."""
    return hashlib.sha256(seed_text(seed).encode()).hexdigest()


def player_seed(seed: str | int, seat: int) -> str:
    """A seed for the player at a seat; it reveals nothing about the dealer's own seed."""
    return seed_hash(f"{seed}/{seat}")


def index_at(at: int, weights: Sequence[int]) -> int:
    """The index of the weight that contains position `at` when the weights are laid end to end."""
    index = 0
    while at >= weights[index]:
        at -= weights[index]
        index += 1
    return index


class Dealer(Drawer):
    """The draws of one game, which depend only on the seed and on the actions played."""

    def __init__(self, seed: str | int, words: Iterator[int] | None = None) -> None:
        """Draw from a seed; a number means its digits. Draw from `words`, if given, instead of the
        seed's own words."""
        self.seed = seed_text(seed)
        self._words = words or chain.from_iterable(_blocks(self.seed.encode()))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1, all equally likely."""
        word = next(self._words)
        while word >= _LIMIT - _LIMIT % n:
            word = next(self._words)
        return word % n

    def pick(self, weights: Sequence[int]) -> int:
        """An index, chosen with a probability proportional to its weight."""
        return index_at(self.below(sum(weights)), weights)

    __call__ = pick

    def draw(self, bag: Sequence[int], n: int) -> list[int]:
        """Draw n tiles one by one and return their colours. `bag` counts the tiles of each colour.
        The tiles are laid in a row, colour by colour, and each draw takes the one at a random
        index. `below` is inlined here because a deal draws dozens of tiles."""
        row: list[int] = []
        for colour, tiles in enumerate(bag):
            row += [colour] * tiles
        drawn: list[int] = []
        surely_fair = _LIMIT - len(row)  # no word below this is skipped, however few tiles are left
        for word in islice(self._words, n):
            while word >= surely_fair and word >= _LIMIT - _LIMIT % len(row):
                word = next(self._words)
            drawn.append(row.pop(word % len(row)))
        return drawn

    def action(self, state: State[A]) -> A:
        """The dealer's next action in a state where the dealer is to move."""
        return state.deal(self)


_INNER = bytes(byte ^ 0x36 for byte in range(256))
_OUTER = bytes(byte ^ 0x5C for byte in range(256))


def _blocks(key: bytes) -> Iterator[tuple[int, ...]]:
    """The words of each block. This is HMAC-SHA256 as RFC 2104 defines it: SHA-256 of the outer key
    and of the SHA-256 of the inner key and the message. Hashing both keys only once makes it twice
    as fast as `hmac`."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner_key = hashlib.sha256(key.translate(_INNER))
    outer_key = hashlib.sha256(key.translate(_OUTER))
    for number in count():
        inner, outer = inner_key.copy(), outer_key.copy()
        inner.update(number.to_bytes(8, "big"))
        outer.update(inner.digest())
        yield _WORDS.unpack(outer.digest())
