"""The decisions of Azul Duel, each with its three names: value, text and integer.

The seats' actions have the integers 0 to 499. Those of the dealer are too many to be numbered
densely: their integer is their text read as a number to the base 256.

A value that is no action of the game cannot be made: NotAnAction says so.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement, permutations, product

from loseta.duel.components import (
    BROKEN,
    CHIP_FACES,
    COLOURS,
    DOME_SPACES,
    LARGE,
    LARGE_TILES,
    MOONS,
    PLATES,
    PLAYERS,
    ROWS,
    SMALL,
    TURNS,
    TYPES,
    letters,
    tablet_sets,
)
from loseta.game import NotAnAction, Reason, are_whole, known_piles

SOURCES = "L1234M"
DESTINATIONS = "123456X"
_COLOURS = range(len(COLOURS))
_FACES = range(len(CHIP_FACES))
_PLATES = range(1, len(PLATES) + 1)


# --- Of the seats ---------------------------------------------------------------------------


class _Value:
    """An action that is checked when it is made."""

    __slots__ = ()

    def __post_init__(self) -> None:
        if not self.exists():
            raise NotAnAction.made_by_hand(self)

    def exists(self) -> bool:
        """Whether the fields are those of an action."""
        return True


class SeatAction(_Value):
    """An action of a player; `index` is its place among `SEAT_ACTIONS`."""

    __slots__ = ()

    @property
    def text(self) -> str:
        raise NotImplementedError

    @property
    def index(self) -> int:
        return _seat_indices()[self]


@dataclass(frozen=True, slots=True)
class Take(SeatAction):
    """All tiles of a colour from a sun, or from the tops of the moons, to a line or broken
    (D2.B1, D2.C1, D3.1)."""

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
        return (self.source * 5 + self.colour) * 7 + self.line  # the first of all

    @property
    def text(self) -> str:
        return SOURCES[self.source] + COLOURS[self.colour] + DESTINATIONS[self.line]


@dataclass(frozen=True, slots=True)
class Stack(SeatAction):
    """The order of what is left of a small factory, the lowest tile first (D2.B2)."""

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
    """A revealed bonus chip with this face (D2.D1)."""

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
    """One more plate from the stack, face down (D2.A3)."""

    @property
    def text(self) -> str:
        return "draw"


@dataclass(frozen=True, slots=True)
class Stop(SeatAction):
    """No more plates from the stack: look at them (D2.A3)."""

    @property
    def text(self) -> str:
        return "stop"


@dataclass(frozen=True, slots=True)
class TakePlate(SeatAction):
    """A plate that lies face up (D2.A2, D1.11)."""

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
    """The plate to keep of those drawn (D2.A3)."""

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
    """The next plate to put under the stack, below those put there before it (D2.A3)."""

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
    """Where a plate goes on the dome, and how it is turned (D2.A1)."""

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
    """The tile of a complete line to a column of its row (D4.2)."""

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
    """One more chip for the missing tiles of the line whose turn it is (D4.4)."""

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
    """The chips chosen so far are the payment (D4.4)."""

    @property
    def text(self) -> str:
        return "$."


@dataclass(frozen=True, slots=True)
class Decline(SeatAction):
    """No chips for the line whose turn it is (D4.4)."""

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
FIRST = {type(action): at for at, action in reversed(tuple(enumerate(SEAT_ACTIONS)))}
"""Where the actions of a type begin."""


@cache
def _seat_indices() -> dict[SeatAction, int]:
    return {action: index for index, action in enumerate(SEAT_ACTIONS)}


def action_from_index(index: int) -> SeatAction:
    """The seats' action with this integer."""
    try:
        if index >= 0:
            return SEAT_ACTIONS[index]
    except (IndexError, TypeError):
        pass
    raise NotAnAction.no_index(index)


DRAW, STOP, FINISH, DECLINE = Draw(), Stop(), Finish(), Decline()
"""Actions without a choice in them exist once, and so do those of the tables below."""
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
    """The orders of some tiles, those that look the same only once."""
    return tuple(sorted(set(permutations(colours))))


@cache
def stacks(colours: tuple[int, ...]) -> tuple[Stack, ...]:
    """The same as actions, for tiles of more than one colour."""
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
"""WAYS[source][colour][lines]: takes to one of these lines, bit r for line r, or broken."""


# --- Of the dealer --------------------------------------------------------------------------


def _are_plates(plates: object) -> bool:
    return type(plates) is tuple and 0 < len(plates) <= len(PLATES) and are_whole(_PLATES, *plates)


_PILES = {
    pile: pile
    for size in range(LARGE_TILES + 1)
    for tiles in combinations_with_replacement(_COLOURS, size)
    for pile in [tuple(tiles.count(colour) for colour in _COLOURS)]
}
"""Tiles of each colour that may lie on a sun."""


class DealerAction(_Value):
    """An action of chance."""

    __slots__ = ()

    @property
    def text(self) -> str:
        raise NotImplementedError

    @property
    def index(self) -> int:
        return int.from_bytes(self.text.encode(), "big")


@dataclass(frozen=True, slots=True)
class Tablets(DealerAction):
    """The sides of the scoring tablets in play (D1.10)."""

    sides: tuple[str, ...]

    def exists(self) -> bool:
        return type(self.sides) is tuple and self.sides in tablet_sets(3) + tablet_sets(4)

    @property
    def text(self) -> str:
        return "tablets:" + "+".join(self.sides)


