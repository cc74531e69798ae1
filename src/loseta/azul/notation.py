"""Positions as one line of text, and texts of actions read in a position.

`docs/notation.md` is the specification.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar, cast

from loseta.azul.actions import Action, Place, Take, action_from_text
from loseta.azul.check import find_problem
from loseta.azul.components import (
    COLOURS,
    EMPTY,
    FLOOR_SPACES,
    MARKER,
    PLAYERS,
    SIZE,
    WALLS,
    factories,
    letters,
)
from loseta.azul.legality import barred
from loseta.azul.position import NOBODY, Board, Phase, Position, Wall
from loseta.azul.rules import legal_places, legal_takes
from loseta.game import AmbiguousAction, BadText, IllegalAction, NotAnAction, Reason

P = TypeVar("P", bound=Position)

PHASES = ("start", "deal", "offer", "tiling", "over")
FLOOR_LETTERS = COLOURS + "1"
LONGEST_TEXT = 2000
"""No position is longer; a longer text is refused before it is read."""


# --- Writing --------------------------------------------------------------------------------


def position_to_text(position: Position) -> str:
    fields = [
        f"azul {position.players} {position.wall} {position.phase}",
        f"round={position.round}",
        f"idle={position.idle}",
        f"first={_seat_to_text(position.first)}",
        f"turn={_seat_to_text(position.turn)}",
        f"marker={'centre' if position.marker == NOBODY else position.marker + 1}",
        f"factories={','.join(map(letters, position.sources[1:]))}",
        f"centre={letters(position.sources[0])}",
        f"bag={_counts_to_text(position.bag)}",
        f"lid={_counts_to_text(position.lid)}",
        *(f"seat{n}={_board_to_text(board)}" for n, board in enumerate(position.boards, start=1)),
    ]
    return " ".join(fields)


def _seat_to_text(seat: int) -> str:
    return "-" if seat == NOBODY else str(seat + 1)


def _counts_to_text(counts: list[int]) -> str:
    return "".join(f"{letter}{n}" for letter, n in zip(COLOURS, counts, strict=True))


def _board_to_text(board: Board) -> str:
    lines = ",".join(
        COLOURS[colour] * n if n else "-"
        for colour, n in zip(board.line_colours, board.line_counts, strict=True)
    )
    wall = ",".join(
        "".join("." if space == EMPTY else COLOURS[space] for space in row) for row in board.wall
    )
    floor = "".join(FLOOR_LETTERS[tile] for tile in board.floor) or "-"
    return f"{board.score}:{lines}:{wall}:{floor}"


# --- Reading --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece of the text and the column where it starts, so that errors can point at it."""

    text: str
    column: int

    def bad(self, key: str, rule: str = "", **params: Any) -> NoReturn:
        raise BadText(
            1, self.column, Reason(rule, f"position.{key}", {"text": self.text[:40], **params})
        )

    def split(self, separator: str, count: int, key: str) -> list[_Piece]:
        parts = self.text.split(separator)
        if len(parts) != count:
            self.bad(key, n=count)
        pieces, column = [], self.column
        for part in parts:
            pieces.append(_Piece(part, column))
            column += len(part) + len(separator)
        return pieces

    def number(self) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,4}", self.text, re.ASCII):
            self.bad("number")
        return int(self.text)

    def choice(self, values: Iterable[str], key: str) -> str:
        if self.text not in values:
            self.bad(key)
        return self.text

    def tiles(self, alphabet: str = COLOURS) -> list[int]:
        """The colours of letters; `-` stands for none."""
        if self.text == "-":
            return []
        if not self.text:
            self.bad("no_tiles")
        for offset, letter in enumerate(self.text):
            if letter not in alphabet:
                _Piece(letter, self.column + offset).bad("letter")
        return [alphabet.index(letter) for letter in self.text]

    def pile(self) -> list[int]:
        tiles = self.tiles()
        if tiles != sorted(tiles):
            self.bad("order")
        return [tiles.count(colour) for colour in range(5)]


HEAD = ("game", "players", "wall", "phase")
LABELLED = ("round", "idle", "first", "turn", "marker", "factories", "centre", "bag", "lid")


