"""The legal actions of Azul with their scores, the best of them, and playouts by it."""

from __future__ import annotations

from loseta.kernels.azul.heuristics import choice_value, prepare_round, take_value
from loseta.kernels.azul.legal import count_actions, nth_action
from loseta.kernels.azul.rules import apply, deal
from loseta.kernels.azul.tables import DEAL, OFFER, PLACES, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.bits import below
from loseta.kernels.compiled import inner
from loseta.kernels.types import Action, Actions, Record, Scores, TileValues


@inner
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """The legal actions with their move-ordering scores; of equal factories only the first. How
    many."""
    seat = g.turn
    n = 0
    if g.phase == TILING:
        row = choosing_row(g, seat)
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                actions[n] = row * 5 + column
                scores[n] = choice_value(g, seat, row, column)
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
                    scores[n] = take_value(g, seat, source, colour, line, count, tile_values)
                    n += 1
    return n


@inner
def best_action(g: Record, tile_values: TileValues) -> Action:
    """The action with the highest score."""
    seat = g.turn
    best = -1e9
    chosen = -1
    if g.phase == TILING:
        row = choosing_row(g, seat)
        columns = open_columns(g, seat, row)
        for column in range(5):
            if (columns >> column) & 1:
                value = choice_value(g, seat, row, column)
                if value > best:
                    best = value
                    chosen = row * 5 + column
        return chosen
    opened = g.open[seat]
    seen = 0  # as many tiles of a colour from another factory have the same value
    for source in range(2 * g.players + 2):
        tiles = g.sources[source]
        if tiles == 0:
            continue
        for colour in range(5):
            count = (tiles >> (8 * colour)) & 0xFF
            if count == 0:
                continue
            if source > 0:
                these = 1 << (8 * colour + count)
                if seen & these:
                    continue
                seen |= these
            lines = (opened >> (8 * colour)) & 63
            for line in range(6):
                if (lines >> line) & 1:
                    value = take_value(g, seat, source, colour, line, count, tile_values)
                    if value > best:
                        best = value
                        chosen = PLACES + (source * 5 + colour) * 6 + line
    return chosen


@inner
def finish_round(g: Record, tile_values: TileValues, random_in_1024: int) -> None:
    """Actions by the heuristics until the dealer is to act or the game is over."""
    while g.phase == OFFER or g.phase == TILING:
        if random_in_1024 > 0 and below(g.rng, 1024) < random_in_1024:
            apply(g, nth_action(g, below(g.rng, count_actions(g))))
        else:
            apply(g, best_action(g, tile_values))


@inner
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """A playout to the end of a round; `tile_values` are those of the round that is running."""
    finish_round(g, tile_values, random_in_1024)
    while g.phase == DEAL and g.round <= last_round:
        deal(g)
        prepare_round(g, later_tile_values)
        finish_round(g, later_tile_values, random_in_1024)
