"""Quick games of Azul against itself, to learn the evaluation from."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import (
    DEAL,
    OVER,
    SEATS,
    apply,
    count_actions,
    deal,
    nth_action,
    start,
)
from loseta.kernels.azul_features import FEATURES, find_features
from loseta.kernels.azul_search import find_rewards, round_value
from loseta.kernels.azul_worths import (
    MOST_ACTIONS,
    best_action,
    find_worths,
    finish_round,
    list_actions,
)
from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.tree import REWARDS
from loseta.kernels.value import HIDDEN

MOST_ROUNDS = 12
"""A game leaves no more positions behind; hardly any has as many rounds."""


@inner
def best_looking(states: Any, worths: Any, width: Any, network: Any, work: Any, listed: Any) -> Any:
    """Of the actions of most worth in states[0] the one after which the round ends best."""
    g = states[0]
    actions, likings, rewards = listed
    n = list_actions(g, worths, actions, likings)
    seat = g.turn
    best = -1e9
    chosen = actions[0]
    for _ in range(min(n, width)):
        k = 0
        for other in range(1, n):
            if likings[other] > likings[k]:
                k = other
        likings[k] = -1e9
        states[1] = states[0]
        h = states[1]
        apply(h, actions[k])
        finish_round(h, worths, 0)
        round_value(h, network, work, 0.5, rewards)
        if rewards[0, seat] > best:
            best = rewards[0, seat]
            chosen = actions[k]
    return chosen


@kernel
def play_games(
    states: Any,
    players: int,
    gray: int,
    games: int,
    seed: int,
    width: int,
    random_in_1024: int,
    network: Any,
    rows: Any,
    now: Any,
    shares: Any,
    finals: Any,
    numbers: Any,
) -> int:
    """Play games; of each position between two rounds the features, the scores, and how the game
    ended. `width` actions are looked at with the network; 0: none, the worths decide. Rows used.
    """
    worths = np.zeros((SEATS, 5, 5))
    features = np.zeros((SEATS, FEATURES), np.float32)
    work = (features, np.zeros((SEATS, 2 * HIDDEN), np.float32), np.zeros((3, SEATS)))
    listed = (
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(MOST_ACTIONS, np.float64),
        np.zeros((REWARDS, SEATS)),
    )
    used = 0
    for number in range(games):
        g = states[0]
        g.rng[0] = (seed + number) << 32
        start(g, players, gray, number % players)
        began = used
        while g.phase != OVER and g.round < MOST_ROUNDS:
            if g.phase == DEAL:
                if g.round > 1:
                    find_features(g, features)
                    for seat in range(players):
                        rows[used, seat] = features[seat]
                        now[used, seat] = g.score[seat]
                    used += 1
                deal(g)
                find_worths(g, worths)
            elif below(g.rng, 1024) < random_in_1024:
                apply(g, nth_action(g, below(g.rng, count_actions(g))))
            elif width == 0:
                apply(g, best_action(g, worths))
            else:
                apply(g, best_looking(states, worths, width, network, work, listed))
        rewards = listed[2]
        find_rewards(g, 0.0, rewards)
        for row in range(began, used):
            for seat in range(players):
                shares[row, seat] = rewards[1, seat]
                finals[row, seat] = g.score[seat]
            numbers[row] = number
    return used
