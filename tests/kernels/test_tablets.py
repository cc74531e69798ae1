"""No layer forgets a scoring tablet of Azul Duel: everything that evaluates a dome considers every
side in the box. These tests say what is missing for a tablet that was added to
`components.toml`."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import numpy as np
import pytest

from loseta.duel import State
from loseta.duel.components import (
    DOME_SPACES,
    EMPTY,
    ROUNDS,
    SPECIAL,
    TABLETS,
    WILD,
    spaces_of,
)
from loseta.game import DEALER
from loseta.kernels.compiled import kernel
from loseta.kernels.duel.features import FEATURES, SIDES_IN_PLAY, find_features
from loseta.kernels.duel.heuristics import space_value
from loseta.kernels.duel.packing import pack
from loseta.kernels.duel.rules import points_of_side
from loseta.kernels.duel.tables import SIDE_COUNT, SIDES
from loseta.players.greedy.duel import space_value as greedy_value

from ..duel.policies import lumpy

each_side = pytest.mark.parametrize("side", [side for tablet in TABLETS for side in tablet])


@cache
def last_round() -> State:
    """The start of the last round of a random game: the domes have all their plates."""
    source = random.Random(2)
    state, pick = State.new(), lumpy(source, 0)
    while state.round < ROUNDS:
        if state.to_move == DEALER:
            state.apply(state.deal(pick))
        else:
            state.apply(source.choice(state.legal_actions()))
    return state


def some_dome(side: str) -> State:
    state = last_round().copy()
    state.tablets = (side,)
    return state


def without(states: Any) -> Any:
    """The same position without tablets."""
    bare = states.copy()
    bare["tablets"] = 0
    return bare


@kernel
def value_of(states: Any, row: int, column: int) -> float:
    return space_value(states[0], 0, row, column)


@kernel
def features_of(states: Any, out: Any) -> None:
    find_features(states[0], out)


def filled(state: State, specials: bool) -> State:
    """A tile on every space; or none on the special ones, and with them one space less of their
    plate: the special tile comes by itself with the third tile (D4.7)."""
    board = state.boards[0]
    for dome_space in DOME_SPACES:
        spaces = spaces_of(dome_space)
        kinds = [board.spaces[row][column] for row, column in spaces]
        empty = [] if specials or SPECIAL not in kinds else [kinds.index(SPECIAL)]
        empty += [(empty[0] + 1) % 4] if empty else []
        for n, (row, column) in enumerate(spaces):
            tile = (row + column) % 5 if kinds[n] == WILD else kinds[n]
            board.tiles[row][column] = EMPTY if n in empty else tile
    return state


@each_side
def test_greedy_values_it(side: str) -> None:
    """By what it adds to a space; 0 everywhere would mean that it was forgotten."""
    state, bare = some_dome(side), some_dome(side)
    bare.tablets = ()
    gained = [
        greedy_value(state, state.boards[0], row, column)
        - greedy_value(bare, bare.boards[0], row, column)
        for row in range(6)
        for column in range(6)
    ]
    assert any(gained)


@each_side
def test_the_heuristics_of_the_kernel_value_it(side: str) -> None:
    states = pack(some_dome(side))
    gained = [
        value_of(states, row, column) - value_of(without(states), row, column)
        for row in range(6)
        for column in range(6)
    ]
    assert any(gained)


@each_side
def test_the_network_sees_what_it_scores(side: str) -> None:
    """Beyond the feature that says that it is in play."""
    found = np.zeros((2, FEATURES), np.float32)
    features_of(pack(filled(some_dome(side), specials=False)), found)
    own = found[0, SIDES_IN_PLAY + SIDE_COUNT :]
    assert found[0, SIDES_IN_PLAY + SIDES.index(side)] == 1
    assert own.any()


@each_side
def test_the_kernel_scores_it(side: str) -> None:
    state = filled(some_dome(side), specials=side != "specials")
    assert points_of_side(pack(state), 0, SIDES.index(side)) != 0


def test_an_unknown_tablet_is_no_silent_zero() -> None:
    state = some_dome("rows")
    state.tablets = ("spirals",)
    with pytest.raises(NotImplementedError, match="spirals"):
        greedy_value(state, state.boards[0], 0, 0)
