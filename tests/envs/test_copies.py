"""Copies of environments, here and in other processes, go on like the original."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence

from loseta.envs import gymnasium, pettingzoo, seat_vector, vector
from loseta.game import BadOption

WAYS: list[Callable[[Any], Any]] = [copy.deepcopy, lambda each: pickle.loads(pickle.dumps(each))]
each_way = pytest.mark.parametrize("duplicate", WAYS, ids=["deepcopy", "pickle"])


@each_way
@pytest.mark.parametrize("make", [pettingzoo.azul, pettingzoo.duel])
def test_pettingzoo(make: Any, duplicate: Callable[[Any], Any]) -> None:
    env = make()
    env.reset(seed=3)
    env.step(int(np.flatnonzero(env.last()[0]["action_mask"])[0]))
    other = duplicate(env)
    for _ in range(30):
        one, two = env.last()[0], other.last()[0]
        assert (one["observation"] == two["observation"]).all()
        assert (one["action_mask"] == two["action_mask"]).all()
        action = int(np.flatnonzero(two["action_mask"])[-1])
        env.step(action)
        other.step(action)
    held = env.last()[0]["action_mask"]
    other.step(int(np.flatnonzero(other.last()[0]["action_mask"])[0]))
    assert (env.last()[0]["action_mask"] == held).all()  # each goes its own way


@each_way
@pytest.mark.parametrize("make", [gymnasium.azul, gymnasium.duel])
def test_gymnasium(make: Any, duplicate: Callable[[Any], Any]) -> None:
    env = make(opponent="greedy")
    seen, _ = env.reset(seed=3)
    other = duplicate(env)
    for _ in range(10):
        action = int(np.flatnonzero(seen["action_mask"])[-1])
        seen, reward, over, *_ = env.step(action)
        again, same, *_ = other.step(action)
        assert (seen["observation"] == again["observation"]).all()
        assert reward == same
        if over:
            break


@each_way
@pytest.mark.parametrize("threads", [1, 2])
def test_batches(threads: int, duplicate: Callable[[Any], Any]) -> None:
    env = seat_vector.duel(256, threads=threads, seat=1)
    env.reset(seed=1)
    other = duplicate(env)
    assert other.batch.threads == threads
    for _ in range(20):
        one = env.step(env.sample().copy())
        two = other.step(other.sample().copy())
        assert data_equivalence(one[:4], two[:4], exact=True)
        assert not np.shares_memory(two[0]["action_mask"], one[0]["action_mask"])


def test_there_is_no_game_or_seat_beyond_the_last() -> None:
    games = vector.azul(4)
    games.reset(seed=0)
    assert games.observe(3, 1).shape == (games.layout.size,)
    assert games.state(int(np.int64(3))).seats == 2
    for number, seat in ((4, 0), (-1, 0), (0, 2), (0, -1)):
        with pytest.raises(BadOption):
            games.observe(number, seat)
    for number in (4, -1):
        with pytest.raises(BadOption):
            games.state(number)


@pytest.mark.parametrize("make", [np.int64, np.array, int])
def test_what_libraries_answer_is_an_action(make: Any) -> None:
    """Arrays without dimensions, too: so does `predict` of Stable-Baselines3."""
    env = gymnasium.azul(opponent="random")
    seen, _ = env.reset(seed=1)
    action = make(int(np.flatnonzero(seen["action_mask"])[0]))
    assert env.action_space.contains(action)
    *_, told = env.step(action)
    assert "illegal" not in told
    aec = pettingzoo.azul()
    aec.reset(seed=1)
    aec.step(make(int(np.flatnonzero(aec.last()[0]["action_mask"])[0])))
