"""Plain UCT for Azul, for 2 to 4 players on both walls."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import (
    OFFER,
    SEATS,
    TILING,
    apply,
    count_actions,
    nth_action,
    play_out,
    rank,
)
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.uct import (
    LONGEST_PATH,
    add_children,
    choose_child,
    is_leaf,
    learn,
    new_root,
    next_playout,
)

MOST_ACTIONS = 300


@inner
def find_shares(g: Any, shares: Any) -> None:
    """The victory, divided among those who share it (A6.3)."""
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
        shares[seat] = 1.0 / winners if rank(g, seat) == best else 0.0


@kernel
def grow(
    roots: Any,
    scratch: Any,
    nodes: Any,
    used: int,
    playouts: int,
    rng: Any,
    exploration: float,
) -> Any:
    """Grow the tree of roots[0] within the round by so many playouts; nodes used (0: a new tree).

    When the nodes run out the tree stops growing and goes on learning."""
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    shares = np.zeros(SEATS, np.float64)
    if used == 0:
        used = new_root(nodes)
    for _ in range(playouts):
        next_playout(rng, scratch, roots[0])
        g = scratch[0]
        node = 0
        depth = 0
        while (g.phase == OFFER or g.phase == TILING) and depth < LONGEST_PATH:
            if is_leaf(nodes, node, used, MOST_ACTIONS):
                break
            if nodes[node].count == 0:
                count = count_actions(g)
                for k in range(count):
                    actions[k] = nth_action(g, k)
                used = add_children(nodes, node, used, actions, count, g.rng)
            node = choose_child(nodes, node, exploration)
            movers[depth] = g.turn
            path[depth] = node
            depth += 1
            apply(g, nodes[node].action)
        play_out(g)
        find_shares(g, shares)
        learn(nodes, path, movers, depth, shares)
    return used
