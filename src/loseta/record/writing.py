"""Records to text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

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
"""Characters in a line of actions."""


def write(record: Record) -> str:
    """The record as text, which `read` reads back."""
    state = record.start()
    paragraphs: list[list[str]] = [[]]
    shown_round = 0
    for number, action in enumerate(record.actions):
        paragraphs[-1] += _said_before(record, number)
        if state.to_move == DEALER and state.round != shown_round:
            shown_round = state.round
            paragraphs.append([f"{shown_round}."])
        paragraphs[-1].append(action.text)
        before = state.to_move
        state.apply(action)
        if before == DEALER != state.to_move:
            paragraphs.append([])
    paragraphs[-1] += _said_before(record, len(record.actions))
    body = [_wrap(paragraph) for paragraph in paragraphs if paragraph]
    return "\n".join([*_tag_lines(record, state), "", *body, result_of(state), ""])


def _said_before(line: Line, number: int) -> Iterator[str]:
    """What stands before an action: what is said of the one before it, and the variations to it."""
    comment, evaluation = line.comments.get(number), line.evaluations.get(number - 1)
    if evaluation is not None:
        comment = f"{evaluation_text(evaluation)} {comment or ''}".rstrip()
    if comment is not None:
        yield _comment_text(comment)
    for variation in line.variations.get(number - 1, ()):
        yield _variation_text(variation)


def _variation_text(variation: Variation) -> str:
    words: list[str] = []
    for number, action in enumerate(variation.actions):
        words += _said_before(variation, number)
        words.append(action.text)
    words += _said_before(variation, len(variation.actions))
    return f"({' '.join(words)})"


def _wrap(words: list[str]) -> str:
    return textwrap.fill(
        " ".join(words), LINE_WIDTH, break_long_words=False, break_on_hyphens=False
    )


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
