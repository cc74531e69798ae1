"""Records of whole games as text, in the manner of PGN: tags, then rounds with deals and actions.

The deals are the truth, the seed is evidence: a record rebuilds every position without any
generator, and `verify` shows whether the deals came from the seed. `docs/notation.md` is the
specification.
"""

from __future__ import annotations

import codecs
import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NoReturn

from loseta.dealer import Dealer, seed_hash
from loseta.files import replacing
from loseta.game import (
    DEALER,
    ActionError,
    BadOption,
    BadText,
    Game,
    Reason,
    State,
    complete_options,
)
from loseta.games import game_named

VERSION = "1"
LONGEST_FILE = 1_000_000
LINE_WIDTH = 88
UNFINISHED = "*"
START = "Start"
"""The tag with the position that a record begins from."""


@dataclass(slots=True)
class Record:
    """A game from its options to where it stands. The actions are legal, one after the other."""

    game: Game
    options: dict[str, str]
    names: list[str]
    """Who sits where."""
    actions: list[Any] = field(default_factory=list)
    """Of the seats and of the dealer, in the order they were played."""
    comments: dict[int, str] = field(default_factory=dict)
    """Remarks by the number of actions before them."""
    tags: dict[str, str] = field(default_factory=dict)
    """Everything else that is known: Date, SeedHash, Seed, ..."""
    position: str = ""
    """What it begins from; empty: a new game."""

    def start(self) -> State:
        """The state before the first action."""
        state: State
        if self.position:
            state = self.game.state_from_text(self.position)
        else:
            state = self.game.new(**self.options)
        return state

    def states(self) -> Iterator[State]:
        """Every state from the start on, each a copy of its own."""
        state = self.start()
        yield state.copy()
        for action in self.actions:
            state.apply(action)
            yield state.copy()

    def final(self) -> State:
        """The state after the last action."""
        state = self.start()
        for action in self.actions:
            state.apply(action)
        return state

    def to_text(self) -> str:
        return write(self)

    @classmethod
    def from_text(cls, text: str) -> Record:
        return read(text)


def result_of(state: State) -> str:
    """The result as it stands at the end of a record: the scores, or `*` for an open game."""
    outcome = state.outcome
    return UNFINISHED if outcome is None else "-".join(map(str, outcome.scores))


# --- Files ----------------------------------------------------------------------------------


def load(path: str | Path) -> Record:
    """Read a file. Raises OSError when it cannot be opened, BadText when it is not a record."""
    return decode(Path(path).read_bytes())


def decode(data: bytes) -> Record:
    """A record from the bytes of a file. Raises BadText."""
    if len(data) > LONGEST_FILE:
        raise BadText(1, 1, Reason("", "record.too_long", {"n": LONGEST_FILE}))
    data = data.removeprefix(codecs.BOM_UTF8)
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        good = data[: error.start].decode()
        raise BadText(*_place(good, len(good)), Reason("", "record.encoding")) from None
    return read(text)


