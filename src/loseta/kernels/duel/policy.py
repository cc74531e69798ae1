"""Policy for Azul Duel: legal actions with their scores, the best of them, playouts with it."""

from __future__ import annotations

from loseta.kernels.bits import below, bit_count, nth_bit
from loseta.kernels.compiled import inner
from loseta.kernels.duel.acquisition import may_draw, revealed_chips
from loseta.kernels.duel.heuristics import (
    CHIP_VALUE,
    PLATE_VALUE,
    find_tile_values,
    pay_value,
    placing_value,
)
from loseta.kernels.duel.rules import advance, is_chance
from loseta.kernels.duel.tables import (
    ACQUIRE,
    DECLINE,
    DRAW,
    DRAWS,
    FINISH,
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
from loseta.kernels.duel.tiling import next_faces, open_columns, pays
from loseta.kernels.game import CHANCE
from loseta.kernels.play import random_action
from loseta.kernels.policy import best_column, best_take, list_scored, playout_action
from loseta.kernels.types import Action, Actions, Record, Scores, TileValues

MOST_STEPS = 2000


@inner
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """Write the legal actions and their move-ordering scores; return how many there are."""
    return list_scored(g, tile_values, actions, scores)


@inner
def best_in_turn(g: Record, tile_values: TileValues) -> Action:
    """The turn with the highest heuristic value. Plates of the display all count the same: one is
    drawn at random."""
    chosen, best = best_take(g, tile_values)
    chips = revealed_chips(g)
    if chips != 0 and best < CHIP_VALUE:
        best = CHIP_VALUE
        chosen = TAKE_CHIPS + nth_bit(chips, 0)
    if g.tokens[g.turn] > 0:
        if g.display != 0:
            if best < PLATE_VALUE:
                chosen = TAKE_PLATES - 1 + nth_bit(g.display, below(g.rng, bit_count(g.display)))
        elif may_draw(g) and best < 1.0:
            chosen = DRAWS
    return chosen


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
        columns = open_columns(g, g.turn, g.row)
        return PLACE_TILES + 6 * g.row + best_column(g, g.row, columns)
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
    return random_action(g)


@inner
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """Play by the heuristics until `last_round` is over. The heuristic values of a dome are found
    again when it has changed."""
    if g.phase == OVER or g.round > last_round:
        return
    tiles_0, tiles_1, free_0, free_1 = g.tiles[0], g.tiles[1], g.free[0], g.free[1]
    find_tile_values(g, 0, later_tile_values)
    find_tile_values(g, 1, later_tile_values)
    for _ in range(MOST_STEPS):
        action = CHANCE if is_chance(g) else playout_action(g, later_tile_values, random_in_1024)
        advance(g, action)
        if g.phase == OVER or g.round > last_round:
            return
        if g.tiles[0] != tiles_0 or g.free[0] != free_0:
            tiles_0, free_0 = g.tiles[0], g.free[0]
            find_tile_values(g, 0, later_tile_values)
        if g.tiles[1] != tiles_1 or g.free[1] != free_1:
            tiles_1, free_1 = g.tiles[1], g.free[1]
            find_tile_values(g, 1, later_tile_values)
