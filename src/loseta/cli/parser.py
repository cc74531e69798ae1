"""The parser of the command line, which the commands add themselves to."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, Protocol

from loseta import __version__, texts
from loseta.cli.output import BAD_USAGE, complain


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one sentence, and takes no shortened options."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)

    def error(self, message: str) -> NoReturn:
        complain(message)
        sys.exit(BAD_USAGE)


class Commands:
    """Where commands are added, and the texts of their help in the user's language."""

    def __init__(self, parser: Parser, lang: str) -> None:
        self._parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
        self._lang = lang

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], example: str
    ) -> argparse.ArgumentParser:
        """A new command: its text is `cli.NAME.help`, and `run` gives its exit code."""
        added = self._parsers.add_parser(
            name,
            help=self.say(f"{name}.help"),
            description=self.say(f"{name}.help"),
            epilog=self.say("example", example=example),
        )
        added.add_argument("--lang", choices=texts.LANGUAGES, help=self.say("lang"))
        added.set_defaults(run=run)
        return added

    def say(self, key: str, **params: Any) -> str:
        return texts.say(f"cli.{key}", self._lang, **params)


class Command(Protocol):
    """A module of this package that is a command."""

    def add(self, commands: Commands) -> None: ...


def make_parser(lang: str, commands: Iterable[Command]) -> Parser:
    _translate_argparse(lang)
    parser = Parser(prog="loseta", description=texts.say("cli.about", lang), add_help=True)
    parser.add_argument("--lang", choices=texts.LANGUAGES, help=texts.say("cli.lang", lang))
    parser.add_argument(
        "--version",
        action="version",
        version=f"loseta {__version__}",
        help=texts.say("cli.version", lang),
    )
    places = Commands(parser, lang)
    for command in commands:
        command.add(places)
    return parser


def _translate_argparse(lang: str) -> None:
    """argparse looks its own words up in its `_`; there is no other way to give it ours."""
    known = texts.table("argparse", lang)
    argparse._ = lambda text: known.get(text, text)  # type: ignore[attr-defined]
