"""Rollouts: evaluating positions between two rounds by playing the next round many times."""

from __future__ import annotations

import numpy as np

from loseta.kernels.compiled import kernel
from loseta.kernels.game import (
    CHANCE,
    MOST_SEATS,
    TILE_VALUES,
    advance,
    apply,
    is_chance,
    is_over,
    most_actions,
    players,
    prepare_decision,
    prepare_round,
)
from loseta.kernels.rewards import new_work, round_value
from loseta.kernels.selfplay import one_ply_search
from loseta.kernels.tree import REWARDS
from loseta.kernels.types import Network, Records, Values


@kernel
def roll_out(
    positions: Records,
    states: Records,
    rollouts: int,
    seed: int,
    width: int,
    network: Network,
    margin_share: float,
    totals: Values,
) -> None:
    """Play the next round of each position `rollouts` times; add the rewards to
    totals[position, seat].

    A one-ply search of `width` actions chooses, and the network evaluates the end of the round. The
    n-th rollout has the same seed in all positions, so that luck distorts their comparison less.
    `states` are two scratch records.
    """
    g = states[0]
    tables = (np.zeros(TILE_VALUES), np.zeros(TILE_VALUES))
    work = new_work(network)
    rewards = np.zeros((REWARDS, MOST_SEATS))
    listed = (
        np.zeros(most_actions(g), np.int64),
        np.zeros(most_actions(g), np.float64),
        np.zeros((REWARDS, MOST_SEATS)),
    )
    for position in range(len(positions)):
        for number in range(rollouts):
            states[0] = positions[position]
            g.rng[0] = (seed + number) << 32
            this_round = g.round
            while not is_over(g) and g.round == this_round:
                if is_chance(g):
                    advance(g, CHANCE)
                    prepare_round(g, tables[0])
                    continue
                prepare_decision(g, tables[0])
                apply(g, one_ply_search(states, tables, width, network, work, listed))
            round_value(g, network, work, margin_share, rewards)
            for seat in range(players(g)):
                totals[position, seat] += rewards[0, seat]
