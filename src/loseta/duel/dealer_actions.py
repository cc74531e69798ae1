"""The draws of the dealer. There are too many to number them consecutively, so their integer is
their text read as a number in base 256."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import combinations_with_replacement

from loseta.duel.components import (
    CHIP_FACES,
    COLOURS,
    LARGE_TILES,
    PLATES,
    PLAYERS,
    SMALL,
    TYPES,
    letters,
    tablet_sets,
)
from loseta.game import CheckedAction, NotAnAction, are_whole, known_piles

_COLOURS = range(len(COLOURS))
_FACES = range(len(CHIP_FACES))
_PLATES = range(1, len(PLATES) + 1)


def are_plates(plates: object) -> bool:
    return type(plates) is tuple and 0 < len(plates) <= len(PLATES) and are_whole(_PLATES, *plates)


_PILES = {
    pile: pile
    for size in range(LARGE_TILES + 1)
    for tiles in combinations_with_replacement(_COLOURS, size)
    for pile in [tuple(tiles.count(colour) for colour in _COLOURS)]
}
"""Every pile that may lie on a sun, as counts per colour."""


class DealerAction(CheckedAction):
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
    """The dealer draws the sides of the scoring tablets in play (D1.10)."""

    sides: tuple[str, ...]

    def exists(self) -> bool:
        return type(self.sides) is tuple and self.sides in tablet_sets(3) + tablet_sets(4)

    @property
    def text(self) -> str:
        return "tablets:" + "+".join(self.sides)


@dataclass(frozen=True, slots=True)
class Show(DealerAction):
    """The dealer turns up plates to fill the display, and reveals the back that is then on top of
    the stack (D1.9, D6.1)."""

    plates: tuple[int, ...]
    top: str

    def exists(self) -> bool:
        return are_plates(self.plates) and self.top in (*TYPES, "-")

    @property
    def text(self) -> str:
        return "plates:" + ",".join(map(str, self.plates)) + "/" + self.top


@dataclass(frozen=True, slots=True)
class Deal(DealerAction):
    """The dealer fills the suns of the large and the small factories, each with a count of tiles
    per colour (D1.7, D1.8)."""

    suns: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        suns = known_piles(self.suns, _PILES)
        if suns is None or len(suns) != 5:
            raise NotAnAction.made_by_hand(self)
        object.__setattr__(self, "suns", suns)

    @classmethod
    def drawn(cls, suns: tuple[tuple[int, ...], ...]) -> Deal:
        """A deal that the rules have drawn. Skips the checks: this runs often, and it is valid."""
        deal = object.__new__(cls)
        object.__setattr__(deal, "suns", suns)
        return deal

    @property
    def text(self) -> str:
        return "deal:" + ",".join(map(letters, self.suns))


@dataclass(frozen=True, slots=True)
class First(DealerAction):
    """The dealer draws the starting artist (D1.11)."""

    seat: int

    def exists(self) -> bool:
        return are_whole(range(PLAYERS), self.seat)

    @property
    def text(self) -> str:
        return f"first:{self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Top(DealerAction):
    """The dealer reveals the back on top of the stack after a plate was drawn (D2.A3)."""

    type: str

    def exists(self) -> bool:
        return self.type in TYPES

    @property
    def text(self) -> str:
        return f"top:{self.type}"


@dataclass(frozen=True, slots=True)
class Look(DealerAction):
    """The dealer shows a player, and nobody else, the faces of the drawn plates (D2.A3)."""

    plates: tuple[int, ...]

    def exists(self) -> bool:
        return are_plates(self.plates)

    @property
    def text(self) -> str:
        return "look:" + ",".join(map(str, self.plates))


@dataclass(frozen=True, slots=True)
class TurnChip(DealerAction):
    """The dealer turns up the chip of an empty small factory (D2.C3)."""

    factory: int
    face: int

    def exists(self) -> bool:
        return are_whole(range(1, 1 + len(SMALL)), self.factory) and are_whole(_FACES, self.face)

    @property
    def text(self) -> str:
        return f"chip:{self.factory}={CHIP_FACES[self.face]}"


TOPS = {kind: Top(kind) for kind in TYPES}
TURN_CHIPS = {factory: tuple(TurnChip(factory, face) for face in _FACES) for factory in SMALL}
