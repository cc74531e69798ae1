"""Whole games replayed line by line; no game and no variant without one."""

from itertools import zip_longest
from pathlib import Path

import pytest

from loseta.dealer import Dealer
from loseta.game import DEALER, Game
from loseta.players import make

from .playthroughs import FOLDER, Playthrough, compact, read, write
from .support import NO_VARIANT, TITLES, VARIANTS, Options

FILES = sorted(FOLDER.glob("*.txt"))
LARGEST = 200_000

each_file = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


def first_difference(written: list[str], played: list[str]) -> str | None:
    """The first line that differs, as people want to see it."""
    for number, (old, new) in enumerate(zip_longest(written, played), start=1):
        if old != new:
            return f"line {number}\n  in the file:  {old}\n  played now:   {new}"
    return None


@each_file
def test_a_playthrough_is_replayed_line_by_line(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    difference = first_difference(text.splitlines(), list(read(text).render()))
    if difference:
        pytest.fail(f"{file.name}, {difference}", pytrace=False)
    assert text.splitlines()[-1] == "to move: nobody"


@each_file
def test_the_dealer_still_draws_what_it_drew_from_the_seed(file: Path) -> None:
    playthrough = read(file.read_text(encoding="utf-8"))
    dealer = Dealer(playthrough.seed)
    state = playthrough.game.new(**playthrough.options)
    for text in playthrough.actions:
        if state.to_move == DEALER:
            assert dealer.action(state).text == text
        state.apply(playthrough.game.action_from_text(text))


@each_file
def test_every_position_of_a_playthrough_reads_back(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    game = read(text).game
    for line in text.splitlines():
        if line.startswith("position: "):
            position = line.removeprefix("position: ")
            assert game.state_from_text(position).to_text() == position


@each_file
def test_a_playthrough_is_small_and_its_players_are_known(file: Path) -> None:
    assert file.stat().st_size < LARGEST
    assert all(make(name) for name in read(file.read_text(encoding="utf-8")).seats)


@pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)
def test_every_variant_has_a_playthrough(game: Game, options: Options) -> None:
    found = [read(file.read_text(encoding="utf-8")) for file in FILES]
    shown = [
        {name: value for name, value in other.options.items() if name not in NO_VARIANT}
        for other in found
        if other.game is game
    ]
    assert options in shown, "python -m tests.playthroughs.regenerate plays one"


def sample() -> Playthrough:
    return read(FILES[0].read_text(encoding="utf-8"))


def test_a_playthrough_that_differs_shows_the_first_differing_line() -> None:
    playthrough = sample()
    written = write(playthrough).splitlines()
    at = next(number for number, line in enumerate(written) if line.startswith("event: "))
    written[at] = "event: Nothing()"
    shown = first_difference(written, list(playthrough.render()))
    assert shown is not None
    assert f"line {at + 1}\n" in shown
    assert "Nothing()" in shown


def test_a_playthrough_with_an_illegal_action_names_the_rule() -> None:
    playthrough = sample()
    playthrough.actions.insert(0, playthrough.actions[-1])
    *_, last = playthrough.render()
    assert last.startswith("refused: ")


def test_legal_actions_that_differ_in_the_last_letter_are_written_together() -> None:
    assert list(compact(["1B1", "1B4", "CKF", "2:3", "2:5"])) == ["1B(14)", "CKF", "2:(35)"]
