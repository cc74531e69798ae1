"""Azul on both engines, and ways to play that lead into corners."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from loseta.azul import FLOOR, State, Take
from loseta.kernels import play
from loseta.kernels.azul import packing, rules

Policy = Callable[[State, list[Any], random.Random], Any]


class AzulTwin:
    most_actions = 400
    pack = staticmethod(packing.pack)
    unpack = staticmethod(packing.unpack)
    legal = staticmethod(play.legal)

    def step(self, states: Any, action: Any) -> None:
        play.step(states, action.index)

    def step_dealer(self, states: Any, action: Any) -> None:
        rules.step_dealer(states, packing.packed_dealer_action(action))

    def differences_at_end(self, state: State, states: Any) -> list[str]:
        outcome = state.outcome
        ranks = [play.rank_of(states, seat) for seat in range(state.players)]
        winners = tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
        scores = tuple(states[0]["score"][: state.players].tolist())
        same = outcome is not None and (outcome.winners, outcome.scores) == (winners, scores)
        return [] if same else [f"end: {outcome} by the rules, {winners} {scores} compiled"]


def uniform(state: State, legal: list[Any], rng: random.Random) -> Any:
    return legal[int(rng.random() * len(legal))]


def wasteful(state: State, legal: list[Any], rng: random.Random) -> Any:
    """Drops what it can, but not always, so that rare ends come about."""
    floor = [a for a in legal if isinstance(a, Take) and a.line == FLOOR]
    return rng.choice(floor if floor and rng.random() < 0.9 else legal)


def hoarding(state: State, legal: list[Any], rng: random.Random) -> Any:
    """Fills long lines first."""
    long = [a for a in legal if isinstance(a, Take) and a.line in (2, 3, 4)]
    return rng.choice(long or legal)


def whole(state: State, legal: list[Any], rng: random.Random) -> Any:
    """Leaves the centre, and with it the marker, alone as long as it can."""
    factories = [a for a in legal if isinstance(a, Take) and a.source]
    return rng.choice(factories or legal)


POLICIES: tuple[Policy, ...] = (uniform, uniform, wasteful, hoarding, whole)