def save(record: Record, path: str | Path) -> None:
    """Write a file whole or not at all, so that an interruption never loses the old one."""
    path = Path(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    with replacing(path) as out:
        out.write(write(record).encode())


# --- Writing --------------------------------------------------------------------------------


def write(record: Record) -> str:
    state = record.start()
    paragraphs: list[list[str]] = [[]]
    shown_round = 0
    for number, action in enumerate(record.actions):
        if number in record.comments:
            paragraphs[-1].append(_comment_text(record.comments[number]))
        if state.to_move == DEALER and state.round != shown_round:
            shown_round = state.round
            paragraphs.append([f"{shown_round}."])
        paragraphs[-1].append(action.text)
        before = state.to_move
        state.apply(action)
        if before == DEALER != state.to_move:
            paragraphs.append([])
    if len(record.actions) in record.comments:
        paragraphs[-1].append(_comment_text(record.comments[len(record.actions)]))
    body = [_wrap(paragraph) for paragraph in paragraphs if paragraph]
    return "\n".join([*_tag_lines(record, state), "", *body, result_of(state), ""])


def _wrap(words: list[str]) -> str:
    return textwrap.fill(
        " ".join(words), LINE_WIDTH, break_long_words=False, break_on_hyphens=False
    )


def _tag_lines(record: Record, final: State) -> list[str]:
    tags = {"Loseta": VERSION, "Game": record.game.name}
    tags |= {_tag_name(name): value for name, value in record.options.items()}
    tags |= {f"Seat{n}": name for n, name in enumerate(record.names, start=1)}
    tags |= {START: record.position} if record.position else {}
    tags |= record.tags
    tags["Result"] = result_of(final)
    if final.outcome is not None:
        tags["Ended"] = final.outcome.reason
    return [_tag_text(name, value) for name, value in tags.items()]


def _tag_name(option: str) -> str:
    return option.capitalize()


_ESCAPES = {"\\": "\\", '"': '"', "}": "}", "n": "\n", "r": "\r", "t": "\t"}
"""What may follow a backslash in a tag or a comment, and what it stands for."""


def _escape(value: str, special: str) -> str:
    """A text with a backslash before what would end or break it."""
    letters = {meaning: letter for letter, meaning in _ESCAPES.items()}
    return "".join("\\" + letters[c] if c in special else c for c in value)


def _unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], value)


def _tag_text(name: str, value: str) -> str:
    escaped = _escape(value, '\\"\n\r\t')
    return f'[{name} "{escaped}"]'


def _comment_text(comment: str) -> str:
    return "{" + _escape(comment, "\\}") + "}"


# --- Reading --------------------------------------------------------------------------------

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\\n\r]|\\["\\nrt])*)"\]')
_COMMENT = re.compile(r"\{((?:[^\\}]|\\[\\}])*)\}")
_SPACE = " \t\r\n"
_WORD = re.compile(r"[^ \t\r\n{}]+")
_ROUND = re.compile(r"(0|[1-9][0-9]{0,5})\.", re.ASCII)
_RESULT = re.compile(r"[0-9]+(-[0-9]+)+|\*", re.ASCII)
_SEAT = re.compile(r"Seat([1-9])", re.ASCII)


def read(text: str) -> Record:
    """Read a record and play it through. Raises BadText with line, column and reason."""
    return _Reader(text).read()


