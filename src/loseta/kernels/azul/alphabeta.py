"""Alpha-beta within a round of Azul for two players, with the learned evaluation at its end.

There is no chance within a round, so with enough time the search reaches every end of it. With less
it tries the actions with the highest scores to a limited depth, and the heuristics finish the round
from there. It is a negamax with a transposition table, killer moves, a history table and late move
reductions. Values are integers between 0 and SCALE.
"""

from __future__ import annotations

from typing import Any, TypeAlias

import numpy as np

from loseta.kernels.azul.heuristics import prepare_round
from loseta.kernels.azul.policy import finish_round, list_actions
from loseta.kernels.azul.rules import apply
from loseta.kernels.azul.tables import OFFER, TILING
from loseta.kernels.bits import mix
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.rewards import round_value
from loseta.kernels.tree import is_in
from loseta.kernels.types import Action, Actions, Network, Record, Records, Scores, Seat, Work

Control: TypeAlias = Any
"""An array with the slots below."""
TranspositionTable: TypeAlias = Any
"""Two arrays: keys and entries."""
Ordering: TypeAlias = Any
"""Arrays for move ordering (`negamax`)."""

SCALE = 1 << 20
DEEPEST = 100
TO_THE_END = 63
"""The depth of a position that was searched to the end of the round."""
ACTION_CODES = 512
EXACT, LOWER_BOUND, UPPER_BOUND = range(3)

GENERATIONS = 256
LATE = 4
"""How many actions are tried before late move reductions begin."""

# The slots of `control`, through which the search and the code that runs it communicate:
NODES = 0  # positions visited
HORIZON = 1  # how often the search stopped short of the end of the round
BEST = 2  # the best action at the root
FIRST = 3  # the action to try first at the root, or -1
STOPPED = 4  # anything but 0 ends the search
NODE_LIMIT = 5
WIDTH = 6  # how many actions are tried below the root, 0 for all
GENERATION = 7  # the number of the search: of earlier ones, only full-depth entries count
SALT = 8  # changes with the round, so that entries of other rounds never match
CONTROL_SIZE = 9


@inner
def position_key(g: Record, salt: int) -> int:
    """A hash of everything that changes within a round; the order of the factories does not
    matter."""
    h = np.uint64(salt)
    for source in range(1, 2 * g.players + 2):
        if g.sources[source] != 0:
            h += mix(np.uint64(g.sources[source]))
    seats = g.floor_n[0] | (g.floor_n[1] << 4) | ((g.marker + 1) << 8) | (g.turn << 10)
    h = mix(h ^ np.uint64(g.sources[0] | (seats << 40)))
    for seat in range(2):
        h = mix(h ^ np.uint64(g.lines[seat]))
        if g.phase == TILING:
            h = mix(h ^ np.uint64(g.wall[seat] | (g.score[seat] << 25)))
            for colour in range(5):
                h = mix(h ^ np.uint64(g.colour_masks[seat, colour]))
    return int(np.int64(h))


@inner
def new_entry(value: int, depth: int, bound: int, action: Action, generation: int) -> int:
    """Pack an entry of the transposition table into one integer."""
    return (value << 25) | (generation << 17) | (depth << 11) | (bound << 9) | action


@inner
def entry_depth(entry: int, generation: int) -> int:
    """The depth of an entry; 0 if it is from an earlier search that did not reach the end."""
    depth = (entry >> 11) & 63
    current = (entry >> 17) & (GENERATIONS - 1) == generation
    return depth if depth == TO_THE_END or current else 0


@inner
def take_best(n: int, k: int, actions: Actions, scores: Scores) -> Action:
    """Swap the action with the highest score among those from k on into place k; return it."""
    best = k
    for other in range(k + 1, n):
        if scores[other] > scores[best]:
            best = other
    action = actions[best]
    actions[best] = actions[k]
    actions[k] = action
    scores[best], scores[k] = scores[k], scores[best]
    return action


