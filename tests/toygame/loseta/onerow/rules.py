"""The rules. Two seats take turns to take a tile of four that the dealer lays out.

T1  The tile goes to the space of its colour in the taker's row; the run that it joins is scored.
T2  A tile whose space is taken is lost.
T3  The game ends after the round in which a row has `length` tiles; the most points win.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from loseta import parsing
from loseta.game import (
    DEALER,
    BadText,
    CheckedAction,
    IllegalAction,
    NotAnAction,
    Option,
    Outcome,
    Pick,
    Reason,
    are_whole,
    complete_options,
)
from loseta.runs import EMPTY, run_length

COLOURS = "BYRKW"
SIZE = len(COLOURS)
OFFER = 4
MOST_ROUNDS = 9


@dataclass(frozen=True, slots=True)
class Take(CheckedAction):
    """A tile of this colour from the offer (T1)."""

    colour: int

    def exists(self) -> bool:
        return are_whole(range(SIZE), self.colour)

    @property
    def index(self) -> int:
        return self.colour

    @property
    def text(self) -> str:
        return COLOURS[self.colour]


@dataclass(frozen=True, slots=True)
class Deal(CheckedAction):
    """The dealer lays out four tiles, in the order of their colours."""

    tiles: tuple[int, ...]

    def exists(self) -> bool:
        return (
            type(self.tiles) is tuple
            and len(self.tiles) == OFFER
            and are_whole(range(SIZE), *self.tiles)
            and list(self.tiles) == sorted(self.tiles)
        )

    @property
    def index(self) -> int:
        return int.from_bytes(self.text.encode(), "big")

    @property
    def text(self) -> str:
        return "deal:" + "".join(COLOURS[tile] for tile in self.tiles)


@dataclass(frozen=True, slots=True)
class TilePlaced:
    seat: int
    colour: int
    points: int


@dataclass(frozen=True, slots=True)
class SeatProjection:
    score: int


@dataclass(slots=True)
class State:
    length: int
    round: int = 1
    offer: list[int] = field(default_factory=list)
    rows: list[list[int]] = field(default_factory=lambda: [[EMPTY] * SIZE, [EMPTY] * SIZE])
    points: list[int] = field(default_factory=lambda: [0, 0])

    @property
    def game(self) -> OneRow:
        return GAME

    @property
    def seats(self) -> int:
        return 2

    @property
    def to_move(self) -> int | None:
        if self.offer:
            return (self.round - 1 + OFFER - len(self.offer)) % 2
        return None if self.is_over() else DEALER

    def is_over(self) -> bool:
        """Between rounds only (T3)."""
        full = any(SIZE - row.count(EMPTY) >= self.length for row in self.rows)
        return not self.offer and (full or self.round > MOST_ROUNDS)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.points)

    @property
    def outcome(self) -> Outcome | None:
        if self.to_move is not None:
            return None
        winners = tuple(seat for seat in (0, 1) if self.points[seat] == max(self.points))
        places = tuple(1 if seat in winners else 2 for seat in (0, 1))
        return Outcome("row", self.scores, winners, places)

    def legal_actions(self) -> list[Take]:
        return [Take(colour) for colour in sorted(set(self.offer))]

    def why_illegal(self, action: Any) -> Reason | None:
        if isinstance(action, str):
            return parsing.why_illegal(self.parse, action)
        match action:
            case Take():
                legal, key = action.colour in self.offer, "onerow.not_on_offer"
            case Deal():
                legal, key = self.to_move == DEALER, "onerow.no_deal"
            case _:
                raise NotAnAction.made_by_hand(action)
        return None if legal else Reason("T1", key, {"text": action.text})

    def apply(self, action: Any, *, check: bool = True) -> tuple[TilePlaced, ...]:
        if isinstance(action, str):
            action = self.parse(action)
        reason = self.why_illegal(action) if check else None
        if reason is not None:
            raise IllegalAction(action.text, self.to_text(), reason)
        if isinstance(action, Deal):
            self.offer = list(action.tiles)
            return ()
        seat, colour = self.to_move, action.colour
        assert seat is not None
        self.offer.remove(colour)
        if not self.offer:
            self.round += 1
        row = self.rows[seat]
        if row[colour] != EMPTY:
            return ()  # T2
        points = run_length(row, colour)
        row[colour] = colour
        self.points[seat] += points
        return (TilePlaced(seat, colour, points),)

    def before_scoring(self, action: Any, *, check: bool = True) -> State:
        after = self.copy()
        after.apply(action, check=check)
        return after

    def deal(self, pick: Pick) -> Deal:
        if self.to_move != DEALER:
            raise IllegalAction("deal", self.to_text(), Reason("T1", "onerow.no_deal"))
        return Deal(tuple(sorted(pick([1] * SIZE) for _ in range(OFFER))))

    def parse(self, text: str) -> Any:
        action = GAME.action_from_text(text)
        reason = self.why_illegal(action)
        if reason is not None:
            raise IllegalAction(text, self.to_text(), reason)
        return action

    def projection(self) -> tuple[SeatProjection, ...]:
        return tuple(map(SeatProjection, self.points))

    def view(self, seat: int | None) -> State:
        return self.copy()

    def sample(self, seat: int | None, pick: Pick) -> State:
        return self.copy()

    def copy(self) -> State:
        rows = [row.copy() for row in self.rows]
        return State(self.length, self.round, self.offer.copy(), rows, self.points.copy())

    @property
    def is_complete(self) -> bool:
        return True

    def to_text(self) -> str:
        offer = "".join(COLOURS[tile] for tile in self.offer) or "-"
        rows = "/".join("".join((COLOURS + ".")[tile] for tile in row) for row in self.rows)
        points = "/".join(map(str, self.points))
        return f"onerow {self.length} {self.round} {offer} {rows} {points}"


_POSITION = re.compile(
    r"onerow ([345]) ([1-9]|10) (-|[BYRKW]{1,4})"
    r" ([B.][Y.][R.][K.][W.])/([B.][Y.][R.][K.][W.]) (\d{1,2})/(\d{1,2})",
    re.ASCII,
)


class OneRow:
    name = "onerow"
    options = (Option("length", ("3", "4", "5")),)

    def new(self, **options: str) -> State:
        return State(int(complete_options(self, options)["length"]))

    def options_of(self, state: State) -> dict[str, str]:
        return {"length": str(state.length)}

    def state_from_text(self, text: str) -> State:
        match = _POSITION.fullmatch(text)
        if match is None:
            raise BadText(1, 1, Reason("", "onerow.position", {"text": text}))
        length, round_, offer, *rows, first, second = match.groups()
        tiles = [COLOURS.index(letter) for letter in offer.strip("-")]
        rows_ = [[COLOURS.find(letter) for letter in row] for row in rows]
        return State(int(length), int(round_), tiles, rows_, [int(first), int(second)])

    def action_from_text(self, text: str) -> Take | Deal:
        word = text.strip().upper()
        letters = word.removeprefix("DEAL:")
        if letters and set(letters) <= set(COLOURS) and (letters != word or len(word) == 1):
            tiles = tuple(map(COLOURS.index, letters))
            try:
                return Deal(tiles) if letters != word else Take(tiles[0])
            except NotAnAction:
                pass
        raise NotAnAction(text, "", Reason("", "onerow.not_an_action", {"text": text}))

    def action_from_index(self, index: int) -> Take:
        if not are_whole(range(SIZE), index):
            raise NotAnAction.no_index(index)
        return Take(index)


GAME = OneRow()
