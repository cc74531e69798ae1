"""Read records from text. All actions are played, variations included, so they are legal."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, NoReturn

from loseta.game import ActionError, BadOption, BadText, Game, Reason, State, complete_options
from loseta.games import game_named
from loseta.record.model import UNFINISHED, Line, Record, Variation, result_of
from loseta.record.notation import (
    START,
    VERSION,
    VERSIONS,
    split_evaluation,
    tag_name,
    unescape,
)

MOST_NESTED = 100
"""The greatest depth of nested variations."""
MOST_ACTIONS = 20_000
"""The most actions of a record, variations included; checking them takes half a second."""

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9]*) "((?:[^"\\\n\r]|\\["\\nrt])*)"\]')
_COMMENT = re.compile(r"\{((?:[^\\}]|\\[\\}])*)\}")
_SPACE = " \t\r\n"
_WORD = re.compile(r"[^ \t\r\n{}()]+")
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
        self.actions = 0

    def bad(self, at: int, key: str, **params: Any) -> NoReturn:
        raise BadText(*place(self.text, at), Reason("", f"record.{key}", params))

    def read(self) -> Record:
        tags = self.read_tags()
        record = self.record_of(tags)
        state = record.start()
        self.game = record.game
        self.with_variations = tags["Loseta"].value != VERSION
        result_at = self.read_line(record, state)
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
            tags[name] = _Tag(unescape(value), self.at)
            self.at = match.end()

    def record_of(self, tags: dict[str, _Tag]) -> Record:
        for name in ("Loseta", "Game"):
            if name not in tags:
                self.bad(0, "no_tag", name=name)
        if tags["Loseta"].value not in VERSIONS:
            self.bad(tags["Loseta"].at, "version", version=tags["Loseta"].value)
        try:
            game = game_named(tags["Game"].value)
        except BadOption as error:
            raise BadText(*place(self.text, tags["Game"].at), error.reason) from None
        option_tags = {tag_name(option.name): option for option in game.options}
        given = {
            option.name: tags[name].value for name, option in option_tags.items() if name in tags
        }
        try:
            options = complete_options(game, given)
            seats = game.new(**options).seats
        except BadOption as error:
            at = tags[tag_name(error.option)].at
            raise BadText(*place(self.text, at), error.reason) from None
        position = ""
        if START in tags:
            position = tags[START].value
            options, seats = self.read_start(game, tags[START])
            for name, right in options.items():
                self.check_tag(tags, tag_name(name), right)
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
        """The options and the number of seats of the position from which a record begins."""
        try:
            state: State = game.state_from_text(tag.value)
        except BadText as error:
            raise BadText(*place(self.text, tag.at), error.reason) from None
        if not state.is_complete:
            self.bad(tag.at, "masked_start")
        return game.options_of(state), state.seats

    # --- Lines ------------------------------------------------------------------------------

    def read_line(self, line: Line, state: State, opened: tuple[int, ...] = ()) -> int:
        """Read and play actions up to the result or, in a variation, up to its closing parenthesis.
        Returns the offset of that end. `opened` has the offsets of the enclosing variations."""
        remarks: dict[int, list[str]] = {}
        before = state
        while True:
            self.skip_space()
            at = self.at
            char = self.text[at : at + 1]
            if char == "{":
                self.read_comment(line, remarks)
            elif char == "(":
                self.read_variation(line, before, opened)
            elif char == ")":
                if not opened:
                    self.bad(at, "parenthesis")
                if not line.actions:
                    self.bad(opened[-1], "empty_variation")
                self.at += 1
                break
            else:
                word = self.read_word(opened)
                if _RESULT.fullmatch(word):
                    break
                if number := _ROUND.fullmatch(word):
                    if int(number[1]) != state.round:
                        self.bad(at, "wrong_round", written=number[1], right=state.round)
                    continue
                if self.with_variations:
                    before = state.copy()
                self.play(line, state, word, at)
        line.comments = {number: " ".join(parts) for number, parts in remarks.items()}
        return at

    def read_word(self, opened: tuple[int, ...]) -> str:
        match = _WORD.match(self.text, self.at)
        if match is None and self.at < len(self.text):
            self.bad(self.at, "brace")
        if opened and (match is None or _RESULT.fullmatch(match[0])):
            self.bad(opened[-1], "open_variation")
        if match is None:
            self.bad(self.at, "no_result")
        self.at = match.end()
        return match[0]

    def play(self, line: Line, state: State, word: str, at: int) -> None:
        try:
            action = self.game.action_from_text(word)
            state.apply(action)
        except ActionError as error:
            raise BadText(*place(self.text, at), error.reason) from None
        line.actions.append(action)
        self.actions += 1
        if self.actions > MOST_ACTIONS:
            self.bad(at, "too_many", n=MOST_ACTIONS)

    def read_variation(self, line: Line, before: State, opened: tuple[int, ...]) -> None:
        """Read a variation of the last action."""
        if not self.with_variations:
            self.bad(self.at, "variation_version")
        if not line.actions:
            self.bad(self.at, "variation_first")
        if len(opened) == MOST_NESTED:
            self.bad(self.at, "too_deep", n=MOST_NESTED)
        variation = Variation()
        line.variations.setdefault(len(line.actions) - 1, []).append(variation)
        self.at += 1
        self.read_line(variation, before.copy(), (*opened, self.at - 1))

    def read_comment(self, line: Line, remarks: dict[int, list[str]]) -> None:
        match = _COMMENT.match(self.text, self.at)
        if not match:
            closed = self.text.find("}", self.at) >= 0
            self.bad(self.at, "comment_escape" if closed else "open_comment")
        comment = " ".join(unescape(match[1]).split())
        number = len(line.actions)
        evaluation, rest = split_evaluation(comment) if number else (None, comment)
        if evaluation is not None:
            line.evaluations[number - 1] = evaluation
        if rest or evaluation is None:
            remarks.setdefault(number, []).append(rest)
        self.at = match.end()

    def check_tag(self, tags: dict[str, _Tag], name: str, right: str) -> None:
        if name in tags and tags[name].value != right:
            self.bad(tags[name].at, "wrong_tag", name=name, written=tags[name].value, right=right)


def place(text: str, at: int) -> tuple[int, int]:
    """Line and column, both from 1, of an offset in a text."""
    return text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