def position_from_text(text: str, kind: type[P]) -> P:
    """Read a position and check it. Raises BadText with the column and the reason."""
    if len(text) > LONGEST_TEXT:
        raise BadText(1, LONGEST_TEXT + 1, Reason("", "position.too_long", {"n": LONGEST_TEXT}))
    words = _words(text)
    pieces = dict(zip(HEAD, words, strict=False))
    for name in HEAD:
        if name not in pieces:
            _Piece("", len(text) + 1).bad("missing", field=name)
        pieces[name].choice(_HEAD_VALUES[name], name)
    players = int(pieces["players"].text)
    labels = (*LABELLED, *(f"seat{n}" for n in range(1, players + 1)))
    for label, word in zip(labels, words[len(HEAD) :], strict=False):
        if not word.text.startswith(label + "="):
            word.bad("label", label=label)
        pieces[label] = _Piece(word.text[len(label) + 1 :], word.column + len(label) + 1)
    if len(words) < len(HEAD) + len(labels):
        _Piece("", len(text) + 1).bad("missing", field=labels[len(words) - len(HEAD)])
    if len(words) > len(HEAD) + len(labels):
        words[len(HEAD) + len(labels)].bad("extra")
    marker = pieces["marker"]
    position = kind(
        players=players,
        wall=cast(Wall, pieces["wall"].text),
        phase=cast(Phase, pieces["phase"].text),
        round=pieces["round"].number(),
        idle=pieces["idle"].number(),
        first=_seat_from_text(pieces["first"], players),
        turn=_seat_from_text(pieces["turn"], players),
        marker=NOBODY if marker.text == "centre" else _seat_from_text(marker, players, "marker"),
        sources=[
            pieces["centre"].pile(),
            *(
                pile.pile()
                for pile in pieces["factories"].split(",", factories(players), "factories")
            ),
        ],
        bag=_counts_from_text(pieces["bag"]),
        lid=_counts_from_text(pieces["lid"]),
        boards=[_board_from_text(pieces[f"seat{n}"]) for n in range(1, players + 1)],
    )
    problem = find_problem(position)
    if problem is not None:
        raise BadText(1, pieces[problem.field].column, problem.reason)
    return position


_HEAD_VALUES = {
    "game": ("azul",),
    "players": tuple(map(str, PLAYERS)),
    "wall": WALLS,
    "phase": PHASES,
}


def _words(text: str) -> list[_Piece]:
    pieces, column = [], 1
    for word in text.split(" "):
        if word:
            pieces.append(_Piece(word, column))
        elif text:
            _Piece(" ", column).bad("spaces")
        column += len(word) + 1
    return pieces


def _seat_from_text(piece: _Piece, players: int, key: str = "seat") -> int:
    if piece.text == "-" and key == "seat":
        return NOBODY
    seats = [str(n) for n in range(1, players + 1)]
    return seats.index(piece.choice(seats, key))


def _counts_from_text(piece: _Piece) -> list[int]:
    match = re.fullmatch("".join(f"{letter}([0-9]{{1,3}})" for letter in COLOURS), piece.text, re.A)
    if not match:
        piece.bad("counts")
    return [int(n) for n in match.groups()]


def _board_from_text(piece: _Piece) -> Board:
    score, lines, wall, floor = piece.split(":", 4, "board")
    if re.fullmatch("-[0-9]{1,4}", score.text, re.ASCII):
        score.bad("score_below_zero", rule="A3.3")
    board = Board.new()
    board.score = score.number()
    for row, line in enumerate(lines.split(",", SIZE, "lines")):
        tiles = line.tiles()
        if len(set(tiles)) > 1:
            line.bad("mixed_line", rule="A2.5")
        if len(tiles) > row + 1:
            line.bad("long_line", rule="A1.3", line=row + 1)
        if tiles:
            board.line_colours[row], board.line_counts[row] = tiles[0], len(tiles)
    for row, spaces in enumerate(wall.split(",", SIZE, "rows")):
        if len(spaces.text) != SIZE:
            spaces.bad("row_length", n=SIZE)
        board.wall[row] = [
            EMPTY if letter == "." else _Piece(letter, spaces.column + offset).tiles()[0]
            for offset, letter in enumerate(spaces.text.replace("-", "?"))
        ]
    board.find_open_lines()
    board.floor = floor.tiles(FLOOR_LETTERS)
    if len(board.floor) > FLOOR_SPACES:
        floor.bad("long_floor", rule="A1.3", n=FLOOR_SPACES)
    if board.floor.count(MARKER) > 1:
        floor.bad("two_markers", rule="A2.3")
    return board


# --- Actions in a position ------------------------------------------------------------------

_ABBREVIATION = re.compile("([C1-9])?([BYRKW])([1-5F])?|[1-5]", re.ASCII)


def parse_action(position: Position, text: str) -> Action:
    """The legal action that a text means here.

    A part may be left out where only one legal action fits: `3R` when red from factory 3 has one
    place to go, `R4` when red lies in one place only, `4` for a column on the gray wall.
    """
    where = position_to_text(position)
    word = text.strip().upper()
    if match := _ABBREVIATION.fullmatch(word):
        fitting = _fitting(position, word, *match.groups())
        if len(fitting) == 1:
            return fitting[0]
        if fitting:
            candidates = tuple(action.text for action in fitting)
            reason = Reason("", "ambiguous", {"text": text, "candidates": ", ".join(candidates)})
            raise AmbiguousAction(text, where, reason, candidates)
    try:
        action = action_from_text(text)
    except NotAnAction as error:
        raise NotAnAction(text, where, error.reason) from None
    reason_against = barred(position, action)
    if reason_against is not None:
        raise IllegalAction(text, where, reason_against)
    return action


def _fitting(
    position: Position, word: str, source: str | None, colour: str | None, line: str | None
) -> list[Take] | list[Place]:
    """The legal actions that fit an abbreviation."""
    if position.phase == "tiling" and not colour:
        return [place for place in legal_places(position) if place.text.endswith(word)]
    if position.phase != "offer" or not colour:
        return []
    return [
        take
        for take in legal_takes(position)
        if COLOURS[take.colour] == colour
        and take.text.startswith(source or "")
        and take.text.endswith(line or "")
    ]
