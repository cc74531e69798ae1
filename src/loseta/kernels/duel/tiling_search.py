"""Exhaustive search of a tiling: where tiles go and which chips are used (D4.2, D4.4).

Each seat tiles its dome alone, in a fixed order and without chance, so all its choices can be
searched. In the last round the result of the game evaluates them, before that the network. The
choices of the other seat do not depend on them; if it still has to choose, its best choices are
found first.
"""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel.heuristics import find_tile_values
from loseta.kernels.duel.legal import count_actions, nth_action
from loseta.kernels.duel.policy import best_action
from loseta.kernels.duel.rules import apply
from loseta.kernels.duel.tables import PAY, SEATS, TILE
from loseta.kernels.game import TILE_VALUES
from loseta.kernels.rewards import new_work, round_value
from loseta.kernels.tree import REWARDS
from loseta.kernels.types import Actions, Network, Record, Records, Row, Seat, Work

DEEPEST = 64
"""More choices than a tiling has: 6 lines, and 10 chips at most."""
RECORDS = DEEPEST + 2
"""How many records `best_tiling` works in; the first holds the position."""
MOST_WAYS = 30_000
"""How many ways to tile are searched. Only many chips for many lines allow more; found[EXACT] is
then 0."""
VALUE, WINS, MARGIN, EXACT = range(4)


@inner
def chooses(g: Record, seat: Seat) -> bool:
    """Whether this seat has a choice to make in its tiling."""
    return g.turn == seat and g.phase in (PAY, TILE)


@inner
def search_ways(
    states: Records,
    seat: Seat,
    replies: Actions,
    network: Network,
    work: Work,
    margin_share: float,
    way: Actions,
    found: Row,
) -> None:
    """Write the best choices of the seat from states[0] on to `way`, and their value to `found`.

    If the other seat has choices after them, it plays those in `replies`.
    """
    rewards = np.zeros((REWARDS, SEATS))
    tried = np.zeros(DEEPEST, np.int64)
    line = np.zeros(DEEPEST, np.int64)
    found[VALUE] = -1.0
    found[EXACT] = 1.0
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
                found[EXACT] = 0.0
                return
            ways += 1
            step = 0
            while chooses(g, 1 - seat):
                apply(g, replies[step])
                step += 1
            round_value(g, network, work, margin_share, rewards)
            if rewards[0, seat] > found[VALUE]:
                for which in range(REWARDS):
                    found[which] = rewards[which, seat]
                for choice in range(depth):
                    way[choice] = line[choice]
        depth -= 1


@kernel
def best_tiling(
    states: Records, network: Network, margin_share: float, way: Actions, found: Row
) -> int:
    """The best action of the seat that has a choice in its tiling in states[0].

    Writes it and the seat's later choices to `way` (of size DEEPEST), and to `found` the reward to
    maximise (as in `tree.REWARDS`), the share of the win, the margin, and whether all ways were
    searched. `margin_share` must be above 0, or all ways to lose would be equal.
    """
    seat = states[0].turn
    work = new_work(network)
    replies = np.zeros(DEEPEST, np.int64)
    if seat == states[0].first:
        position = states[:1].copy()
        tile_values = np.zeros(TILE_VALUES)
        g = states[0]
        while chooses(g, seat):
            find_tile_values(g, seat, tile_values)
            apply(g, best_action(g, tile_values))
        if chooses(g, 1 - seat):
            search_ways(states, 1 - seat, way, network, work, margin_share, replies, found)
        states[0] = position[0]
    search_ways(states, seat, replies, network, work, margin_share, way, found)
    return way[0]
