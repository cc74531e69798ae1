"""What lies on the table in a game of Azul Duel: data only, without the rules.

Plates that nobody has seen are not in it: the fresh part of the stack is only a number. A plate of
which only the back is known appears as `HIDDEN["s"]` or `HIDDEN["w"]`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal, Self

from loseta.duel.components import (
    CHIP_COUNTS,
    DOME_SPACES,
    EMPTY,
    FACE_DOWN,
    NO_TILES,
    PLATE_TYPE,
    PLATES,
    PLAYERS,
    ROWS,
    SIZE,
    SMALL,
    SPECIAL,
    START_POINTS,
    TILES_PER_COLOUR,
    TOKENS,
    plate_type,
    spaces_of,
    turned,
)

Phase = Literal[
    "tablets",  # the dealer draws the tablets
    "display",  # the dealer fills the display
    "deal",  # the dealer fills the factories
    "first",  # the dealer draws the starting artist
    "opening",  # take a plate before the first round
    "acquire",  # take a turn: plate, sun, moons or chip
    "stack",  # choose the order in which the rest of a small factory is stacked
    "draw",  # draw another plate from the stack, or stop
    "top",  # the dealer reveals the back on top of the stack
    "look",  # the dealer shows the drawn plates to the player
    "keep",  # choose which of them to keep
    "place",  # choose where a plate goes
    "under",  # choose the order of the other plates under the stack
    "chip",  # the dealer turns up a chip
    "pay",  # choose chips to complete a line
    "tile",  # choose the space of a tile
    "over",
]
ALL_LINES = 0b111111
ALL_PLATES = frozenset(PLATES)
DEALER_PHASES = frozenset(("tablets", "display", "deal", "first", "top", "look", "chip"))
LOOKED_AT = ("keep", "place", "under")
"""Phases in which the seat in turn knows the plates in its hand."""
NOBODY = -1
"""No seat: the starting-player tile lies on the large factory, or it is nobody's turn."""
TO_BE_SHOWN = "?"
"""The back on top of the stack while the dealer has yet to reveal it."""


@dataclass(slots=True)
class Board:
    """The board of one artist (D1.1)."""

    score: int = START_POINTS
    tokens: int = TOKENS
    """Artist tokens still to be used in this round."""
    taken: int = 0
    """Chips taken in this round."""
    line_colours: list[int] = field(default_factory=lambda: [EMPTY] * SIZE)
    line_counts: list[int] = field(default_factory=lambda: [0] * SIZE)
    plates: list[tuple[int, int] | None] = field(default_factory=lambda: [None] * 9)
    """The plate on each dome space and its turn, or None."""
    spaces: list[list[int]] = field(default_factory=lambda: [[EMPTY] * SIZE for _ in ROWS])
    """What is printed on each tile space: a colour, SPECIAL, WILD, or EMPTY without a plate.
    Derived from `plates`."""
    tiles: list[list[int]] = field(default_factory=lambda: [[EMPTY] * SIZE for _ in ROWS])
    broken: list[int] = field(default_factory=list)
    chips: list[int] = field(default_factory=lambda: [0] * len(CHIP_COUNTS))
    """Unused chips of each face."""
    used: list[int] = field(default_factory=lambda: [0] * len(CHIP_COUNTS))
    open_lines: list[int] = field(default_factory=lambda: [ALL_LINES] * 5)
    """For each colour a bit mask of the lines that accept it, bit r for line r. It is derived from
    the lines (`find_open_lines`) and stored because every turn needs it."""

    def copy(self) -> Board:
        return Board(
            self.score,
            self.tokens,
            self.taken,
            self.line_colours[:],
            self.line_counts[:],
            self.plates[:],
            [row[:] for row in self.spaces],
            [row[:] for row in self.tiles],
            self.broken[:],
            self.chips[:],
            self.used[:],
            self.open_lines[:],
        )

    def key(self) -> tuple[object, ...]:
        return (
            self.score,
            self.tokens,
            self.taken,
            tuple(self.line_colours),
            tuple(self.line_counts),
            tuple(self.plates),
            tuple(map(tuple, self.tiles)),
            tuple(self.broken),
            tuple(self.chips),
            tuple(self.used),
        )

    def is_full(self, row: int) -> bool:
        return self.line_counts[row] == row + 1

    def find_open_lines(self) -> None:
        """Recompute which lines accept which colours: an empty line accepts any, the others their
        own while they have room (D3.2)."""
        self.open_lines = [0] * 5
        for row, held in enumerate(self.line_colours):
            for colour in range(5):
                if held == EMPTY or (held == colour and not self.is_full(row)):
                    self.open_lines[colour] |= 1 << row

    def fill_line(self, row: int, colour: int, count: int) -> int:
        """Put as many of the tiles into a line as it has room for. Returns that number (D3.1)."""
        held = self.line_counts[row]
        if not held:
            own, others = self.open_lines[colour], ~(1 << row)
            b, y, r, k, w = self.open_lines
            self.open_lines = [b & others, y & others, r & others, k & others, w & others]
            self.open_lines[colour] = own
            self.line_colours[row] = colour
        room = row + 1 - held
        placed = count if count < room else room
        self.line_counts[row] = held + placed
        if placed == room:
            self.open_lines[colour] &= ~(1 << row)
        return placed

    def clear_line(self, row: int) -> None:
        self.line_colours[row] = EMPTY
        self.line_counts[row] = 0
        self.open_lines = [lines | 1 << row for lines in self.open_lines]

    def put_plate(self, plate: int, dome_space: int, turn: int) -> None:
        self.plates[dome_space] = (plate, turn)
        for (row, column), kind in zip(spaces_of(dome_space), turned(plate, turn), strict=True):
            self.spaces[row][column] = kind

    def free_dome_spaces(self) -> list[int]:
        return [space for space in DOME_SPACES if self.plates[space] is None]

    def add_tiles(self, counts: list[int]) -> None:
        """Add this board's coloured tiles to `counts`, one count per colour."""
        for colour, n in zip(self.line_colours, self.line_counts, strict=True):
            if n:
                counts[colour] += n
        for tile in (*self.broken, *(tile for row in self.tiles for tile in row)):
            if tile not in (EMPTY, SPECIAL):
                counts[tile] += 1


