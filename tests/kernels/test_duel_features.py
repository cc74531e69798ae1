"""What the evaluation of Azul Duel sees, the games it learns from, and what it says."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from loseta.duel import State
from loseta.duel.components import ROUNDS
from loseta.game import DEALER
from loseta.kernels.compiled import kernel
from loseta.kernels.duel.features import (
    FEATURES,
    ROUND,
    SCORE,
    SIDES_IN_PLAY,
    SPECIAL_LOSS,
    STARTS,
    find_features,
)
from loseta.kernels.duel.packing import pack
from loseta.kernels.duel.tables import SIDES, STATE
from loseta.kernels.rewards import new_work, round_value
from loseta.kernels.selfplay import play_games
from loseta.kernels.value import HIDDEN
from loseta.learning.duel import MOST_ROUNDS, setups

from ..duel.policies import lumpy
from ..duel.positions import Seat, position
from .duel_twins import choose, new_game

SEATED = [name for name in STATE.names or () if STATE[name].shape[:1] == (2,)]
SEATED = [name for name in SEATED if name not in ("returned", "hand", "under")]


ROWS_A_GAME = ROUNDS - 1
"""Positions between two rounds."""


@kernel
def features_of(states: Any, features: Any) -> None:
    find_features(states[0], features)


@kernel
def value_between_rounds(states: Any, network: Any, margin_share: float, rewards: Any) -> None:
    round_value(states[0], network, new_work(network), margin_share, rewards)


def between_rounds(games: int) -> Iterator[State]:
    """Positions of random games in which a round has just ended."""
    source = random.Random(4)
    for number in range(games):
        policy = ("building", "hoarding", "uniform")[number % 3]
        state = new_game(source)
        pick = lumpy(source, 0)
        round_before = 1
        while state.to_move is not None:
            if state.round != round_before:
                round_before = state.round
                yield state
            if state.to_move == DEALER:
                state.apply(state.deal(pick))
            else:
                state.apply(choose(state, state.legal_actions(), policy, source))


def features(states: Any) -> Any:
    found = np.full((2, FEATURES), np.nan, np.float32)
    features_of(states, found)
    return found


def seats_swapped(states: Any) -> Any:
    swapped = states.copy()
    for name in SEATED:
        swapped[name] = states[name][:, ::-1]
    swapped["first"] = 1 - states["first"]
    return swapped


def network(seed: int = 1) -> tuple[Any, Any]:
    rng = np.random.default_rng(seed)
    first = rng.normal(0, 0.3, (FEATURES + 1, 2 * HIDDEN)).astype(np.float32)
    return first, rng.normal(0, 0.3, (HIDDEN + 1, 2)).astype(np.float32)


@pytest.mark.long
def test_features_are_small_and_know_no_seat() -> None:
    met = 0
    for state in between_rounds(24):
        states = pack(state)
        found = features(states)
        assert np.isfinite(found).all()
        assert np.abs(found).max() <= 6
        assert (features(seats_swapped(states)) == found[::-1]).all()
        for seat in (0, 1):
            assert found[seat, ROUND : ROUND + 4].tolist() == [
                state.round == number for number in (2, 3, 4, 5)
            ]
            assert found[seat, STARTS] == (state.first == seat)
            in_play = found[seat, SIDES_IN_PLAY : SIDES_IN_PLAY + 8].astype(bool)
            assert {side for side, on in zip(SIDES, in_play, strict=True) if on} == set(
                state.tablets
            )
        met += 1
    assert met == 24 * 4


def test_a_tablet_is_seen_only_where_it_is_in_play() -> None:
    """D8.8 is about empty special spaces; plate 1 has one."""
    seat = Seat(plates={1: "1n", 2: "5n"}, dome={1: "YK...."})
    for tablets, seen in (("rows+columns+specials", True), ("rows+columns+diagonals", False)):
        states = pack(position(seat, phase="display", round=2, tablets=tablets))
        assert features(states)[0, SPECIAL_LOSS:].any() == seen


@pytest.mark.long
def test_the_evaluation_is_finite_and_fair() -> None:
    first, last = network()
    for state in between_rounds(6):
        rewards = np.full((3, 2), np.nan)
        value_between_rounds(pack(state), (first, last), 0.5, rewards)
        assert np.isfinite(rewards).all()
        assert np.allclose(rewards[:2].sum(axis=1), 1)
        assert np.isclose(rewards[2, 0], -rewards[2, 1])
        swapped = np.zeros((3, 2))
        value_between_rounds(seats_swapped(pack(state)), (first, last), 0.5, swapped)
        assert np.allclose(swapped, rewards[:, ::-1])


def played(games: int, seed: int, width: int) -> list[Any]:
    rows = games * ROWS_A_GAME
    out = [np.zeros((rows, 2, FEATURES), np.float32), *np.zeros((3, rows, 2), np.float32)]
    out.append(np.full(rows, -1, np.int64))
    states = np.zeros(2, STATE)
    tablets = np.array(setups(State.new()))
    numbers = (MOST_ROUNDS, games, seed, width, 50)
    assert play_games(states, tablets, *numbers, network(), *out) == rows
    return out


def test_games_to_learn_from() -> None:
    for games, width in ((120, 0), (6, 4)):
        seen, now, shares, finals, numbers = played(games, 1, width)
        assert numbers.tolist() == [n for n in range(games) for _ in range(ROWS_A_GAME)]
        assert np.isfinite(seen).all()
        assert np.allclose(seen[:, :, SCORE] * 20, now)
        rounds = seen[:, 0, ROUND : ROUND + 4].argmax(axis=1)
        assert rounds.tolist() == [0, 1, 2, 3] * games
        assert (seen[:, :, STARTS].sum(axis=1) == 1).all()
        assert (shares.sum(axis=1) == 1).all()
        ahead = finals[:, 0] != finals[:, 1]
        assert ((finals[:, 0] > finals[:, 1]) == (shares[:, 0] == 1))[ahead].all()
        again = played(games, 1, width)
        for one, other in zip((seen, now, shares, finals, numbers), again, strict=True):
            assert (one == other).all()
    in_play = played(120, 7, 0)[0][:, 0, SIDES_IN_PLAY : SIDES_IN_PLAY + 8]
    assert (in_play.mean(axis=0) > 0.1).all()
    assert set(in_play.sum(axis=1)) == {3, 4}
