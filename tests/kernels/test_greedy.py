"""The compiled `greedy` is the twin of the one in Python: the same values to the bit, the same
games to the letter."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest

from loseta.arena import series as played
from loseta.arena.collection import Collection, files_in, texts_of
from loseta.arena.series import Series, SeriesPlayers, games
from loseta.arena.simulate import sum_up
from loseta.dealer import Dealer
from loseta.duel import GAME as DUEL
from loseta.game import DEALER, Game, State, complete_options
from loseta.games import part
from loseta.kernels.compiled import kernel
from loseta.kernels.game import TILE_VALUES, greedy_value, prepare_greedy
from loseta.kernels.mersenne import random
from loseta.kernels.play import list_legal

from ..support import Options, each_variant_at_length, seats_of


@kernel
def draw(generator: Any, out: Any) -> None:
    for n in range(len(out)):
        out[n] = random(generator)


def test_the_generator_is_that_of_python() -> None:
    for seed in ("", "a seed", "ñandú"):
        theirs, out = Random(seed), np.zeros(2000)
        draw(np.array(theirs.getstate()[1], np.int64), out)
        assert out.tolist() == [theirs.random() for _ in out]


@kernel
def values_of(states: Any, actions: Any, out: Any) -> int:
    g = states[0]
    tile_values = np.zeros(TILE_VALUES)
    prepare_greedy(g, tile_values)
    n = list_legal(g, actions)
    for k in range(n):
        out[k] = greedy_value(g, actions[k], tile_values)
    return n


def check_values(state: State, seed: str) -> None:
    """At each decision of a game at random, which comes to more kinds of positions than `greedy`
    does."""
    kernels, value = (
        part("kernels", state.game.name),
        part("players.greedy", state.game.name).heuristic_value,
    )
    source, dealer = Random(seed), Dealer(seed)
    actions, out = np.zeros(1000, np.int64), np.zeros(1000)
    while state.to_move is not None:
        if state.to_move == DEALER:
            state.apply(dealer.action(state), check=False)
            continue
        legal = state.legal_actions()
        n = values_of(kernels.pack(state), actions, out)
        assert actions[:n].tolist() == [action.index for action in legal]
        assert out[:n].tolist() == [value(state, action) for action in legal], state.to_text()
        state.apply(source.choice(legal), check=False)


@each_variant_at_length
def test_the_values_are_the_same_to_the_bit(game: Game, options: Options) -> None:
    check_values(game.new(**options), "values")


@pytest.mark.long
def test_the_values_are_the_same_with_any_tablets() -> None:
    for tablets in DUEL.options[0].values:
        for number in range(3):
            check_values(DUEL.new(tablets=tablets), f"{tablets} {number}")


def greedy_series(game: Game, options: Options, seed: str = "1") -> Series:
    chosen = complete_options(game, options)
    return Series(game.name, chosen, ("greedy",) * seats_of(game, chosen), seed)


@each_variant_at_length
def test_the_games_are_the_same_to_the_letter(game: Game, options: Options) -> None:
    who = greedy_series(game, options)
    plain, compiled = SeriesPlayers(who), SeriesPlayers(who, many=True)
    for number in range(5):
        assert compiled.play(number, True) == plain.play(number, True)


@pytest.mark.long
@each_variant_at_length
def test_many_games_are_the_same_to_the_letter(game: Game, options: Options) -> None:
    who = greedy_series(game, options, "many")
    plain, compiled = SeriesPlayers(who), SeriesPlayers(who, many=True)
    for number in range(100):
        assert compiled.play(number, True) == plain.play(number, True)


@pytest.mark.parametrize("jobs", [1, pytest.param(3, marks=pytest.mark.long)])
def test_a_long_series_is_compiled_and_goes_on_where_it_was_broken_off(
    jobs: int, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    who = greedy_series(DUEL, {})

    def play(count: int) -> str:
        with Collection(tmp_path, "games", who.conditions) as kept:
            return sum_up(games(who, count, jobs, kept), 2).fingerprint

    plain = list(games(who, 4))
    play(1)
    monkeypatch.setattr(played, "WORTH_COMPILING", 1)
    fingerprint = play(4)
    monkeypatch.undo()
    assert fingerprint == sum_up(games(who, 4), 2).fingerprint
    found = [text for path in files_in(tmp_path) for text in texts_of(path)]
    again = SeriesPlayers(who)
    assert found == [again.play(each.number, True).text for each in plain]
