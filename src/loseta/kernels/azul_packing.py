"""A state of Azul to its packed record and back, exactly."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from loseta.azul import EMPTY, Board, Deal, State
from loseta.azul.position import Phase
from loseta.kernels.azul import ALL_FLOORS, ALL_LINES, PHASES, STATE


def packed_counts(counts: Sequence[int]) -> int:
    return sum(n << (8 * colour) for colour, n in enumerate(counts))


def counts(packed: int) -> list[int]:
    return [packed >> (8 * colour) & 0xFF for colour in range(5)]


def packed_deal(deal: Deal) -> Any:
    return np.array([packed_counts(factory) for factory in deal.factories], np.int64)


def pack(state: State) -> Any:
    """An array of one record."""
    states = np.zeros(1, STATE)
    g = states[0]
    g["players"], g["gray"] = state.players, state.wall == "gray"
    g["phase"] = PHASES.index(state.phase)
    g["round"], g["idle"], g["first"] = state.round, state.idle, state.first
    g["turn"], g["marker"] = state.turn, state.marker
    g["out"] = sum(map(sum, state.sources))
    g["bag"], g["lid"] = packed_counts(state.bag), packed_counts(state.lid)
    for source, tiles in enumerate(state.sources):
        g["sources"][source] = packed_counts(tiles)
    g["open"] = ALL_LINES | ALL_FLOORS
    for seat, board in enumerate(state.boards):
        _pack_board(g, seat, board, state.wall == "gray")
    return states


def _pack_board(g: Any, seat: int, board: Board, gray: bool) -> None:
    g["score"][seat] = board.score
    g["open"][seat] = ALL_FLOORS | sum(
        lines << (8 * colour) for colour, lines in enumerate(board.open_lines)
    )
    g["lines"][seat] = sum(
        (colour * 16 + n) << (8 * row)
        for row, (colour, n) in enumerate(zip(board.line_colours, board.line_counts, strict=True))
        if n
    )
    for row, spaces in enumerate(board.wall):
        for column, colour in enumerate(spaces):
            if colour != EMPTY:
                bit = 1 << (5 * row + column)
                g["wall"][seat] |= bit
                if gray:
                    g["hues"][seat][colour] |= bit
    g["floor_n"][seat] = len(board.floor)
    g["floor"][seat] = sum(tile << (3 * space) for space, tile in enumerate(board.floor))


def unpack(states: Any) -> State:
    """The state of a record."""
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
        sources=[tuple(counts(int(tiles))) for tiles in g["sources"][: 2 * players + 2]],
        bag=counts(int(g["bag"])),
        lid=counts(int(g["lid"])),
        boards=[_unpack_board(g, seat, gray) for seat in range(players)],
    )


def _unpack_board(g: Any, seat: int, gray: bool) -> Board:
    board = Board.new()
    board.score = int(g["score"][seat])
    for row in range(5):
        line = int(g["lines"][seat]) >> (8 * row) & 0xFF
        if line:
            board.line_colours[row], board.line_counts[row] = line >> 4, line & 15
        for column in range(5):
            bit = 1 << (5 * row + column)
            if int(g["wall"][seat]) & bit:
                hues = [int(hue) & bit for hue in g["hues"][seat]]
                colour = hues.index(bit) if gray else (column - row) % 5
                board.wall[row][column] = colour
    floor = int(g["floor"][seat])
    board.floor = [floor >> (3 * space) & 7 for space in range(int(g["floor_n"][seat]))]
    board.find_open_lines()
    return board
