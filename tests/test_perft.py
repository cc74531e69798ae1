"""Counts of action sequences that are known and confirmed twice."""

import importlib

import pytest

from loseta.arena.perft import divide, perft
from loseta.game import Game, State
from loseta.games import GAMES

from .perft import FOLDER, Entry, read_entries
from .support import TITLES, VARIANTS, Options

CASES = [
    (game, entry)
    for game in GAMES.values()
    if (FOLDER / f"{game.name}.txt").exists()
    for entry in read_entries(game.name)
]
NAMES = [f"{game.name}-{entry.name}" for game, entry in CASES]
QUICK = 300
CONFIRMED = 20_000
"""Larger counts would keep the second, slow version of the rules busy for too long."""


def show_division(state: State, depth: int) -> str:
    """The count under each action, to find the one that differs."""
    lines = [f"{text:8} {count}" for text, count in divide(state, depth).items()]
    return "\n".join([state.to_text(), f"perft {depth}, divided:", *lines])


@pytest.mark.parametrize(("game", "entry"), CASES, ids=NAMES)
def test_the_rules_give_the_known_counts(game: Game, entry: Entry) -> None:
    state = game.state_from_text(entry.position)
    assert state.to_text() == entry.position
    assert entry.counts
    for depth, count in entry.counts.items():
        found = perft(state, depth)
        if found != count:
            pytest.fail(f"{found}, not {count}\n{show_division(state, depth)}", pytrace=False)


def confirm(game: Game, entry: Entry, counts: dict[int, int]) -> None:
    oracle = importlib.import_module(f"tests.perft.{game.name}_oracle")
    assert {depth: oracle.perft(entry, depth) for depth in counts} == counts


@pytest.mark.parametrize(("game", "entry"), CASES, ids=NAMES)
def test_a_second_version_of_the_rules_gives_the_same_counts(game: Game, entry: Entry) -> None:
    counts = {depth: n for depth, n in entry.counts.items() if depth == 1 or n <= QUICK}
    assert 1 in counts
    confirm(game, entry, counts)


@pytest.mark.long
@pytest.mark.parametrize(("game", "entry"), CASES, ids=NAMES)
def test_a_second_version_of_the_rules_gives_the_same_large_counts(
    game: Game, entry: Entry
) -> None:
    counts = {depth: n for depth, n in entry.counts.items() if depth <= 2 or n <= CONFIRMED}
    assert {1, 2} <= set(counts)
    confirm(game, entry, counts)


@pytest.mark.parametrize(("game", "entry"), CASES, ids=NAMES)
def test_a_division_adds_up_to_the_count(game: Game, entry: Entry) -> None:
    state = game.state_from_text(entry.position)
    depth = min(2, max(entry.counts))
    parts = divide(state, depth)
    assert list(parts) == [action.text for action in state.legal_actions()]
    assert sum(parts.values()) == perft(state, depth)


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_file_of_positions_without_doubles(name: str) -> None:
    hint = f"python -m tests.perft.propose {name} > tests/perft/{name}.txt"
    assert (FOLDER / f"{name}.txt").exists(), hint
    entries = read_entries(name)
    assert len({entry.name for entry in entries}) == len(entries)
    assert len({entry.position for entry in entries}) == len(entries)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_every_variant_has_a_position(game: Game, options: Options) -> None:
    assert options in [entry.options for known, entry in CASES if known is game]


@pytest.mark.parametrize(("game", "entry"), CASES, ids=NAMES)
def test_a_position_comes_from_the_game_that_is_written_beside_it(game: Game, entry: Entry) -> None:
    state = game.new(**entry.options)
    for text in entry.actions:
        state.apply(game.action_from_text(text))
    assert state.to_text() == entry.position


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_second_version_of_its_rules_to_count_with(name: str) -> None:
    assert (FOLDER / f"{name}_oracle.py").exists(), "perft(entry, depth) is wanted there"


def test_no_sequence_is_counted_from_where_nobody_is_to_move() -> None:
    for game in GAMES.values():
        state = game.new()
        assert perft(state, 0) == perft(state, 3) == 1
        assert divide(state, 3) == {}
