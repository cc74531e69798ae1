"""Alpha-beta inside a round of Azul for two players, with the learned evaluation at its end.

Inside a round nothing is drawn, so with enough time the search sees every way it can end. Until
then it looks at the actions of most worth, so many plies deep, and lets the worths finish the round
from there. Values are integers between 0 and SCALE for the seat that looks at the position.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import OFFER, TILING, apply
from loseta.kernels.azul_search import round_value
from loseta.kernels.azul_worths import find_worths, finish_round, list_actions
from loseta.kernels.bits import mix
from loseta.kernels.compiled import inner, kernel

SCALE = 1 << 20
DEEPEST = 100
TO_THE_END = 63
"""The depth of what was seen to the end of the round."""
ACTION_CODES = 512
EXACT, AT_LEAST, AT_MOST = range(3)

TICKS = 256
LATE = 4
"""Actions from this one on are first looked at with less depth."""

NODES, CUT, BEST, GUESS, STOPPED, LIMIT, WIDTH, TICK, SALT, TOLD = range(10)
"""What a search is told and tells: nodes seen; how often it stopped short of the end of the round;
the best action at the root, and the one to try first; whether it was stopped (who sets it ends the
search); how many nodes it may see; how many actions it looks at below the root, 0 for all; the
number of the search, since depths seen by another do not count; a number for the round, since
positions of another are others."""


@inner
def position_key(g: Any, salt: Any) -> Any:
    """A hash of all that changes within a round; equal factories may change places."""
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
                h = mix(h ^ np.uint64(g.hues[seat, colour]))
    return np.int64(h)


@inner
def entry_of(value: Any, depth: Any, kind: Any, action: Any, tick: Any) -> Any:
    """What is remembered of a position, in one integer."""
    return (value << 25) | (tick << 17) | (depth << 11) | (kind << 9) | action


@inner
def depth_of(entry: Any, tick: Any) -> Any:
    depth = (entry >> 11) & 63
    return depth if depth == TO_THE_END or (entry >> 17) & (TICKS - 1) == tick else 0


@inner
def take_best(n: Any, k: Any, actions: Any, likings: Any) -> Any:
    """Bring the action that is liked best among those from k on to place k."""
    best = k
    for other in range(k + 1, n):
        if likings[other] > likings[best]:
            best = other
    action = actions[best]
    actions[best] = actions[k]
    actions[k] = action
    likings[best], likings[k] = likings[k], likings[best]
    return action


@kernel
def look(
    states: Any,
    ply: int,
    depth: int,
    seat: int,
    alpha: int,
    beta: int,
    told: Any,
    table: Any,
    order: Any,
    network: Any,
    work: Any,
    margin_share: float,
) -> Any:
    """The value of states[ply] for a seat, within alpha and beta.

    `table` remembers positions: keys, mixed with their entries so that two threads that write at
    once spoil only what neither then trusts; entries. `order` says what to look at first: worths,
    how often an action cut the search short, the last two that did at each ply, room for the
    actions and their likings at each ply, and which actions are barred at the root.
    """
    told[NODES] += 1
    if told[STOPPED] != 0 or told[NODES] > told[LIMIT]:
        told[STOPPED] = 1
        return 0
    keys, entries = table
    worths, helpful, killers, lists, likings, barred = order
    g = states[ply]
    ended = g.phase not in (OFFER, TILING)
    if ended or depth <= 0 or ply >= DEEPEST - 2:
        states[ply + 1] = states[ply]
        end = states[ply + 1]
        if not ended:
            told[CUT] += 1
            finish_round(end, worths, 0)
        rewards = work[3]
        round_value(end, network, work, margin_share, rewards)
        return np.int64(SCALE * rewards[0, seat])
    mover = g.turn
    if mover != seat:
        alpha, beta = SCALE - beta, SCALE - alpha
    asked = alpha
    key = position_key(g, told[SALT])
    slot = (key >> 1) & (len(keys) - 1)
    known = told[GUESS] if ply == 0 else -1
    entry = entries[slot]
    if ply > 0 and keys[slot] == key ^ entry:
        known = entry & (ACTION_CODES - 1)
        seen = depth_of(entry, told[TICK])
        if seen >= depth:
            value = entry >> 25
            kind = (entry >> 9) & 3
            if kind == AT_LEAST:
                alpha = max(alpha, value)
            elif kind == AT_MOST:
                beta = min(beta, value)
            if kind == EXACT or alpha >= beta:
                if seen < TO_THE_END:
                    told[CUT] += 1
                return value if mover == seat else SCALE - value
    actions = lists[ply]
    liked = likings[ply]
    n = list_actions(g, worths, actions, liked)
    for k in range(n):
        action = actions[k]
        if action == known:
            liked[k] += 1000.0
        elif action in (killers[ply, 0], killers[ply, 1]):
            liked[k] += 3.0
        liked[k] += 0.01 * helpful[mover, action]
    cut = told[CUT]
    tried = n
    if ply > 0 and 0 < told[WIDTH] < n:
        tried = told[WIDTH]
        told[CUT] += 1
    best = -1
    chosen = 0
    for k in range(tried):
        action = take_best(n, k, actions, liked)
        if ply == 0 and barred[action]:
            continue
        states[ply + 1] = states[ply]
        apply(states[ply + 1], action)
        value = SCALE
        within = True
        if best >= 0 and k >= LATE and depth >= 3:
            less = 2 if k < 3 * LATE else 3
            value = look(
                states, ply + 1, depth - less, mover, alpha, alpha + 1,
                told, table, order, network, work, margin_share,
            )  # fmt: skip
            within = value > alpha
        if best >= 0 and within:  # is it better than the best so far at all?
            value = look(
                states, ply + 1, depth - 1, mover, alpha, alpha + 1,
                told, table, order, network, work, margin_share,
            )  # fmt: skip
            within = alpha < value < beta
        if within and told[STOPPED] == 0:
            value = look(
                states, ply + 1, depth - 1, mover, alpha, beta,
                told, table, order, network, work, margin_share,
            )  # fmt: skip
        if told[STOPPED] != 0:
            return 0
        if value > best:
            best = value
            chosen = action
            if ply == 0:
                told[BEST] = action
            alpha = max(alpha, value)
            if alpha >= beta:
                if killers[ply, 0] != action:
                    killers[ply, 1] = killers[ply, 0]
                    killers[ply, 0] = action
                helpful[mover, action] = min(400.0, helpful[mover, action] + depth * depth)
                break
    if ply == 0:  # with actions barred it would tell others something wrong
        return best
    seen = depth if told[CUT] != cut else TO_THE_END
    kind = AT_MOST if best <= asked else (AT_LEAST if best >= beta else EXACT)
    entry = entry_of(best, seen, kind, chosen, told[TICK])
    entries[slot] = entry
    keys[slot] = key ^ entry
    return best if mover == seat else SCALE - best


@kernel
def prepare(states: Any, order: Any) -> int:
    """Find the worths at the root and forget what helped elsewhere; how many picks are left."""
    worths, helpful, killers, _, _, barred = order
    g = states[0]
    find_worths(g, worths)
    helpful[:] = 0.0
    killers[:] = -1
    barred[:] = 0
    picks = 0
    for source in range(2 * g.players + 2):
        for colour in range(5):
            picks += (g.sources[source] >> (8 * colour)) & 0xFF != 0
    return picks


@kernel
def follow(
    states: Any,
    action: int,
    told: Any,
    table: Any,
    order: Any,
    network: Any,
    work: Any,
    margin_share: float,
    line: Any,
) -> int:
    """Play an action at the root, then the best known ones; the worths finish the round.

    The actions known go into `line`; the rewards at the end are in work[3]. How many were known.
    """
    keys, entries = table
    states[1] = states[0]
    g = states[1]
    n = 0
    while n < len(line):
        line[n] = action
        n += 1
        apply(g, action)
        if g.phase not in (OFFER, TILING):
            break
        key = position_key(g, told[SALT])
        slot = (key >> 1) & (len(keys) - 1)
        entry = entries[slot]
        if keys[slot] != key ^ entry:
            break
        action = entry & (ACTION_CODES - 1)
        legal = False
        for k in range(list_actions(g, order[0], order[3][0], order[4][0])):
            legal |= order[3][0][k] == action
        if not legal:
            break
    finish_round(g, order[0], 0)
    round_value(g, network, work, margin_share, work[3])
    return n
