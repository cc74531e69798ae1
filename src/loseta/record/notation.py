"""The notation shared by reading and writing records (`docs/notation.md`)."""

from __future__ import annotations

import re

from loseta.record.model import Evaluation

VERSION = "1"
WITH_VARIATIONS = "2"
"""Written only for records with variations, so that earlier programs can read all others."""
VERSIONS = (VERSION, WITH_VARIATIONS)
START = "Start"
"""The tag for the position from which a record begins."""


def tag_name(option: str) -> str:
    return option.capitalize()


# --- Escapes --------------------------------------------------------------------------------

_ESCAPES = {"\\": "\\", '"': '"', "}": "}", "n": "\n", "r": "\r", "t": "\t"}
"""The characters that may follow a backslash in a tag or a comment, with their meanings."""
_LETTERS = {meaning: letter for letter, meaning in _ESCAPES.items()}


def escape(value: str, special: str) -> str:
    """A text with its `special` characters escaped by a backslash."""
    return "".join("\\" + _LETTERS[c] if c in special else c for c in value)


def unescape(value: str) -> str:
    return re.sub(r"\\(.)", lambda match: _ESCAPES[match[1]], value)


# --- Evaluations, at the beginning of a comment ---------------------------------------------

_EVALUATION = re.compile(
    r"\[%eval (0(?:\.[0-9]{1,6})?|1(?:\.0{1,6})?)"
    r"(?: ([+-][0-9]{1,4}(?:\.[0-9]{1,6})?)(?: ([0-9]{1,12}))?)?\] ?",
    re.ASCII,
)


def evaluation_text(evaluation: Evaluation) -> str:
    words = ["[%eval", f"{evaluation.win_chance:.4f}"]
    if evaluation.points is not None:
        words.append(f"{evaluation.points:+.3f}")
        if evaluation.visits is not None:
            words.append(str(evaluation.visits))
    return " ".join(words) + "]"


def split_evaluation(comment: str) -> tuple[Evaluation | None, str]:
    """The evaluation at the beginning of a comment, or None, and the rest of the comment."""
    match = _EVALUATION.match(comment)
    if match is None:
        return None, comment
    win, points, visits = match.groups()
    evaluation = Evaluation(
        float(win),
        None if points is None else float(points),
        None if visits is None else int(visits),
    )
    return evaluation, comment[match.end() :]
