"""The dealer's algorithm, compared with a second, plain implementation of its description."""

import hashlib
import hmac
from collections.abc import Iterator

import pytest

from loseta.arena.table import Table
from loseta.dealer import Dealer, fresh_seed, seed_hash
from loseta.game import DEALER, Game
from loseta.players import make
from loseta.record import read, write
from loseta.tiles import draw_from

from .support import TITLES, VARIANTS, Options, play_table

SEEDS = ["", "1", "a seed", "ñandú ☂", "x" * 1000, "\x00"]


def words(seed: str) -> Iterator[int]:
    """The 32-bit words of a seed, as the docstring of dealer.py has them."""
    block = 0
    while True:
        message = bytes((block >> shift) & 255 for shift in range(56, -1, -8))
        digest = hmac.new(seed.encode("utf-8"), message, hashlib.sha256).digest()
        for start in range(0, 32, 4):
            a, b, c, d = digest[start : start + 4]
            yield ((a * 256 + b) * 256 + c) * 256 + d
        block += 1


def below(stream: Iterator[int], n: int) -> int:
    largest_multiple = (2**32 // n) * n
    for word in stream:
        if word < largest_multiple:
            return word % n
    raise AssertionError


def pick(stream: Iterator[int], weights: list[int]) -> int:
    """Write every index as often as its weight says, and draw one."""
    spread = [index for index, weight in enumerate(weights) for _ in range(weight)]
    return spread[below(stream, len(spread))]


@pytest.mark.parametrize("seed", SEEDS)
def test_numbers_are_those_of_the_documented_algorithm(seed: str) -> None:
    dealer, stream = Dealer(seed), words(seed)
    for n in [1, 2, 3, 7, 100, 2**16, 2**31 + 1, 2**32 - 1, 2**32] * 30:
        assert dealer.below(n) == below(stream, n)


@pytest.mark.parametrize("seed", SEEDS)
def test_picks_are_those_of_the_documented_algorithm(seed: str) -> None:
    dealer, stream = Dealer(seed), words(seed)
    for weights in [[1], [1, 1], [0, 3, 0, 1], [20, 20, 20, 20, 20], [0, 0, 5], [1, 99]] * 20:
        assert dealer.pick(weights) == pick(stream, weights)


@pytest.mark.parametrize("seed", SEEDS)
def test_tiles_drawn_in_one_go_are_those_of_as_many_picks(seed: str) -> None:
    """A dealer draws a whole deal at once; any other pick draws it tile by tile."""
    at_once, one_by_one, stream = Dealer(seed), Dealer(seed), words(seed)
    for bag, lid, n in [
        ([20] * 5, [0] * 5, 20),
        ([3, 0, 1, 0, 2], [0, 4, 0, 0, 9], 12),  # the lid goes into the bag after six tiles
        ([0] * 5, [1, 2, 3, 4, 5], 4),
        ([1, 0, 0, 0, 0], [0, 0, 0, 2, 0], 36),  # too few in both
        ([0] * 5, [0] * 5, 4),
    ] * 5:
        drawn = draw_from(bag, lid, n, at_once)
        assert drawn == draw_from(bag, lid, n, one_by_one.pick)
        left, poured = bag[:], lid[:]
        expected: list[int] = []
        while len(expected) < n and any(left + poured):
            if not any(left):
                left, poured = poured, left
            colour = pick(stream, left)
            left[colour] -= 1
            expected.append(colour)
        assert drawn == expected


def test_unfair_words_are_thrown_away_in_a_draw_too() -> None:
    largest = 2**32 - 1  # below 3 it is the only unfair word, below 2 and below 1 it is fair
    dealer = Dealer("any", iter([largest, 5, largest, largest]))
    assert dealer.draw([1, 1, 1], 3) == [2, 1, 0]


KNOWN_WORDS = [862686360, 3503490150, 3550415016]
KNOWN_BELOW_100 = [63, 85, 79, 80, 39, 53, 30, 97]


def test_numbers_stay_what_they_have_always_been() -> None:
    """Known answers, so that no later version can change the games of old seeds."""
    dealer = Dealer("loseta")
    assert [dealer.below(2**32) for _ in range(3)] == KNOWN_WORDS
    assert [dealer.below(100) for _ in range(8)] == KNOWN_BELOW_100


def test_words_that_would_favour_small_numbers_are_thrown_away() -> None:
    stream = [2**32 - 1, 2**32 - 2, 3 * (2**32 // 3), 3 * (2**32 // 3) - 1, 5]
    dealer = Dealer("any", iter(stream))
    assert dealer.below(3) == 2  # 2**32 is 1 above a multiple of 3: only 2**32 - 1 is unfair
    dealer = Dealer("any", iter(stream))
    assert dealer.below(2**31 + 1) == 5  # every word from the first multiple on is unfair


def test_a_limit_that_divides_the_words_throws_none_away() -> None:
    assert Dealer("any", iter([2**32 - 1])).below(2**16) == 2**16 - 1


def chi_square(counts: list[int], weights: list[int]) -> float:
    total, whole = sum(counts), sum(weights)
    expected = [total * weight / whole for weight in weights]
    return sum((n - e) ** 2 / e for n, e in zip(counts, expected, strict=True))


@pytest.mark.parametrize("weights", [[1] * 2, [1] * 5, [1] * 13, [5, 1, 3, 11], [1] * 100])
def test_picks_are_as_likely_as_their_weights(weights: list[int]) -> None:
    dealer = Dealer("uniform")
    counts = [0] * len(weights)
    for _ in range(20_000):
        counts[dealer.pick(weights)] += 1
    freedom = len(weights) - 1
    assert chi_square(counts, weights) < freedom + 5 * (2 * freedom) ** 0.5


def test_something_of_no_weight_is_never_picked() -> None:
    dealer = Dealer("weights")
    assert {dealer.pick([0, 1, 0, 2, 0]) for _ in range(500)} == {1, 3}


def test_a_seed_that_is_a_number_means_its_digits() -> None:
    number, text = Dealer(-12), Dealer("-12")
    assert [number.below(100) for _ in range(9)] == [text.below(100) for _ in range(9)]
    assert number.seed == "-12"
    assert seed_hash(12) == seed_hash("12")
    game, options = VARIANTS[0]
    table, names = Table.new(game, options, ["random"] * 2, seed=7), ["random"] * 2
    assert table.record == Table.new(game, options, names, seed="7").record
    assert read(write(table.record)).tags["Seed"] == "7"
    ours, theirs = make("random", seed=7), make("random", seed="7")
    assert all(ours.choose(table.state) == theirs.choose(table.state) for _ in range(9))
    for wrong in (None, 1.5, b"seed"):
        with pytest.raises(TypeError):
            Dealer(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_the_same_seed_gives_the_same_game(game: Game, options: Options) -> None:
    first, second, other = (
        [action.text for action in play_table(game, options, seed).record.actions]
        for seed in ("same", "same", "other")
    )
    assert first == second
    assert first != other


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_the_dealer_draws_only_legal_actions(game: Game, options: Options) -> None:
    for state in play_table(game, options, "legal").record.states():
        if state.to_move == DEALER:
            assert state.why_illegal(Dealer("anything").action(state)) is None
            assert state.legal_actions() == []


@pytest.mark.parametrize("seed", SEEDS)
def test_the_hash_of_a_seed_is_its_sha_256(seed: str) -> None:
    assert seed_hash(seed) == hashlib.sha256(seed.encode("utf-8")).hexdigest()


def test_the_hash_of_the_empty_seed_is_the_known_one() -> None:
    known = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
    assert seed_hash("") == known


def test_fresh_seeds_are_long_and_differ() -> None:
    seeds = {fresh_seed() for _ in range(100)}
    assert len(seeds) == 100
    assert all(len(seed) == 64 and int(seed, 16) >= 0 for seed in seeds)