@kernel
def negamax(
    states: Records,
    ply: int,
    depth: int,
    seat: Seat,
    alpha: int,
    beta: int,
    control: Control,
    table: TranspositionTable,
    ordering: Ordering,
    network: Network,
    work: Work,
    margin_share: float,
) -> int:
    """The value of states[ply] for a seat, within alpha and beta.

    `table` is the transposition table: keys and entries. A key is stored XORed with its entry, so
    that a slot that two threads wrote at the same time matches nothing. `ordering` has what move
    ordering needs: heuristic values of tiles; the history table; two killer moves for each ply;
    actions and scores of each ply; and which actions are excluded at the root.
    """
    control[NODES] += 1
    if control[STOPPED] != 0 or control[NODES] > control[NODE_LIMIT]:
        control[STOPPED] = 1
        return 0
    keys, entries = table
    tile_values, history, killers, action_lists, score_lists, excluded = ordering
    g = states[ply]
    ended = g.phase not in (OFFER, TILING)
    if ended or depth <= 0 or ply >= DEEPEST - 2:
        states[ply + 1] = states[ply]
        end = states[ply + 1]
        if not ended:
            control[HORIZON] += 1
            finish_round(end, tile_values, 0)
        rewards = work[3]
        round_value(end, network, work, margin_share, rewards)
        return int(SCALE * rewards[0, seat])
    mover = g.turn
    if mover != seat:
        alpha, beta = SCALE - beta, SCALE - alpha
    lowest = alpha
    key = position_key(g, control[SALT])
    slot = (key >> 1) & (len(keys) - 1)
    hash_move = control[FIRST] if ply == 0 else -1
    entry = entries[slot]
    if ply > 0 and keys[slot] == key ^ entry:
        hash_move = entry & (ACTION_CODES - 1)
        reached = entry_depth(entry, control[GENERATION])
        if reached >= depth:
            value = entry >> 25
            bound = (entry >> 9) & 3
            if bound == LOWER_BOUND:
                alpha = max(alpha, value)
            elif bound == UPPER_BOUND:
                beta = min(beta, value)
            if bound == EXACT or alpha >= beta:
                if reached < TO_THE_END:
                    control[HORIZON] += 1
                return value if mover == seat else SCALE - value
    actions = action_lists[ply]
    scores = score_lists[ply]
    n = list_actions(g, tile_values, actions, scores)
    for k in range(n):
        action = actions[k]
        if action == hash_move:
            scores[k] += 1000.0
        elif action in (killers[ply, 0], killers[ply, 1]):
            scores[k] += 3.0
        scores[k] += 0.01 * history[mover, action]
    horizon = control[HORIZON]
    tried = n
    if ply > 0 and 0 < control[WIDTH] < n:
        tried = control[WIDTH]
        control[HORIZON] += 1
    best = -1
    chosen = 0
    for k in range(tried):
        action = take_best(n, k, actions, scores)
        if ply == 0 and excluded[action]:
            continue
        states[ply + 1] = states[ply]
        apply(states[ply + 1], action)
        value = SCALE
        within = True
        if best >= 0 and k >= LATE and depth >= 3:  # late move reduction
            reduction = 2 if k < 3 * LATE else 3
            value = negamax(
                states, ply + 1, depth - reduction, mover, alpha, alpha + 1,
                control, table, ordering, network, work, margin_share,
            )  # fmt: skip
            within = value > alpha
        if best >= 0 and within:  # null window: is it better than the best so far?
            value = negamax(
                states, ply + 1, depth - 1, mover, alpha, alpha + 1,
                control, table, ordering, network, work, margin_share,
            )  # fmt: skip
            within = alpha < value < beta
        if within and control[STOPPED] == 0:
            value = negamax(
                states, ply + 1, depth - 1, mover, alpha, beta,
                control, table, ordering, network, work, margin_share,
            )  # fmt: skip
        if control[STOPPED] != 0:
            return 0
        if value > best:
            best = value
            chosen = action
            if ply == 0:
                control[BEST] = action
            alpha = max(alpha, value)
            if alpha >= beta:
                if killers[ply, 0] != action:
                    killers[ply, 1] = killers[ply, 0]
                    killers[ply, 0] = action
                history[mover, action] = min(400.0, history[mover, action] + depth * depth)
                break
    if ply == 0:  # not stored: with excluded actions the value would be wrong for other searches
        return best
    reached = depth if control[HORIZON] != horizon else TO_THE_END
    bound = UPPER_BOUND if best <= lowest else (LOWER_BOUND if best >= beta else EXACT)
    entry = new_entry(best, reached, bound, chosen, control[GENERATION])
    entries[slot] = entry
    keys[slot] = key ^ entry
    return best if mover == seat else SCALE - best


@kernel
def prepare(states: Records, ordering: Ordering) -> int:
    """Set the heuristic values of the root and clear the other tables of `ordering`; return how
    many picks, colours of sources, are left."""
    tile_values, history, killers, _, _, excluded = ordering
    g = states[0]
    prepare_round(g, tile_values)
    history[:] = 0.0
    killers[:] = -1
    excluded[:] = 0
    picks = 0
    for source in range(2 * g.players + 2):
        for colour in range(5):
            picks += (g.sources[source] >> (8 * colour)) & 0xFF != 0
    return picks


@kernel
def principal_variation(
    states: Records,
    action: Action,
    control: Control,
    table: TranspositionTable,
    ordering: Ordering,
    network: Network,
    work: Work,
    margin_share: float,
    line: Actions,
) -> int:
    """Play an action at the root, then the best ones of the transposition table; the heuristics
    finish the round.

    Writes the actions up to the last one from the table to `line` and returns how many there are.
    The rewards at the end of the round are in work[3].
    """
    keys, entries = table
    actions, scores = ordering[3][0], ordering[4][0]
    states[1] = states[0]
    g = states[1]
    n = 0
    while n < len(line):
        line[n] = action
        n += 1
        apply(g, action)
        if g.phase not in (OFFER, TILING):
            break
        key = position_key(g, control[SALT])
        slot = (key >> 1) & (len(keys) - 1)
        entry = entries[slot]
        if keys[slot] != key ^ entry:
            break
        action = entry & (ACTION_CODES - 1)
        if not is_in(action, actions, list_actions(g, ordering[0], actions, scores)):
            break
    finish_round(g, ordering[0], 0)
    round_value(g, network, work, margin_share, work[3])
    return n
