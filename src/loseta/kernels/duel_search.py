"""Tree search for Azul Duel: PUCT with informed playouts and a learned evaluation.

The tree grows within the round, also through what is drawn there, chips and plates; from its leaf
each playout goes on by the worths of `duel_worths` for so many rounds, then the network says what
the position between two rounds is worth. What a seat may not know is drawn anew: the roots are
states that agree with what the seat knows, and each playout starts from one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import M64, below, mix
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import draw, go_on, is_chance, play, winner
from loseta.kernels.duel_dealing import factory_to_reveal
from loseta.kernels.duel_features import FEATURES, find_features
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_policy import best_action, list_actions
from loseta.kernels.duel_tables import CHIP, FACES, LOOK, MOST_ACTIONS, OVER, SEATS, TOP
from loseta.kernels.duel_worths import find_worths
from loseta.kernels.tree import (
    EXPLORATION,
    FIRST_URGENCY,
    MARGIN_SHARE,
    RANDOM_SHARE,
    REWARDS,
    ROUNDS,
    add_children,
    choose_child,
    clear_node,
    learn,
    new_root,
    softened,
)
from loseta.kernels.value import HIDDEN, evaluate, expected_rewards

LONGEST_PATH = 200
MOST_STEPS = 2000
MOST_OUTCOMES = 20
TO_THE_END = 40
"""Rounds: more than any game has."""
DRAWN = -1
"""In the place of an action: a draw. Actions and draws take one way on, for compiled code is copied
to where it is called."""

# --- Playouts -------------------------------------------------------------------------------


@inner
def finish_rounds(g: Any, last_round: Any, worths: Any, random_in_1024: Any) -> None:
    """Informed actions until a round is over; the worths of a dome are found anew when it has
    changed."""
    if g.phase == OVER or g.round > last_round:
        return
    tiles_0, tiles_1, free_0, free_1 = g.tiles[0], g.tiles[1], g.free[0], g.free[1]
    find_worths(g, 0, worths)
    find_worths(g, 1, worths)
    for _ in range(MOST_STEPS):
        if is_chance(g):
            action = DRAWN
        elif random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            action = nth_action(g, below(g.rng, count_actions(g)))
        else:
            action = best_action(g, worths)
        go_on(g, draw(g) if action == DRAWN else play(g, action))
        if g.phase == OVER or g.round > last_round:
            return
        if g.tiles[0] != tiles_0 or g.free[0] != free_0:
            tiles_0, free_0 = g.tiles[0], g.free[0]
            find_worths(g, 0, worths)
        if g.tiles[1] != tiles_1 or g.free[1] != free_1:
            tiles_1, free_1 = g.tiles[1], g.free[1]
            find_worths(g, 1, worths)


@inner
def find_rewards(g: Any, margin_share: Any, rewards: Any) -> None:
    """For each seat between 0 and 1: whether it won, mixed with its margin."""
    for seat in range(SEATS):
        margin = float(g.score[seat] - g.score[1 - seat])
        won = 1.0 if winner(g) == seat else 0.0
        rewards[0, seat] = (1.0 - margin_share) * won + margin_share * softened(margin)
        rewards[1, seat] = won
        rewards[2, seat] = margin


@inner
def round_value(g: Any, network: Any, work: Any, margin_share: Any, rewards: Any) -> None:
    """The rewards of a state whose round is over: known at the end of the game, else expected."""
    if g.phase == OVER:
        find_rewards(g, margin_share, rewards)
        return
    features, hidden, values = work
    find_features(g, features)
    evaluate(SEATS, features, g.score, network, hidden, values)
    expected_rewards(SEATS, values, margin_share, rewards)


@inner
def new_work() -> Any:
    """Arrays for `round_value`."""
    return (
        np.zeros((SEATS, FEATURES), np.float32),
        np.zeros((SEATS, 2 * HIDDEN), np.float32),
        np.zeros((3, SEATS)),
    )


@kernel
def value_between_rounds(states: Any, network: Any, margin_share: float, rewards: Any) -> None:
    """`round_value` of states[0], for Python."""
    round_value(states[0], network, new_work(), margin_share, rewards)


@kernel
def play_outs(
    roots: Any, scratch: Any, count: int, rng: Any, how: Any, worths: Any, later_worths: Any
) -> int:
    """Bare playouts from roots[0] to the end of the game, to be measured; how many."""
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    for _ in range(count):
        scratch[0] = roots[0]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        finish_rounds(g, TO_THE_END, later_worths, random_in_1024)
    return count


# --- Draws within the tree ------------------------------------------------------------------


@inner
def outcome_count(g: Any) -> Any:
    """How many outcomes of the draw due are told apart in the tree; 0: the tree ends here."""
    if g.phase == CHIP:
        return FACES
    if g.phase == TOP:
        return 2
    if g.phase == LOOK and g.hand_n == 1:
        return MOST_OUTCOMES
    return 0


@inner
def outcome_of(g: Any, phase: Any, factory: Any) -> Any:
    """Which outcome the draw of a phase had: the face of a chip, a back, a plate."""
    if phase == CHIP:
        return (g.chips >> (4 * factory - 4)) & 15
    return g.top if phase == TOP else g.plate


@inner
def add_outcomes(nodes: Any, node: Any, used: Any, count: Any) -> Any:
    """Give a node a child for each outcome of a draw; nodes used."""
    nodes[node].first = used
    nodes[node].count = count
    for n in range(count):
        child = nodes[used + n]
        clear_node(child)
        child.action = DRAWN
        child.prior = 0.0
    return used + count


# --- The tree -------------------------------------------------------------------------------


@inner
def choose_legal_child(nodes: Any, node: Any, g: Any, legal: Any, how: Any) -> Any:
    """As `choose_child`, among the actions that are legal in this state; -1 if there is none.

    Roots look the same to the seat to move; to the other they need not, and what it could do in
    one of them need not be legal in the next.
    """
    count = count_actions(g)
    for k in range(count):
        legal[k] = nth_action(g, k)
    first = nodes[node].first
    tried = 0.0
    whole = 0.0
    for child in range(first, first + nodes[node].count):
        tried += nodes[child].visits
        whole += nodes[child].value
    guess = (whole / tried if tried > 0 else 1.0 / SEATS) - how[FIRST_URGENCY]
    scale = how[EXPLORATION] * np.sqrt(tried + 1.0)
    best = -1e9
    chosen = -1
    for child in range(first, first + nodes[node].count):
        visits = nodes[child].visits
        value = nodes[child].value / visits if visits > 0 else guess
        promise = value + scale * nodes[child].prior / (1.0 + visits)
        if promise > best:
            for k in range(count):
                if legal[k] == nodes[child].action:
                    best = promise
                    chosen = child
                    break
    return chosen


@kernel
def grow(
    roots: Any,
    scratch: Any,
    nodes: Any,
    used: int,
    iterations: int,
    rng: Any,
    how: Any,
    worths: Any,
    later_worths: Any,
    network: Any,
) -> Any:
    """Grow the tree by so many playouts, each from one of the roots in turn; nodes used.

    `used` is 0 for a new tree. When the nodes run out the tree stops growing and goes on learning.
    """
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    values = np.zeros(MOST_ACTIONS, np.float64)
    legal = np.zeros(MOST_ACTIONS, np.int64)
    rewards = np.zeros((REWARDS, SEATS), np.float64)
    work = new_work()
    last_round = roots[0].round + np.int64(how[ROUNDS]) - 1
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    if used == 0:
        used = new_root(nodes)
    for _ in range(iterations):
        scratch[0] = roots[nodes[0].visits % len(roots)]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        node = 0
        depth = 0
        while g.phase != OVER and depth < LONGEST_PATH - 1:
            drawing = is_chance(g)
            outcomes = outcome_count(g) if drawing else 0
            if drawing and outcomes == 0:
                break
            if nodes[node].count == 0:
                if (nodes[node].visits == 0 and node != 0) or used + MOST_ACTIONS > len(nodes):
                    break
                if drawing:
                    used = add_outcomes(nodes, node, used, outcomes)
                else:
                    find_worths(g, g.turn, worths)
                    n = list_actions(g, worths, actions, values)
                    used = add_children(nodes, node, used, n, actions, values, how)
            child = nodes[node].first
            if not drawing:
                if len(roots) == 1:
                    child = choose_child(nodes, node, SEATS, how)
                else:
                    child = choose_legal_child(nodes, node, g, legal, how)
                    if child < 0:
                        break
            action = nodes[child].action
            movers[depth] = g.turn
            phase = g.phase
            factory = factory_to_reveal(g)
            go_on(g, draw(g) if drawing else play(g, action))
            if drawing:
                outcome = outcome_of(g, phase, factory)
                if outcome >= outcomes:
                    break
                child += outcome
            node = child
            path[depth] = node
            depth += 1
        finish_rounds(g, last_round, later_worths, random_in_1024)
        round_value(g, network, work, how[MARGIN_SHARE], rewards)
        learn(nodes, path, movers, depth, rewards)
    return used
