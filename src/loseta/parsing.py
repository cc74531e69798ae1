"""Parse positions, with the column of every error, and the texts of actions in a position."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NoReturn, TypeVar

from loseta.game import (
    Action,
    AmbiguousAction,
    BadText,
    IllegalAction,
    NotAnAction,
    Reason,
)

A = TypeVar("A", bound=Action)

LONGEST_POSITION = 2000
"""The most characters a position can have; a longer text is refused unread."""

BY_HAND = 1000
"""How many points, or rounds, a position set up by hand may have beyond what its tiles explain.
Play never exceeds a limit defined this way, so every later position can be read as well."""


@dataclass(frozen=True, slots=True)
class Token:
    """A piece of a text and the column where it starts."""

    text: str
    column: int

    def bad(self, key: str, rule: str = "", **params: Any) -> NoReturn:
        params = {"text": self.text, **params}
        raise BadText(1, self.column, Reason(rule, f"position.{key}", params))

    def split(self, separator: str, count: int | None, key: str) -> list[Token]:
        """The parts between separators. If `count` is given, there must be exactly that many."""
        parts = self.text.split(separator)
        if count is not None and len(parts) != count:
            self.bad(key, n=count)
        tokens, column = [], self.column
        for part in parts:
            tokens.append(Token(part, column))
            column += len(part) + len(separator)
        return tokens

    def after(self, start: str) -> Token:
        return Token(self.text[len(start) :], self.column + len(start))

    def number(self, most: int = 99_999) -> int:
        if not re.fullmatch("0|[1-9][0-9]{0,4}", self.text, re.ASCII) or int(self.text) > most:
            self.bad("number")
        return int(self.text)

    def score(self, rule: str) -> int:
        if re.fullmatch("-[0-9]{1,4}", self.text, re.ASCII):
            self.bad("score_below_zero", rule)
        return self.number()

    def choice(self, values: Iterable[str], key: str) -> str:
        if self.text not in values:
            self.bad(key)
        return self.text

    def seat(self, players: int) -> int:
        """A seat from its number, counted from 1 in texts."""
        seats = [str(n) for n in range(1, players + 1)]
        return seats.index(self.choice(seats, "seat"))

    def tiles(self, alphabet: str) -> list[int]:
        """The index in `alphabet` of each letter; `-` stands for no tiles."""
        if self.text == "-":
            return []
        if not self.text:
            self.bad("no_tiles")
        for offset, letter in enumerate(self.text):
            if letter not in alphabet:
                Token(letter, self.column + offset).bad("letter")
        return [alphabet.index(letter) for letter in self.text]

    def pile(self, alphabet: str) -> list[int]:
        """How many tiles of each letter there are; they must be written in alphabet order."""
        tiles = self.tiles(alphabet)
        if tiles != sorted(tiles):
            self.bad("order", alphabet=" ".join(alphabet))
        return [tiles.count(number) for number in range(len(alphabet))]

    def counts(self, alphabet: str) -> list[int]:
        """Counts such as `B20Y3`, with every letter of the alphabet."""
        pattern = "".join(f"{letter}(0|[1-9][0-9]{{0,2}})" for letter in alphabet)
        match = re.fullmatch(pattern, self.text, re.ASCII)
        if not match:
            self.bad("counts", example="".join(f"{letter}9" for letter in alphabet))
        return [int(n) for n in match.groups()]

    def line(self, alphabet: str, row: int, rule_same: str, rule_room: str) -> tuple[int, int]:
        """Colour and count of the tiles in a pattern line; (-1, 0) for an empty line."""
        tiles = self.tiles(alphabet)
        if len(set(tiles)) > 1:
            self.bad("mixed_line", rule_same)
        if len(tiles) > row + 1:
            self.bad("long_line", rule_room, line=row + 1)
        return (tiles[0], len(tiles)) if tiles else (-1, 0)

    def grid_row(self, alphabet: str, size: int) -> list[int]:
        """A row of a wall or dome: a letter for each tile, `.` (-1) for an empty space."""
        if len(self.text) != size:
            self.bad("row_length", n=size)
        row = []
        for offset, letter in enumerate(self.text):
            if letter not in alphabet + ".":
                Token(letter, self.column + offset).bad("letter")
            row.append(alphabet.find(letter))
        return row


def words(text: str) -> list[Token]:
    """The fields of a position, separated by single spaces."""
    if len(text) > LONGEST_POSITION:
        reason = Reason("", "position.too_long", {"n": LONGEST_POSITION})
        raise BadText(1, LONGEST_POSITION + 1, reason)
    if not text:
        return []
    tokens = Token(text, 1).split(" ", None, "")
    for token in tokens:
        if not token.text:
            token.bad("spaces")
    return tokens


def named(
    tokens: Sequence[Token], head: Sequence[str], labels: Sequence[str], end: int
) -> dict[str, Token]:
    """The fields by name: first those of the head, which have no label, then those written
    `label=value`."""
    names = (*head, *labels)
    fields: dict[str, Token] = {}
    for name, token in zip(names, tokens, strict=False):
        if name in labels:
            if not token.text.startswith(name + "="):
                token.bad("label", label=name)
            token = token.after(name + "=")
        fields[name] = token
    if len(tokens) < len(names):
        Token("", end).bad("missing", field=names[len(tokens)])
    if len(tokens) > len(names):
        tokens[len(names)].bad("extra")
    return fields


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a position, and the field of its text that is to blame."""

    field: str
    reason: Reason


def problem(field: str, rule: str, key: str, **params: Any) -> Problem:
    return Problem(field, Reason(rule, f"position.{key}", params))


def fitting_takes(takes: Iterable[A], source: str, colour: str, line: str) -> list[A]:
    """The takes whose text has this source, colour and line. An empty source or line matches
    any."""
    return [
        take
        for take in takes
        if take.text[1] == colour and take.text.startswith(source) and take.text.endswith(line)
    ]


def parse_action(
    text: str,
    position: str,
    fitting: Callable[[str], Sequence[A]],
    action_from_text: Callable[[str], A],
    why_illegal: Callable[[A], Reason | None],
) -> A:
    """The legal action that a text means in a position: an abbreviation that fits only one legal
    action, or the full text of a legal action. Raises NotAnAction, IllegalAction or
    AmbiguousAction."""
    word = "".join(text.split()).upper()
    candidates = fitting(word)
    if len(candidates) == 1:
        return candidates[0]
    if candidates:
        raise AmbiguousAction(text, position, tuple(action.text for action in candidates))
    try:
        action = action_from_text(word)
    except NotAnAction as error:
        reason = Reason(error.reason.rule, error.reason.key, {"text": text})
        raise NotAnAction(text, position, reason) from None
    reason_against = why_illegal(action)
    if reason_against is not None:
        raise IllegalAction(text, position, reason_against)
    return action


def why_illegal(parse: Callable[[str], Action], text: str) -> Reason | None:
    """The rule that forbids the action that a text means, or None. Raises what `parse` raises,
    except IllegalAction."""
    try:
        parse(text)
    except IllegalAction as illegal:
        return illegal.reason
    return None
