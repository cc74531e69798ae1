"""Plain UCT: a tree within the round, with children chosen by UCB1.

It uses nothing but the rules: playouts are uniformly random to the end of the game, and it
maximises the share of the win. It is a baseline for the players that know more.

A node is reached by an action; its wins are those of the seat that played it. So every seat
maximises its own share, and games of three or four need no special treatment.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import (
    MOST_SEATS,
    apply,
    count_actions,
    is_chance,
    is_over,
    most_actions,
    nth_action,
)
from loseta.kernels.play import list_legal, play_out
from loseta.kernels.rewards import find_rewards
from loseta.kernels.tree import (
    LONGEST_PATH,
    REWARDS,
    backpropagate,
    begin_playout,
    clear_node,
    is_leaf,
    new_root,
    set_children,
)
from loseta.kernels.types import Action, Actions, Generator, Nodes, Record, Records

NODE = np.dtype(
    [
        ("wins", np.float64),
        ("visits", np.int32),
        ("first", np.int32),  # its children are nodes first to first + count - 1
        ("count", np.int32),
        ("action", np.int32),
    ]
)


@inner
def add_children(
    nodes: Nodes, node: int, used: int, actions: Actions, count: int, rng: Generator
) -> int:
    """Give a node its children in random order, because untried ones are tried in this order.
    Returns how many nodes are used."""
    for n in range(count):
        other = n + below(rng, count - n)
        child = nodes[used + n]
        clear_node(child)
        child.action = actions[other]
        actions[other] = actions[n]
    return set_children(nodes, node, used, count)


@inner
def choose_child(nodes: Nodes, node: int, exploration: float) -> int:
    """The first untried child, otherwise the one with the highest upper bound (UCB1)."""
    first = nodes[node].first
    log_visits = np.log(nodes[node].visits + 1.0)
    best = -1.0
    chosen = first
    for child in range(first, first + nodes[node].count):
        visits = nodes[child].visits
        if visits == 0:
            return child
        bound = nodes[child].wins / visits + exploration * np.sqrt(log_visits / visits)
        if bound > best:
            best = bound
            chosen = child
    return chosen


@kernel
def grow(
    roots: Records,
    scratch: Records,
    nodes: Nodes,
    used: int,
    playouts: int,
    rng: Generator,
    exploration: float,
) -> int:
    """Grow the tree, up to the next draw, by `playouts` that take the roots in turn. Returns how
    many nodes are used; `used` is that number before, 0 for a new tree.

    The roots are states that the seat to move cannot tell apart. Others may be able to, so their
    actions in one root may be illegal in the next: then the playout leaves the tree. When the nodes
    run out, the tree stops growing, but its values still improve."""
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(most_actions(roots[0]), np.int64)
    rewards = np.zeros((REWARDS, MOST_SEATS))
    if used == 0:
        used = new_root(nodes)
    for _ in range(playouts):
        g = begin_playout(roots, scratch, nodes[0].visits, rng)
        node = 0
        depth = 0
        while not is_over(g) and not is_chance(g) and depth < LONGEST_PATH:
            if is_leaf(nodes, node, used, len(actions)):
                break
            if nodes[node].count == 0:
                count = list_legal(g, actions)
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
        find_rewards(g, 0.0, rewards)
        backpropagate(nodes, path, movers, depth, rewards)
    return used


@inner
def is_legal(g: Record, action: Action) -> bool:
    k = count_actions(g) - 1
    while k >= 0 and nth_action(g, k) != action:
        k -= 1
    return k >= 0


def best_action(nodes: Nodes) -> int:
    """The most visited action of the root; on a tie the one with more wins."""
    first, count = int(nodes[0]["first"]), int(nodes[0]["count"])
    children = nodes[first : first + count]
    best = np.lexsort((children["wins"], children["visits"]))[-1]
    return int(children[best]["action"])
