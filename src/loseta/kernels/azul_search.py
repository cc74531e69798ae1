"""Tree search for Azul: PUCT with informed playouts, for 2 to 4 players on both walls.

Inside a round everything is known; chance falls at its end. So the tree grows within the round, and
each playout goes on from its leaf by the worths, now and then with an action at random, to the end
of this round or of a later one, where the learned network says what the boards are worth. A node's
value is seen by the seat that moved into it; every seat maximises its own share of the win, mixed
with its margin over the best of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import DEAL, OFFER, OVER, SEATS, TILING, apply, deal, rank
from loseta.kernels.azul_features import FEATURES, find_features
from loseta.kernels.azul_worths import MOST_ACTIONS, find_worths, finish_round, list_actions
from loseta.kernels.bits import M64, mix
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.tree import (
    MARGIN_SHARE,
    RANDOM_SHARE,
    REWARDS,
    ROUNDS,
    add_children,
    choose_child,
    learn,
    new_root,
    softened,
)
from loseta.kernels.value import HIDDEN, evaluate, expected_rewards

LONGEST_PATH = 120
TO_THE_END = 40
"""Rounds; the five-round rule ends games of players who drop everything."""

# --- Playouts -------------------------------------------------------------------------------


@inner
def finish_rounds(g: Any, rounds: Any, worths: Any, random_in_1024: Any) -> None:
    for _ in range(rounds):
        if g.phase != DEAL:
            break
        deal(g)
        find_worths(g, worths)
        finish_round(g, worths, random_in_1024)


@inner
def find_rewards(g: Any, margin_share: Any, rewards: Any) -> None:
    """For each seat between 0 and 1: its share of the victory, mixed with its margin."""
    best = -1
    winners = 0
    for seat in range(g.players):
        here = rank(g, seat)
        if here > best:
            best = here
            winners = 1
        elif here == best:
            winners += 1
    for seat in range(g.players):
        other = -1
        for rival in range(g.players):
            if rival != seat and g.score[rival] > other:
                other = g.score[rival]
        margin = float(g.score[seat] - other)
        won = 1.0 / winners if rank(g, seat) == best else 0.0
        rewards[0, seat] = (1.0 - margin_share) * won + margin_share * softened(margin)
        rewards[1, seat] = won
        rewards[2, seat] = margin


@inner
def round_value(g: Any, network: Any, work: Any, margin_share: Any, rewards: Any) -> None:
    """The rewards of a state whose round is over: known at the end of the game, else expected."""
    if g.phase == OVER:
        find_rewards(g, margin_share, rewards)
        return
    features, hidden, values = work[0], work[1], work[2]
    find_features(g, features)
    evaluate(g.players, features, g.score, network, hidden, values)
    expected_rewards(g.players, values, margin_share, rewards)


@kernel
def play_outs(
    roots: Any, scratch: Any, count: int, rng: Any, how: Any, worths: Any, later_worths: Any
) -> int:
    """Bare playouts from roots[0] to the end of the game, to be measured; how many."""
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    find_worths(roots[0], worths)
    for _ in range(count):
        scratch[0] = roots[0]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        finish_round(g, worths, random_in_1024)
        finish_rounds(g, TO_THE_END, later_worths, random_in_1024)
    return count


# --- The tree -------------------------------------------------------------------------------


@kernel
def grow(
    roots: Any,
    scratch: Any,
    nodes: Any,
    used: int,
    iterations: int,
    rng: Any,
    how: Any,
    worths: Any,
    later_worths: Any,
    network: Any,
) -> Any:
    """Grow the tree of roots[0] by so many playouts; nodes used.

    `used` is 0 for a new tree. When the nodes run out the tree stops growing and goes on learning.
    """
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    values = np.zeros(MOST_ACTIONS, np.float64)
    rewards = np.zeros((REWARDS, SEATS), np.float64)
    work = (
        np.zeros((SEATS, FEATURES), np.float32),
        np.zeros((SEATS, 2 * HIDDEN), np.float32),
        np.zeros((3, SEATS)),
    )
    rounds = np.int64(how[ROUNDS])
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    find_worths(roots[0], worths)
    if used == 0:
        used = new_root(nodes)
    for _ in range(iterations):
        scratch[0] = roots[0]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        node = 0
        depth = 0
        while (g.phase == OFFER or g.phase == TILING) and depth < LONGEST_PATH - 1:
            if nodes[node].count == 0:
                if (nodes[node].visits == 0 and node != 0) or used + MOST_ACTIONS > len(nodes):
                    break
                n = list_actions(g, worths, actions, values)
                used = add_children(nodes, node, used, n, actions, values, how)
            node = choose_child(nodes, node, g.players, how)
            movers[depth] = g.turn
            path[depth] = node
            depth += 1
            apply(g, nodes[node].action)
        finish_round(g, worths, random_in_1024)
        finish_rounds(g, rounds - 1, later_worths, random_in_1024)
        round_value(g, network, work, how[MARGIN_SHARE], rewards)
        learn(nodes, path, movers, depth, rewards)
    return used
