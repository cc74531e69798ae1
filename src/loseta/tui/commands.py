"""Commands that can be typed besides actions. Their names work in every language at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from loseta import texts

COMMANDS = ("undo", "why", "hint", "log", "table", "save", "help", "quit", "back")


def names(command: str, lang: str) -> list[str]:
    """The names of a command in a language, the one to show first."""
    return texts.say(f"tui.command.{command}", lang).split(", ")


def command_in(line: str, known: Sequence[str] = COMMANDS) -> tuple[str, str] | None:
    """The command (one of `known`) with which a line begins, and the rest of the line; or None. A
    name may consist of two words."""
    words = line.split()
    for length in (2, 1):
        command = _by_name(known).get(_folded(" ".join(words[:length])))
        if command and len(words) >= length:
            rest = line.split(maxsplit=length)[length:]
            return command, rest[0].strip() if rest else ""
    return None


def _by_name(known: Sequence[str]) -> dict[str, str]:
    return {
        _folded(name): command
        for command in known
        for lang in texts.LANGUAGES
        for name in names(command, lang)
    }


def _folded(name: str) -> str:
    """A name in lower case without accents: porqué and PORQUE are equal."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))
