"""The legal actions of Azul Duel with their tile_values, and the one that is worth most."""

from __future__ import annotations

from loseta.kernels.bits import below
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import may_draw, moon_tops, revealed_chips
from loseta.kernels.duel.heuristics import (
    CHIP_VALUE,
    PLATE_VALUE,
    action_value,
    find_tile_values,
    pay_value,
    placing_value,
    space_value,
    take_value,
    tiles_to_take,
)
from loseta.kernels.duel.legal import count_actions, nth_action
from loseta.kernels.duel.rules import advance, is_chance
from loseta.kernels.duel.tables import (
    ACQUIRE,
    DECLINE,
    DRAW,
    DRAWS,
    FINISH,
    MOONS,
    OVER,
    PAY,
    PLACE,
    PLACE_PLATES,
    PLACE_TILES,
    SHOWS,
    SPENDS,
    STOPS,
    TAKE_CHIPS,
    TAKE_PLATES,
    TILE,
)
from loseta.kernels.duel.tiling import bit_count, next_faces, open_columns, pays
from loseta.kernels.game import CHANCE
from loseta.kernels.types import Action, Actions, Record, Scores, TileValues

MOST_STEPS = 2000


@inner
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """The legal actions with their move-ordering scores; how many."""
    n = count_actions(g)
    for k in range(n):
        action = nth_action(g, k)
        actions[k] = action
        if action < 210:
            source = action // 35
            colour = action // 7 % 5
            count = tiles_to_take(g, source, colour)
            scores[k] = take_value(g, source, colour, action % 7, count, tile_values)
        else:
            scores[k] = action_value(g, action, tile_values)
    return n


@inner
def best_in_turn(g: Record, tile_values: TileValues) -> Action:
    """The action of a turn with the highest score."""
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
                    value = take_value(g, source, colour, line, count, tile_values)
                    if value > best:
                        best = value
                        chosen = (source * 5 + colour) * 7 + line
    chips = revealed_chips(g)
    if chips != 0 and best < CHIP_VALUE:
        best = CHIP_VALUE
        face = 0
        while (chips >> face) & 1 == 0:
            face += 1
        chosen = TAKE_CHIPS + face
    if g.tokens[seat] > 0:
        if g.display != 0:
            if best < PLATE_VALUE:
                chosen = TAKE_PLATES - 1 + nth_plate(g)
        elif may_draw(g) and best < 1.0:
            chosen = DRAWS
    return chosen


@inner
def nth_plate(g: Record) -> int:
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
def best_action(g: Record, tile_values: TileValues) -> Action:
    if g.phase == ACQUIRE:
        return best_in_turn(g, tile_values)
    if g.phase == PLACE:
        best = -1e9
        chosen = -1
        for dome_space in range(9):
            if (g.free[g.turn] >> dome_space) & 1:
                for turn in range(4):
                    value = placing_value(g, g.plate, dome_space, turn)
                    if value > best:
                        best = value
                        chosen = PLACE_PLATES + 4 * dome_space + turn
        return chosen
    if g.phase == TILE:
        best = -1e9
        chosen = -1
        columns = open_columns(g, g.turn, g.row)
        for column in range(6):
            if (columns >> column) & 1:
                value = space_value(g, g.turn, g.row, column)
                if value > best:
                    best = value
                    chosen = PLACE_TILES + 6 * g.row + column
        return chosen
    if g.phase == PAY:
        if g.spent == 0 and pay_value(g, tile_values) <= 0.0:
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


@inner
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """Actions by the heuristics until a round is over; the values of a dome are found anew when it
    has changed."""
    if g.phase == OVER or g.round > last_round:
        return
    tiles_0, tiles_1, free_0, free_1 = g.tiles[0], g.tiles[1], g.free[0], g.free[1]
    find_tile_values(g, 0, later_tile_values)
    find_tile_values(g, 1, later_tile_values)
    for _ in range(MOST_STEPS):
        if is_chance(g):
            action = CHANCE
        elif random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            action = nth_action(g, below(g.rng, count_actions(g)))
        else:
            action = best_action(g, later_tile_values)
        advance(g, action)
        if g.phase == OVER or g.round > last_round:
            return
        if g.tiles[0] != tiles_0 or g.free[0] != free_0:
            tiles_0, free_0 = g.tiles[0], g.free[0]
            find_tile_values(g, 0, later_tile_values)
        if g.tiles[1] != tiles_1 or g.free[1] != free_1:
            tiles_1, free_1 = g.tiles[1], g.free[1]
            find_tile_values(g, 1, later_tile_values)
