"""The command-line parser, to which each command adds its own."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterable
from typing import Any, NoReturn, Protocol

from loseta import __version__, texts
from loseta.cli.output import BAD_USAGE, complain
from loseta.game import LONGEST_QUOTE, quoted

_LONG_WORD = re.compile(rf"\S{{{LONGEST_QUOTE + 1},}}")

LONGEST_COMPLAINT = 400


class Impossible(Exception):
    """A value that an option does not accept; the text `cli.value.KEY` says what it accepts."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.key = key
        self.params = params


class Parser(argparse.ArgumentParser):
    """A parser that reports an error in one sentence with a pointer to the help, and accepts no
    abbreviated options."""

    def __init__(self, *, lang: str, **settings: Any) -> None:
        super().__init__(allow_abbrev=False, **settings)
        self._lang = lang

    def error(self, message: str) -> NoReturn:
        wrong = _LONG_WORD.sub(lambda word: quoted(word[0]), texts.printable(message))
        if len(wrong) > LONGEST_COMPLAINT:
            wrong = wrong[:LONGEST_COMPLAINT] + "…"
        complain(with_help(wrong, self.prog, self._lang))
        sys.exit(BAD_USAGE)

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Refuse unknown arguments here, so that the error names the command's own help."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(argparse._("unrecognized arguments: %s") % " ".join(unknown))  # type: ignore[attr-defined]
        return known, unknown

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        """Say what values are accepted; argparse would only say that this one is wrong."""
        try:
            return super()._get_value(action, arg_string)
        except Impossible as wrong:
            shown = {"text": quoted(arg_string), **wrong.params}
            sentence = texts.say(f"cli.value.{wrong.key}", self._lang, **shown)
            raise argparse.ArgumentError(action, sentence) from None

    def _print_message(self, message: str, file: Any = None) -> None:
        """Print and let OSError pass; argparse would silently ignore a full disk."""
        print(message, end="", file=file or sys.stderr)


def with_help(sentence: str, command: str, lang: str) -> str:
    """A sentence that says what is wrong and which help to read."""
    return texts.say("cli.see", lang, wrong=sentence.rstrip("."), command=command)


class Commands:
    """Adds commands to the parser, with help texts in the user's language."""

    def __init__(self, parser: Parser, lang: str) -> None:
        self._parsers = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
        self._lang = lang

    def add(
        self, name: str, run: Callable[[argparse.Namespace], int], example: str
    ) -> argparse.ArgumentParser:
        """Add a command. Its help text is `cli.NAME.help`; `run` returns its exit code."""
        added = self._parsers.add_parser(
            name,
            help=self.say(f"{name}.help"),
            description=self.say(f"{name}.help"),
            epilog=self.say("example", example=example),
            lang=self._lang,
        )
        added.add_argument("--lang", choices=texts.LANGUAGES, help=self.say("lang"))
        added.set_defaults(run=run)
        return added

    def say(self, key: str, **params: Any) -> str:
        return texts.say(f"cli.{key}", self._lang, **params)


class Command(Protocol):
    """A module of this package that defines a command."""

    def add(self, commands: Commands) -> None: ...


def make_parser(lang: str, commands: Iterable[Command]) -> Parser:
    _translate_argparse(lang)
    parser = Parser(prog="loseta", description=texts.say("cli.about", lang), lang=lang)
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
    """Replace argparse's `_`, the only way to translate its own words."""
    known = texts.table("argparse", lang)
    argparse._ = lambda text: known.get(text, text)  # type: ignore[attr-defined]
