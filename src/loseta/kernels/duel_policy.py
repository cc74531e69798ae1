"""The legal actions of Azul Duel with their worths, and the one that is worth most."""

from __future__ import annotations

from typing import Any

from loseta.kernels.bits import below
from loseta.kernels.compiled import inner
from loseta.kernels.duel_acquisition import may_draw, moon_tops, revealed_chips
from loseta.kernels.duel_legal import count_actions, nth_action
from loseta.kernels.duel_tables import (
    ACQUIRE,
    DECLINE,
    DRAW,
    DRAWS,
    FINISH,
    MOONS,
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
from loseta.kernels.duel_tiling import bit_count, next_faces, open_columns, pays
from loseta.kernels.duel_worths import (
    CHIP_WORTH,
    PLATE_WORTH,
    action_worth,
    pay_worth,
    placing_worth,
    space_worth,
    take_worth,
    tiles_to_take,
)


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
