"""The speed of the environments: batches of games, and one game at a time."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import numpy as np

from loseta.envs import pettingzoo, vector

from .figures import Figure

BATCH = 1024
THREADS = 2
GOALS = {"azul-2-coloured": 5_000_000, "duel": 500_000, "pettingzoo": 20_000}
"""The goals, in steps per second."""

BATCHES: dict[str, Callable[..., vector.Games]] = {
    "azul-2-coloured": vector.azul,
    "azul-2-gray": lambda count, **more: vector.azul(count, wall="gray", **more),
    "azul-4-coloured": lambda count, **more: vector.azul(count, players=4, **more),
    "azul-4-gray": lambda count, **more: vector.azul(count, players=4, wall="gray", **more),
    "duel": vector.duel,
}
SINGLES: dict[str, Callable[[], Any]] = {
    "azul-2-coloured": pettingzoo.azul,
    "duel": pettingzoo.duel,
}


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    yield from vectorised(rounds, seconds)
    yield from one_at_a_time(rounds, seconds)


def vectorised(rounds: int, seconds: float) -> Iterator[Figure]:
    """Random games with observations and masks; choosing actions from the masks is included.

    Besides the pace, this measures the processor time per step, which hardly depends on other
    load."""
    for name, make in BATCHES.items():
        paces = []
        for threads in (THREADS, 1):
            games = make(BATCH, threads=threads, copy=False)
            games.reset(seed=0)
            games.step(games.sample())  # compiles
            measured = [_pace(games, seconds) for _ in range(rounds)]
            paces.append((median(p for p, _ in measured), median(c for _, c in measured)))
            games.close()
        (pace, cost), (single, _) = paces
        title = f"{name} x {BATCH}, {THREADS} threads"
        yield Figure(title, pace / 1e6, "M steps/s", pace / single, "one thread")
        if name in GOALS:
            yield Figure(title, pace / 1e6, "M steps/s", pace / GOALS[name], "the goal")
        yield Figure(f"{name} x {BATCH}, processor time", cost * 1e9, "ns/step")


def _pace(games: vector.Games, seconds: float) -> tuple[float, float]:
    """Steps per second, and seconds of processor time per step."""
    began, busy, steps = time.perf_counter(), time.process_time(), 0
    while (passed := time.perf_counter() - began) < seconds or not steps:
        for _ in range(20):
            games.step(games.sample())
        steps += 20 * games.num_envs
    return steps / passed if passed else 0.0, (time.process_time() - busy) / steps


def one_at_a_time(rounds: int, seconds: float) -> Iterator[Figure]:
    """Random games in PettingZoo, in which every agent gets its observation and mask."""
    for name, make in SINGLES.items():
        _play_game(make(), np.random.default_rng(0), 0)  # compiles everything that a game needs
        measured = [_pettingzoo_pace(make(), number, seconds) for number in range(rounds)]
        pace, cost = (median(values) for values in zip(*measured, strict=True))
        goal = GOALS["pettingzoo"]
        yield Figure(f"{name} PettingZoo", pace, "steps/s", pace / goal, "the goal")
        yield Figure(f"{name} PettingZoo, processor time", cost * 1e6, "us/step")


def _pettingzoo_pace(env: Any, seed: int, seconds: float) -> tuple[float, float]:
    source = np.random.default_rng(seed)
    began, busy, steps = time.perf_counter(), time.process_time(), 0
    while (passed := time.perf_counter() - began) < seconds or not steps:
        steps += _play_game(env, source, seed + steps)
    return steps / passed, (time.process_time() - busy) / steps


def _play_game(env: Any, source: np.random.Generator, seed: int) -> int:
    """Play a random game; return how many actions the agents took."""
    env.reset(seed=seed)
    steps = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
            continue
        legal = seen["action_mask"].nonzero()[0]
        env.step(legal[int(source.random() * len(legal))])
        steps += 1
    return steps
