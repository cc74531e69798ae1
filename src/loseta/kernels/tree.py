"""Search trees: nodes, selection by PUCT, and backpropagation.

A node is reached by an action; its sums are those of the seat that played it.
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
"""More decisions than a round has, or in Duel the part of a round up to the next draw."""
REWARDS = 3
"""How many rewards a playout has for each seat: the value to maximise, the share of the win, the
margin."""

RANDOM_SHARE, EXPLORATION, TEMPERATURE, MARGIN_SHARE, FIRST_URGENCY, ROUNDS = range(6)


def settings(
    random_share: float = 0.15,
    exploration: float = 1.0,
    temperature: float = 2.0,
    margin_share: float = 0.5,
    first_urgency: float = 0.1,
    rounds: int = 1,
) -> Settings:
    """The parameters of a search: the share of random actions in playouts, the PUCT constant, the
    temperature of the priors, the weight of the margin against the win, by how much the value
    assumed for an untried action is below the mean of its siblings, and how many rounds a playout
    lasts, with the current one."""
    return np.array([random_share, exploration, temperature, margin_share, first_urgency, rounds])


@inner
def new_root(nodes: Nodes) -> int:
    """Begin a tree with one node; return how many nodes are used: 1."""
    clear_node(nodes[0])
    return 1


@inner
def clear_node(node: Node) -> None:
    node.visits = 0
    node.count = 0
    clear_sums(node)


@inner
def is_leaf(nodes: Nodes, node: int, used: int, room: int) -> bool:
    """Whether the tree ends at this node and the playout begins: at its first visit, or if there is
    no room for children."""
    if nodes[node].count > 0:
        return False
    return (nodes[node].visits == 0 and node != 0) or used + room > len(nodes)


@inner
def set_children(nodes: Nodes, node: int, used: int, count: int) -> int:
    """Make the next `count` nodes the children of this one; return how many nodes are used."""
    nodes[node].first = used
    nodes[node].count = count
    return used + count


@inner
def begin_playout(roots: Records, scratch: Records, visits: int, rng: Generator) -> Record:
    """Copy the next root to scratch[0] and give it a seed of its own."""
    scratch[0] = roots[visits % len(roots)]
    g = scratch[0]
    g.rng[0] = next_seed(rng)
    return g


@inner
def add_children(
    nodes: Nodes, node: int, used: int, count: int, actions: Actions, scores: Scores, how: Settings
) -> int:
    """Give a node its children, with priors by softmax of the scores; return how many nodes are
    used."""
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
    """The child with the highest PUCT score: its mean value, plus a bonus for a high prior and few
    visits. If `legal_count` >= 0, only children whose action is among that many in `legal` count;
    -1 if there is none.
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
    """Map a margin in points to a number between 0 and 1."""
    return 0.5 + 0.5 * margin / (20.0 + abs(margin))


@inner
def margin_over_others(players: int, scores: Row, seat: Seat) -> float:
    """By how many points a seat leads the best of the others; negative if it is behind."""
    best_other = -1e9
    for rival in range(players):
        if rival != seat:
            best_other = max(best_other, scores[rival])
    return scores[seat] - best_other


@inner
def set_rewards(
    rewards: Rewards, seat: Seat, won: float, margin: float, margin_share: float
) -> None:
    """Set a seat's rewards: its share of the win, its margin, and both mixed."""
    rewards[0, seat] = (1.0 - margin_share) * won + margin_share * squash(margin)
    rewards[1, seat] = won
    rewards[2, seat] = margin


@inner
def backpropagate(nodes: Nodes, path: Path, movers: Path, depth: int, rewards: Rewards) -> None:
    """Add the rewards of a playout, rewards[which, seat], to the nodes on its path."""
    nodes[0].visits += 1
    for step in range(depth):
        node = nodes[path[step]]
        node.visits += 1
        add_rewards(node, rewards, movers[step])


# --- The sums of a node; plain UCT keeps only the wins ----------------------------------------


def clear_sums(node: Node) -> None:
    """Set the sums of a node to 0."""


@inner
def clear_wins(node: Node) -> None:
    node.wins = 0.0


@inner
def clear_all_sums(node: Node) -> None:
    node.value = 0.0
    node.wins = 0.0
    node.margin = 0.0


def add_rewards(node: Node, rewards: Rewards, seat: Seat) -> None:
    """Add the rewards of the seat that moved into the node."""


@inner
def add_wins(node: Node, rewards: Rewards, seat: Seat) -> None:
    node.wins += rewards[1, seat]


@inner
def add_all_rewards(node: Node, rewards: Rewards, seat: Seat) -> None:
    node.value += rewards[0, seat]
    node.wins += rewards[1, seat]
    node.margin += rewards[2, seat]


def keeps_all(node: Any) -> bool:
    """Whether nodes of this type have all sums, not only the wins."""
    return "value" in node.fields


resolve_calls(clear_sums, lambda node: clear_all_sums if keeps_all(node) else clear_wins)
resolve_calls(add_rewards, lambda node, *_: add_all_rewards if keeps_all(node) else add_wins)
