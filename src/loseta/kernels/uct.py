"""Plain UCT: a tree that grows within the round, with children chosen by UCB1.

It knows nothing of the games but their rules: playouts are uniformly random to the end, and what is
maximised is the share of the victory. It is kept as a yardstick for the players that know more.

A node is reached by an action; its wins are seen by the seat that played it. So every seat
maximises its own share, and three or four players need nothing special.
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
    """In random order, for those not yet tried are tried in this order; nodes used."""
    for n in range(count):
        other = n + below(rng, count - n)
        child = nodes[used + n]
        clear_node(child)
        child.action = actions[other]
        actions[other] = actions[n]
    return set_children(nodes, node, used, count)


@inner
def choose_child(nodes: Nodes, node: int, exploration: float) -> int:
    """One not yet tried, or that of the highest upper bound (UCB1)."""
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
    """Grow the tree up to the next draw by so many playouts, each from one of the roots in turn;
    nodes used (0: a new tree).

    The roots are states that the seat to move cannot tell apart. The others may, and then what one
    could do in one of them need not be legal in the next: there the playout leaves the tree.
    When the nodes run out the tree stops growing and its values still improve."""
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
    """The action of the root that was tried most often; of equal ones the more successful."""
    first, count = int(nodes[0]["first"]), int(nodes[0]["count"])
    children = nodes[first : first + count]
    best = np.lexsort((children["wins"], children["visits"]))[-1]
    return int(children[best]["action"])
