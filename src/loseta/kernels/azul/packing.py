"""Packs a state of Azul into its record and unpacks it, without loss."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from typing import Any, cast

import numpy as np

from loseta.azul import EMPTY, Board, State
from loseta.azul.actions import DealerAction, First
from loseta.azul.position import Phase
from loseta.kernels.azul.tables import ALL_FLOORS, ALL_LINES, PHASES, SEATS, SOURCES, STATE
from loseta.kernels.packing import packed, packed_counts, unpacked_counts
from loseta.kernels.types import Given, Record, Records, Seat


def packed_dealer_action(action: DealerAction) -> Given:
    """An action of the dealer as numbers for `azul.step_dealer`."""
    if isinstance(action, First):
        return np.array([action.seat], np.int64)
    return np.array([packed_counts(factory) for factory in action.factories], np.int64)


def pack(state: State) -> Records:
    """Pack a state into an array of one record: integers in the order of the fields of STATE.

    Parts that seldom change are cached, because the tests of the twins pack every step of many
    games."""
    empty = SEATS - state.players
    boards = [_packed_board(board, state.wall == "gray") for board in state.boards]
    opened, lines, walls, colour_masks, floors, floor_counts, scores = zip(*boards, strict=True)
    none = (0,) * empty
    fields = (
        *(0, state.players, state.wall == "gray", PHASES.index(state.phase)),
        *(state.round, state.idle, state.first, state.turn, state.marker),
        *(sum(map(sum, state.sources)), packed_counts(state.bag), packed_counts(state.lid)),
        *(*map(packed, state.sources), *(0,) * (SOURCES - len(state.sources))),
        *(*opened, *(ALL_LINES | ALL_FLOORS,) * empty),
        *(*lines, *none, *walls, *none, *chain.from_iterable(colour_masks), *(0,) * (5 * empty)),
        *(*floors, *none, *floor_counts, *none, *scores, *none),
    )
    return np.array(fields, np.int64).view(STATE)


def _packed_board(board: Board, gray: bool) -> tuple[Any, ...]:
    wall, colour_masks = _packed_wall(tuple(map(tuple, board.wall)), gray)
    return (
        ALL_FLOORS | packed_counts(board.open_lines),
        _packed_lines(tuple(board.line_colours), tuple(board.line_counts)),
        wall,
        colour_masks,
        sum(tile << (3 * space) for space, tile in enumerate(board.floor)),
        len(board.floor),
        board.score,
    )


@lru_cache(1 << 14)
def _packed_lines(colours: tuple[int, ...], numbers: tuple[int, ...]) -> int:
    lines = enumerate(zip(colours, numbers, strict=True))
    return sum((colour * 16 + n) << (8 * row) for row, (colour, n) in lines if n)


@lru_cache(1 << 12)
def _packed_wall(rows: tuple[tuple[int, ...], ...], gray: bool) -> tuple[int, tuple[int, ...]]:
    """The mask of all tiles, and for the gray wall a mask for each colour."""
    colour_masks = [0] * 5
    for row, spaces in enumerate(rows):
        for column, colour in enumerate(spaces):
            if colour != EMPTY:
                colour_masks[colour] |= 1 << (5 * row + column)
    return sum(colour_masks), tuple(colour_masks) if gray else (0,) * 5


def unpack(states: Records) -> State:
    """The state of the record states[0]."""
    g = states[0]
    players, gray = int(g["players"]), bool(g["gray"])
    return State(
        players=players,
        wall="gray" if gray else "coloured",
        phase=cast(Phase, PHASES[g["phase"]]),
        round=int(g["round"]),
        idle=int(g["idle"]),
        first=int(g["first"]),
        turn=int(g["turn"]),
        marker=int(g["marker"]),
        sources=[tuple(unpacked_counts(int(tiles))) for tiles in g["sources"][: 2 * players + 2]],
        bag=unpacked_counts(int(g["bag"])),
        lid=unpacked_counts(int(g["lid"])),
        boards=[_unpack_board(g, seat, gray) for seat in range(players)],
    )


def _unpack_board(g: Record, seat: Seat, gray: bool) -> Board:
    board = Board.new()
    board.score = int(g["score"][seat])
    for row in range(5):
        line = int(g["lines"][seat]) >> (8 * row) & 0xFF
        if line:
            board.line_colours[row], board.line_counts[row] = line >> 4, line & 15
        for column in range(5):
            bit = 1 << (5 * row + column)
            if int(g["wall"][seat]) & bit:
                colour_masks = [int(mask) & bit for mask in g["colour_masks"][seat]]
                colour = colour_masks.index(bit) if gray else (column - row) % 5
                board.wall[row][column] = colour
    floor = int(g["floor"][seat])
    board.floor = [floor >> (3 * space) & 7 for space in range(int(g["floor_n"][seat]))]
    board.find_open_lines()
    return board


def setup(state: State) -> tuple[int, int]:
    """The two option numbers for `rules.start`: how many players, and whether the wall is gray."""
    return state.players, int(state.wall == "gray")
