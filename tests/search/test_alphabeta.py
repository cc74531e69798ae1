"""Alpha-beta to the end of the round: exact near its end, legal always, on any number of threads.

The brute force below is written on the rules engine; only the value of a finished round is asked of
the network, by its plain definition in `loseta.learning`.
"""

from __future__ import annotations

import threading
import time
from random import Random
from typing import Any

import numpy as np
import pytest

from loseta.azul import State
from loseta.dealer import Dealer
from loseta.game import DEALER
from loseta.kernels.azul import features as azul_features
from loseta.kernels.azul.packing import pack
from loseta.kernels.azul.tables import SEATS
from loseta.kernels.compiled import kernel
from loseta.kernels.value import GAIN_UNIT
from loseta.learning.network import Network
from loseta.players.search.azul import AzulSearcher
from loseta.players.search.azul.alphabeta import MARGIN_SHARE, AlphaBeta
from loseta.players.search.budget import Budget
from loseta.players.search.networks import network
from loseta.players.search.thinker import FEW_VISITS, Thinker

WALLS = ("coloured", "gray")


def near_the_end(wall: str, seed: int, tiles: int) -> State:
    """A position of random play in which at most so many tiles are left to be taken."""
    state = State.new(2, wall)
    dealer, chooser = Dealer(f"{wall}{seed}"), Random(seed)
    rounds = 1 + seed % 4
    while True:
        if state.to_move == DEALER:
            state.apply(dealer.action(state))
            continue
        out = sum(map(sum, state.sources))
        if state.round >= rounds and 0 < out <= tiles and len(state.legal_actions()) > 1:
            return state
        state.apply(chooser.choice(state.legal_actions()))
        if state.outcome is not None:
            return near_the_end(wall, seed + 1000, tiles)


@kernel
def features_of(states: Any, out: Any) -> None:
    azul_features.find_features(states[0], out)


def value(state: State, seat: int) -> float:
    """What a finished round is worth to a seat: half the chance to win, half the margin."""
    if state.outcome is not None:
        won = 1 / len(state.outcome.winners) if seat in state.outcome.winners else 0.0
        margin = float(state.outcome.scores[seat] - state.outcome.scores[1 - seat])
    else:
        x = np.zeros((SEATS, azul_features.FEATURES), np.float32)
        features_of(pack(state), x)
        first, last = AzulSearcher().network(state)
        shares, gains = Network(first, last).judge(x[None, :2])
        won = float(shares[0, seat])
        finals = [state.scores[k] + GAIN_UNIT * float(gains[0, k]) for k in range(2)]
        margin = finals[seat] - finals[1 - seat]
    soft = 0.5 + 0.5 * margin / (20 + abs(margin))
    return (1 - MARGIN_SHARE) * won + MARGIN_SHARE * soft


def brute_force(state: State, seat: int, known: dict[str, float]) -> float:
    if state.to_move in (DEALER, None):
        return value(state, seat)
    text = state.to_text()
    if text not in known:
        choose = max if state.to_move == seat else min
        known[text] = choose(
            brute_force(after(state, action), seat, known) for action in state.legal_actions()
        )
    return known[text]


def after(state: State, action: Any) -> State:
    copy = state.copy()
    copy.apply(action)
    return copy


@pytest.mark.parametrize("wall", [pytest.param("gray", marks=pytest.mark.long), "coloured"])
def test_the_last_picks_are_played_exactly(wall: str) -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    for seed in range(25 if wall == "coloured" else 6):  # columns make brute force slow
        state = near_the_end(wall, seed, 5)
        seat = state.to_move
        assert seat is not None
        chosen = thinker.think(state, Budget(visits=2_000_000), most=1)[0].action
        known: dict[str, float] = {}
        values = {
            action: brute_force(after(state, action), seat, known)
            for action in state.legal_actions()
        }
        assert values[chosen] == pytest.approx(max(values.values()), abs=2e-5)


@pytest.mark.parametrize("wall", WALLS)
@pytest.mark.parametrize("threads", [1, 2])
def test_every_candidate_is_legal_and_its_line_can_be_played(wall: str, threads: int) -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8, threads=threads)
    for seed in range(8):
        state = near_the_end(wall, seed, 20)
        candidates = thinker.think(state, Budget(visits=4000), most=4)
        assert 1 <= len(candidates) <= 4
        assert len({candidate.action for candidate in candidates}) == len(candidates)
        chances = [candidate.win_chance for candidate in candidates]
        assert chances == sorted(chances, reverse=True)
        for candidate in candidates:
            assert 0 <= candidate.win_chance <= 1
            trial = state.copy()
            for action in candidate.line:
                assert action in trial.legal_actions()
                trial.apply(action)


def test_one_thread_and_a_number_of_nodes_give_the_same_again() -> None:
    state = near_the_end("coloured", 3, 20)
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    first = thinker.think(state, Budget(visits=5000))
    thinker.reseed(1)
    assert thinker.think(state, Budget(visits=5000)) == first


def test_nodes_are_not_spent_beyond_the_budget() -> None:
    search = AlphaBeta(1, 2**20)
    state = near_the_end("coloured", 3, 20)
    clock = Budget(visits=3000).start()
    weights = network("azul-2-coloured", azul_features.FEATURES)
    search.think(pack(state), weights, clock, 1, None, lambda: False)
    assert clock.visits <= 3001


def test_it_can_be_stopped_from_outside() -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    state = near_the_end("coloured", 3, 20)
    thinker.warm_up(state)
    asked = threading.Event()
    threading.Timer(0.3, asked.set).start()
    began = time.perf_counter()
    found = thinker.think(state, Budget(seconds=600), stop=asked.is_set)
    assert time.perf_counter() - began < 300
    assert found[0].action in state.legal_actions()


def test_progress_is_told_while_it_looks() -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    state = near_the_end("coloured", 3, 20)
    told: list[Any] = []
    thinker.think(state, Budget(seconds=600), progress=told.append, most=2, stop=lambda: bool(told))
    assert told
    assert all(each[0].action in state.legal_actions() for each in told)


def test_few_nodes_are_left_to_the_tree() -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    state = near_the_end("coloured", 3, 20)
    candidates = thinker.think(state, Budget(visits=FEW_VISITS - 1))
    assert len(candidates) > 8


def test_an_action_that_is_asked_about_is_told_about() -> None:
    thinker = Thinker(AzulSearcher(), memory_mb=8)
    state = near_the_end("coloured", 3, 20)
    best = [each.action for each in thinker.think(state, Budget(visits=3000), most=2)]
    other = next(action for action in state.legal_actions() if action not in best)
    found = thinker.think(state, Budget(visits=3000), most=2, also=other)
    assert other in [each.action for each in found]
    assert len(thinker.think(state, Budget(visits=3000), most=2, also=found[0].action)) == 2
