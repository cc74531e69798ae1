"""The exact choice of where tiles go and which chips are used (D4.2, D4.4).

Each seat tiles its dome alone, in a fixed order and without chance, so all its ways can be looked
through. What a way is worth is known in the last round: the result of the game. Before, the network
says it. What the other seat will choose does not depend on these choices; where it is still to
choose, its best way is found first.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import apply
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_policy import best_action
from loseta.kernels.duel_search import new_work, round_value
from loseta.kernels.duel_tables import PAY, SEATS, TILE
from loseta.kernels.duel_worths import find_worths
from loseta.kernels.tree import REWARDS

DEEPEST = 64
"""More choices than a tiling has: 6 lines, and 10 chips at most."""
RECORDS = DEEPEST + 2
"""States that `best_tiling` needs to work in; the first holds the position."""
MOST_WAYS = 30_000
"""No more are looked at; only hoards of chips for many lines have more (told[EXACT] says so)."""
VALUE, WINS, MARGIN, EXACT = range(4)


@inner
def chooses(g: Any, seat: Any) -> Any:
    """Whether a seat is choosing in its tiling."""
    return g.turn == seat and g.phase in (PAY, TILE)


@inner
def look_through(
    states: Any,
    seat: Any,
    replies: Any,
    network: Any,
    work: Any,
    margin_share: Any,
    way: Any,
    told: Any,
) -> None:
    """Fill `way` with the best choices of the seat from states[0] on, and `told` with their worth.

    After them the other seat plays the replies, as far as it is asked.
    """
    rewards = np.zeros((REWARDS, SEATS))
    tried = np.zeros(DEEPEST, np.int64)
    line = np.zeros(DEEPEST, np.int64)
    told[VALUE] = -1.0
    told[EXACT] = 1.0
    ways = 0
    depth = 0
    while depth >= 0:
        g = states[depth]
        if chooses(g, seat):
            if tried[depth] < count_actions(g):
                line[depth] = nth_action(g, tried[depth])
                tried[depth] += 1
                states[depth + 1] = states[depth]
                apply(states[depth + 1], line[depth])
                depth += 1
                tried[depth] = 0
                continue
        else:
            if ways == MOST_WAYS:
                told[EXACT] = 0.0
                return
            ways += 1
            step = 0
            while chooses(g, 1 - seat):
                apply(g, replies[step])
                step += 1
            round_value(g, network, work, margin_share, rewards)
            if rewards[0, seat] > told[VALUE]:
                for which in range(REWARDS):
                    told[which] = rewards[which, seat]
                for choice in range(depth):
                    way[choice] = line[choice]
        depth -= 1


@kernel
def best_tiling(states: Any, network: Any, margin_share: float, way: Any, told: Any) -> Any:
    """The best action in states[0], in which a seat chooses in its tiling.

    `way` (DEEPEST) holds it and what the seat chooses after it; `told` says what the seat then
    expects: the reward (as in `tree.REWARDS`), the win, the margin, and whether all ways were seen.
    The margin must have some share in the reward, or a lost game is lost by any margin.
    """
    seat = states[0].turn
    work = new_work()
    replies = np.zeros(DEEPEST, np.int64)
    if seat == states[0].first:
        position = states[:1].copy()
        worths = np.zeros((SEATS, 5, 6))
        g = states[0]
        while chooses(g, seat):
            find_worths(g, seat, worths)
            apply(g, best_action(g, worths))
        if chooses(g, 1 - seat):
            look_through(states, 1 - seat, way, network, work, margin_share, replies, told)
        states[0] = position[0]
    look_through(states, seat, replies, network, work, margin_share, way, told)
    return way[0]
