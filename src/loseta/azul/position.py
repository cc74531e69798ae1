"""What lies on the table in a game of Azul: data only, without the rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, Self

from loseta.azul.components import EMPTY, MARKER, NO_TILES, ROWS, SIZE, TILES_PER_COLOUR, factories

Phase = Literal["start", "deal", "offer", "tiling", "over"]
Wall = Literal["coloured", "gray"]

ALL_LINES = 0b11111
NOBODY = -1
"""No seat: the marker lies in the centre, or it is nobody's turn."""


@dataclass(slots=True)
class Board:
    """The board of one player (A1.3)."""

    score: int
    line_colours: list[int]
    """The colour in each pattern line, or EMPTY."""
    line_counts: list[int]
    wall: list[list[int]]
    """The colour on each space, row by row, or EMPTY."""
    floor: list[int]
    """Colours and perhaps the MARKER, from left to right; at most 7."""
    open_lines: list[int]
    """For each colour a bit mask of the lines that accept it, bit r for line r. It is derived from
    the other fields (`find_open_lines`) and stored because every turn needs it."""

    @classmethod
    def new(cls) -> Board:
        """An empty board."""
        wall = [[EMPTY] * SIZE for _ in ROWS]
        return cls(0, [EMPTY] * SIZE, [0] * SIZE, wall, [], [ALL_LINES] * 5)

    def copy(self) -> Board:
        return Board(
            self.score,
            self.line_colours[:],
            self.line_counts[:],
            [row[:] for row in self.wall],
            self.floor[:],
            self.open_lines[:],
        )

    def is_full(self, row: int) -> bool:
        return self.line_counts[row] == row + 1

    def find_open_lines(self) -> None:
        """Recompute which lines accept which colours (A2.5, A2.6)."""
        self.open_lines = [0] * 5
        for row, held in enumerate(self.line_colours):
            if held == EMPTY:
                self.clear_line(row)
            elif not (self.is_full(row) or held in self.wall[row]):
                self.open_lines[held] |= 1 << row

    def clear_line(self, row: int) -> None:
        """Empty a line; it then accepts every colour that its wall row lacks (A2.6)."""
        self.line_colours[row] = EMPTY
        self.line_counts[row] = 0
        wall_row, open_lines, line = self.wall[row], self.open_lines, 1 << row
        for colour in range(5):
            if colour not in wall_row:
                open_lines[colour] |= line

    def fill_line(self, line: int, colour: int, count: int) -> int:
        """Put as many of the tiles into a line as it has room for. Returns that number (A2.4)."""
        held = self.line_counts[line]
        room = line + 1 - held
        placed = count if count < room else room
        self.line_counts[line] = held + placed
        if not held:
            self.line_colours[line] = colour  # A2.5: the line now accepts no other colour
            own, others = self.open_lines[colour], ~(1 << line)
            b, y, r, k, w = self.open_lines
            self.open_lines = [b & others, y & others, r & others, k & others, w & others]
            self.open_lines[colour] = own
        if placed == room:
            self.open_lines[colour] &= ~(1 << line)  # A2.5: a full line accepts no more
        return placed

    def has_complete_row(self) -> bool:
        for row in self.wall:  # noqa: SIM110 - called after every round: a generator is slower
            if EMPTY not in row:
                return True
        return False

    def key(self) -> tuple[object, ...]:
        return (
            self.score,
            tuple(self.line_colours),
            tuple(self.line_counts),
            tuple(map(tuple, self.wall)),
            tuple(self.floor),
        )

    def add_tiles(self, counts: list[int]) -> None:
        """Add this board's tiles to `counts`, one count per colour."""
        for colour, n in zip(self.line_colours, self.line_counts, strict=True):
            if n:
                counts[colour] += n
        for space in (*self.floor, *(space for row in self.wall for space in row)):
            if space not in (EMPTY, MARKER):
                counts[space] += 1


@dataclass(slots=True, eq=False)
class Position:
    """A whole table. It has no hidden order: bag and lid are counts (A8.1)."""

    players: int
    """The number of players."""
    wall: Wall
    """The side of the boards: `coloured` or `gray` (A1.4)."""
    phase: Phase
    """`start`, `deal`, `offer`, `tiling` or `over`."""
    round: int
    """The round, from 1."""
    idle: int
    """The current streak of rounds that brought no tile to any wall (A5.5)."""
    first: int
    """The seat that has the first turn of this round; NOBODY until the dealer draws it."""
    turn: int
    """The seat to move; NOBODY when the dealer is to act or the game is over."""
    marker: int
    """The seat that holds the starting-player marker; NOBODY while it lies in the centre."""
    sources: list[tuple[int, ...]]
    """Tiles of each colour in the centre (0) and on each factory (1, 2, ...)."""
    bag: list[int]
    """Tiles of each colour in the bag."""
    lid: list[int]
    """Tiles of each colour in the lid."""
    boards: list[Board]
    """The board of each seat."""

    @classmethod
    def setup(cls, players: int, wall: Wall, first: int | None) -> Self:
        """The table before the first deal (A1). The dealer draws who starts unless `first` is
        given."""
        return cls(
            players=players,
            wall=wall,
            phase="start" if first is None else "deal",
            round=1,
            idle=0,
            first=NOBODY if first is None else first,
            turn=NOBODY,
            marker=NOBODY,
            sources=[NO_TILES] * (factories(players) + 1),
            bag=[TILES_PER_COLOUR] * 5,
            lid=[0] * 5,
            boards=[Board.new() for _ in range(players)],
        )

    def copy(self) -> Self:
        """An independent copy of this position."""
        return type(self)(
            self.players,
            self.wall,
            self.phase,
            self.round,
            self.idle,
            self.first,
            self.turn,
            self.marker,
            self.sources[:],
            self.bag[:],
            self.lid[:],
            [board.copy() for board in self.boards],
        )

    def key(self) -> tuple[object, ...]:
        """The whole position as one value, for equality and hashing."""
        return (
            self.players,
            self.wall,
            self.phase,
            self.round,
            self.idle,
            self.first,
            self.turn,
            self.marker,
            tuple(self.sources),
            tuple(self.bag),
            tuple(self.lid),
            tuple(board.key() for board in self.boards),
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and self.key() == other.key()

    def __hash__(self) -> int:
        return hash(self.key())

    def tile_counts(self) -> list[int]:
        """Tiles of each colour in the whole game: always 20 (A1.2)."""
        counts = [sum(column) for column in zip(*self.sources, self.bag, self.lid, strict=True)]
        for board in self.boards:
            board.add_tiles(counts)
        return counts

    def seats_in_order(self) -> list[int]:
        """The seats in this round's order of turns."""
        return [(self.first + n) % self.players for n in range(self.players)]

    def marker_in_centre(self) -> bool:
        return self.marker == NOBODY

    def offer_is_empty(self) -> bool:
        """Whether neither the centre nor any factory holds a tile (A2.11)."""
        return self.sources.count(NO_TILES) == len(self.sources)
