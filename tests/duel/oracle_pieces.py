"""The pieces of the oracle's table, and how a position is written down."""

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field

from .dome import COLOURS, PLATES, kind
from .oracle_boards import Player

Asked = tuple[str, set[str]]
"""A phase of the tiling and the actions that are possible in it."""


@dataclass
class Drawn:
    """A plate drawn from the stack: nobody knows its face, or whoever returned it does."""

    back: str
    plate: int | None = None
    known_to: int | None = None
    looked: bool = False

    def text(self) -> str:
        if self.plate is None:
            return f"?{self.back}"
        if self.looked:
            return str(self.plate)
        assert self.known_to is not None
        return f"{self.plate}~{self.known_to + 1}"


@dataclass
class Pieces:
    """Everything that lies on the table."""

    tablets: list[str] | None = None
    how_many_tablets: int = 3
    phase: str = "tablets"
    round: int = 1
    first: int | None = None
    turn: int | None = None
    start: int | None = None
    """Who holds the starting-player tile; None while it lies on the large factory."""
    opening: int = 2
    display: list[int] = field(default_factory=list)
    fresh: int = 18
    top: str = "?"
    returned: list[tuple[int, list[int]]] = field(default_factory=list)
    """What a player put under the stack, top to bottom."""
    hand: list[Drawn] = field(default_factory=list)
    under: list[int] = field(default_factory=list)
    """What is being put under the stack in this turn."""
    plate: int | None = None
    loose: tuple[int, list[str]] | None = None
    row: int | None = None
    spent: list[str] = field(default_factory=list)
    suns: list[list[str]] = field(default_factory=lambda: [[], [], [], [], []])
    moons: list[list[str]] = field(default_factory=lambda: [[], [], [], [], []])
    chips: list[str] = field(default_factory=lambda: ["?"] * 4)
    bag: list[str] = field(default_factory=lambda: [c for c in COLOURS for _ in range(13)])
    tower: list[str] = field(default_factory=list)
    players: list[Player] = field(default_factory=lambda: [Player(), Player()])
    dealt: bool = False
    asked: set[str] = field(default_factory=set)
    tiling: Generator[Asked, str, None] | None = None
    corners: list[str] = field(default_factory=list)
    """The rare things that happened, by name."""

    def to_move(self) -> int | None:
        """A seat, -1 for the dealer, None when the game is over."""
        if self.phase == "over":
            return None
        if self.phase in ("tablets", "display", "deal", "first", "top", "look", "chip"):
            return -1
        return self.turn

    def unseen(self) -> list[int]:
        """The plates whose face nobody has seen."""
        seen = list(self.display)
        seen += [plate for _, plates in self.returned for plate in plates]
        seen += [drawn.plate for drawn in self.hand if drawn.plate is not None]
        seen += self.under
        seen += [self.plate] if self.plate is not None else []
        for player in self.players:
            seen += [int(text[:-1]) for text in player.plates if text != "-"]
        assert len(seen) == len(set(seen))
        return [plate for plate in PLATES if plate not in seen]

    def stack_size(self) -> int:
        return self.fresh + sum(len(plates) for _, plates in self.returned)

    def _take_returned(self, number: int) -> list[int]:
        """Plates from the top of those that were put under the stack."""
        taken = []
        for _ in range(number):
            taken.append(self.returned[0][1].pop(0))
            if not self.returned[0][1]:
                self.returned.pop(0)
        if number:
            self.corners.append("a returned plate comes up")
        return taken

    def _turn_up_top(self, top: str) -> None:
        """D2.A3, D9.1: the back of the top plate is public."""
        if self.fresh:
            assert top in [kind(plate) for plate in self._could_lie_on_top()]
        else:
            assert top == (kind(self.returned[0][1][0]) if self.returned else "-")
        self.top = top

    def _could_lie_on_top(self) -> list[int]:
        """Unseen plates without as many of each back as have been drawn and not looked at."""
        unseen = self.unseen()
        for drawn in self.hand:
            if drawn.plate is None:
                unseen.remove(next(plate for plate in unseen if kind(plate) == drawn.back))
        return unseen

    def _chips_to_turn(self) -> list[int]:
        """D2.B4, D2.C3, D6.3: small factories without a tile whose chip is face down."""
        return [
            n
            for n in range(4)
            if self.chips[n] == "?" and not self.suns[n + 1] and not self.moons[n + 1]
        ]

    def scores(self) -> tuple[int, ...]:
        return tuple(player.score for player in self.players)

    def winner(self) -> int:
        """D7.2, D2.C4."""
        if self.players[0].score != self.players[1].score:
            return 0 if self.players[0].score > self.players[1].score else 1
        holder = self.first if self.start is None else self.start
        assert holder is not None
        return holder

    # --- the position text

    def text(self) -> str:
        hand = joined([drawn.text() for drawn in self.hand])
        if self.under:
            hand += "/" + joined(self.under)
        batches = [f"{who + 1}~{joined(plates)}" for who, plates in self.returned]
        loose = "-" if self.loose is None else f"{self.loose[0]}~{heap(self.loose[1])}"
        moons = [heap(self.moons[0]), *("".join(moon) or "-" for moon in self.moons[1:])]
        return " ".join(
            [
                "duel",
                "+".join(self.tablets) if self.tablets else f"?{self.how_many_tablets}",
                self.phase,
                f"round={self.round}",
                f"first={numbered(self.first)}",
                f"turn={numbered(self.turn)}",
                f"start={'large' if self.start is None else numbered(self.start)}",
                f"opening={self.opening}",
                f"display={joined(self.display)}",
                f"stack={self.fresh}/{self.top}/{','.join(batches) or '-'}",
                f"hand={hand}",
                f"plate={self.plate or '-'}",
                f"loose={loose}",
                f"row={numbered(self.row)}",
                f"spent={joined(self.spent)}",
                f"suns={','.join(heap(sun) for sun in self.suns)}",
                f"moons={','.join(moons)}",
                f"chips={','.join(self.chips)}",
                f"bag={amounts(self.bag)}",
                f"tower={amounts(self.tower)}",
                f"seat1={self.players[0].text()}",
                f"seat2={self.players[1].text()}",
            ]
        )


def numbered(number: int | None) -> str:
    """A seat or a row, which people count from 1."""
    return "-" if number is None else str(number + 1)


def joined(things: Sequence[object]) -> str:
    return ".".join(str(thing) for thing in things) or "-"


def heap(tiles: list[str]) -> str:
    return "".join(sorted(tiles, key=COLOURS.index)) or "-"


def amounts(tiles: list[str]) -> str:
    return "".join(f"{colour}{tiles.count(colour)}" for colour in COLOURS)
