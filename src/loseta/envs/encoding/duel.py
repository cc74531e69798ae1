"""The observation of Azul Duel: what a seat knows and nothing else. It is made from the seat's view
(`State.view`), in which plates that the seat may not know show only their backs."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

import numpy as np

from loseta.duel import EMPTY, State
from loseta.duel.components import (
    BROKEN_SPACES,
    CHIP_COUNTS,
    CHIP_FACES,
    CHIPS_A_ROUND,
    FACE_DOWN,
    HIDDEN,
    LARGE_TILES,
    NO_CHIP,
    PLATES,
    PLAYERS,
    ROUNDS,
    SIZE,
    SMALL,
    SPECIAL,
    TABLETS,
    TILES_PER_COLOUR,
    TOKENS,
    TYPES,
    plate_type,
)
from loseta.duel.hidden import hides
from loseta.envs.encoding.layout import Field, Layout

Bytes = bytes | bytearray

PHASES = ("opening", "acquire", "stack", "draw", "keep", "place", "under", "pay", "tile")
"""The phases in which a seat decides."""
SIDES = tuple(side for tablet in TABLETS for side in tablet)
MOST_POINTS = 600
"""An upper bound on any score."""
FACES = len(CHIP_FACES)
CHIP_STATES = (*range(FACES), FACE_DOWN, NO_CHIP)


@cache
def layout() -> Layout:
    """The layout of an observation. Fields that do not fit a byte come first."""
    seats, colours, plates = ("seat", PLAYERS), ("colour", 5), ("plate", len(PLATES))
    rows, columns, faces = ("row", SIZE), ("column", SIZE), ("face", FACES)
    backs, depth = ("back", len(TYPES)), ("depth", len(PLATES))
    small = ("factory", len(SMALL))
    return Layout(
        [
            Field("score", (seats,), MOST_POINTS, "points"),
            Field("turn", (seats,), 1, "1: this seat is to move"),
            Field("phase", (("phase", len(PHASES)),), 1, f"1: {', '.join(PHASES)}"),
            Field("round", (("", 1),), ROUNDS, "number of the round, from 1"),
            Field("first", (seats,), 1, "1: this seat starts the round"),
            Field("start", (seats,), 1, "1: holds the starting-player tile; all 0: large factory"),
            Field("opening", (("", 1),), PLAYERS, "plates still to be placed before round 1"),
            Field("tablets", (("side", len(SIDES)),), 1, f"1: in play: {', '.join(SIDES)}"),
            Field("display", (plates,), 1, "1: this plate lies face up"),
            Field("unseen", (plates,), 1, "1: the seat knows nothing of where this plate is"),
            Field("fresh", (("", 1),), len(PLATES), "plates on the stack that nobody has seen"),
            Field("top", (backs,), 1, "1: the back on top of the stack: special, wild"),
            Field("returned", (depth,), len(PLATES), "plates put back, uppermost first: its number"
                  " if the seat knows it, else 0"),
            Field("returned_back", (depth, backs), 1, "1: its back (in any order where unknown)"),
            Field("returned_own", (depth,), 1, "1: the seat has put it back itself"),
            Field("returned_end", (depth,), 1, "1: the lowest of those put back together"),
            Field("hand", (plates,), 1, "1: drawn in this turn, and known to the seat"),
            Field("hand_backs", (backs,), len(PLATES), "drawn in this turn, only the back known"),
            Field("under", (plates,), len(PLATES), "the seat's own choice of what goes under the"
                  " stack: 1 the first, 2 the next"),
            Field("plate", (plates,), 1, "1: about to be placed"),
            Field("loose", (colours,), 3, "tiles about to be stacked"),
            Field("loose_on", (small,), 1, "1: on the moon of this factory"),
            Field("line", (rows,), 1, "1: the line whose turn it is in the tiling"),
            Field("spent", (faces,), 2, "chips chosen for it"),
            Field("suns", (("factory", 5), colours), LARGE_TILES, "tiles; the large factory first"),
            Field("large_moon", (colours,), LARGE_TILES, "tiles on the moon of the large factory"),
            Field("moons", (small, ("depth", 3), colours), 1, "1: lies at this depth from the top"),
            Field("chips", (small, ("face", FACES + 2)), 1, "1: its face, face down, none"),
            Field("bag", (colours,), TILES_PER_COLOUR, "tiles in the bag"),
            Field("tower", (colours,), TILES_PER_COLOUR, "tiles in the tower"),
            Field("tokens", (seats,), TOKENS, "artist tokens left in this round"),
            Field("taken", (seats,), CHIPS_A_ROUND, "chips taken in this round"),
            Field("lines", (seats, rows, colours), SIZE, "tiles in each pattern line"),
            Field("spaces", (seats, rows, columns, ("kind", SPECIAL + 2)), 1,
                  "1: printed on the plate: a colour, special, multicolour"),
            Field("tiles", (seats, rows, columns, ("tile", SPECIAL + 1)), 1,
                  "1: lies there: a colour, special"),
            Field("broken", (seats, colours), BROKEN_SPACES, "broken tiles"),
            Field("held", (seats, faces), max(CHIP_COUNTS), "chips not used"),
            Field("used", (seats, faces), max(CHIP_COUNTS), "chips used"),
        ]
    )  # fmt: skip


def _one_of(size: int) -> list[bytes]:
    """The one-hot bytes for each index, then all zeros, which index EMPTY (-1) finds."""
    return [bytes(n == at for n in range(size)) for at in (*range(size), -1)]


_PHASE = dict(zip(PHASES, _one_of(len(PHASES)), strict=False))
_BACK = dict(zip((*TYPES, "-"), _one_of(len(TYPES)), strict=True))
_COLOUR, _KIND, _TILE, _LINE_ROW = (
    _one_of(5),
    _one_of(SPECIAL + 2),
    _one_of(SPECIAL + 1),
    _one_of(6),
)
_FACTORY = _one_of(len(SMALL))
_CHIP = dict(zip(CHIP_STATES, _one_of(len(CHIP_STATES)), strict=False))
_LINE = [[bytes(n * (c == held) for c in range(5)) for held in range(5)] for n in range(SIZE + 1)]
_PLATE = _one_of(len(PLATES))


@lru_cache(1 << 12)
def _row_of_spaces(*row: int) -> bytes:
    return b"".join([_KIND[kind] for kind in row])


@lru_cache(1 << 12)
def _row_of_tiles(*row: int) -> bytes:
    return b"".join([_TILE[tile] for tile in row])


@lru_cache(1 << 8)
def _small_moon(*moon: int) -> bytes:
    """The bytes for the moon of a small factory, from top to bottom."""
    return b"".join([_COLOUR[tile] for tile in reversed(moon)]).ljust(15, b"\0")


@cache
def _sides(tablets: tuple[str, ...]) -> bytes:
    return bytes([side in tablets for side in SIDES])


def encode(state: State, seat: int, out: Any) -> None:
    """Write a seat's observation into `out`, an array of the layout's size."""
    if hides(state, seat):
        state = state.view(seat)
    other = 1 - seat
    own, others = state.boards[seat], state.boards[other]
    phase = _PHASE.get(state.phase)
    turn, first, start, spent = state.turn, state.first, state.start, state.spent
    large = state.moons[0]
    parts: list[Bytes] = [
        bytes((turn == seat, turn == other)) + phase if phase else bytes(2 + len(PHASES)),
        bytes((state.round, first == seat, first == other, start == seat, start == other)),
        bytes((state.opening,)),
        _sides(state.tablets),
        *_plates(state, seat),
        bytes(state.loose),
        _FACTORY[state.loose_on - 1],
        _LINE_ROW[state.row if state.phase in ("pay", "tile") else EMPTY],
        bytes([spent.count(face) for face in range(FACES)]) if spent else bytes(FACES),
        *map(bytes, state.suns),
        bytes([large.count(colour) for colour in range(5)]) if large else bytes(5),
        *[_small_moon(*moon) for moon in state.moons[1:]],
        *[_CHIP[chip] for chip in state.chips],
        bytes(state.bag),
        bytes(state.tower),
        bytes((own.tokens, others.tokens, own.taken, others.taken)),
        _lines(*own.line_colours, *own.line_counts),
        _lines(*others.line_colours, *others.line_counts),
        *[_row_of_spaces(*row) for row in own.spaces],
        *[_row_of_spaces(*row) for row in others.spaces],
        *[_row_of_tiles(*row) for row in own.tiles],
        *[_row_of_tiles(*row) for row in others.tiles],
        _counts(*own.broken),
        _counts(*others.broken),
        bytes(own.chips + others.chips + own.used + others.used),
    ]
    out[:PLAYERS] = (own.score, others.score)
    out[PLAYERS:] = np.frombuffer(b"".join(parts), np.uint8)


@lru_cache(1 << 14)
def _lines(*colours_and_counts: int) -> bytes:
    colours, counts = colours_and_counts[:SIZE], colours_and_counts[SIZE:]
    return b"".join([_LINE[n][colour] for colour, n in zip(colours, counts, strict=True)])


@lru_cache(1 << 10)
def _counts(*tiles: int) -> bytes:
    return bytes([tiles.count(colour) for colour in range(5)])


def _plates(state: State, seat: int) -> list[Bytes]:
    """The fields from `display` to `plate`: where plates are, in the seat's view."""
    parts: list[Bytes] = [_marked(state.display), _unseen(state)]
    parts.append(bytes((state.fresh,)))
    parts.append(_BACK.get(state.top) or bytes(len(TYPES)))
    parts += _returned(state, seat) if state.returned else _NOTHING_RETURNED
    parts += _drawn(state, seat) if state.hand or state.under else _NOTHING_DRAWN
    parts.append(_PLATE[state.plate - 1])
    return parts


