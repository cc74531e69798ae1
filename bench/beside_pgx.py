"""Batches of games compared with those of Pgx, whose games are compiled by JAX, in one run.

Both play the same number of games with observations and masks, choose random legal actions, and
begin the next game when one ends: `auto_reset` and `act_randomly` are Pgx's own.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from statistics import median
from typing import Any

import jax
import pgx
from pgx.experimental import act_randomly, auto_reset

from loseta.envs import vector

from .envs import BATCH
from .figures import Figure

OURS: dict[str, Callable[..., vector.Games]] = {
    "azul-2-coloured": vector.azul,
    "duel": vector.duel,
}
THEIRS = ("2048", "backgammon", "go_9x9")

Step = Callable[[], None]
"""Plays an action in every game of a batch."""


def figures(rounds: int, seconds: float) -> Iterator[Figure]:
    """Measure all batches in turns, so that other load on the machine affects all of them."""
    steps = {name: our_step(make) for name, make in OURS.items()}
    steps |= {f"pgx {name}": their_step(name) for name in THEIRS}
    for step in steps.values():
        step()  # compiles
    measured: dict[str, list[tuple[float, float]]] = {name: [] for name in steps}
    for _ in range(rounds):
        for name, step in steps.items():
            measured[name].append(pace(step, seconds))
    paces = {
        name: tuple(median(values) for values in zip(*runs, strict=True))
        for name, runs in measured.items()
    }
    for name, (per_second, per_cpu_second) in paces.items():
        yield Figure(f"{name} x {BATCH}", per_second / 1000, "k steps/s")
        yield Figure(f"{name} x {BATCH}", per_cpu_second / 1000, "k/CPU s")
    for name in OURS:
        value = paces[name][1]
        for other in list(paces)[len(OURS) :]:
            ratio = value / paces[other][1]
            yield Figure(f"{name} x {BATCH}", value / 1000, "k/CPU s", ratio, other)


def our_step(make: Callable[..., vector.Games]) -> Step:
    games = make(BATCH, copy=False)
    games.reset(seed=0)

    def step() -> None:
        games.step(games.sample())

    return step


def their_step(name: str) -> Step:
    env = pgx.make(name)
    key, first = jax.random.split(jax.random.PRNGKey(0))
    held: list[Any] = [key, jax.jit(jax.vmap(env.init))(jax.random.split(first, BATCH))]
    play = jax.vmap(auto_reset(env.step, env.init))

    def advance(key: Any, state: Any) -> tuple[Any, Any]:
        key, choice, chance = jax.random.split(key, 3)
        actions = act_randomly(choice, state.legal_action_mask)
        return key, play(state, actions, jax.random.split(chance, BATCH))

    compiled = jax.jit(advance)

    def step() -> None:
        held[:] = compiled(*held)
        jax.block_until_ready(held[1])

    return step


def pace(step: Step, seconds: float) -> tuple[float, float]:
    """Steps of single games per second, and per second of processor time."""
    began, busy, steps = time.perf_counter(), time.process_time(), 0
    while (passed := time.perf_counter() - began) < seconds or not steps:
        step()
        steps += BATCH
    return steps / passed if passed else 0.0, steps / (time.process_time() - busy)