@dataclass(frozen=True, slots=True)
class Show(DealerAction):
    """Plates turned up to fill the display, and the back that is then on top of the stack
    (D1.9, D6.1)."""

    plates: tuple[int, ...]
    top: str

    def exists(self) -> bool:
        return _are_plates(self.plates) and self.top in (*TYPES, "-")

    @property
    def text(self) -> str:
        return "plates:" + ",".join(map(str, self.plates)) + "/" + self.top


@dataclass(frozen=True, slots=True)
class Deal(DealerAction):
    """The suns of the large and of the small factories: tiles of each colour (D1.7, D1.8)."""

    suns: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        suns = known_piles(self.suns, _PILES)
        if suns is None or len(suns) != 5:
            raise NotAnAction.made_by_hand(self)
        object.__setattr__(self, "suns", suns)

    @classmethod
    def drawn(cls, suns: tuple[tuple[int, ...], ...]) -> Deal:
        """A deal that the rules have drawn: there is nothing to check, and it is made often."""
        deal = object.__new__(cls)
        object.__setattr__(deal, "suns", suns)
        return deal

    @property
    def text(self) -> str:
        return "deal:" + ",".join(map(letters, self.suns))


@dataclass(frozen=True, slots=True)
class First(DealerAction):
    """The starting artist (D1.11)."""

    seat: int

    def exists(self) -> bool:
        return are_whole(range(PLAYERS), self.seat)

    @property
    def text(self) -> str:
        return f"first:{self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Top(DealerAction):
    """The back that is on top of the stack after a plate was drawn (D2.A3)."""

    type: str

    def exists(self) -> bool:
        return self.type in TYPES

    @property
    def text(self) -> str:
        return f"top:{self.type}"


@dataclass(frozen=True, slots=True)
class Look(DealerAction):
    """The faces of the plates that a player has drawn, for that player only (D2.A3)."""

    plates: tuple[int, ...]

    def exists(self) -> bool:
        return _are_plates(self.plates)

    @property
    def text(self) -> str:
        return "look:" + ",".join(map(str, self.plates))


@dataclass(frozen=True, slots=True)
class TurnChip(DealerAction):
    """The chip of an empty small factory is revealed (D2.C3)."""

    factory: int
    face: int

    def exists(self) -> bool:
        return are_whole(range(1, 1 + len(SMALL)), self.factory) and are_whole(_FACES, self.face)

    @property
    def text(self) -> str:
        return f"chip:{self.factory}={CHIP_FACES[self.face]}"


Action = SeatAction | DealerAction

TOPS = {kind: Top(kind) for kind in TYPES}
TURN_CHIPS = {factory: tuple(TurnChip(factory, face) for face in _FACES) for factory in SMALL}


def dealer_action_from_index(index: int) -> DealerAction:
    """The dealer's action with this integer."""
    try:
        text = index.to_bytes((index.bit_length() + 7) // 8, "big").decode("ascii")
        action = action_from_text(text)
    except (ValueError, OverflowError):
        action = None
    if not isinstance(action, DealerAction) or action.index != index:
        raise NotAnAction.no_index(index)
    return action


# --- Reading texts --------------------------------------------------------------------------

_PILE = "(?:-|[BYRKT]{1,5})"
_NUMBER = "(?:[1-9]|1[0-8])"
_NUMBERS = f"{_NUMBER}(?:,{_NUMBER})*"
_DEALER_TEXTS = re.compile(
    r"(?P<tablets>TABLETS:(?P<sides>[A-Z_+]+))"
    rf"|(?P<show>PLATES:(?P<shown>{_NUMBERS})/(?P<top>[SW-]))"
    rf"|(?P<deal>DEAL:(?P<suns>{_PILE}(?:,{_PILE}){{4}}))"
    r"|(?P<first>FIRST:(?P<seat>[12]))"
    r"|(?P<new_top>TOP:(?P<type>[SW]))"
    rf"|(?P<look>LOOK:(?P<looked>{_NUMBERS}))"
    r"|(?P<chip>CHIP:(?P<factory>[1-4])=(?P<face>[BYRKT]{1,2}))",
    re.ASCII,
)


@cache
def _seat_texts() -> dict[str, SeatAction]:
    return {action.text.upper(): action for action in SEAT_ACTIONS}


def action_from_text(text: str) -> Action:
    """The action that a text names, whatever the position. Raises NotAnAction."""
    word = text.strip().upper()
    action = _seat_texts().get(word) or _dealer_action(word)
    if action is None:
        raise NotAnAction(text, "", Reason("", "duel.not_an_action", {"text": text}))
    return action


def _dealer_action(word: str) -> DealerAction | None:
    match = _DEALER_TEXTS.fullmatch(word)
    if match is None:
        return None
    if match["tablets"]:
        sides = set(match["sides"].lower().split("+"))
        known = (each for each in tablet_sets(3) + tablet_sets(4) if set(each) == sides)
        return next(map(Tablets, known), None)
    if match["show"]:
        shown = _plate_numbers(match["shown"])
        return Show(shown, match["top"].lower()) if shown else None
    if match["deal"]:
        piles = match["suns"].split(",")
        return Deal(tuple(tuple(pile.count(letter) for letter in COLOURS) for pile in piles))
    if match["first"]:
        return First(int(match["seat"]) - 1)
    if match["new_top"]:
        return Top(match["type"].lower())
    if match["look"]:
        looked = _plate_numbers(match["looked"])
        return Look(looked) if looked else None
    if match["face"] in CHIP_FACES:
        return TurnChip(int(match["factory"]), CHIP_FACES.index(match["face"]))
    return None


def _plate_numbers(text: str) -> tuple[int, ...] | None:
    plates = tuple(map(int, text.split(",")))
    return plates if _are_plates(plates) else None
