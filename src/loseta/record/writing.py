"""Write records as text."""

from __future__ import annotations

import textwrap
from typing import Any

from loseta.game import DEALER, State
from loseta.record.model import Line, Record, Variation, result_of
from loseta.record.notation import (
    START,
    VERSION,
    WITH_VARIATIONS,
    escape,
    evaluation_text,
    tag_name,
)

LINE_WIDTH = 88
"""The most characters in a line of actions."""


def write(record: Record) -> str:
    """The record as text, which `read` reads back."""
    state, text = record.start(), RecordText(record)
    for action in record.actions:
        text.add(state, action)
        state.apply(action)
    return text.end(state)


class RecordText:
    """The text of a record whose game is being played, so that it need not be played again."""

    def __init__(self, record: Record) -> None:
        """The comments, evaluations and variations of an action must be in the record before the
        next action is added."""
        self._record = record
        self._number = 0
        self._round = 0
        self._after_deal = False
        self._paragraphs: list[list[str]] = [[]]

    def add(self, state: State, action: Any) -> None:
        """Add an action that is about to be played in `state`."""
        is_deal = state.to_move == DEALER
        self._go_on(is_deal)
        if is_deal and state.round != self._round:
            self._round = state.round
            self._paragraphs.append([f"{self._round}."])
        self._paragraphs[-1].append(action.text)
        self._number += 1
        self._after_deal = is_deal

    def end(self, state: State) -> str:
        """The whole text, with `state` as the final one."""
        self._go_on(state.to_move == DEALER)
        body = [_wrap(paragraph) for paragraph in self._paragraphs if paragraph]
        return "\n".join([*_tag_lines(self._record, state), "", *body, result_of(state), ""])

    def _go_on(self, is_deal: bool) -> None:
        """Add the annotations of the last action. A seat's action after a deal begins a
        paragraph."""
        if self._after_deal and not is_deal:
            self._paragraphs.append([])
        record = self._record
        if record.comments or record.evaluations or record.variations:
            self._paragraphs[-1] += _notes_before(record, self._number)


def _notes_before(line: Line, number: int) -> list[str]:
    """The words before an action: evaluation, comment and variations of the action before it."""
    comment, evaluation = line.comments.get(number), line.evaluations.get(number - 1)
    if evaluation is not None:
        comment = f"{evaluation_text(evaluation)} {comment or ''}".rstrip()
    notes = [] if comment is None else [_comment_text(comment)]
    return notes + [_variation_text(each) for each in line.variations.get(number - 1, ())]


def _variation_text(variation: Variation) -> str:
    words: list[str] = []
    for number, action in enumerate(variation.actions):
        words += _notes_before(variation, number)
        words.append(action.text)
    words += _notes_before(variation, len(variation.actions))
    return f"({' '.join(words)})"


def _wrap(words: list[str]) -> str:
    text = " ".join(words)
    if len(text) <= LINE_WIDTH and text.isprintable():  # a shortcut with the same result
        return text
    return textwrap.fill(text, LINE_WIDTH, break_long_words=False, break_on_hyphens=False)


def _tag_lines(record: Record, final: State) -> list[str]:
    version = WITH_VARIATIONS if any(record.variations.values()) else VERSION
    tags = {"Loseta": version, "Game": record.game.name}
    tags |= {tag_name(name): value for name, value in record.options.items()}
    tags |= {f"Seat{n}": name for n, name in enumerate(record.names, start=1)}
    tags |= {START: record.position} if record.position else {}
    tags |= record.tags
    tags["Result"] = result_of(final)
    if final.outcome is not None:
        tags["Ended"] = final.outcome.reason
    return [_tag_text(name, value) for name, value in tags.items()]


def _tag_text(name: str, value: str) -> str:
    escaped = escape(value, '\\"\n\r\t')
    return f'[{name} "{escaped}"]'


def _comment_text(comment: str) -> str:
    return "{" + escape(comment, "\\}") + "}"
