"""Plain UCT for Azul Duel."""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import apply, is_chance, play_out, winner
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_tables import MOST_ACTIONS, OVER, SEATS
from loseta.kernels.uct import (
    LONGEST_PATH,
    add_children,
    choose_child,
    is_leaf,
    learn,
    new_root,
    next_playout,
)


@inner
def is_legal(g: Any, action: Any) -> Any:
    k = count_actions(g) - 1
    while k >= 0 and nth_action(g, k) != action:
        k -= 1
    return k >= 0


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
    """Grow the tree up to the next draw by so many playouts, each from one of the roots in turn;
    nodes used (0: a new tree).

    The roots are states that the seat to move cannot tell apart. The other one may, and then what
    it could do in one of them need not be legal in the next: there the playout leaves the tree.
    When the nodes run out the tree stops growing and goes on learning."""
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    shares = np.zeros(SEATS, np.float64)
    if used == 0:
        used = new_root(nodes)
    for _ in range(playouts):
        next_playout(rng, scratch, roots[nodes[0].visits % len(roots)])
        g = scratch[0]
        node = 0
        depth = 0
        while g.phase != OVER and not is_chance(g) and depth < LONGEST_PATH:
            if is_leaf(nodes, node, used, MOST_ACTIONS):
                break
            if nodes[node].count == 0:
                count = count_actions(g)
                for k in range(count):
                    actions[k] = nth_action(g, k)
                used = add_children(nodes, node, used, actions, count, g.rng)
            child = choose_child(nodes, node, exploration)
            if len(roots) > 1 and not is_legal(g, nodes[child].action):
                break
            node = child
            movers[depth] = g.turn
            path[depth] = node
            depth += 1
            apply(g, nodes[node].action)
        play_out(g)
        won = winner(g)
        shares[won] = 1.0
        shares[1 - won] = 0.0
        learn(nodes, path, movers, depth, shares)
    return used
