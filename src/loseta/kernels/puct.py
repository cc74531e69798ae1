"""Tree search: PUCT with heuristic playouts and a learned evaluation.

The tree covers the rest of the round, including the draws within it. From a leaf, a playout goes on
by the heuristics, with an occasional random action, to the end of this round or of a later one,
where the network evaluates the boards. The value of a node is that for the seat that moved into it.
Every seat maximises its own share of the win, mixed with its margin over the best of the others.

Hidden information is sampled: the roots are states that agree with everything the seat knows, and
each playout starts from the next of them.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import (
    CHANCE,
    MOST_SEATS,
    advance,
    draw_due,
    finish_rounds,
    is_chance,
    is_over,
    list_actions,
    most_actions,
    outcome_count,
    outcome_of,
    players,
    prepare_decision,
    prepare_round,
)
from loseta.kernels.play import list_legal
from loseta.kernels.rewards import new_work, round_value
from loseta.kernels.tree import (
    LONGEST_PATH,
    MARGIN_SHARE,
    RANDOM_SHARE,
    REWARDS,
    ROUNDS,
    add_children,
    backpropagate,
    begin_playout,
    choose_child,
    clear_node,
    is_leaf,
    new_root,
    set_children,
)
from loseta.kernels.types import Generator, Network, Nodes, Records, Settings, TileValues

TO_THE_END = 1000
"""A number of rounds that no game reaches."""


@kernel
def grow(
    roots: Records,
    scratch: Records,
    nodes: Nodes,
    used: int,
    iterations: int,
    rng: Generator,
    how: Settings,
    tile_values: TileValues,
    later_tile_values: TileValues,
    network: Network,
) -> int:
    """Grow the tree by `iterations` playouts, which take the roots in turn. Returns how many nodes
    are used.

    `used` is that number before, 0 for a new tree. When the nodes run out, the tree stops growing,
    but its values still improve.
    """
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    room = most_actions(roots[0])
    actions = np.zeros(room, np.int64)
    scores = np.zeros(room, np.float64)
    legal = np.zeros(room, np.int64)
    rewards = np.zeros((REWARDS, MOST_SEATS), np.float64)
    work = new_work(network)
    last_round = roots[0].round + int(how[ROUNDS]) - 1
    random_in_1024 = int(how[RANDOM_SHARE] * 1024)
    prepare_round(roots[0], tile_values)
    if used == 0:
        used = new_root(nodes)
    for _ in range(iterations):
        g = begin_playout(roots, scratch, nodes[0].visits, rng)
        node = 0
        depth = 0
        while not is_over(g) and depth < LONGEST_PATH - 1:
            drawing = is_chance(g)
            outcomes = outcome_count(g) if drawing else 0
            if drawing and outcomes == 0:
                break
            if is_leaf(nodes, node, used, room):
                break
            if nodes[node].count == 0:
                if drawing:
                    used = add_outcomes(nodes, node, used, outcomes)
                else:
                    prepare_decision(g, tile_values)
                    n = list_actions(g, tile_values, actions, scores)
                    used = add_children(nodes, node, used, n, actions, scores, how)
            child = nodes[node].first
            if not drawing:
                # The roots look the same to the seat to move, but not always to the others: their
                # actions in one root may be illegal in the next.
                legal_count = -1
                if len(roots) > 1:
                    legal_count = list_legal(g, legal)
                child = choose_child(nodes, node, players(g), how, legal, legal_count)
                if child < 0:
                    break
            movers[depth] = g.turn
            due = draw_due(g)
            advance(g, nodes[child].action)
            if drawing:
                outcome = outcome_of(g, due)
                if outcome >= outcomes:
                    break
                child += outcome
            node = child
            path[depth] = node
            depth += 1
        finish_rounds(g, last_round, tile_values, later_tile_values, random_in_1024)
        round_value(g, network, work, how[MARGIN_SHARE], rewards)
        backpropagate(nodes, path, movers, depth, rewards)
    return used


@inner
def add_outcomes(nodes: Nodes, node: int, used: int, count: int) -> int:
    """Give a node a child for each outcome of a draw; return how many nodes are used."""
    for n in range(count):
        child = nodes[used + n]
        clear_node(child)
        child.action = CHANCE
        child.prior = 0.0
    return set_children(nodes, node, used, count)


@kernel
def play_outs(
    roots: Records,
    scratch: Records,
    count: int,
    rng: Generator,
    how: Settings,
    tile_values: TileValues,
    later_tile_values: TileValues,
) -> int:
    """Do `count` playouts from roots[0] to the end of the game without a tree, to measure their
    speed; return `count`."""
    random_in_1024 = int(how[RANDOM_SHARE] * 1024)
    prepare_round(roots[0], tile_values)
    for _ in range(count):
        g = begin_playout(roots[:1], scratch, 0, rng)
        finish_rounds(g, TO_THE_END, tile_values, later_tile_values, random_in_1024)
    return count
