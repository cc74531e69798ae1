"""Self-play games from which the network learns: whole games by a one-ply search, and single steps
of games whose actions a full search chooses (`learning/searched.py`)."""

from __future__ import annotations

import numpy as np

from loseta.kernels import game
from loseta.kernels.bits import below
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.game import (
    CHANCE,
    MOST_SEATS,
    TILE_VALUES,
    advance,
    apply,
    best_action,
    count_actions,
    draws_within_round,
    find_features,
    finish_rounds,
    is_chance,
    is_over,
    list_actions,
    most_actions,
    nth_action,
    players,
    prepare_decision,
    prepare_round,
)
from loseta.kernels.play import random_action
from loseta.kernels.rewards import find_rewards, new_work, round_value
from loseta.kernels.tree import REWARDS
from loseta.kernels.types import (
    Action,
    Actions,
    Features,
    Listed,
    Network,
    Record,
    Records,
    Rewards,
    Row,
    Scores,
    Table,
    TileTables,
    Values,
    Work,
)

MARGIN_SHARE = 0.5
NOTHING = -1
"""In the place of an action: no action."""
EXPLORED = 8
"""How many of the highest-scored actions a random one is drawn from, instead of a search."""


@inner
def one_ply_search(
    states: Records, tables: TileTables, width: int, network: Network, work: Work, listed: Listed
) -> Action:
    """Try the `width` highest-scored actions of states[0] and return the one after which the round
    ends best. The draws until then are the same for all."""
    g = states[0]
    tile_values, later_tile_values = tables
    actions, scores, rewards = listed
    n = list_actions(g, tile_values, actions, scores)
    if n == 1:
        return actions[0]
    seat = g.turn
    best = -1e9
    chosen = actions[0]
    for _ in range(min(n, width)):
        k = 0
        for other in range(1, n):
            if scores[other] > scores[k]:
                k = other
        scores[k] = -1e9
        states[1] = states[0]
        h = states[1]
        apply(h, actions[k])
        finish_rounds(h, g.round, tile_values, later_tile_values, 0)
        round_value(h, network, work, MARGIN_SHARE, rewards)
        if rewards[0, seat] > best:
            best = rewards[0, seat]
            chosen = actions[k]
    if draws_within_round(g):
        below(g.rng, 2)  # the real draws must differ from those that were just looked at
    return chosen


@kernel
def play_games(
    states: Records,
    setups: Table,
    most_rounds: int,
    games: int,
    seed: int,
    width: int,
    random_in_1024: int,
    network: Network,
    rows: Features,
    now: Values,
    shares: Values,
    finals: Values,
    numbers: Row,
) -> int:
    """Play games and write one row for each position between two rounds: features, current scores
    (`now`), shares of the win, final scores, number of the game. Returns how many rows are used.

    `setups` are pairs of option numbers; each game draws one. `width` actions are searched with the
    network; 0: none, the heuristics decide. Games are cut off at `most_rounds`.
    """
    g = states[0]
    tile_values = np.zeros(TILE_VALUES)
    tables = (tile_values, np.zeros(TILE_VALUES))
    work = new_work(network)
    features = work[0]
    listed = (
        np.zeros(most_actions(g), np.int64),
        np.zeros(most_actions(g), np.float64),
        np.zeros((REWARDS, MOST_SEATS)),
    )
    used = 0
    for number in range(games):
        start_game(g, setups, seed, number, now.shape[1])
        began = used
        last_round = g.round
        while not is_over(g) and g.round < most_rounds:
            if g.round != last_round:
                last_round = g.round
                note_position(g, features, used, rows, now)
                used += 1
            if is_chance(g):
                advance(g, CHANCE)
                prepare_round(g, tile_values)
                continue
            if below(g.rng, 1024) < random_in_1024:
                apply(g, random_action(g))
                continue
            prepare_decision(g, tile_values)
            if width == 0:
                apply(g, best_action(g, tile_values))
            else:
                apply(g, one_ply_search(states, tables, width, network, work, listed))
        note_end(g, number, began, used, listed[2], shares, finals, numbers)
    return used


@inner
def start_game(g: Record, setups: Table, seed: int, number: int, seats: int) -> None:
    g.rng[0] = (seed + number) << 32
    setup = below(g.rng, len(setups)) if len(setups) > 1 else 0
    game.start(g, setups[setup, 0], setups[setup, 1], number % seats)


@inner
def note_position(g: Record, features: Features, row: int, rows: Features, now: Values) -> None:
    find_features(g, features)
    for seat in range(players(g)):
        rows[row, seat] = features[seat]
        now[row, seat] = g.score[seat]


@inner
def note_end(
    g: Record,
    number: int,
    began: int,
    used: int,
    rewards: Rewards,
    shares: Values,
    finals: Values,
    numbers: Row,
) -> None:
    """Write how the game ended to the rows of all its positions."""
    find_rewards(g, 0.0, rewards)
    for row in range(began, used):
        for seat in range(players(g)):
            shares[row, seat] = rewards[1, seat]
            finals[row, seat] = g.score[seat]
        numbers[row] = number


# --- Games by a full search, step by step ---------------------------------------------------


@kernel
def begin(states: Records, setups: Table, seed: int, number: int, seats: int) -> None:
    """Begin a new game in states[0]."""
    start_game(states[0], setups, seed, number, seats)


@kernel
def play_on(
    states: Records,
    action: Action,
    most_rounds: int,
    features: Features,
    used: int,
    rows: Features,
    now: Values,
    explore_in_1024: int,
    choices: Row,
) -> int:
    """Play an action, if it is not NOTHING, and go on to the next decision for a search. Returns
    how many rows are used.

    choices[0] is then the number of legal actions, or 0 if the game is over or cut off. In
    `explore_in_1024` of 1024 decisions no search is asked: one of the EXPLORED actions with the
    highest scores is drawn.
    """
    g = states[0]
    tile_values = np.zeros(TILE_VALUES)
    actions = np.zeros(most_actions(g), np.int64)
    scores = np.zeros(most_actions(g), np.float64)
    choices[0] = 0
    while not is_over(g) and g.round < most_rounds:
        if action == NOTHING:
            if is_chance(g):
                action = CHANCE
            else:
                n = count_actions(g)
                if n == 1:
                    action = nth_action(g, 0)
                elif below(g.rng, 1024) < explore_in_1024:
                    prepare_round(g, tile_values)
                    prepare_decision(g, tile_values)
                    n = list_actions(g, tile_values, actions, scores)
                    action = one_of_the_best(g, n, actions, scores)
                else:
                    choices[0] = n
                    break
        before = g.round
        advance(g, action)
        action = NOTHING
        if g.round != before and not is_over(g) and g.round < most_rounds:
            note_position(g, features, used, rows, now)
            used += 1
    return used


@inner
def one_of_the_best(g: Record, n: int, actions: Actions, scores: Scores) -> Action:
    """One of the EXPLORED actions with the highest scores, chosen uniformly at random."""
    chosen = 0
    for _ in range(below(g.rng, min(n, EXPLORED)) + 1):
        chosen = 0
        for other in range(1, n):
            if scores[other] > scores[chosen]:
                chosen = other
        scores[chosen] = -1e9
    return actions[chosen]


@kernel
def end(
    states: Records,
    number: int,
    began: int,
    used: int,
    shares: Values,
    finals: Values,
    numbers: Row,
) -> None:
    rewards = np.zeros((REWARDS, MOST_SEATS))
    note_end(states[0], number, began, used, rewards, shares, finals, numbers)
