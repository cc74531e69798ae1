"""The heuristic values of the player `greedy` in Azul Duel.

All are in points: those that a tile will score on its best space, plus a share of the tablets and
of the special tile that it helps to earn, minus the cost of broken tiles and of chips.
"""

from __future__ import annotations

from loseta.duel import (
    BROKEN,
    EMPTY,
    LARGE,
    MOONS,
    NOBODY,
    SPECIAL,
    WILD,
    Board,
    Draw,
    Finish,
    Keep,
    PlacePlate,
    PlaceTile,
    SeatAction,
    Spend,
    Stack,
    State,
    Stop,
    Take,
    TakeChip,
    TakePlate,
)
from loseta.duel.acquisition import count_on_moons
from loseta.duel.components import (
    BROKEN_POINTS,
    BROKEN_SPACES,
    CHIP_MATCHES,
    CORNER_POINTS,
    ROUNDS,
    ROWS,
    SIZE,
    SPECIAL_POINTS,
    STARTING_TILE_POINTS,
    TABLET_POINTS,
    dome_space_of,
    spaces_of,
    turned,
)
from loseta.duel.tiling import open_columns, row_has_all_plates
from loseta.runs import points, runs

START_VALUE = 0.8
"""Starting the next round makes up for part of the cost of the starting-player tile."""
PART_VALUE = 0.55
"""A partly filled line is worth less than its share of a full one."""
WAITING_VALUE = 0.5
"""Half the value of a line whose space has yet to come with a plate."""
PLATE_VALUE = 2.2
"""Plates have to be taken anyway, so there is no hurry, but others may take the good ones."""
CHIP_VALUE = 1.4
CHIP_COST = 0.5
"""The value of keeping a chip for later; not counted in the last round."""


def heuristic_value(state: State, action: SeatAction) -> float:
    board = state.boards[state.turn]
    match action:
        case Take():
            return take_value(state, board, action)
        case TakeChip():
            return CHIP_VALUE + 0.3 * fitting_lines(board, CHIP_MATCHES, action.face)
        case TakePlate() | Keep():
            return PLATE_VALUE + plate_value(state, board, action.plate)
        case Draw():
            return 1.0 if state.phase == "acquire" and not state.display else -1.0
        case Stop():
            return 0.0
        case PlacePlate():
            return placing_value(state, board, state.plate, action.space, action.turn)
        case PlaceTile():
            return space_value(state, board, action.row, action.column)
        case Spend():
            return chip_value(state, board, action)
        case Finish():
            return 100.0
        case Stack():
            other = state.boards[1 - state.turn]
            return -float(action.colours[-1] in other.line_colours)
        case _:
            return 0.0


# --- Tiles ----------------------------------------------------------------------------------


def take_value(state: State, board: Board, take: Take) -> float:
    if take.source == MOONS:
        large = take.colour in state.moons[LARGE]
        count = count_on_moons(state, take.colour)
    else:
        large = False
        count = state.suns[take.source][take.colour]
    value = 0.0
    if large and state.start == NOBODY:
        value += START_VALUE - STARTING_TILE_POINTS
    broken = count
    if take.line != BROKEN:
        room = take.line + 1 - board.line_counts[take.line]
        placed = min(count, room)
        broken -= placed
        tile = line_value(state, board, take.line, take.colour)
        if placed == room:
            value += tile
        else:
            value += PART_VALUE * tile * placed / (take.line + 1)
            if state.round == ROUNDS:
                value -= 0.5 * (room - placed)
    return value - broken_cost(board, broken)


def broken_cost(board: Board, count: int) -> int:
    held = len(board.broken)
    return BROKEN_POINTS[min(held + count, BROKEN_SPACES)] - BROKEN_POINTS[held]


def line_value(state: State, board: Board, row: int, colour: int) -> float:
    """The value of the tile of a line of this colour, on its best space."""
    spaces = [
        column
        for column in ROWS
        if board.tiles[row][column] == EMPTY and board.spaces[row][column] in (colour, WILD)
    ]
    if spaces:
        return max(space_value(state, board, row, column) for column in spaces)
    if row_has_all_plates(board, row):
        return -float(row + 1)  # it would break
    return WAITING_VALUE * 2