@dataclass(slots=True)
class Batch:
    """Plates that an artist has looked at and put under the stack, from top to bottom."""

    seat: int
    plates: list[int]

    def copy(self) -> Batch:
        return Batch(self.seat, self.plates[:])


@dataclass(slots=True, eq=False)
class Position:
    """A whole table."""

    tablets: tuple[str, ...]
    """The sides in play; empty until they are drawn."""
    tablet_count: int
    """How many tablets are in play."""
    phase: Phase
    """What is decided or drawn next."""
    round: int
    """The round, from 1."""
    first: int
    """The seat that starts this round; NOBODY until the dealer draws it."""
    turn: int
    """The seat to move, also while the dealer acts in the middle of its turn."""
    start: int
    """The seat that holds the starting-player tile; NOBODY while it lies on the large factory."""
    opening: int
    """Plates still to be placed before the first round (D1.11)."""
    display: list[int]
    """Plates lying face up, in ascending order."""
    fresh: int
    """Plates on top of the stack that nobody has seen."""
    top: str
    """The back on top of the stack: `s` or `w`; `-` without a stack; `?` until the dealer reveals
    it."""
    returned: list[Batch]
    """Plates that were put back, below the fresh ones, from top to bottom."""
    hand: list[int]
    """Plates drawn in this turn and not yet placed or put back."""
    hand_known: list[int]
    """The seat that knows the face of each plate in hand, or NOBODY."""
    under: list[int]
    """Plates of this turn already chosen to go under the stack, in order."""
    plate: int
    """The plate to be placed next, or 0."""
    loose: list[int]
    """Tiles of each colour that are yet to be stacked on the moon of factory `loose_on`."""
    loose_on: int
    """The small factory of the loose tiles, or 0."""
    row: int
    """The pattern line that is being tiled."""
    spent: list[int]
    """Faces of the chips chosen for that line so far."""
    suns: list[tuple[int, ...]]
    """Tiles of each colour on the sun of the large (0) and the small factories."""
    moons: list[list[int]]
    """Tiles on the moon of each factory: in the order of colours on the large one, from bottom to
    top on the small ones."""
    chips: list[int]
    """The face of the chip on each small factory, or FACE_DOWN or NO_CHIP."""
    bag: list[int]
    """Tiles of each colour in the bag."""
    tower: list[int]
    """Tiles of each colour in the tower."""
    boards: list[Board]
    """The board of each seat."""

    @classmethod
    def setup(cls, tablets: tuple[str, ...], tablet_count: int, first: int) -> Self:
        """The table before anything is drawn (D1)."""
        return cls(
            tablets=tablets,
            tablet_count=tablet_count,
            phase="display" if tablets else "tablets",
            round=1,
            first=first,
            turn=NOBODY,
            start=NOBODY,
            opening=PLAYERS,
            display=[],
            fresh=len(PLATES),
            top=TO_BE_SHOWN,
            returned=[],
            hand=[],
            hand_known=[],
            under=[],
            plate=0,
            loose=[0] * 5,
            loose_on=0,
            row=0,
            spent=[],
            suns=[NO_TILES] * 5,
            moons=[[] for _ in range(5)],
            chips=[FACE_DOWN] * len(SMALL),
            bag=[TILES_PER_COLOUR] * 5,
            tower=[0] * 5,
            boards=[Board() for _ in range(PLAYERS)],
        )

    def copy(self) -> Self:
        """An independent copy of this position."""
        return type(self)(
            self.tablets,
            self.tablet_count,
            self.phase,
            self.round,
            self.first,
            self.turn,
            self.start,
            self.opening,
            self.display[:],
            self.fresh,
            self.top,
            [batch.copy() for batch in self.returned],
            self.hand[:],
            self.hand_known[:],
            self.under[:],
            self.plate,
            self.loose[:],
            self.loose_on,
            self.row,
            self.spent[:],
            self.suns[:],
            [moon[:] for moon in self.moons],
            self.chips[:],
            self.bag[:],
            self.tower[:],
            [board.copy() for board in self.boards],
        )

    def key(self) -> tuple[object, ...]:
        """The whole position as one value, for equality and hashing."""
        return (
            (self.tablets, self.tablet_count, self.phase, self.round, self.first, self.turn),
            (self.start, self.opening, tuple(self.display), self.fresh, self.top),
            tuple((batch.seat, tuple(batch.plates)) for batch in self.returned),
            (tuple(self.hand), tuple(self.hand_known), tuple(self.under), self.plate),
            (tuple(self.loose), self.loose_on, self.row, tuple(self.spent)),
            tuple(self.suns),
            tuple(map(tuple, self.moons)),
            (tuple(self.chips), tuple(self.bag), tuple(self.tower)),
            tuple(board.key() for board in self.boards),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    # --- Counts and places ------------------------------------------------------------------

    def tile_counts(self) -> list[int]:
        """Tiles of each colour in the whole game: always 13 (D1.3)."""
        piles = (*self.suns, self.bag, self.tower, self.loose)
        counts = [sum(column) for column in zip(*piles, strict=True)]
        for moon in self.moons:
            for colour in moon:
                counts[colour] += 1
        for board in self.boards:
            board.add_tiles(counts)
        return counts

    def seen_chips(self, face: int) -> int:
        """The number of chips of a face that have been turned up."""
        on_boards = sum(board.chips[face] + board.used[face] for board in self.boards)
        return on_boards + self.chips.count(face)

    def unseen_chips(self) -> list[int]:
        """The number of chips of each face that may still turn up."""
        one, other = self.boards
        held = zip(CHIP_COUNTS, one.chips, one.used, other.chips, other.used, strict=True)
        unseen = [n - a - b - c - d for n, a, b, c, d in held]
        for face in self.chips:
            if face >= 0:
                unseen[face] -= 1
        return unseen

    def seen_plates(self) -> set[int]:
        """The plates whose face is in this position, besides placeholders: hidden ones and 0."""
        seen = {self.plate, *self.display, *self.hand, *self.under}
        for batch in self.returned:
            seen.update(batch.plates)
        for board in self.boards:
            seen.update([placed[0] for placed in board.plates if placed])
        return seen

    def unseen_plates(self) -> list[int]:
        """Plates whose face is not in this position, in ascending order."""
        return sorted(ALL_PLATES - self.seen_plates())

    def unseen_of_type(self, kind: str) -> list[int]:
        return [plate for plate in self.unseen_plates() if PLATE_TYPE[plate] == kind]

    def has_stack(self) -> bool:
        return bool(self.fresh or self.returned)

    def stack_size(self) -> int:
        return self.fresh + sum(len(batch.plates) for batch in self.returned)

    def factory_is_empty(self, factory: int) -> bool:
        """Whether neither the sun nor the moon of a factory has a tile."""
        return not self.moons[factory] and self.suns[factory] == NO_TILES

    def has_tiles(self) -> bool:
        return any(self.moons) or self.suns.count(NO_TILES) < len(self.suns)

    def back_of_returned(self) -> str:
        """The back on top of the stack once its fresh part is gone."""
        return plate_type(self.returned[0].plates[0]) if self.returned else "-"