@dataclass(slots=True)
class _Tag:
    value: str
    at: int


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.remarks: dict[int, list[str]] = {}

    def bad(self, at: int, key: str, **params: Any) -> NoReturn:
        raise BadText(*_place(self.text, at), Reason("", f"record.{key}", params))

    def read(self) -> Record:
        tags = self.read_tags()
        record = self.record_of(tags)
        state = record.start()
        result_at = self.read_actions(record, state)
        record.comments = {number: " ".join(parts) for number, parts in self.remarks.items()}
        written = self.text[result_at : self.at]
        if written != result_of(state):
            self.bad(result_at, "wrong_result", written=written, right=result_of(state))
        self.check_tag(tags, "Result", result_of(state))
        self.check_tag(tags, "Ended", state.outcome.reason if state.outcome else UNFINISHED)
        self.skip_space()
        if self.at < len(self.text):
            self.bad(self.at, "after_result")
        return record

    def skip_space(self) -> None:
        while self.at < len(self.text) and self.text[self.at] in _SPACE:
            self.at += 1

    def read_tags(self) -> dict[str, _Tag]:
        tags: dict[str, _Tag] = {}
        while True:
            self.skip_space()
            if not self.text.startswith("[", self.at):
                return tags
            match = _TAG.match(self.text, self.at)
            if not match:
                self.bad(self.at, "tag")
            name, value = match.groups()
            if name in tags:
                self.bad(self.at, "tag_twice", name=name)
            tags[name] = _Tag(_unescape(value), self.at)
            self.at = match.end()

    def record_of(self, tags: dict[str, _Tag]) -> Record:
        for name in ("Loseta", "Game"):
            if name not in tags:
                self.bad(0, "no_tag", name=name)
        if tags["Loseta"].value != VERSION:
            self.bad(tags["Loseta"].at, "version", version=tags["Loseta"].value)
        try:
            game = game_named(tags["Game"].value)
        except BadOption as error:
            raise BadText(*_place(self.text, tags["Game"].at), error.reason) from None
        option_tags = {_tag_name(option.name): option for option in game.options}
        given = {
            option.name: tags[name].value for name, option in option_tags.items() if name in tags
        }
        try:
            options = complete_options(game, given)
            seats = game.new(**options).seats
        except BadOption as error:
            at = tags[_tag_name(error.option)].at
            raise BadText(*_place(self.text, at), error.reason) from None
        position = ""
        if START in tags:
            position = tags[START].value
            options, seats = self.read_start(game, tags[START])
            for name, right in options.items():
                self.check_tag(tags, _tag_name(name), right)
        for name, tag in tags.items():
            seat = _SEAT.fullmatch(name)
            if seat and int(seat[1]) > seats:
                self.bad(tag.at, "no_such_seat", seat=seat[1])
        names = [tags[f"Seat{n}"].value if f"Seat{n}" in tags else "?" for n in range(1, seats + 1)]
        known = {"Loseta", "Game", "Result", "Ended", START, *option_tags}
        others = {
            name: tag.value
            for name, tag in tags.items()
            if name not in known and not _SEAT.fullmatch(name)
        }
        return Record(game, options, names, tags=others, position=position)

    def read_start(self, game: Game, tag: _Tag) -> tuple[dict[str, str], int]:
        """The options and the seats of the position that a record begins from."""
        try:
            state: State = game.state_from_text(tag.value)
        except BadText as error:
            raise BadText(*_place(self.text, tag.at), error.reason) from None
        if not state.is_complete:
            self.bad(tag.at, "masked_start")
        return game.options_of(state), state.seats

    def read_actions(self, record: Record, state: State) -> int:
        """Read and play the moves up to the result; where the result starts."""
        while True:
            self.skip_space()
            if self.at >= len(self.text):
                self.bad(self.at, "no_result")
            if self.text[self.at] == "{":
                self.read_comment(len(record.actions))
                continue
            match = _WORD.match(self.text, self.at)
            if not match:
                self.bad(self.at, "brace")
            word, at = match[0], self.at
            self.at = match.end()
            if _RESULT.fullmatch(word):
                return at
            if number := _ROUND.fullmatch(word):
                if int(number[1]) != state.round:
                    self.bad(at, "wrong_round", written=number[1], right=state.round)
                continue
            try:
                action = record.game.action_from_text(word)
                state.apply(action)
            except ActionError as error:
                raise BadText(*_place(self.text, at), error.reason) from None
            record.actions.append(action)

    def read_comment(self, number: int) -> None:
        match = _COMMENT.match(self.text, self.at)
        if not match:
            closed = self.text.find("}", self.at) >= 0
            self.bad(self.at, "comment_escape" if closed else "open_comment")
        comment = " ".join(_unescape(match[1]).split())
        self.remarks.setdefault(number, []).append(comment)
        self.at = match.end()

    def check_tag(self, tags: dict[str, _Tag], name: str, right: str) -> None:
        if name in tags and tags[name].value != right:
            self.bad(tags[name].at, "wrong_tag", name=name, written=tags[name].value, right=right)


def _place(text: str, at: int) -> tuple[int, int]:
    """Line and column, both from 1, of a place in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)


# --- Evidence -------------------------------------------------------------------------------


def verify(record: Record) -> Reason | None:
    """None when every draw came from the published seed, otherwise what is wrong."""
    seed, published = record.tags.get("Seed"), record.tags.get("SeedHash")
    if seed is None or published is None:
        return Reason("", "record.no_seed")
    if seed_hash(seed) != published.lower():
        return Reason("", "record.seed_hash")
    dealer = Dealer(seed)
    for action, state in zip(record.actions, record.states(), strict=False):
        if state.to_move == DEALER and dealer.action(state) != action:
            return Reason("", "record.other_draw", {"round": state.round, "text": action.text})
    return None
