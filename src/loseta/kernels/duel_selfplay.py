"""Quick games of Azul Duel against itself, to learn the evaluation from."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import apply, chance, is_chance
from loseta.kernels.duel_dealing import start
from loseta.kernels.duel_features import find_features
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_policy import best_action, list_actions
from loseta.kernels.duel_search import find_rewards, finish_rounds, new_work, round_value
from loseta.kernels.duel_tables import MOST_ACTIONS, OVER, SEATS
from loseta.kernels.duel_worths import find_worths
from loseta.kernels.tree import REWARDS

ROWS_A_GAME = 4
"""Positions between two of the five rounds."""
STARRED_IN_10, THREE_IN_10 = 5, 3
"""Of ten games so many have the starred tablets, three at random, four at random."""


@inner
def start_game(g: Any, starred: Any, first: Any) -> None:
    kind = below(g.rng, 10)
    if kind < STARRED_IN_10:
        start(g, starred, 3, first)
    elif kind < STARRED_IN_10 + THREE_IN_10:
        start(g, 0, 3, first)
    else:
        start(g, 0, 4, first)


@inner
def best_looking(states: Any, tables: Any, width: Any, network: Any, work: Any, listed: Any) -> Any:
    """Of the actions of most worth in states[0] the one after which the round ends best; what is
    drawn until then is the same for all."""
    g = states[0]
    worths, later_worths = tables
    actions, likings, rewards = listed
    n = list_actions(g, worths, actions, likings)
    if n == 1:
        return actions[0]
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
        finish_rounds(h, g.round, later_worths, 0)
        round_value(h, network, work, 0.5, rewards)
        if rewards[0, seat] > best:
            best = rewards[0, seat]
            chosen = actions[k]
    below(g.rng, 2)  # what comes is not what was looked at
    return chosen


@kernel
def play_games(
    states: Any,
    starred: int,
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
    worths = np.zeros((SEATS, 5, 6))
    tables = (worths, np.zeros((SEATS, 5, 6)))
    work = new_work()
    features = work[0]
    listed = (
        np.zeros(MOST_ACTIONS, np.int64),
        np.zeros(MOST_ACTIONS, np.float64),
        np.zeros((REWARDS, SEATS)),
    )
    used = 0
    for number in range(games):
        g = states[0]
        g.rng[0] = (seed + number) << 32
        start_game(g, starred, number % SEATS)
        began = used
        round_before = g.round
        while g.phase != OVER:
            if g.round != round_before:
                round_before = g.round
                find_features(g, features)
                for seat in range(SEATS):
                    rows[used, seat] = features[seat]
                    now[used, seat] = g.score[seat]
                used += 1
            if is_chance(g):
                chance(g)
                continue
            if below(g.rng, 1024) < random_in_1024:
                apply(g, nth_action(g, below(g.rng, count_actions(g))))
                continue
            find_worths(g, g.turn, worths)
            if width == 0:
                apply(g, best_action(g, worths))
            else:
                apply(g, best_looking(states, tables, width, network, work, listed))
        rewards = listed[2]
        find_rewards(g, 0.0, rewards)
        for row in range(began, used):
            for seat in range(SEATS):
                shares[row, seat] = rewards[1, seat]
                finals[row, seat] = g.score[seat]
            numbers[row] = number
    return used
