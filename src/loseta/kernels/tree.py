"""What the tree searches of both games share: nodes, how to choose among them, how to learn (PUCT).

A node is reached by an action; its sums are seen by the seat that played it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.compiled import inner

NODE = np.dtype(
    [
        ("visits", np.int64),
        ("value", np.float64),  # sums, for the seat that moved into the node
        ("wins", np.float64),
        ("margin", np.float64),
        ("prior", np.float64),
        ("action", np.int64),
        ("first", np.int64),  # its children are nodes first to first + count - 1
        ("count", np.int64),
    ]
)
REWARDS = 3
"""What a playout brings each seat: what is maximised, the share of the win, the margin."""

RANDOM_SHARE, EXPLORATION, TEMPERATURE, MARGIN_SHARE, FIRST_URGENCY, ROUNDS = range(6)


def settings(
    random_share: float = 0.15,
    exploration: float = 1.0,
    temperature: float = 2.0,
    margin_share: float = 0.5,
    first_urgency: float = 0.1,
    rounds: int = 1,
) -> Any:
    """How a search behaves: the share of random actions in playouts, how widely the tree looks,
    how evenly it trusts the worths, how much the margin counts beside the win, how much worse than
    its siblings an action not yet tried is taken to be."""
    return np.array([random_share, exploration, temperature, margin_share, first_urgency, rounds])


@inner
def new_root(nodes: Any) -> Any:
    """A tree of one node; nodes used."""
    clear_node(nodes[0])
    return 1


@inner
def clear_node(node: Any) -> None:
    node.visits = 0
    node.value = 0.0
    node.wins = 0.0
    node.margin = 0.0
    node.count = 0


@inner
def add_children(
    nodes: Any, node: Any, used: Any, count: Any, actions: Any, worths: Any, how: Any
) -> Any:
    """Give a node its children, the more likely the more their actions are worth; nodes used."""
    most = worths[0]
    for n in range(1, count):
        most = max(most, worths[n])
    whole = 0.0
    for n in range(count):
        worths[n] = np.exp((worths[n] - most) / how[TEMPERATURE])
        whole += worths[n]
    nodes[node].first = used
    nodes[node].count = count
    for n in range(count):
        child = nodes[used + n]
        clear_node(child)
        child.action = actions[n]
        child.prior = worths[n] / whole
    return used + count


@inner
def choose_child(nodes: Any, node: Any, players: Any, how: Any) -> Any:
    """The child of most promise: its value so far, and more for likely ones little tried."""
    first = nodes[node].first
    last = first + nodes[node].count
    tried = 0.0
    whole = 0.0
    for child in range(first, last):
        tried += nodes[child].visits
        whole += nodes[child].value
    guess = (whole / tried if tried > 0 else 1.0 / players) - how[FIRST_URGENCY]
    scale = how[EXPLORATION] * np.sqrt(tried + 1.0)
    best = -1e9
    chosen = first
    for child in range(first, last):
        visits = nodes[child].visits
        value = nodes[child].value / visits if visits > 0 else guess
        promise = value + scale * nodes[child].prior / (1.0 + visits)
        if promise > best:
            best = promise
            chosen = child
    return chosen


@inner
def softened(margin: Any) -> Any:
    """A margin in points between 0 and 1."""
    return 0.5 + 0.5 * margin / (20.0 + abs(margin))


@inner
def learn(nodes: Any, path: Any, movers: Any, depth: Any, rewards: Any) -> None:
    """Add what a playout brought, rewards[which, seat], to the nodes on its path."""
    nodes[0].visits += 1
    for step in range(depth):
        node = nodes[path[step]]
        seat = movers[step]
        node.visits += 1
        node.value += rewards[0, seat]
        node.wins += rewards[1, seat]
        node.margin += rewards[2, seat]
