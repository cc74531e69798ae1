"""The decisions of Azul, each with its three names: value, text and integer.

Seats `Take` and, on the gray wall, `Place`; the dealer draws who is `First` and lays out a `Deal`.
Actions compare and hash by value. `TAKES` and `PLACES` hold one instance of each seat action.
Constructing a value that is not an action of the game raises NotAnAction.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations_with_replacement

from loseta.azul.components import (
    CENTRE,
    COLOURS,
    FACTORY_TILES,
    FLOOR,
    PLAYERS,
    ROWS,
    SIZE,
    factories,
    letters,
)
from loseta.game import NotAnAction, Reason, WrittenAction, are_whole, known_piles

PLACE_COUNT = SIZE * SIZE
_FACTORIES = tuple(map(factories, PLAYERS))
DESTINATIONS = SIZE + 1


@dataclass(frozen=True, slots=True)
class Take(WrittenAction):
    """Take all tiles of a colour from a source to a pattern line or the floor line (A2.2, A2.4)."""

    source: int
    colour: int
    line: int
    index: int = field(init=False, repr=False, compare=False)
    text: str = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        if not (
            are_whole(range(factories(max(PLAYERS)) + 1), self.source)
            and are_whole(range(5), self.colour)
            and are_whole(range(DESTINATIONS), self.line)
        ):
            raise NotAnAction.made_by_hand(self)
        index = PLACE_COUNT + (self.source * 5 + self.colour) * DESTINATIONS + self.line
        object.__setattr__(self, "index", index)
        source = "C" if self.source == CENTRE else str(self.source)
        line = "F" if self.line == FLOOR else str(self.line + 1)
        object.__setattr__(self, "text", source + COLOURS[self.colour] + line)


@dataclass(frozen=True, slots=True)
class Place(WrittenAction):
    """Move the tile of a complete line to a column of its row on the gray wall (A7.1)."""

    row: int
    column: int

    def __post_init__(self) -> None:
        if not are_whole(ROWS, self.row, self.column):
            raise NotAnAction.made_by_hand(self)

    @property
    def index(self) -> int:
        return self.row * SIZE + self.column

    @property
    def text(self) -> str:
        return f"{self.row + 1}:{self.column + 1}"


@dataclass(frozen=True, slots=True)
class First(WrittenAction):
    """The dealer draws who starts (A1.7)."""

    seat: int

    def __post_init__(self) -> None:
        if not are_whole(range(max(PLAYERS)), self.seat):
            raise NotAnAction.made_by_hand(self)

    @property
    def index(self) -> int:
        return self.seat

    @property
    def text(self) -> str:
        return f"first:{self.seat + 1}"


@dataclass(frozen=True, slots=True)
class Deal(WrittenAction):
    """The dealer fills each factory with a count of tiles per colour (A1.7, A5.1)."""

    factories: tuple[tuple[int, ...], ...]

    def __post_init__(self) -> None:
        dealt = known_piles(self.factories, _filling_of())
        if dealt is None or len(dealt) not in _FACTORIES:
            raise NotAnAction.made_by_hand(self)
        object.__setattr__(self, "factories", dealt)

    @classmethod
    def drawn(cls, factories: tuple[tuple[int, ...], ...]) -> Deal:
        """A deal that the rules have drawn. Skips the checks: this runs often, and it is valid."""
        deal = object.__new__(cls)
        object.__setattr__(deal, "factories", factories)
        return deal

    @property
    def index(self) -> int:
        """The factories as the digits of a number in base 126, the number of ways to fill one; the
        smallest integers are those of `First`.

        Even with nine factories it is below 2**63.
        """
        number = 0
        for factory in self.factories:
            number = number * len(_fillings()) + _filling_numbers()[factory]
        return number + max(PLAYERS)

    @property
    def text(self) -> str:
        return "deal:" + ",".join(letters(factory) for factory in self.factories)


SeatAction = Take | Place
"""An action of a player."""
DealerAction = First | Deal
"""An action of chance."""
Action = SeatAction | DealerAction
"""Any action of Azul, of a seat or of the dealer."""

TAKES = tuple(
    Take(source, colour, line)
    for source in range(factories(max(PLAYERS)) + 1)
    for colour in range(5)
    for line in range(DESTINATIONS)
)
"""Every take of a game of four players, in the order of their integers."""
PLACES = tuple(Place(row, column) for row in ROWS for column in ROWS)
"""Every placing on the gray wall, in the order of their integers."""


WAYS = tuple(
    tuple(
        tuple(
            tuple(
                TAKES[(source * 5 + colour) * DESTINATIONS + line]
                for line in range(DESTINATIONS)
                if line == FLOOR or lines >> line & 1
            )
            for lines in range(1 << SIZE)
        )
        for colour in range(5)
    )
    for source in range(factories(max(PLAYERS)) + 1)
)
"""WAYS[source][colour][lines]: the takes to a line in this bit mask (bit r: line r) or the floor
line."""


def action_count(players: int) -> int:
    """The number of seat actions; their integers are all below it."""
    return PLACE_COUNT + (factories(players) + 1) * 5 * DESTINATIONS


def action_from_index(index: int) -> SeatAction:
    """The seat action with this integer. Raises NotAnAction."""
    try:
        if index >= 0:
            return PLACES[index] if index < PLACE_COUNT else TAKES[index - PLACE_COUNT]
    except (IndexError, TypeError):
        pass
    raise NotAnAction.no_index(index)


def dealer_action_from_index(index: int, players: int) -> DealerAction:
    """The dealer's action with this integer in a game of `players`. Raises NotAnAction."""
    if 0 <= index < max(PLAYERS):
        return First(index)
    rest, dealt = index - max(PLAYERS), []
    for _ in range(factories(players)):
        rest, filling = divmod(rest, len(_fillings()))
        dealt.append(_fillings()[filling])
    if rest or index < 0:
        raise NotAnAction.no_index(index)
    return Deal(tuple(reversed(dealt)))


@cache
def _fillings() -> tuple[tuple[int, ...], ...]:
    """Every way to fill a factory with 0 to 4 tiles, emptiest first."""
    return tuple(
        tuple(tiles.count(colour) for colour in range(5))
        for size in range(FACTORY_TILES + 1)
        for tiles in combinations_with_replacement(range(5), size)
    )


@cache
def _filling_of() -> dict[tuple[int, ...], tuple[int, ...]]:
    return {filling: filling for filling in _fillings()}


@cache
def _filling_numbers() -> dict[tuple[int, ...], int]:
    return {filling: number for number, filling in enumerate(_fillings())}


_SEAT_ACTIONS: tuple[SeatAction, ...] = (*TAKES, *PLACES)
_SEAT_TEXTS = {action.text: action for action in _SEAT_ACTIONS}
_FIRST = re.compile(r"FIRST:([1-4])", re.ASCII)
_DEAL = re.compile(r"DEAL:((?:-|[BYRKW]{1,4})(?:,(?:-|[BYRKW]{1,4}))*)", re.ASCII)


def action_from_text(text: str) -> Action:
    """The action that a text names, legal or not. Raises NotAnAction."""
    word = text.strip().upper()
    if action := _SEAT_TEXTS.get(word):
        return action
    if match := _FIRST.fullmatch(word):
        return First(int(match[1]) - 1)
    if match := _DEAL.fullmatch(word):
        piles = match[1].split(",")
        if len(piles) in _FACTORIES:
            return Deal(tuple(tuple(pile.count(letter) for letter in COLOURS) for pile in piles))
    raise NotAnAction(text, "", Reason("", "azul.not_an_action", {"text": text}))
