"""Finding a position in a tree that was grown before, so that a search need not begin anew.

A record is compared as a row of integers; its first one, the generator, does not count.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import apply, is_chance, is_over, may_lead_to
from loseta.kernels.types import Integers, Nodes, Records, Row

FARTHEST = 10
"""Actions between two decisions of a seat that are searched, at most."""
MOST_VISITED = 20_000
NOT_FOUND = -1


def rows(states: Records) -> Integers:
    """Records as rows of integers; the same memory."""
    return states.view(np.int64).reshape(len(states), -1)


@inner
def same(here: Row, there: Row) -> bool:
    equal = True
    for k in range(1, len(here)):
        equal &= here[k] == there[k]
    return equal


@inner
def next_child(nodes: Nodes, node: int, child: int) -> int:
    """The next child that was tried, from a number on; the count when there is none."""
    count = nodes[node].count
    while child < count and nodes[nodes[node].first + child].visits == 0:
        child += 1
    return child


@kernel
def find(
    states: Records, ints: Integers, target: Records, target_ints: Integers, nodes: Nodes
) -> int:
    """The node of the tree of states[0] that stands for target[0]; NOT_FOUND if none does.

    A depth-first search that ends where chance falls.
    """
    path = np.zeros(FARTHEST + 1, np.int64)
    children = np.zeros(FARTHEST + 1, np.int64)
    depth = 0
    for _ in range(MOST_VISITED):
        if children[depth] == 0 and same(ints[depth], target_ints[0]):
            return path[depth]
        g = states[depth]
        child = nodes[path[depth]].count
        deciding = not is_over(g) and not is_chance(g)
        if deciding and depth < FARTHEST and may_lead_to(g, target[0]):
            child = next_child(nodes, path[depth], children[depth])
        if child < nodes[path[depth]].count:
            children[depth] = child + 1
            node = nodes[path[depth]].first + child
            states[depth + 1] = states[depth]
            apply(states[depth + 1], nodes[node].action)
            depth += 1
            path[depth] = node
            children[depth] = 0
        elif depth == 0:
            return NOT_FOUND
        else:
            depth -= 1
    return NOT_FOUND


@kernel
def keep(nodes: Nodes, kept: Nodes, node: int) -> int:
    """Copy the tree below a node, so that it becomes the root; nodes used."""
    kept[0] = nodes[node]
    used = 1
    at = 0
    while at < used:
        count = kept[at].count
        first = kept[at].first
        kept[at].first = used
        for child in range(count):
            kept[used] = nodes[first + child]
            used += 1
        at += 1
    return used