_NOTHING_DRAWN = [bytes(2 * len(PLATES) + len(TYPES))]


def _drawn(state: State, seat: int) -> list[Bytes]:
    """The fields `hand`, `hand_backs` and `under`: the plates drawn in this turn."""
    known = zip(state.hand, state.hand_known, strict=True)
    in_hand = [plate for plate, who in known if who == seat and plate > 0]
    hidden = [plate_type(plate) for plate in state.hand if plate not in in_hand]
    under = bytearray(len(PLATES))
    for number, plate in enumerate(state.under, start=1):
        under[plate - 1] = number
    return [_marked(in_hand), bytes([hidden.count(kind) for kind in TYPES]), under]


def _marked(plates: Iterable[int]) -> Bytes:
    """A byte for each plate: 1 for the given ones."""
    marks = bytearray(len(PLATES))
    for plate in plates:
        marks[plate - 1] = 1
    return marks


def _unseen(state: State) -> Bytes:
    """A byte for each plate: 1 if its face is nowhere in the seat's view."""
    marks = bytearray(_ALL_PLATES)
    for plate in state.seen_plates():
        if plate > 0:
            marks[plate - 1] = 0
    return marks


_ALL_PLATES = bytes([1] * len(PLATES))
_NOTHING_RETURNED = [bytes((3 + len(TYPES)) * len(PLATES))]


_BACK_OF = {plate: _BACK[plate_type(plate)] for plate in (*PLATES, *HIDDEN.values())}


def _returned(state: State, seat: int) -> list[Bytes]:
    """The fields `returned` to `returned_end`: the plates put back, uppermost first."""
    plates = [plate for batch in state.returned for plate in batch.plates]
    own, ends = bytearray(len(PLATES)), bytearray(len(PLATES))
    numbers = bytearray(len(PLATES))
    at = 0
    for batch in state.returned:
        for plate in batch.plates:
            own[at] = batch.seat == seat
            numbers[at] = plate if plate > 0 else 0
            at += 1
        ends[at - 1] = 1
    backs = b"".join([_BACK_OF[plate] for plate in plates])
    return [numbers, backs, bytes(len(TYPES) * (len(PLATES) - at)), own, ends]
