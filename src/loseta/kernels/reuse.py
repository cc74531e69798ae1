"""Finding a position in the tree of an earlier search, so that the next search starts from there.

Records are compared as rows of integers, except the first integer, which is the generator.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import apply, is_chance, is_over, may_lead_to
from loseta.kernels.types import Integers, Nodes, Records, Row

FARTHEST = 10
"""The greatest depth, in actions, at which `find` looks for a position."""
MOST_VISITED = 20_000
"""After how many steps `find` gives up."""
NOT_FOUND = -1


def rows(states: Records) -> Integers:
    """Records as rows of integers that share their memory."""
    return states.view(np.int64).reshape(len(states), -1)


@inner
def same(here: Row, there: Row) -> bool:
    equal = True
    for k in range(1, len(here)):
        equal &= here[k] == there[k]
    return equal


@inner
def next_child(nodes: Nodes, node: int, child: int) -> int:
    """The first visited child with at least this index; the number of children if there is none."""
    count = nodes[node].count
    while child < count and nodes[nodes[node].first + child].visits == 0:
        child += 1
    return child


@kernel
def find(
    states: Records, ints: Integers, target: Records, target_ints: Integers, nodes: Nodes
) -> int:
    """The node of the tree of states[0] whose position is target[0], or NOT_FOUND.

    A depth-first search that does not go beyond draws.
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
    """Copy a node, as the root, and the tree below it; return how many nodes are used."""
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
