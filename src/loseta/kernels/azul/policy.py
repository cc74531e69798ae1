"""Policy for Azul: legal actions with their scores, the best of them, and playouts with it."""

from __future__ import annotations

from loseta.kernels.azul.heuristics import prepare_round, take_value
from loseta.kernels.azul.legal import first_take, source_count
from loseta.kernels.azul.rules import apply, deal
from loseta.kernels.azul.tables import DEAL, OFFER, TILING
from loseta.kernels.azul.tiling import choosing_row, open_columns
from loseta.kernels.compiled import inner
from loseta.kernels.policy import best_column, best_take, list_scored, playout_action
from loseta.kernels.types import Action, Actions, Record, Scores, TileValues


@inner
def list_actions(g: Record, tile_values: TileValues, actions: Actions, scores: Scores) -> int:
    """Write the legal actions and their move-ordering scores, without takes from a factory equal to
    an earlier one; return how many there are."""
    if g.phase == TILING:
        return list_scored(g, tile_values, actions, scores)
    n = 0
    seat = g.turn
    opened = g.open[seat]
    for source in range(source_count(g)):
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
                    actions[n] = first_take(g, source, colour) + line
                    scores[n] = take_value(g, seat, source, colour, line, count, tile_values)
                    n += 1
    return n


@inner
def best_action(g: Record, tile_values: TileValues) -> Action:
    """The action with the highest heuristic value."""
    if g.phase == TILING:
        row = choosing_row(g, g.turn)
        return 5 * row + best_column(g, row, open_columns(g, g.turn, row))
    action, _ = best_take(g, tile_values)
    return action


@inner
def finish_round(g: Record, tile_values: TileValues, random_in_1024: int) -> None:
    """Play by the heuristics until the dealer is to act or the game is over."""
    while g.phase == OFFER or g.phase == TILING:
        apply(g, playout_action(g, tile_values, random_in_1024))


@inner
def finish_rounds(
    g: Record,
    last_round: int,
    tile_values: TileValues,
    later_tile_values: TileValues,
    random_in_1024: int,
) -> None:
    """Play on by the heuristics to the end of `last_round`; `tile_values` are those of the current
    round."""
    finish_round(g, tile_values, random_in_1024)
    while g.phase == DEAL and g.round <= last_round:
        deal(g)
        prepare_round(g, later_tile_values)
        finish_round(g, later_tile_values, random_in_1024)
