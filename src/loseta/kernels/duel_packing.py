"""A state of Azul Duel to its packed record and back, exactly; and actions of the dealer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from loseta.duel import (
    EMPTY,
    SPECIAL,
    Batch,
    Board,
    Deal,
    DealerAction,
    First,
    Look,
    Show,
    State,
    Tablets,
    Top,
    TurnChip,
)
from loseta.duel.position import Phase
from loseta.kernels.duel_tables import (
    ALL_BROKEN,
    FACES,
    HIDDEN_PLATE,
    ITEMS,
    PHASES,
    SIDES,
    STATE,
    TOPS,
)


def packed_counts(counts: Sequence[int]) -> int:
    return sum(n << (8 * colour) for colour, n in enumerate(counts))


def counts(packed: int) -> list[int]:
    return [packed >> (8 * colour) & 0xFF for colour in range(5)]


def packed_sides(sides: Sequence[str]) -> int:
    return sum(1 << SIDES.index(side) for side in sides)


def _bits(numbers: Sequence[int]) -> int:
    return sum(1 << n for n in numbers)


def _numbers(bits: int) -> list[int]:
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


# --- Lists of plates and of chips -----------------------------------------------------------


def _packed_plates(plates: Sequence[int]) -> list[int]:
    codes = [plate if plate > 0 else HIDDEN_PLATE - 1 - plate for plate in plates]
    return [
        sum(code << (5 * at) for at, code in enumerate(codes[start : start + ITEMS]))
        for start in (0, ITEMS)
    ]


def _plates(words: Any, n: int) -> list[int]:
    codes = [int(words[at // ITEMS]) >> (5 * (at % ITEMS)) & 31 for at in range(n)]
    return [code if code < HIDDEN_PLATE else HIDDEN_PLATE - 1 - code for code in codes]


def _packed_chips(numbers: Sequence[int]) -> int:
    return sum(n << (4 * face) for face, n in enumerate(numbers))


def _chips(packed: int) -> list[int]:
    return [packed >> (4 * face) & 15 for face in range(FACES)]


def _packed_tiles(tiles: Sequence[int]) -> int:
    return sum((colour + 1) << (4 * at) for at, colour in enumerate(tiles))


def _tiles(packed: int) -> list[int]:
    found = []
    while packed:
        found.append((packed & 15) - 1)
        packed >>= 4
    return found


# --- Actions of the dealer ------------------------------------------------------------------


def packed_dealer_action(action: DealerAction) -> Any:
    """The numbers that `duel.step_dealer` wants."""
    numbers: Sequence[int]
    match action:
        case Tablets():
            numbers = [packed_sides(action.sides)]
        case Show():
            numbers = [_bits(action.plates), TOPS.index(action.top)]
        case Deal():
            numbers = [packed_counts(sun) for sun in action.suns]
        case First():
            numbers = [action.seat]
        case Top():
            numbers = [TOPS.index(action.type)]
        case Look():
            numbers = action.plates
        case TurnChip():
            numbers = [action.factory, action.face]
        case _:
            raise TypeError(f"not an action of the dealer: {action}")
    return np.array(numbers, np.int64)


# --- States ---------------------------------------------------------------------------------


def pack(state: State) -> Any:
    """An array of one record. Raises ValueError for a view, in which plates are masked."""
    returned = [plate for batch in state.returned for plate in batch.plates]
    seen = [plate for plate, who in zip(state.hand, state.hand_known, strict=True) if who >= 0]
    if min([*returned, *seen, *state.under], default=1) < 0:
        raise ValueError("a view cannot be packed: some plates are masked")
    states = np.zeros(1, STATE)
    g = states[0]
    g["tablets"], g["tablet_count"] = packed_sides(state.tablets), state.tablet_count
    g["phase"] = PHASES.index(state.phase)
    g["round"], g["first"], g["turn"] = state.round, state.first, state.turn
    g["start"], g["opening"] = state.start, state.opening
    g["display"], g["unseen"] = _bits(state.display), _bits(state.unseen_plates())
    g["fresh"], g["top"] = state.fresh, TOPS.index(state.top)
    g["returned"], g["returned_n"] = _packed_plates(returned), len(returned)
    at = 0
    for batch in state.returned:
        for _ in batch.plates:
            g["owners"] |= batch.seat << at
            at += 1
        g["ends"] |= 1 << (at - 1)
    g["hand"], g["hand_n"] = _packed_plates(state.hand), len(state.hand)
    g["known"] = sum((who + 1) << (2 * n) for n, who in enumerate(state.hand_known))
    g["under"], g["under_n"] = _packed_plates(state.under), len(state.under)
    g["plate"], g["row"] = state.plate, state.row
    g["loose"], g["loose_on"] = packed_counts(state.loose), state.loose_on
    g["spent"] = sum(1 << (4 * face) for face in state.spent)
    g["suns"] = [packed_counts(sun) for sun in state.suns]
    large, *small = state.moons
    g["large_moon"] = sum(1 << (8 * colour) for colour in large)
    g["small_moons"] = sum(_packed_tiles(moon[::-1]) << (16 * n) for n, moon in enumerate(small))
    g["chips"] = sum((face & 15) << (4 * n) for n, face in enumerate(state.chips))
    g["bag"], g["tower"] = packed_counts(state.bag), packed_counts(state.tower)
    for seat, board in enumerate(state.boards):
        _pack_board(g, seat, board)
    return states


def _pack_board(g: Any, seat: int, board: Board) -> None:
    g["score"][seat], g["tokens"][seat], g["taken"][seat] = board.score, board.tokens, board.taken
    lines, opened = 0, ALL_BROKEN
    for row, (held, n) in enumerate(zip(board.line_colours, board.line_counts, strict=True)):
        if held == EMPTY:
            opened |= sum(1 << (8 * colour + row) for colour in range(5))
        else:
            lines |= (held * 16 + n) << (8 * row)
            opened |= (n <= row) << (8 * held + row)
    g["lines"][seat], g["open"][seat] = lines, opened
    g["plates"][seat] = sum(
        (placed[0] * 4 + placed[1]) << (7 * space)
        for space, placed in enumerate(board.plates)
        if placed
    )
    g["free"][seat] = _bits(board.free_dome_spaces())
    spaces, hues, tiles = [0] * 7, [0] * 6, 0
    for row in range(6):
        for column in range(6):
            bit = 1 << (6 * row + column)
            space, tile = board.spaces[row][column], board.tiles[row][column]
            if space != EMPTY:
                spaces[space] |= bit
            if tile != EMPTY:
                hues[tile] |= bit
                tiles |= bit
    g["spaces"][seat], g["hues"][seat], g["tiles"][seat] = spaces, hues[:SPECIAL], tiles
    g["broken"][seat], g["broken_n"][seat] = _packed_tiles(board.broken), len(board.broken)
    g["held"][seat], g["used"][seat] = _packed_chips(board.chips), _packed_chips(board.used)


def unpack(states: Any) -> State:
    """The state of a record."""
    g = states[0]
    hand_n = int(g["hand_n"])
    return State(
        tablets=tuple(SIDES[side] for side in _numbers(int(g["tablets"]))),
        tablet_count=int(g["tablet_count"]),
        phase=cast(Phase, PHASES[g["phase"]]),
        round=int(g["round"]),
        first=int(g["first"]),
        turn=int(g["turn"]),
        start=int(g["start"]),
        opening=int(g["opening"]),
        display=_numbers(int(g["display"])),
        fresh=int(g["fresh"]),
        top=TOPS[g["top"]],
        returned=_returned(g),
        hand=_plates(g["hand"], hand_n),
        hand_known=[(int(g["known"]) >> (2 * at) & 3) - 1 for at in range(hand_n)],
        under=_plates(g["under"], int(g["under_n"])),
        plate=int(g["plate"]),
        loose=counts(int(g["loose"])),
        loose_on=int(g["loose_on"]),
        row=int(g["row"]),
        spent=[face for face, n in enumerate(_chips(int(g["spent"]))) for _ in range(n)],
        suns=[tuple(counts(int(sun))) for sun in g["suns"]],
        moons=[
            [colour for colour, n in enumerate(counts(int(g["large_moon"]))) for _ in range(n)],
            *(_tiles(int(g["small_moons"]) >> (16 * n) & 0xFFFF)[::-1] for n in range(4)),
        ],
        chips=[_face(int(g["chips"]) >> (4 * n) & 15) for n in range(4)],
        bag=counts(int(g["bag"])),
        tower=counts(int(g["tower"])),
        boards=[_unpack_board(g, seat) for seat in range(2)],
    )


def _face(packed: int) -> int:
    """The face of a chip on a factory; the last two numbers stand for face down and for none."""
    return packed if packed < FACES else packed - 16


def _returned(g: Any) -> list[Batch]:
    batches: list[Batch] = []
    is_new = True
    for at, plate in enumerate(_plates(g["returned"], int(g["returned_n"]))):
        if is_new:
            batches.append(Batch(int(g["owners"]) >> at & 1, []))
        batches[-1].plates.append(plate)
        is_new = bool(int(g["ends"]) >> at & 1)
    return batches


def _unpack_board(g: Any, seat: int) -> Board:
    board = Board()
    board.score = int(g["score"][seat])
    board.tokens, board.taken = int(g["tokens"][seat]), int(g["taken"][seat])
    for row in range(6):
        line = int(g["lines"][seat]) >> (8 * row) & 0xFF
        if line:
            board.line_colours[row], board.line_counts[row] = line >> 4, line & 15
    board.find_open_lines()
    for space in range(9):
        placed = int(g["plates"][seat]) >> (7 * space) & 127
        if placed:
            board.put_plate(placed >> 2, space, placed & 3)
    special = int(g["tiles"][seat]) & int(g["spaces"][seat][SPECIAL])
    for tile, bits in enumerate([*map(int, g["hues"][seat]), special]):
        for n in _numbers(bits):
            board.tiles[n // 6][n % 6] = tile
    board.broken = _tiles(int(g["broken"][seat]))
    board.chips, board.used = _chips(int(g["held"][seat])), _chips(int(g["used"][seat]))
    return board
