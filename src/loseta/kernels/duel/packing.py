"""Packs a state of Azul Duel into its record and unpacks it, without loss; packs dealer actions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import cast

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
from loseta.kernels.duel.tables import (
    ALL_BROKEN,
    FACES,
    HIDDEN_PLATE,
    ITEMS,
    PHASES,
    SIDES,
    STATE,
    TOPS,
)
from loseta.kernels.packing import packed, packed_counts, unpacked_counts
from loseta.kernels.types import Given, PlateList, Record, Records, Seat


def packed_sides(sides: Sequence[str]) -> int:
    return sum(1 << SIDES.index(side) for side in sides)


def _bits(numbers: Sequence[int]) -> int:
    return sum(1 << n for n in numbers)


def _numbers(bits: int) -> list[int]:
    return [n for n in range(bits.bit_length()) if bits >> n & 1]


# --- Lists of plates and of chips -----------------------------------------------------------


@lru_cache(1 << 12)
def _packed_plates(plates: tuple[int, ...]) -> tuple[int, ...]:
    codes = [plate if plate > 0 else HIDDEN_PLATE - 1 - plate for plate in plates]
    return tuple(
        sum(code << (5 * at) for at, code in enumerate(codes[start : start + ITEMS]))
        for start in (0, ITEMS)
    )


def _plates(words: PlateList, n: int) -> list[int]:
    codes = [int(words[at // ITEMS]) >> (5 * (at % ITEMS)) & 31 for at in range(n)]
    return [code if code < HIDDEN_PLATE else HIDDEN_PLATE - 1 - code for code in codes]


@lru_cache(1 << 12)
def _packed_chips(numbers: tuple[int, ...]) -> int:
    return sum(n << (4 * face) for face, n in enumerate(numbers))


def _chips(packed: int) -> list[int]:
    return [packed >> (4 * face) & 15 for face in range(FACES)]


@lru_cache(1 << 12)
def _packed_tiles(tiles: tuple[int, ...]) -> int:
    return sum((colour + 1) << (4 * at) for at, colour in enumerate(tiles))


def _tiles(packed: int) -> list[int]:
    found = []
    while packed:
        found.append((packed & 15) - 1)
        packed >>= 4
    return found


# --- Actions of the dealer ------------------------------------------------------------------


def packed_dealer_action(action: DealerAction) -> Given:
    """An action of the dealer as numbers for `duel.step_dealer`."""
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


def pack(state: State) -> Records:
    """Pack a state into an array of one record: integers in the order of the fields of STATE.
    Raises ValueError for a view in which plates are masked.

    Parts that seldom change are cached, because the tests of the twins pack every step of many
    games."""
    returned = [plate for batch in state.returned for plate in batch.plates]
    seen = [plate for plate, who in zip(state.hand, state.hand_known, strict=True) if who >= 0]
    if min([*returned, *seen, *state.under], default=1) < 0:
        raise ValueError("a view cannot be packed: some plates are masked")
    owners = ends = at = 0
    for batch in state.returned:
        for _ in batch.plates:
            owners |= batch.seat << at
            at += 1
        ends |= 1 << (at - 1)
    large, *small = state.moons
    boards = [_packed_board(board) for board in state.boards]
    fields = (
        *(0, packed_sides(state.tablets), state.tablet_count, PHASES.index(state.phase)),
        *(state.round, state.first, state.turn, state.start, state.opening),
        *(_bits(state.display), _bits(state.unseen_plates()), state.fresh, TOPS.index(state.top)),
        *(*_packed_plates(tuple(returned)), len(returned), owners, ends),
        *(*_packed_plates(tuple(state.hand)), len(state.hand)),
        sum((who + 1) << (2 * n) for n, who in enumerate(state.hand_known)),
        *(*_packed_plates(tuple(state.under)), len(state.under)),
        *(state.plate, packed_counts(state.loose), state.loose_on, state.row),
        sum(1 << (4 * face) for face in state.spent),
        *map(packed, state.suns),
        sum(1 << (8 * colour) for colour in large),
        sum(_packed_tiles(tuple(moon[::-1])) << (16 * n) for n, moon in enumerate(small)),
        sum((face & 15) << (4 * n) for n, face in enumerate(state.chips)),
        *(packed_counts(state.bag), packed_counts(state.tower)),
        *chain.from_iterable(chain.from_iterable(zip(*boards, strict=True))),
    )
    return np.array(fields, np.int64).view(STATE)


def _packed_board(board: Board) -> tuple[tuple[int, ...], ...]:
    """The numbers of one seat for each field of STATE from `score` on."""
    lines, opened = _packed_lines(tuple(board.line_colours), tuple(board.line_counts))
    plates, free = _packed_dome(tuple(board.plates))
    colour_masks = _by_kind(tuple(map(tuple, board.tiles)), SPECIAL + 1)
    return (
        *((board.score,), (board.tokens,), (board.taken,), (opened,), (lines,), (plates,), (free,)),
        *(
            _by_kind(tuple(map(tuple, board.spaces)), 7),
            (sum(colour_masks),),
            colour_masks[:SPECIAL],
        ),
        *((_packed_tiles(tuple(board.broken)),), (len(board.broken),)),
        *((_packed_chips(tuple(board.chips)),), (_packed_chips(tuple(board.used)),)),
    )


@lru_cache(1 << 14)
def _packed_lines(colours: tuple[int, ...], numbers: tuple[int, ...]) -> tuple[int, int]:
    """The packed lines, and which of them accept which colour."""
    lines, opened = 0, ALL_BROKEN
    for row, (held, n) in enumerate(zip(colours, numbers, strict=True)):
        if held == EMPTY:
            opened |= sum(1 << (8 * colour + row) for colour in range(5))
        else:
            lines |= (held * 16 + n) << (8 * row)
            opened |= (n <= row) << (8 * held + row)
    return lines, opened


@lru_cache(1 << 12)
def _packed_dome(plates: tuple[tuple[int, int] | None, ...]) -> tuple[int, int]:
    """The packed plates, and the mask of dome spaces without one."""
    placed = [(space, plate) for space, plate in enumerate(plates) if plate]
    packed = sum((plate * 4 + turn) << (7 * space) for space, (plate, turn) in placed)
    return packed, _bits([space for space, plate in enumerate(plates) if plate is None])


@lru_cache(1 << 12)
def _by_kind(rows: tuple[tuple[int, ...], ...], kinds: int) -> tuple[int, ...]:
    """For each kind of tile or space, the mask of the places where it is."""
    found = [0] * kinds
    for row, spaces in enumerate(rows):
        for column, kind in enumerate(spaces):
            if kind != EMPTY:
                found[kind] |= 1 << (6 * row + column)
    return tuple(found)


def unpack(states: Records) -> State:
    """The state of the record states[0]."""
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
        loose=unpacked_counts(int(g["loose"])),
        loose_on=int(g["loose_on"]),
        row=int(g["row"]),
        spent=[face for face, n in enumerate(_chips(int(g["spent"]))) for _ in range(n)],
        suns=[tuple(unpacked_counts(int(sun))) for sun in g["suns"]],
        moons=[
            [
                colour
                for colour, n in enumerate(unpacked_counts(int(g["large_moon"])))
                for _ in range(n)
            ],
            *(_tiles(int(g["small_moons"]) >> (16 * n) & 0xFFFF)[::-1] for n in range(4)),
        ],
        chips=[_face(int(g["chips"]) >> (4 * n) & 15) for n in range(4)],
        bag=unpacked_counts(int(g["bag"])),
        tower=unpacked_counts(int(g["tower"])),
        boards=[_unpack_board(g, seat) for seat in range(2)],
    )


def _face(packed: int) -> int:
    """The face of a chip on a factory; the last two codes become the negative numbers of `State`
    for no chip and face down."""
    return packed if packed < FACES else packed - 16


def _returned(g: Record) -> list[Batch]:
    batches: list[Batch] = []
    is_new = True
    for at, plate in enumerate(_plates(g["returned"], int(g["returned_n"]))):
        if is_new:
            batches.append(Batch(int(g["owners"]) >> at & 1, []))
        batches[-1].plates.append(plate)
        is_new = bool(int(g["ends"]) >> at & 1)
    return batches


def _unpack_board(g: Record, seat: Seat) -> Board:
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
    for tile, bits in enumerate([*map(int, g["colour_masks"][seat]), special]):
        for n in _numbers(bits):
            board.tiles[n // 6][n % 6] = tile
    board.broken = _tiles(int(g["broken"][seat]))
    board.chips, board.used = _chips(int(g["held"][seat])), _chips(int(g["used"][seat]))
    return board


def setup(state: State) -> tuple[int, int]:
    """The two option numbers for `dealing.start`: the sides of the tablets as bits (0: still to be
    drawn), and how many tablets."""
    return packed_sides(state.tablets), state.tablet_count
