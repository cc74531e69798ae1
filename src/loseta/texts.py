"""Sentences in Spanish and English, kept in `locales/*.toml`, one file for a language.

A text may hold `{name}` fields. A field with a colon is spelled by the language: `{colour:colour}`
looks up `colour.red` for "red"; `{n:tile}` gives "1 tile" or "3 tiles".
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
    """The package's own texts, and those of games that are installed apart from it."""
    catalogue: dict[str, str] = {}
    for place in reversed(loseta.__path__):  # its own come last, and stand
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


def printable(text: str) -> str:
    """A text that somebody wrote, without anything that a terminal takes for a command."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


class _Speller(string.Formatter):
    """Fills in a text; `{value:word}` is a word of the language, counted if it is a number."""

    def __init__(self, lang: str) -> None:
        self.lang = lang

    def format_field(self, value: Any, format_spec: str) -> str:
        if not format_spec:
            # What a user typed is quoted back; nothing in it may reach the terminal as a command.
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
    """All texts below a key, by the rest of their keys."""
    start = prefix + "."
    return {
        key.removeprefix(start): text
        for key, text in _catalogue(lang).items()
        if key.startswith(start)
    }


def raw(key: str, lang: str) -> str:
    """A text with its fields still open, for tests and tools."""
    return _catalogue(lang)[key]


def language(wanted: str | None = None) -> str:
    """The language asked for, or that of the user's locale; English when we do not speak it."""
    settings = (
        [wanted] if wanted else [os.environ.get(n) for n in ("LC_ALL", "LC_MESSAGES", "LANG")]
    )
    first = next((setting for setting in settings if setting), "en")
    code = first[:2].lower()
    return code if code in LANGUAGES else "en"
