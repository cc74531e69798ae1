"""The heuristic values of the player `greedy` in Azul.

A take is worth the points that its tile will score if the line gets full, plus its share of the
bonuses for row, column and colour; part of that if the line stays incomplete; minus what falls to
the floor.
"""

from __future__ import annotations

from loseta.azul import EMPTY, FLOOR, Board, Place, State, Take
from loseta.azul.components import CENTRE, PENALTIES, SIZE, WALL_COLUMN
from loseta.azul.scoring import COLOUR_POINTS, COLUMN_POINTS, ROW_POINTS
from loseta.runs import points, runs

MARKER_VALUE = 0.9
"""Starting the next round is worth about as much as the point that the marker costs."""
PART_VALUE = 0.6
"""A partly filled line is worth less than its share of a full one."""
EARLY_ROW_COST = 0.3
"""The cost of each tile that the line still lacks."""


def heuristic_value(state: State, action: Take | Place) -> float:
    board = state.boards[state.turn]
    if isinstance(action, Place):
        colour = board.line_colours[action.row]
        return space_value(board, action.row, action.column, colour)
    return take_value(state, board, action)


def take_value(state: State, board: Board, take: Take) -> float:
    count = state.sources[take.source][take.colour]
    takes_marker = take.source == CENTRE and state.marker_in_centre()
    value = MARKER_VALUE if takes_marker else 0.0
    fallen = count + takes_marker
    if take.line != FLOOR:
        held = board.line_counts[take.line]
        room = take.line + 1 - held
        placed = min(count, room)
        fallen -= placed
        tile = tile_value(state, board, take.line, take.colour)
        if placed == room:
            value += tile
        else:
            value += PART_VALUE * tile * placed / (take.line + 1)
        value -= EARLY_ROW_COST * (room - placed)
    return value - floor_cost(board, fallen)


def floor_cost(board: Board, fallen: int) -> int:
    occupied = len(board.floor)
    return PENALTIES[min(occupied + fallen, len(PENALTIES) - 1)] - PENALTIES[occupied]


def tile_value(state: State, board: Board, row: int, colour: int) -> float:
    """The value of a tile of this colour in this row, on its best space; negative if it has
    none."""
    if state.wall == "coloured":
        return space_value(board, row, WALL_COLUMN[row][colour], colour)
    return max(
        (
            space_value(board, row, column, colour)
            for column in range(SIZE)
            if board.wall[row][column] == EMPTY
            and all(board.wall[other][column] != colour for other in range(SIZE))
        ),
        default=-float(row + 1),
    )


def space_value(board: Board, row: int, column: int, colour: int) -> float:
    """The points of a tile at once, plus a share of the bonuses that grows as they get closer."""
    wall = board.wall
    in_row = SIZE - wall[row].count(EMPTY)
    in_column = sum(line[column] != EMPTY for line in wall)
    of_colour = sum(line.count(colour) for line in wall)
    return (
        points(*runs(wall, row, column))
        + ROW_POINTS * share(in_row)
        + COLUMN_POINTS * share(in_column)
        + COLOUR_POINTS * share(of_colour)
    )


def share(already: int) -> float:
    """The share of a bonus that the next tile is worth if `already` of its five are there."""
    return ((already + 1) ** 2 - already**2) / SIZE**2
