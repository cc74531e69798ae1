"""Tree search for Azul Duel: PUCT with informed playouts.

The tree grows from the position to the next draw of chance; from there each playout goes on to the
end of the game by the worths below. What a seat may not know is drawn anew: the roots are states
that agree with what the seat knows, and each playout starts from one of them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from loseta.kernels.bits import M64, below, mix
from loseta.kernels.compiled import inner, kernel
from loseta.kernels.duel import apply, chance, is_chance, winner
from loseta.kernels.duel_acquisition import may_draw, moon_tops, revealed_chips
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_tables import (
    ACQUIRE,
    BORDER,
    COLUMN_0,
    COLUMNS,
    CORNER,
    CORNER_SPACES,
    CORNER_VALUES,
    CORNERS,
    DECLINE,
    DIAGONALS,
    DOWN,
    DRAW,
    DRAWS,
    EDGE,
    FACE,
    FINISH,
    MOONS,
    NOBODY,
    OFFSET,
    OVER,
    PAY,
    PENALTY,
    PLACE,
    PLACE_OF,
    PLACE_PLATES,
    PLACE_TILES,
    ROW_COLOURS,
    ROWS_,
    SEATS,
    SHOWS,
    SPECIAL,
    SPECIAL_ROW,
    SPECIALS,
    SPENDS,
    STOPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
    UP,
    WILD,
    WILDS,
)
from loseta.kernels.duel_tiling import bit_count, next_faces, open_columns, pays, place_points
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

START_WORTH = 0.8
PART_SHARE = 0.55
WAITING_WORTH = 1.0
PLATE_WORTH = 2.2
CHIP_WORTH = 1.4
CHIP_COST = 1.2
"""Of a missing tile paid by chips, before the last round."""
STARTING_TILE = 2.0
LAST_ROUND = 5
MOST_ACTIONS = 512
LONGEST_PATH = 200
MOST_STEPS = 2000


@inner
def share(already: Any, needed: Any) -> Any:
    """How much of a bonus the next tile is worth when so many of those needed are there."""
    return (2.0 * already + 1.0) / (needed * needed)


# --- Worths ---------------------------------------------------------------------------------


@inner
def space_worth(g: Any, seat: Any, row: Any, column: Any) -> Any:
    """Points at once, with a share of what the space helps to complete."""
    tiles = g.tiles[seat]
    bit = 1 << (6 * row + column)
    worth = float(place_points(tiles | bit, row, column))
    offset = row // 2 * 12 + column // 2 * 2
    plate = CORNER << offset
    on_plate = bit_count(tiles & plate)
    special = g.spaces[seat, SPECIAL] & plate & ~tiles
    if special != 0:
        points = float(SPECIAL_ROW[row // 2 * 2 + (special >> offset > 3)])
        if (g.tablets >> SPECIALS) & 1:
            points += 3.0
        worth += share(on_plate, 3) * points
    if (g.tablets >> ROWS_) & 1:
        worth += 3.0 * share(bit_count((tiles >> (6 * row)) & 63), 6)
    if (g.tablets >> COLUMNS) & 1:
        worth += 7.0 * share(bit_count((tiles >> column) & COLUMN_0), 6)
    if (g.tablets >> DIAGONALS) & 1:
        if bit & DOWN:
            worth += 10.0 * share(bit_count(tiles & DOWN), 6)
        elif bit & UP:
            worth += 10.0 * share(bit_count(tiles & UP), 6)
    if (g.tablets >> BORDER) & 1 and bit & EDGE:
        worth += 1.0
    if (g.tablets >> CORNERS) & 1:
        for corner in range(4):
            if OFFSET[CORNER_SPACES[corner]] == offset:
                worth += CORNER_VALUES[corner] * share(on_plate, 4)
    if (g.tablets >> WILDS) & 1 and bit & g.spaces[seat, WILD]:
        worth += 1.0
    if (g.tablets >> ROW_COLOURS) & 1:
        colours = 0
        for colour in range(5):
            colours += (g.hues[seat, colour] >> (6 * row)) & 63 != 0
        worth += 4.0 * share(colours, 6)
    return worth


@inner
def find_worths(g: Any, seat: Any, worths: Any) -> None:
    """worths[seat, colour, row]: what the tile of such a line will bring on its best space."""
    for row in range(6):
        free = ~(g.tiles[seat] >> (6 * row)) & 63
        wild = (g.spaces[seat, WILD] >> (6 * row)) & free
        for colour in range(5):
            columns = wild | ((g.spaces[seat, colour] >> (6 * row)) & free)
            best = WAITING_WORTH
            if columns != 0:
                best = 0.0
                for column in range(6):
                    if (columns >> column) & 1:
                        best = max(best, space_worth(g, seat, row, column))
            elif (g.free[seat] >> (row // 2 * 3)) & 7 == 0:
                best = -1.0 - row  # it would break
            worths[seat, colour, row] = best


@inner
def take_worth(g: Any, source: Any, colour: Any, line: Any, count: Any, worths: Any) -> Any:
    seat = g.turn
    worth = 0.0
    if source == MOONS and g.start == NOBODY and (g.large_moon >> (8 * colour)) & 0xFF:
        worth = START_WORTH - STARTING_TILE
    broken = count
    if line < 6:
        room = line + 1 - ((g.lines[seat] >> (8 * line)) & 15)
        placed = min(count, room)
        broken -= placed
        tile = worths[seat, colour, line]
        if placed == room:
            worth += tile
        else:
            worth += PART_SHARE * tile * placed / (line + 1.0)
            if g.round == LAST_ROUND:
                worth -= 0.5 * (room - placed)
    held = g.broken_n[seat]
    return worth - (PENALTY[min(4, held + broken)] - PENALTY[held])


@inner
def tiles_to_take(g: Any, source: Any, colour: Any) -> Any:
    if source < MOONS:
        return (g.suns[source] >> (8 * colour)) & 0xFF
    count = (g.large_moon >> (8 * colour)) & 0xFF
    for factory in range(4):
        count += (g.small_moons >> (16 * factory)) & 15 == colour + 1
    return count


@inner
def placing_worth(g: Any, plate: Any, dome_space: Any, turn: Any) -> Any:
    """Spaces for lines that wait for one, neighbours for the runs, special spaces low down."""
    seat = g.turn
    worth = 0.4 if dome_space == 4 else 0.0
    for n in range(4):
        kind = FACE[plate, turn, n]
        at = OFFSET[dome_space] + PLACE_OF[n]
        row = at // 6
        if kind == SPECIAL:
            worth += 0.25 * SPECIAL_ROW[row]
            continue
        line = (g.lines[seat] >> (8 * row)) & 0xFF
        fits = kind in (line >> 4, WILD)
        if line != 0 and fits and open_columns(g, seat, row) == 0:
            worth += 1.5 * (line & 15) / (row + 1.0) + 0.5
        points = place_points(g.tiles[seat] | (1 << at), row, at % 6)
        worth += 0.15 * (points - 1)
    return worth


@inner
def plate_worth(g: Any, plate: Any) -> Any:
    best = -1.0
    for dome_space in range(9):
        if (g.free[g.turn] >> dome_space) & 1:
            for turn in range(4):
                best = max(best, placing_worth(g, plate, dome_space, turn))
    return best


@inner
def pay_worth(g: Any, worths: Any) -> Any:
    """What completing the line by chips brings."""
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    worth = worths[g.turn, line >> 4, g.row]
    if g.round < LAST_ROUND:
        worth -= CHIP_COST * (g.row + 1 - (line & 15))
    return worth


@inner
def action_worth(g: Any, action: Any, worths: Any) -> Any:
    """How much an action is liked, for the phases other than takes."""
    if action < TAKE_CHIPS:
        return 0.0  # the order of a stack
    if action < DRAWS:
        return CHIP_WORTH
    if action == DRAWS:
        return 1.0 if g.phase == ACQUIRE and g.display == 0 else -1.0
    if action == STOPS:
        return 0.0
    if action < PLACE_PLATES:
        if action < TAKE_PLATES + 18:
            return PLATE_WORTH + plate_worth(g, action - TAKE_PLATES + 1)
        if action < TAKE_PLATES + 36:
            return plate_worth(g, action - TAKE_PLATES - 18 + 1)
        return 0.0
    if action < PLACE_TILES:
        place = action - PLACE_PLATES
        return placing_worth(g, g.plate, place // 4, place % 4)
    if action < SPENDS:
        return space_worth(g, g.turn, g.row, (action - PLACE_TILES) % 6)
    if action == FINISH:
        return 3.0
    if action == DECLINE:
        return 0.0
    line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
    shown = (SHOWS[line >> 4] >> (4 * (action - SPENDS))) & 1
    return (pay_worth(g, worths) if g.spent == 0 else 0.0) + 0.2 * shown


@inner
def list_actions(g: Any, worths: Any, actions: Any, values: Any) -> Any:
    """The legal actions with their worths; how many."""
    n = count_actions(g)
    for k in range(n):
        action = nth_action(g, k)
        actions[k] = action
        if action < 210:
            source = action // 35
            colour = action // 7 % 5
            count = tiles_to_take(g, source, colour)
            values[k] = take_worth(g, source, colour, action % 7, count, worths)
        else:
            values[k] = action_worth(g, action, worths)
    return n


@inner
def best_in_turn(g: Any, worths: Any) -> Any:
    """The action of a turn that is liked best."""
    seat = g.turn
    best = -1e9
    chosen = -1
    opened = g.open[seat]
    tops = moon_tops(g)
    for source in range(MOONS + 1):
        tiles = g.suns[source] if source < MOONS else tops
        if tiles == 0:
            continue
        for colour in range(5):
            if (tiles >> (8 * colour)) & 0xFF == 0:
                continue
            count = tiles_to_take(g, source, colour)
            lines = (opened >> (8 * colour)) & 127
            for line in range(7):
                if (lines >> line) & 1:
                    worth = take_worth(g, source, colour, line, count, worths)
                    if worth > best:
                        best = worth
                        chosen = (source * 5 + colour) * 7 + line
    chips = revealed_chips(g)
    if chips != 0 and best < CHIP_WORTH:
        best = CHIP_WORTH
        face = 0
        while (chips >> face) & 1 == 0:
            face += 1
        chosen = TAKE_CHIPS + face
    if g.tokens[seat] > 0:
        if g.display != 0:
            if best < PLATE_WORTH:
                chosen = TAKE_PLATES - 1 + nth_plate(g)
        elif may_draw(g) and best < 1.0:
            chosen = DRAWS
    return chosen


@inner
def nth_plate(g: Any) -> Any:
    """One of the open plates at random."""
    k = below(g.rng, bit_count(g.display))
    display = g.display
    for _ in range(k):
        display &= display - 1
    plate = 1
    while (display >> plate) & 1 == 0:
        plate += 1
    return plate


@inner
def best_action(g: Any, worths: Any) -> Any:
    if g.phase == ACQUIRE:
        return best_in_turn(g, worths)
    if g.phase == PLACE:
        best = -1e9
        chosen = -1
        for dome_space in range(9):
            if (g.free[g.turn] >> dome_space) & 1:
                for turn in range(4):
                    worth = placing_worth(g, g.plate, dome_space, turn)
                    if worth > best:
                        best = worth
                        chosen = PLACE_PLATES + 4 * dome_space + turn
        return chosen
    if g.phase == TILE:
        best = -1e9
        chosen = -1
        columns = open_columns(g, g.turn, g.row)
        for column in range(6):
            if (columns >> column) & 1:
                worth = space_worth(g, g.turn, g.row, column)
                if worth > best:
                    best = worth
                    chosen = PLACE_TILES + 6 * g.row + column
        return chosen
    if g.phase == PAY:
        if g.spent == 0 and pay_worth(g, worths) <= 0.0:
            return DECLINE
        if g.spent != 0 and pays(g):
            return FINISH
        faces = next_faces(g)
        line = (g.lines[g.turn] >> (8 * g.row)) & 0xFF
        chosen = -1
        for face in range(10):
            if (faces >> face) & 1:
                if (SHOWS[line >> 4] >> (4 * face)) & 1:
                    return SPENDS + face
                if chosen < 0:
                    chosen = SPENDS + face
        return chosen
    if g.phase == DRAW:
        return STOPS
    return nth_action(g, below(g.rng, count_actions(g)))


# --- Playouts -------------------------------------------------------------------------------


@inner
def finish_game(g: Any, worths: Any, random_in_1024: Any) -> None:
    """Informed actions to the end; the worths of a dome are found anew when it has changed."""
    tiles_0, tiles_1, free_0, free_1 = g.tiles[0], g.tiles[1], g.free[0], g.free[1]
    find_worths(g, 0, worths)
    find_worths(g, 1, worths)
    for _ in range(MOST_STEPS):
        if g.phase == OVER:
            return
        if is_chance(g):
            chance(g)
        elif random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
        else:
            apply(g, best_action(g, worths))
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
    """Grow the tree by so many playouts, each from one of the roots in turn; nodes used.

    `used` is 0 for a new tree. When the nodes run out the tree stops growing and goes on learning.
    """
    path = np.zeros(LONGEST_PATH, np.int64)
    movers = np.zeros(LONGEST_PATH, np.int64)
    actions = np.zeros(MOST_ACTIONS, np.int64)
    values = np.zeros(MOST_ACTIONS, np.float64)
    rewards = np.zeros((REWARDS, SEATS), np.float64)
    random_in_1024 = np.int64(how[RANDOM_SHARE] * 1024)
    find_worths(roots[0], 0, worths)
    find_worths(roots[0], 1, worths)
    if used == 0:
        used = new_root(nodes)
    for _ in range(iterations):
        scratch[0] = roots[nodes[0].visits % len(roots)]
        g = scratch[0]
        rng[0] = mix((int(rng[0]) + 0x9E3779B97F4A7C15) & M64)
        g.rng[0] = rng[0]
        node = 0
        depth = 0
        while g.phase != OVER and not is_chance(g) and depth < LONGEST_PATH - 1:
            if nodes[node].count == 0:
                if (nodes[node].visits == 0 and node != 0) or used + MOST_ACTIONS > len(nodes):
                    break
                n = list_actions(g, worths, actions, values)
                used = add_children(nodes, node, used, n, actions, values, how)
            node = choose_child(nodes, node, SEATS, how)
            movers[depth] = g.turn
            path[depth] = node
            depth += 1
            apply(g, nodes[node].action)
        finish_game(g, later_worths, random_in_1024)
        find_rewards(g, how[MARGIN_SHARE], rewards)
        learn(nodes, path, movers, depth, rewards)
    return used
