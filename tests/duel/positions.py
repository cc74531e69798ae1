"""Positions for the tests: written down briefly, filled up to all the pieces by themselves."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from loseta.duel import State

from .dome import CHIP_FACES, COLOURS, PLATES, kind

LAST_ROUND_TOKENS = 0
"""How many artist tokens a position text shows in round 5, in which they are not used."""

BEFORE_THE_DEAL = ("display", "deal")
"""The dealer's phases between two rounds: the factories are empty, their chips lie ready."""


@dataclass
class Seat:
    """One board. Lines and dome rows by number (1 = top), plates by space (1 to 9)."""

    score: int = 5
    lines: Mapping[int, str] = field(default_factory=dict)
    plates: Mapping[int, str] = field(default_factory=dict)
    dome: Mapping[int, str] = field(default_factory=dict)
    broken: str = ""
    chips: Sequence[str] = ()
    used: Sequence[str] | None = None
    tokens: int | None = None
    taken: int | None = None
    fill: str = "987654321"
    """Where plates that are due but not given lie, first choice first."""


def letters(tiles: str) -> str:
    """Tiles in the order of the position text, "-" when there are none."""
    return "".join(sorted(tiles, key=COLOURS.index)) or "-"


def counts(tiles: str) -> str:
    """Tiles as counts: "RRB" is "B1Y0R2K0T0"."""
    found = Counter(tiles)
    return "".join(f"{letter}{found[letter]}" for letter in COLOURS)


def faces(chips: Sequence[str]) -> str:
    """Chips in the order of the position text."""
    return ".".join(sorted(chips, key=CHIP_FACES.index)) or "-"


def ids(plates: Sequence[int]) -> str:
    return ".".join(str(plate) for plate in sorted(plates)) or "-"


class Filler:
    """The remaining fields, so that each piece is there exactly once."""

    def __init__(self, seats: Sequence[Seat], given: dict[str, Any]) -> None:
        self.seats = seats
        self.given = given
        self.round: int = given["round"]
        self.suns = [*given["suns"], *[""] * (5 - len(given["suns"]))]
        self.moons = [*given["moons"], *[""] * (5 - len(given["moons"]))]
        self.chips = self._chips()
        self.tokens = [self._tokens(seat) for seat in seats]
        self.taken = self._taken()
        self.used = self._used()
        self.plates = [dict(seat.plates) for seat in seats]
        self.free = [plate for plate in PLATES if plate not in self._named_plates()]
        self._fill_plates()
        self.display = self._display()

    def _chips(self) -> list[str]:
        if self.given["chips"] is not None:
            return [*self.given["chips"], *["-"] * (4 - len(self.given["chips"]))]
        if self.given["phase"] in BEFORE_THE_DEAL:
            return ["?"] * 4
        waiting = self.given["loose"][0]
        lying = [self.suns[n] or self.moons[n] or waiting == str(n) for n in range(1, 5)]
        return ["?" if tiles else "-" for tiles in lying]

    def _tokens(self, seat: Seat) -> int:
        if seat.tokens is not None:
            return seat.tokens
        if self.given["phase"] in ("opening", *BEFORE_THE_DEAL):
            return 2 if self.round < 5 else LAST_ROUND_TOKENS
        return 0 if self.round < 5 else LAST_ROUND_TOKENS

    def _taken(self) -> list[int]:
        """D2.D1: four chips in all; whoever is to move has the fewer."""
        gone = self.chips.count("-")
        turn = (self.given["turn"] or 1) - 1
        guess = [0, 0]
        guess[turn], guess[1 - turn] = gone // 2, gone - gone // 2
        return [guess[n] if s.taken is None else s.taken for n, s in enumerate(self.seats)]

    def _used(self) -> list[list[str]]:
        """Chips of earlier rounds that no longer matter."""
        seen = Counter([*self.chips, *(f for s in self.seats for f in [*s.chips, *(s.used or [])])])
        used = []
        for seat, taken in zip(self.seats, self.taken, strict=True):
            mine = list(seat.used or [])
            while seat.used is None and len(mine) < 2 * (self.round - 1) + taken - len(seat.chips):
                face = next(face for face in reversed(CHIP_FACES) if seen[face] < 2)
                seen[face] += 1
                mine.append(face)
            used.append(mine)
        return used

    def _named_plates(self) -> list[int]:
        named = [int(text[:-1]) for seat in self.seats for text in seat.plates.values()]
        named += [*(self.given["display"] or []), *self.given["hand_plates"]]
        named += [plate for _, plates in self.given["returned"] for plate in plates]
        named += [self.given["plate"]] if self.given["plate"] else []
        return named

    def _fill_plates(self) -> None:
        """D2.A6: one of the opening and two a round, as far as tokens are down."""
        for number, seat in enumerate(self.seats):
            down = 2 - self.tokens[number] if self.round < 5 else 0
            due = 1 + 2 * (self.round - 1) + down
            if self.given["opening"]:
                due = 1 if self.given["opening"] == 1 and self.given["first"] != number + 1 else 0
            elif self.given["turn"] == number + 1 and self.given["pending"]:
                due -= 1
            for space in seat.fill:
                if len(self.plates[number]) < due and int(space) not in self.plates[number]:
                    self.plates[number][int(space)] = f"{self.free.pop()}n"

    def _display(self) -> list[int]:
        if self.given["display"] is not None:
            return list(self.given["display"])
        if self.given["phase"] == "display":
            return []
        down = sum(2 - tokens for tokens in self.tokens) if self.round < 5 else 3
        return [self.free.pop(0) for _ in range(max(0, 3 - down))]

    def stack(self) -> str:
        returned = self.given["returned"]
        hidden = [drawn[1] for drawn in self.given["hand"] if drawn[0] == "?"]
        fresh = len(self.free) - len(hidden)
        kinds = Counter(kind(plate) for plate in self.free)
        kinds.subtract(hidden)
        top = "-"
        if fresh:
            top = "s" if kinds["s"] > 0 else "w"
        elif returned:
            top = kind(returned[0][1][0])
        batches = [f"{seat}~{'.'.join(map(str, plates))}" for seat, plates in returned]
        return f"{fresh}/{self.given['top'] or top}/{','.join(batches) or '-'}"

    def board(self, number: int) -> str:
        seat = self.seats[number]
        return ":".join(
            (
                str(seat.score),
                str(self.tokens[number]),
                str(self.taken[number]),
                ",".join(seat.lines.get(n) or "-" for n in range(1, 7)),
                ",".join(self.plates[number].get(n, "-") for n in range(1, 10)),
                ",".join(seat.dome.get(n, "......") for n in range(1, 7)),
                seat.broken or "-",
                faces(seat.chips),
                faces(self.used[number]),
            )
        )


