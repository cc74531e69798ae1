"""Choosing actions by their heuristic values: listing them, finding the best, playing out."""

from __future__ import annotations

from loseta.kernels.bits import below
from loseta.kernels.compiled import inlined, inner
from loseta.kernels.game import (
    action_value,
    best_action,
    common_source,
    count_actions,
    first_take,
    nth_action,
    source_count,
    space_value,
    take_places,
    take_value,
    tiles_of,
)
from loseta.kernels.play import random_action
from loseta.kernels.types import Action, Actions, Mask, Record, Scores, TileValues


@inlined
def playout_action(g: Record, tile_values: TileValues, random_in_1024: int) -> Action:
    """The best action by heuristic value; in `random_in_1024` of 1024 cases a random one."""
    if random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
        return random_action(g)
    return best_action(g, tile_values)


@inner
def list_scored(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """Write every legal action and its heuristic value; return how many there are."""
    n = count_actions(g)
    for k in range(n):
        actions[k] = nth_action(g, k)
        scores[k] = action_value(g, actions[k], tile_values)
    return n


@inner
def best_column(g: Record, row: int, columns: Mask) -> int:
    """The one of these columns of a row where a tile has the highest value for the seat to move;
    -1 if `columns` is empty."""
    best = -1e9
    chosen = -1
    for column in range(6):
        if (columns >> column) & 1:
            value = space_value(g, g.turn, row, column)
            if value > best:
                best = value
                chosen = column
    return chosen


@inlined
def best_take(g: Record, tile_values: TileValues) -> tuple[Action, float]:
    """The take with the highest heuristic value, and that value."""
    best = -1e9
    chosen = -1
    seat = g.turn
    opened = g.open[seat]
    seen = 0  # a bit for each colour and count: the same from another factory has the same value
    for source in range(source_count(g)):
        tiles = tiles_of(g, source)
        if tiles == 0:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            if source != common_source(g):
                these = 1 << (8 * colour + count)
                if seen & these:
                    continue
                seen |= these
            places = opened >> (8 * colour)
            for place in range(take_places(g)):
                if (places >> place) & 1:
                    value = take_value(g, seat, source, colour, place, count, tile_values)
                    if value > best:
                        best = value
                        chosen = first_take(g, source, colour) + place
    return chosen, best