def space_value(state: State, board: Board, row: int, column: int) -> float:
    """The points of a tile at once, plus a share of the bonuses that it helps to complete."""
    tiles = board.tiles
    value = float(points(*runs(tiles, row, column)))
    plate = spaces_of(dome_space_of(row, column))
    on_plate = sum(tiles[r][c] != EMPTY for r, c in plate)
    for r, c in plate:
        if board.spaces[r][c] == SPECIAL and tiles[r][c] == EMPTY:
            rescue = -TABLET_POINTS["specials"] if "specials" in state.tablets else 0
            value += share(on_plate, 3) * (SPECIAL_POINTS[r] + rescue)
    for tablet in state.tablets:
        value += tablet_share(board, tablet, row, column, on_plate)
    return value


def tablet_share(board: Board, tablet: str, row: int, column: int, on_plate: int) -> float:
    tiles, edge = board.tiles, (0, SIZE - 1)
    match tablet:
        case "rows":
            return TABLET_POINTS[tablet] * share(SIZE - tiles[row].count(EMPTY), SIZE)
        case "columns":
            laid = sum(line[column] != EMPTY for line in tiles)
            return TABLET_POINTS[tablet] * share(laid, SIZE)
        case "diagonals":
            if row == column:
                laid = sum(tiles[n][n] != EMPTY for n in ROWS)
            elif row + column == SIZE - 1:
                laid = sum(tiles[n][SIZE - 1 - n] != EMPTY for n in ROWS)
            else:
                return 0.0
            return TABLET_POINTS[tablet] * share(laid, SIZE)
        case "border":
            return TABLET_POINTS[tablet] * (row in edge or column in edge)
        case "corners":
            return CORNER_POINTS.get(dome_space_of(row, column), 0) * share(on_plate, 4)
        case "wilds":
            return TABLET_POINTS[tablet] * 0.5 * (board.spaces[row][column] == WILD)
        case "specials":
            return 0.0  # counted with the special tile itself
        case "row_colours":
            return TABLET_POINTS[tablet] * share(len(set(tiles[row]) - {EMPTY}), SIZE)
        case _:
            raise NotImplementedError(f"no heuristic value for the tablet {tablet}")


def share(already: int, needed: int) -> float:
    """The share of a bonus that the next tile is worth if `already` of the `needed` tiles are
    there."""
    return ((already + 1) ** 2 - already**2) / needed**2


# --- Plates ---------------------------------------------------------------------------------


def plate_value(state: State, board: Board, plate: int) -> float:
    """The highest value of placing a plate, over all free dome spaces and turns."""
    return max(
        placing_value(state, board, plate, space, turn)
        for space in board.free_dome_spaces()
        for turn in range(4)
    )


def placing_value(state: State, board: Board, plate: int, dome_space: int, turn: int) -> float:
    """The value of placing a plate: spaces for lines that wait for one, neighbours for runs, and
    special spaces with many points."""
    value = 0.0
    for (row, column), kind in zip(spaces_of(dome_space), turned(plate, turn), strict=True):
        if kind == SPECIAL:
            value += 0.25 * SPECIAL_POINTS[row]
            continue
        colour = board.line_colours[row]
        if colour != EMPTY and kind in (colour, WILD) and not open_columns(board, row):
            value += 1.5 * board.line_counts[row] / (row + 1) + 0.5
        across, down = runs(board.tiles, row, column)
        value += 0.15 * (across + down)
    return value + (0.4 if dome_space == 4 else 0.0)


# --- Chips ----------------------------------------------------------------------------------


def fitting_lines(board: Board, matches: tuple[tuple[bool, ...], ...], face: int) -> int:
    """How many lines are started, not full, and of a colour that the chip shows."""
    return sum(
        matches[colour][face] and board.line_counts[row] <= row
        for row, colour in enumerate(board.line_colours)
        if colour != EMPTY
    )


def chip_value(state: State, board: Board, spend: Spend) -> float:
    """The value of spending a chip: that of completing the line, minus the chips' cost; chips of
    its colour first."""
    row = state.row
    colour = board.line_colours[row]
    matches = CHIP_MATCHES[colour]
    if state.spent:  # a payment that has begun is finished
        return 10.0 + matches[spend.face]
    missing = row + 1 - board.line_counts[row]
    cost = 0.0 if state.round == ROUNDS else CHIP_COST * 2.5 * missing
    return line_value(state, board, row, colour) - cost + 0.1 * matches[spend.face]