def text(
    seat1: Seat | None = None,
    seat2: Seat | None = None,
    *,
    tablets: str = "rows+columns+diagonals",
    phase: str = "acquire",
    round: int = 2,  # noqa: A002
    first: int = 1,
    turn: int | None = None,
    start: int | str | None = None,
    opening: int = 0,
    display: Sequence[int] | None = None,
    returned: Sequence[tuple[int, Sequence[int]]] = (),
    top: str | None = None,
    hand: Sequence[str] = (),
    plate: int | None = None,
    loose: str = "-",
    row: int | None = None,
    spent: Sequence[str] = (),
    suns: Sequence[str] = (),
    moons: Sequence[str] = (),
    chips: Sequence[str] | None = None,
    bag: str | None = None,
    tower: str | None = None,
) -> str:
    """The text of a position in which each colour totals 13 and no piece is missing.

    Tiles that lie nowhere are in the bag; where the bag is given they are in the tower; where
    both are given nothing is filled up. Plates and used chips that are due are filled in, and
    the rest of the plates is on the stack.
    """
    if turn is None and phase not in ("tablets", "display", "deal", "first", "over"):
        turn = first
    given = {
        "phase": phase,
        "round": round,
        "first": first,
        "turn": turn,
        "opening": opening,
        "display": display,
        "returned": returned,
        "top": top,
        "hand": hand,
        "hand_plates": [int(drawn.split("~")[0]) for drawn in hand if drawn[0] != "?"],
        "plate": plate,
        "loose": loose,
        "pending": bool(plate or hand),
        "suns": suns,
        "moons": moons,
        "chips": chips,
    }
    filler = Filler([seat1 or Seat(), seat2 or Seat()], given)
    boards = [filler.board(0), filler.board(1)]
    lying = Counter("".join(filler.suns) + "".join(filler.moons) + loose)
    lying.update((bag or "") + (tower or ""))
    for each in boards:
        parts = each.split(":")
        lying.update(parts[3] + parts[5] + parts[6])
    rest = "".join(letter * (13 - lying[letter]) for letter in COLOURS)
    if bag is None:
        bag = rest
    elif tower is None:
        tower = rest
    if start is None:
        holding = bool(filler.suns[0] or filler.moons[0]) or phase in BEFORE_THE_DEAL
        start = "large" if holding else 2
    suns_text = ",".join(letters(sun) for sun in filler.suns)
    moons_text = ",".join([letters(filler.moons[0]), *(moon or "-" for moon in filler.moons[1:])])
    return (
        f"duel {tablets} {phase} round={round} first={first} turn={turn or '-'} start={start}"
        f" opening={opening} display={ids(filler.display)} stack={filler.stack()}"
        f" hand={'.'.join(hand) or '-'} plate={plate or '-'} loose={loose} row={row or '-'}"
        f" spent={faces(spent)} suns={suns_text} moons={moons_text}"
        f" chips={','.join(filler.chips)} bag={counts(bag)} tower={counts(tower or '')}"
        f" seat1={boards[0]} seat2={boards[1]}"
    )


def position(seat1: Seat | None = None, seat2: Seat | None = None, **fields: Any) -> State:
    """The state of `text(...)`; reading it back gives the same text."""
    written = text(seat1, seat2, **fields)
    state = State.from_text(written)
    assert state.to_text() == written
    return state


def closing(
    seat1: Seat | None = None, seat2: Seat | None = None, last: str = "K", **fields: Any
) -> State:
    """A position in which seat 2 can only take the last chip (`+K`), and the tiling follows.

    Seat 1 started and tiles first; seat 2 holds the starting tile.
    """
    return position(seat1, seat2, **({"turn": 2, "chips": [last]} | fields))


def tiled(
    seat1: Seat | None = None, seat2: Seat | None = None, last: str = "K", **fields: Any
) -> tuple[State, list[Any]]:
    """The position of `closing` after the last chip was taken, and what followed."""
    state = closing(seat1, seat2, last, **fields)
    return state, play(state, f"+{last}")


def play(state: State, *actions: str) -> list[Any]:
    """Apply the actions, given as text; all events that followed."""
    events: list[Any] = []
    for action in actions:
        events.extend(state.apply(state.parse(action)))
    return events
