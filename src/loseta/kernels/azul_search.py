"""Tree search for Azul: PUCT with informed playouts, for 2 to 4 players on both walls.

Inside a round everything is known; chance falls at its end. So the tree grows within the round, and
each playout goes on from its leaf to the end of the game: takes by the worth below, now and then
one at random. A node's value is seen by the seat that moved into it; every seat maximises its own
share of the win, mixed with its margin over the best of the others.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.azul import (
    DEAL,
    OFFER,
    PENALTY,
    PLACES,
    SEATS,
    TILING,
    apply,
    choosing_row,
    count_actions,
    deal,
    nth_action,
    open_columns,
    place_points,
    rank,
)
from loseta.kernels.bits import M64, below, mix
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.tree import (
    MARGIN_SHARE,
    RANDOM_SHARE,
    REWARDS,
    add_children,
    choose_child,
    learn,
    new_root,
    softened,
)

COLUMN_WORTH = 7.0 * np.array([0, 0.02, 0.10, 0.28, 0.58, 1.0])
COLOUR_WORTH = 10.0 * np.array([0, 0.01, 0.05, 0.18, 0.50, 1.0])
"""What so many tiles of a column or a colour are worth."""
MARKER_WORTH = 1.3
FULL_WORTH = 1.0
PART_SHARE = 0.5
MISSING_COST = 0.15
MOST_ACTIONS = 400
MOST_ROUNDS = 40
"""No playout is longer; the five-round rule ends games of players who drop everything."""
LONGEST_PATH = 120

# --- What a take is worth -------------------------------------------------------------------


@inner
def space_worth(g: Any, seat: Any, row: Any, column: Any, colour: Any) -> Any:
    """Points at once, and what the tile brings its column and its colour nearer."""
    wall = g.wall[seat]
    in_column = 0
    of_colour = 0
    for other in range(5):
        in_column += (wall >> (5 * other + column)) & 1
        if g.gray == 0:
            of_colour += (wall >> (5 * other + (other + colour) % 5)) & 1
        else:
            of_colour += ((g.hues[seat, colour] >> (5 * other)) & 31) != 0
    return (
        place_points(wall | (1 << (5 * row + column)), row, column)
        + COLUMN_WORTH[in_column + 1]
        - COLUMN_WORTH[in_column]
        + COLOUR_WORTH[of_colour + 1]
        - COLOUR_WORTH[of_colour]
    )


@inner
def find_worths(g: Any, worths: Any) -> None:
    """worths[seat, colour, row]: of a tile of this colour in this row, on its best space."""
    for seat in range(g.players):
        wall = g.wall[seat]
        for row in range(5):
            here = (wall >> (5 * row)) & 31
            for colour in range(5):
                if g.gray == 0:
                    column = (row + colour) % 5
                    if (here >> column) & 1:
                        worths[seat, colour, row] = 0.0
                    else:
                        worths[seat, colour, row] = space_worth(g, seat, row, column, colour)
                    continue
                hue = g.hues[seat, colour]
                taken = here | hue | (hue >> 5) | (hue >> 10) | (hue >> 15) | (hue >> 20)
                best = -1.0 - row  # it would drop
                for column in range(5):
                    if (taken >> column) & 1 == 0:
                        best = max(best, space_worth(g, seat, row, column, colour))
                worths[seat, colour, row] = best


@inner
def take_worth(
    g: Any, seat: Any, source: Any, colour: Any, line: Any, count: Any, worths: Any
) -> Any:
    worth = 0.0
    fallen = 0
    if source == 0 and g.marker < 0:
        fallen = 1
        worth = MARKER_WORTH
    if line < 5:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        tile = worths[seat, colour, line] + FULL_WORTH
        if count >= room:
            worth += tile
            fallen += count - room
        else:
            worth += tile * (PART_SHARE * count / (line + 1.0)) - MISSING_COST * (room - count)
    else:
        fallen += count
    held = g.floor_n[seat]
    return worth - (PENALTY[min(7, held + fallen)] - PENALTY[held])


@inner
def list_actions(g: Any, worths: Any, actions: Any, values: Any) -> Any:
    """The legal actions with their worths; of equal factories only the first. How many."""
    seat = g.turn
    n = 0
    if g.phase == TILING:
        row = choosing_row(g, seat)
        colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                actions[n] = row * 5 + column
                values[n] = space_worth(g, seat, row, column, colour)
                n += 1
        return n
    opened = g.open[seat]
    for source in range(2 * g.players + 2):
        tiles = g.sources[source]
        if tiles == 0:
            continue
        again = False
        for earlier in range(1, source):
            if g.sources[earlier] == tiles:
                again = True
                break
        if again:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            lines = (opened >> (8 * colour)) & 63
            for line in range(6):
                if (lines >> line) & 1:
                    actions[n] = PLACES + (source * 5 + colour) * 6 + line
                    values[n] = take_worth(g, seat, source, colour, line, count, worths)
                    n += 1
    return n


@inner
def best_action(g: Any, worths: Any) -> Any:
    """The action of most worth."""
    seat = g.turn
    best = -1e9
    chosen = -1
    if g.phase == TILING:
        row = choosing_row(g, seat)
        colour = ((g.lines[seat] >> (8 * row)) & 0xFF) >> 4
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                worth = space_worth(g, seat, row, column, colour)
                if worth > best:
                    best = worth
                    chosen = row * 5 + column
        return chosen
    opened = g.open[seat]
    for source in range(2 * g.players + 2):
        tiles = g.sources[source]
        if tiles == 0:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            lines = (opened >> (8 * colour)) & 63
            for line in range(6):
                if (lines >> line) & 1:
                    worth = take_worth(g, seat, source, colour, line, count, worths)
                    if worth > best:
                        best = worth
                        chosen = PLACES + (source * 5 + colour) * 6 + line
    return chosen


# --- Playouts -------------------------------------------------------------------------------


@inner
def finish_round(g: Any, worths: Any, random_in_1024: Any) -> None:
    """Informed actions until the dealer is to act or the game is over."""
    while g.phase == OFFER or g.phase == TILING:
        if random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
        else:
            apply(g, best_action(g, worths))


@inner
def finish_game(g: Any, worths: Any, random_in_1024: Any) -> None:
    for _ in range(MOST_ROUNDS):
        if g.phase != DEAL:
            break
        deal(g)
        find_worths(g, worths)
        finish_round(g, worths, random_in_1024)


@inner
def find_rewards(g: Any, margin_share: Any, rewards: Any) -> None:
    """For each seat between 0 and 1: its share of the victory, mixed with its margin."""
    best = -1
    winners = 0
    for seat in range(g.players):
        here = rank(g, seat)
        if here > best:
            best = here
            winners = 1
        elif here == best:
            winners += 1
    for seat in range(g.players):
        other = -1
        for rival in range(g.players):
            if rival != seat and g.score[rival] > other:
                other = g.score[rival]
        margin = float(g.score[seat] - other)
        won = 1.0 / winners if rank(g, seat) == best else 0.0
        rewards[0, seat] = (1.0 - margin_share) * won + margin_share * softened(margin)
        rewards[1, seat] = won
        rewards[2, seat] = margin


# --- The tree -------------------------------------------------------------------------------


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
) -> Any:
    """Grow the tree of roots[0] by so many playouts; nodes used.

    `used` is 0 for a new tree. When the nodes run out the tree stops growing and goes on learning.
    """
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    values = np.zeros(MOST_ACTIONS, np.float64)
    rewards = np.zeros((REWARDS, SEATS), np.float64)
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    find_worths(roots[0], worths)
    if used == 0:
        used = new_root(nodes)
    for _ in range(iterations):
        scratch[0] = roots[0]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        node = 0
        depth = 0
        while (g.phase == OFFER or g.phase == TILING) and depth < LONGEST_PATH - 1:
            if nodes[node].count == 0:
                if (nodes[node].visits == 0 and node != 0) or used + MOST_ACTIONS > len(nodes):
                    break
                n = list_actions(g, worths, actions, values)
                used = add_children(nodes, node, used, n, actions, values, how)
            node = choose_child(nodes, node, g.players, how)
            movers[depth] = g.turn
            path[depth] = node
            depth += 1
            apply(g, nodes[node].action)
        finish_round(g, worths, random_in_1024)
        finish_game(g, later_worths, random_in_1024)
        find_rewards(g, how[MARGIN_SHARE], rewards)
        learn(nodes, path, movers, depth, rewards)
    return used
