"""Sentences in Spanish and English, kept in `locales/*.toml`, one file for a language.

A text may contain `{name}` fields. A field with a colon is spelled in the language:
`{colour:colour}` looks up `colour.red` for "red"; `{n:tile}` gives "1 tile" or "3 tiles".
"""

from __future__ import annotations

import os
import string
import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import loseta

LANGUAGES = ("en", "es")


@cache
def _catalogue(lang: str) -> dict[str, str]:
    """The package's own texts, and those of games that are installed separately."""
    catalogue: dict[str, str] = {}
    for place in reversed(loseta.__path__):  # the package's own texts come last and win
        file = Path(place, "locales", f"{lang}.toml")
        if file.exists():
            catalogue |= _flatten(tomllib.loads(file.read_text(encoding="utf-8")))
    return catalogue


def _flatten(table: Mapping[str, Any], prefix: str = "") -> list[tuple[str, str]]:
    pairs: list[tuple[str, str]] = []
    for key, value in table.items():
        if isinstance(value, Mapping):
            pairs += _flatten(value, f"{prefix}{key}.")
        else:
            pairs.append((prefix + key, value))
    return pairs


def printable(text: str, instead: str = "\N{REPLACEMENT CHARACTER}") -> str:
    """A user's text, with control characters replaced so that no terminal obeys them."""
    return "".join(c if c.isprintable() else instead for c in text)


class _Speller(string.Formatter):
    """Fills in the fields of a text. `{value:word}` is looked up in the language, in singular or
    plural if the value is a number."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            # The value may be a user's input: its control characters must not reach the terminal.
            return printable(str(value))
        if isinstance(value, int):
            form = "one" if value == 1 else "many"
            return _catalogue(self.lang)[f"count.{format_spec}.{form}"].format(n=value)
        return _catalogue(self.lang)[f"{format_spec}.{value}"]


@cache
def _speller(lang: str) -> _Speller:
    return _Speller(lang)


def say(key: str, lang: str = "en", /, **params: Any) -> str:
    """The text of a key in a language, with its fields filled in."""
    return _speller(lang).vformat(_catalogue(lang)[key], (), params)


def decimal(number: float, form: str, lang: str) -> str:
    """A number in a form such as `.1f`, with the decimal sign of the language."""
    return format(number, form).replace(".", _catalogue(lang)["number.decimal"])


def keys(lang: str) -> frozenset[str]:
    return frozenset(_catalogue(lang))


def table(prefix: str, lang: str) -> dict[str, str]:
    """All texts below a key, by the remainder of their keys."""
    start = prefix + "."
    return {
        key.removeprefix(start): text
        for key, text in _catalogue(lang).items()
        if key.startswith(start)
    }


def raw(key: str, lang: str) -> str:
    """A text with its fields not filled in, for tests and tools."""
    return _catalogue(lang)[key]


def language(wanted: str | None = None) -> str:
    """The code of the language asked for, or of the user's locale; `en` if it has no texts."""
    settings = (
        [wanted] if wanted else [os.environ.get(n) for n in ("LC_ALL", "LC_MESSAGES", "LANG")]
    )
    first = next((setting for setting in settings if setting), "en")
    code = first[:2].lower()
    return code if code in LANGUAGES else "en"
