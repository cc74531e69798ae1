"""Search trees: their nodes, how PUCT chooses among them, and backpropagation.

A node is reached by an action; its sums are seen by the seat that played it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import next_seed
from loseta.kernels.compiled import inner, resolve_calls
from loseta.kernels.types import (
    Action,
    Actions,
    Generator,
    Node,
    Nodes,
    Path,
    Record,
    Records,
    Rewards,
    Row,
    Scores,
    Seat,
    Settings,
)

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
LONGEST_PATH = 200
"""A round, or in Duel what comes before the next draw, has fewer decisions."""
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
) -> Settings:
    """How a search behaves: the share of random actions in playouts, how widely the tree looks,
    the temperature of the priors, how much the margin counts beside the win, how much worse than
    its siblings an action not yet tried is taken to be."""
    return np.array([random_share, exploration, temperature, margin_share, first_urgency, rounds])


@inner
def new_root(nodes: Nodes) -> int:
    """A tree of one node; nodes used."""
    clear_node(nodes[0])
    return 1


@inner
def clear_node(node: Node) -> None:
    node.visits = 0
    node.count = 0
    clear_sums(node)


@inner
def is_leaf(nodes: Nodes, node: int, used: int, room: int) -> bool:
    """Whether a playout starts here: at the first visit, or when there is no room for children."""
    if nodes[node].count > 0:
        return False
    return (nodes[node].visits == 0 and node != 0) or used + room > len(nodes)


@inner
def set_children(nodes: Nodes, node: int, used: int, count: int) -> int:
    """The next nodes are the children of this one; nodes used."""
    nodes[node].first = used
    nodes[node].count = count
    return used + count


@inner
def begin_playout(roots: Records, scratch: Records, visits: int, rng: Generator) -> Record:
    """The next root in turn, copied, with random numbers of its own."""
    scratch[0] = roots[visits % len(roots)]
    g = scratch[0]
    g.rng[0] = next_seed(rng)
    return g


@inner
def add_children(
    nodes: Nodes, node: int, used: int, count: int, actions: Actions, scores: Scores, how: Settings
) -> int:
    """Give a node its children, their priors by softmax from the scores; nodes used."""
    most = scores[0]
    for n in range(1, count):
        most = max(most, scores[n])
    whole = 0.0
    for n in range(count):
        scores[n] = np.exp((scores[n] - most) / how[TEMPERATURE])
        whole += scores[n]
    for n in range(count):
        child = nodes[used + n]
        clear_node(child)
        child.action = actions[n]
        child.prior = scores[n] / whole
    return set_children(nodes, node, used, count)


@inner
def choose_child(
    nodes: Nodes, node: int, players: int, how: Settings, legal: Actions, legal_count: int
) -> int:
    """The child with the highest PUCT score: its value so far, and more for likely ones little
    tried. With `legal_count` >= 0 only among so many legal actions; -1 if none of them is there.
    """
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
    chosen = -1
    for child in range(first, last):
        visits = nodes[child].visits
        value = nodes[child].value / visits if visits > 0 else guess
        score = value + scale * nodes[child].prior / (1.0 + visits)
        if score > best and (legal_count < 0 or is_in(nodes[child].action, legal, legal_count)):
            best = score
            chosen = child
    return chosen


@inner
def is_in(action: Action, actions: Actions, count: int) -> bool:
    k = 0
    while k < count and actions[k] != action:
        k += 1
    return k < count


@inner
def squash(margin: float) -> float:
    """A margin in points, between 0 and 1."""
    return 0.5 + 0.5 * margin / (20.0 + abs(margin))


@inner
def margin_over_others(players: int, scores: Row, seat: Seat) -> float:
    """How far a seat is ahead of the best of the others."""
    best_other = -1e9
    for rival in range(players):
        if rival != seat:
            best_other = max(best_other, scores[rival])
    return scores[seat] - best_other


@inner
def set_rewards(
    rewards: Rewards, seat: Seat, won: float, margin: float, margin_share: float
) -> None:
    """A seat's share of the win, its margin, and both mixed."""
    rewards[0, seat] = (1.0 - margin_share) * won + margin_share * squash(margin)
    rewards[1, seat] = won
    rewards[2, seat] = margin


@inner
def backpropagate(nodes: Nodes, path: Path, movers: Path, depth: int, rewards: Rewards) -> None:
    """Add what a playout brought, rewards[which, seat], to the nodes on its path."""
    nodes[0].visits += 1
    for step in range(depth):
        node = nodes[path[step]]
        node.visits += 1
        add_rewards(node, rewards, movers[step])


# --- The sums of a node: plain UCT keeps only the wins ----------------------------------------


def clear_sums(node: Node) -> None:
    """Before the first visit."""


@inner
def clear_wins(node: Node) -> None:
    node.wins = 0.0


@inner
def clear_all_sums(node: Node) -> None:
    node.value = 0.0
    node.wins = 0.0
    node.margin = 0.0


def add_rewards(node: Node, rewards: Rewards, seat: Seat) -> None:
    """What a playout brought the seat that moved into the node."""


@inner
def add_wins(node: Node, rewards: Rewards, seat: Seat) -> None:
    node.wins += rewards[1, seat]


@inner
def add_all_rewards(node: Node, rewards: Rewards, seat: Seat) -> None:
    node.value += rewards[0, seat]
    node.wins += rewards[1, seat]
    node.margin += rewards[2, seat]


def keeps_all(node: Any) -> bool:
    """By the type of a node."""
    return "value" in node.fields


resolve_calls(clear_sums, lambda node: clear_all_sums if keeps_all(node) else clear_wins)
resolve_calls(add_rewards, lambda node, *_: add_all_rewards if keeps_all(node) else add_wins)
