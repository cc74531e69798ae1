"""The exact choice of Duel's tiling and chips, against all ways by the rules; and roots that differ
in what one seat may not see."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from loseta.duel import State, action_from_index
from loseta.duel.check import find_problem
from loseta.game import DEALER
from loseta.kernels import puct, tree
from loseta.kernels.duel.packing import pack, unpack
from loseta.kernels.duel.tables import STATE
from loseta.kernels.duel.tiling_search import (
    DEEPEST,
    EXACT,
    MARGIN,
    RECORDS,
    VALUE,
    WINS,
    best_tiling,
)
from loseta.kernels.game import TILE_VALUES

from ..duel.policies import lumpy
from ..duel.positions import Seat, position
from ..kernels.duel_twins import choose, new_game
from ..kernels.test_duel_features import network, value_between_rounds
from ..kernels.test_duel_twin import SUNS, chips_galore

MOST = 1500
"""Ways that are looked through by the rules, which is slow."""
CHOOSING = ("tile", "pay")


class TooMany(Exception):
    pass


def ends_of(state: State, seat: int) -> list[State]:
    """All states that a seat's choices in its tiling can lead to."""
    ends: list[State] = []
    open_ones = [state]
    while open_ones:
        here = open_ones.pop()
        if here.phase not in CHOOSING or here.to_move != seat:
            ends.append(here)
            if len(ends) > MOST:
                raise TooMany
            continue
        for action in here.legal_actions():
            after = here.copy()
            after.apply(action)
            open_ones.append(after)
    return ends


def own_score(state: State, seat: int) -> int:
    """The final score of a seat whose tiling is done: the other's choices do not change it."""
    done = state.copy()
    while done.to_move is not None:
        done.apply(done.legal_actions()[0])
    return done.scores[seat]


def solved(state: State) -> tuple[Any, Any]:
    states = np.zeros(RECORDS, STATE)
    states[0] = pack(state)[0]
    way, told = np.zeros(DEEPEST, np.int64), np.zeros(4)
    action = action_from_index(int(best_tiling(states, network(), 0.5, way, told)))
    assert action in state.legal_actions()
    return action, told


def choices(games: int, wanted: Callable[[State], bool]) -> Iterator[State]:
    source = random.Random(8)
    for number in range(games):
        policy = ("building", "hoarding")[number % 2]
        state = new_game(source)
        pick = lumpy(source, 0)
        while state.to_move is not None:
            if state.to_move == DEALER:
                state.apply(state.deal(pick))
                continue
            if state.phase in CHOOSING and wanted(state):
                yield state
            state.apply(choose(state, state.legal_actions(), policy, source))


@pytest.mark.long
def test_the_last_tiling_is_the_best_of_all_ways() -> None:
    met = 0
    for state in choices(40, lambda state: state.round == 5):
        seat = state.turn
        try:
            best = max(own_score(end, seat) for end in ends_of(state, seat))
            action, told = solved(state)
            after = state.copy()
            after.apply(action)
            ends = ends_of(after, seat)
            theirs = max(own_score(end, 1 - seat) for end in ends_of(ends[0], 1 - seat))
        except TooMany:
            continue
        assert max(own_score(end, seat) for end in ends) == best
        assert told[MARGIN] == best - theirs
        assert told[WINS] in (0, 1)
        assert told[EXACT] == 1
        met += 1
    assert met > 20


@pytest.mark.long
def test_an_earlier_tiling_is_the_one_that_the_network_likes_best() -> None:
    """Of the seat that tiles last: what is then is what the network sees."""
    met = 0
    rewards = np.zeros((3, 2))

    def value(end: State, seat: int) -> float:
        value_between_rounds(pack(end), network(), 0.5, rewards)
        return float(rewards[0, seat])

    for state in choices(12, lambda state: state.round < 5 and state.turn != state.first):
        seat = state.turn
        try:
            best = max(value(end, seat) for end in ends_of(state, seat))
        except TooMany:
            continue
        action, told = solved(state)
        assert told[VALUE] == pytest.approx(best)
        after = state.copy()
        after.apply(action)
        assert max(value(end, seat) for end in ends_of(after, seat)) == pytest.approx(best)
        met += 1
    assert met > 10


def test_a_hoard_of_chips_is_answered() -> None:
    """Too many ways to look through in Python; the answer is legal all the same."""
    state = chips_galore()
    while state.phase not in CHOOSING:
        state.apply(state.legal_actions()[0])
    action, told = solved(state)
    assert action in state.legal_actions()
    assert np.isfinite(told).all()


# --- Roots that look alike ------------------------------------------------------------------


def hidden_hands() -> Any:
    """A seat has drawn plates that the other put back, and has not looked at them yet."""
    state = position(
        Seat(score=9, tokens=1),
        Seat(score=9, tokens=2),
        phase="draw",
        round=4,
        suns=SUNS,
        display=[],
        hand=["9~2", "7~2"],
        returned=[(2, [8, 5])],
    )
    rng = random.Random(5)
    pick = lumpy(rng, 0)
    return np.concatenate([pack(state.view(0).sample(0, pick)) for _ in range(8)])


@pytest.mark.long
def test_no_action_is_played_in_a_root_where_it_is_not_legal() -> None:
    """Every playout ends in a state that could stand on a table: no plate lies there twice."""
    roots = hidden_hands()
    assert len({root.tobytes() for root in roots}) > 1
    nodes = np.zeros(200_000, tree.NODE)
    scratch, rng = np.zeros(1, STATE), np.array([3], np.uint64)
    tile_values = np.zeros(TILE_VALUES), np.zeros(TILE_VALUES)
    how = tree.settings(rounds=9, exploration=3.0, temperature=50.0)
    used = 0
    for _ in range(4000):
        used = puct.grow(roots, scratch, nodes, used, 1, rng, how, *tile_values, network())
        end = unpack(scratch)
        assert find_problem(end) is None, find_problem(end)
        assert end.outcome is not None
