"""Check a position against the invariants of every game of Azul."""

from __future__ import annotations

from collections.abc import Iterator

from loseta.azul.components import (
    COLOUR_NAMES,
    EMPTY,
    FACTORY_TILES,
    FLOOR_SPACES,
    IDLE_ROUNDS,
    MARKER,
    ROWS,
    TILES_PER_COLOUR,
    WALL_COLOURS,
)
from loseta.azul.position import NOBODY, Board, Position
from loseta.azul.rules import choosing_row, is_last_round, open_columns
from loseta.azul.scoring import bonuses
from loseta.parsing import BY_HAND, Problem, problem
from loseta.runs import points, runs


def find_problem(position: Position) -> Problem | None:
    """The first invariant that a position breaks, or None."""
    return next(_problems(position), None)


def _problems(position: Position) -> Iterator[Problem]:
    for seat, board in enumerate(position.boards):
        yield from _wall_problems(position, board, f"seat{seat + 1}")
        most = _most_points(position, board)
        if board.score > most:
            yield problem(f"seat{seat + 1}", "A4.2", "score_too_high", n=board.score, most=most)
    yield from _tile_problems(position)
    yield from _turn_problems(position)
    yield from _marker_problems(position)
    yield from _offer_problems(position)
    for seat, board in enumerate(position.boards):
        yield from _line_problems(position, seat, board)
    yield from _phase_problems(position)


def _wall_problems(position: Position, board: Board, field: str) -> Iterator[Problem]:
    for row in ROWS:
        for colour in range(5):
            if board.wall[row].count(colour) > 1:
                name = COLOUR_NAMES[colour]
                yield problem(field, "A7.2", "colour_twice_in_row", row=row + 1, colour=name)
    for column in ROWS:
        spaces = [row[column] for row in board.wall]
        for row, colour in enumerate(spaces):
            if colour == EMPTY:
                continue
            name = COLOUR_NAMES[colour]
            if position.wall == "coloured" and WALL_COLOURS[row][column] != colour:
                yield problem(
                    field, "A1.5", "wrong_space", row=row + 1, column=column + 1, colour=name
                )
            if spaces.count(colour) > 1:
                yield problem(
                    field, "A7.2", "colour_twice_in_column", column=column + 1, colour=name
                )


def _most_points(position: Position, board: Board) -> int:
    """An upper bound on a board's score: every tile scored with its runs of today, which were never
    longer when it was placed; the bonuses if the game is over; and the tolerance `BY_HAND`."""
    placed = [(row, column) for row in ROWS for column in ROWS if board.wall[row][column] != EMPTY]
    most = BY_HAND + sum(points(*runs(board.wall, row, column)) for row, column in placed)
    return most + sum(bonus.points for bonus in bonuses(board) if position.phase == "over")


def _tile_problems(position: Position) -> Iterator[Problem]:
    for colour, n in enumerate(position.tile_counts()):
        if n != TILES_PER_COLOUR:
            yield problem("bag", "A1.2", "tile_count", n=n, colour=COLOUR_NAMES[colour])


def _turn_problems(position: Position) -> Iterator[Problem]:
    if position.round < 1:
        yield problem("round", "A2.1", "round")
    counted = position.phase in ("tiling", "over")  # whether `idle` includes this round
    most_idle = (
        min(position.round, IDLE_ROUNDS) if counted else min(position.round, IDLE_ROUNDS) - 1
    )
    if position.idle > most_idle:
        yield problem("idle", "A5.5", "idle")
    # A5.5: the game ends after IDLE_ROUNDS in a row without a tile on any wall, so the tiles on the
    # walls limit the number of rounds.
    tiles = sum(tile != EMPTY for board in position.boards for row in board.wall for tile in row)
    if position.round > BY_HAND + tiles * IDLE_ROUNDS + position.idle:
        yield problem("round", "A5.5", "round_too_late")
    if (position.first == NOBODY) != (position.phase == "start"):
        yield problem("first", "A1.7", "first")
    if (position.turn == NOBODY) == (position.phase in ("offer", "tiling")):
        yield problem("turn", "A2.1", "turn")


def _marker_problems(position: Position) -> Iterator[Problem]:
    on_floor = [seat for seat, board in enumerate(position.boards) if MARKER in board.floor]
    if on_floor and on_floor != [position.marker]:
        yield problem("marker", "A2.3", "marker_place")
    if position.phase in ("start", "deal") and position.marker != NOBODY:
        yield problem("marker", "A2.1", "marker_place")
    if position.phase == "offer" and position.marker != NOBODY and not on_floor:
        holder = position.boards[position.marker]
        if len(holder.floor) < FLOOR_SPACES:  # A2.10: only a full floor line has no room for it
            yield problem("marker", "A2.3", "marker_place")


def _offer_problems(position: Position) -> Iterator[Problem]:
    for factory in position.sources[1:]:
        if sum(factory) > FACTORY_TILES:
            yield problem("factories", "A1.7", "factory_full", n=FACTORY_TILES)
        if 0 < sum(factory) < FACTORY_TILES and any(position.bag):
            yield problem("factories", "A5.3", "factory_short")
    if position.offer_is_empty() == (position.phase == "offer"):
        key = "offer_empty" if position.phase == "offer" else "offer_left"
        yield problem("factories", "A2.11", key)


def _line_problems(position: Position, seat: int, board: Board) -> Iterator[Problem]:
    field = f"seat{seat + 1}"
    choosing = position.phase == "tiling" and seat == position.turn
    for row in ROWS:
        if board.line_colours[row] not in board.wall[row] or not board.line_counts[row]:
            continue
        # A2.6 forbids this, except in a line whose tile has just moved to the wall (A3.1).
        if not (
            choosing and board.line_counts[row] == row and not any(map(board.is_full, range(row)))
        ):
            name = COLOUR_NAMES[board.line_colours[row]]
            yield problem(field, "A2.6", "line_in_row", line=row + 1, colour=name)


def _phase_problems(position: Position) -> Iterator[Problem]:
    match position.phase:
        case "start":
            if sum(position.bag) != 5 * TILES_PER_COLOUR or position.round != 1:
                yield problem("phase", "A1.7", "not_the_start")
        case "deal" | "offer":
            if any(board.has_complete_row() for board in position.boards):
                yield problem("phase", "A6.1", "row_complete")
            if position.phase == "deal" and not (any(position.bag) or any(position.lid)):
                yield problem("phase", "A5.4", "nothing_to_deal")
        case "tiling":
            yield from _choice_problems(position)
        case "over":
            if not is_last_round(position):
                yield problem("phase", "A6.1", "not_over")
    if position.phase != "offer":
        order = [] if position.phase == "start" else position.seats_in_order()
        waiting = order[order.index(position.turn) :] if position.phase == "tiling" else []
        for seat, board in enumerate(position.boards):
            if seat not in waiting and (board.floor or any(map(board.is_full, ROWS))):
                yield problem(f"seat{seat + 1}", "A3.2", "not_tiled")


def _choice_problems(position: Position) -> Iterator[Problem]:
    """The seat to move must have a choice on the gray wall (A7.3)."""
    if position.wall != "gray":
        yield problem("wall", "A7.1", "no_choice")
        return
    board = position.boards[position.turn]
    has_full_line = any(map(board.is_full, ROWS))
    if not has_full_line or len(open_columns(position, board, choosing_row(board))) < 2:
        yield problem("turn", "A7.3", "no_choice")
