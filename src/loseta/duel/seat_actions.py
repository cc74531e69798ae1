"""The decisions of the seats. Their integers, 0 to 499, are their indices in `SEAT_ACTIONS`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product

from loseta.duel.components import (
    BROKEN,
    CHIP_FACES,
    COLOURS,
    DOME_SPACES,
    LARGE,
    MOONS,
    PLATES,
    ROWS,
    SMALL,
    TURNS,
)
from loseta.game import CheckedAction, are_whole

SOURCES = "L1234M"
DESTINATIONS = "123456X"
_COLOURS = range(len(COLOURS))
_FACES = range(len(CHIP_FACES))
_PLATES = range(1, len(PLATES) + 1)


class SeatAction(CheckedAction):
    """An action of a player; `index` is its index in `SEAT_ACTIONS`."""

    __slots__ = ()

    @property
    def text(self) -> str:
        raise NotImplementedError

    @property
    def index(self) -> int:
        return _seat_indices()[self]


@dataclass(frozen=True, slots=True)
class Take(SeatAction):
    """Take all tiles of a colour from a sun, or from the tops of the moons, to a line or the
    broken-tile space (D2.B1, D2.C1, D3.1)."""

    source: int
    colour: int
    line: int

    def exists(self) -> bool:
        return (
            are_whole(range(len(SOURCES)), self.source)
            and are_whole(_COLOURS, self.colour)
            and are_whole(range(len(DESTINATIONS)), self.line)
        )

    @property
    def index(self) -> int:
        return (self.source * 5 + self.colour) * 7 + self.line  # takes come first

    @property
    def text(self) -> str:
        return SOURCES[self.source] + COLOURS[self.colour] + DESTINATIONS[self.line]


@dataclass(frozen=True, slots=True)
class Stack(SeatAction):
    """Stack the rest of a small factory in this order, the lowest tile first (D2.B2)."""

    colours: tuple[int, ...]

    def exists(self) -> bool:
        return (
            type(self.colours) is tuple
            and len(self.colours) in (2, 3)
            and are_whole(_COLOURS, *self.colours)
            and len(set(self.colours)) > 1
        )

    @property
    def text(self) -> str:
        return "/" + "".join(COLOURS[colour] for colour in self.colours)


@dataclass(frozen=True, slots=True)
class TakeChip(SeatAction):
    """Take a revealed bonus chip with this face (D2.D1)."""

    face: int

    def exists(self) -> bool:
        return are_whole(_FACES, self.face)

    @property
    def index(self) -> int:
        return FIRST[TakeChip] + self.face

    @property
    def text(self) -> str:
        return "+" + CHIP_FACES[self.face]


@dataclass(frozen=True, slots=True)
class Draw(SeatAction):
    """Draw one more plate from the stack, face down (D2.A3)."""

    @property
    def text(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Stop(SeatAction):
    """Stop drawing plates and look at them (D2.A3)."""

    @property
    def text(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class TakePlate(SeatAction):
    """Take a plate from the display (D2.A2, D1.11)."""

    plate: int

    def exists(self) -> bool:
        return are_whole(_PLATES, self.plate)

    @property
    def index(self) -> int:
        return FIRST[TakePlate] + self.plate - 1

    @property
    def text(self) -> str:
        return f"P{self.plate}"


@dataclass(frozen=True, slots=True)
class Keep(SeatAction):
    """Keep this one of the drawn plates (D2.A3)."""

    plate: int

    def exists(self) -> bool:
        return are_whole(_PLATES, self.plate)

    @property
    def index(self) -> int:
        return FIRST[Keep] + self.plate - 1

    @property
    def text(self) -> str:
        return f"keep:{self.plate}"


@dataclass(frozen=True, slots=True)
class Under(SeatAction):
    """Choose the next plate to put under the stack, below those chosen before it (D2.A3)."""

    plate: int

    def exists(self) -> bool:
        return are_whole(_PLATES, self.plate)

    @property
    def index(self) -> int:
        return FIRST[Under] + self.plate - 1

    @property
    def text(self) -> str:
        return f"under:{self.plate}"


@dataclass(frozen=True, slots=True)
class PlacePlate(SeatAction):
    """Place a plate on a dome space with this turn (D2.A1)."""

    space: int
    turn: int

    def exists(self) -> bool:
        return are_whole(DOME_SPACES, self.space) and are_whole(range(len(TURNS)), self.turn)

    @property
    def index(self) -> int:
        return FIRST[PlacePlate] + self.space * len(TURNS) + self.turn

    @property
    def text(self) -> str:
        return f"@{self.space + 1}{TURNS[self.turn]}"


@dataclass(frozen=True, slots=True)
class PlaceTile(SeatAction):
    """Move the tile of a complete line to a column of its row (D4.2)."""

    row: int
    column: int

    def exists(self) -> bool:
        return are_whole(ROWS, self.row, self.column)

    @property
    def index(self) -> int:
        return FIRST[PlaceTile] + self.row * len(ROWS) + self.column

    @property
    def text(self) -> str:
        return f"{self.row + 1}:{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Spend(SeatAction):
    """Spend one more chip on the missing tiles of the current line (D4.4)."""

    face: int

    def exists(self) -> bool:
        return are_whole(_FACES, self.face)

    @property
    def index(self) -> int:
        return FIRST[Spend] + self.face

    @property
    def text(self) -> str:
        return "$" + CHIP_FACES[self.face]


@dataclass(frozen=True, slots=True)
class Finish(SeatAction):
    """Pay with the chips chosen so far (D4.4)."""

    @property
    def text(self) -> str:
        return "$."


@dataclass(frozen=True, slots=True)
class Decline(SeatAction):
    """Spend no chips on the current line (D4.4)."""

    @property
    def text(self) -> str:
        return "$-"


def _all_seat_actions() -> Iterator[SeatAction]:
    for source, colour, line in product((LARGE, *SMALL, MOONS), range(5), (*ROWS, BROKEN)):
        yield Take(source, colour, line)
    for size in (2, 3):
        for colours in product(range(5), repeat=size):
            if len(set(colours)) > 1:
                yield Stack(colours)
    faces = range(len(CHIP_FACES))
    yield from map(TakeChip, faces)
    yield Draw()
    yield Stop()
    yield from map(TakePlate, PLATES)
    yield from map(Keep, PLATES)
    yield from map(Under, PLATES)
    for space, turn in product(DOME_SPACES, range(4)):
        yield PlacePlate(space, turn)
    for row, column in product(ROWS, ROWS):
        yield PlaceTile(row, column)
    yield from map(Spend, faces)
    yield Finish()
    yield Decline()


SEAT_ACTIONS: tuple[SeatAction, ...] = tuple(_all_seat_actions())
"""Every seat action, in the order of their integers."""
FIRST = {type(action): at for at, action in reversed(tuple(enumerate(SEAT_ACTIONS)))}
"""The smallest integer of each type of action."""


@cache
def _seat_indices() -> dict[SeatAction, int]:
    return {action: index for index, action in enumerate(SEAT_ACTIONS)}


DRAW, STOP, FINISH, DECLINE = Draw(), Stop(), Finish(), Decline()
"""The shared instances of actions without fields; the tables below hold those of other actions."""
TAKE_CHIPS = tuple(map(TakeChip, range(len(CHIP_FACES))))
SPENDS = tuple(map(Spend, range(len(CHIP_FACES))))
TAKE_PLATES = {plate: TakePlate(plate) for plate in PLATES}
KEEPS = {plate: Keep(plate) for plate in PLATES}
UNDERS = {plate: Under(plate) for plate in PLATES}
PLACE_TILES = tuple(tuple(PlaceTile(row, column) for column in ROWS) for row in ROWS)


@cache
def plate_places(space: int, turns: tuple[int, ...]) -> tuple[PlacePlate, ...]:
    """The ways to place a plate on a dome space."""
    return tuple(PlacePlate(space, turn) for turn in turns)


@cache
def orders(colours: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """The distinct orders of some tiles."""
    return tuple(sorted(set(permutations(colours))))


@cache
def stacks(colours: tuple[int, ...]) -> tuple[Stack, ...]:
    """The distinct orders of tiles of more than one colour, as actions."""
    return tuple(map(Stack, orders(colours)))


WAYS = tuple(
    tuple(
        tuple(
            tuple(
                Take(source, colour, line)
                for line in (*ROWS, BROKEN)
                if line == BROKEN or lines >> line & 1
            )
            for lines in range(1 << len(ROWS))
        )
        for colour in range(5)
    )
    for source in (LARGE, *SMALL, MOONS)
)
"""WAYS[source][colour][lines]: the takes to a line in this bit mask (bit r: line r) or the
broken-tile space."""
