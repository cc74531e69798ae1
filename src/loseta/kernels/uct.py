"""Plain UCT, what both games share of it: nodes, and how to choose among them (UCB1).

It knows nothing of the games but their rules: playouts are uniformly random to the end, and what is
maximised is the share of the victory. It is kept as a yardstick for the players that know more.

A node is reached by an action; its wins are seen by the seat that played it. So every seat
maximises its own share, and three or four players need nothing special.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import M64, below, mix
from loseta.kernels.compiled import inner

NODE = np.dtype(
    [
        ("wins", np.float64),
        ("visits", np.int32),
        ("first", np.int32),  # its children are nodes first to first + count - 1
        ("count", np.int32),
        ("action", np.int32),
    ]
)
LONGEST_PATH = 200
"""A round, or in Duel what comes before the next draw, has fewer decisions."""


@inner
def new_root(nodes: Any) -> Any:
    """A tree of one node; nodes used."""
    clear(nodes[0], -1)
    return 1


@inner
def clear(node: Any, action: Any) -> None:
    node.wins = 0.0
    node.visits = 0
    node.count = 0
    node.action = action


@inner
def next_playout(rng: Any, scratch: Any, root: Any) -> None:
    """Start from the root again, with the next random numbers."""
    scratch[0] = root
    rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
    scratch[0].rng[0] = rng[0]


@inner
def is_leaf(nodes: Any, node: Any, used: Any, most_actions: Any) -> Any:
    """Whether a playout starts here: at the first visit, or when there is no room for children."""
    if nodes[node].count > 0:
        return False
    return (nodes[node].visits == 0 and node != 0) or used + most_actions > len(nodes)


@inner
def add_children(nodes: Any, node: Any, used: Any, actions: Any, count: Any, rng: Any) -> Any:
    """In random order, for those not yet tried are tried in this order; nodes used."""
    nodes[node].first = used
    nodes[node].count = count
    for n in range(count):
        other = n + below(rng, count - n)
        action = actions[other]
        actions[other] = actions[n]
        clear(nodes[used + n], action)
    return used + count


@inner
def choose_child(nodes: Any, node: Any, exploration: Any) -> Any:
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


@inner
def learn(nodes: Any, path: Any, movers: Any, depth: Any, shares: Any) -> None:
    """Add what a playout brought each seat to the nodes on its path."""
    nodes[0].visits += 1
    for step in range(depth):
        nodes[path[step]].visits += 1
        nodes[path[step]].wins += shares[movers[step]]


def best_action(nodes: Any) -> int:
    """The action of the root that was tried most often; of equal ones the more successful."""
    first, count = int(nodes[0]["first"]), int(nodes[0]["count"])
    children = nodes[first : first + count]
    best = np.lexsort((children["wins"], children["visits"]))[-1]
    return int(children[best]["action"])
