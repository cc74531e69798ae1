"""The entry point: from command-line arguments to an exit code.

An error is one sentence on standard error, never a traceback.
"""

from __future__ import annotations

import argparse
import io
import os
import sys
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TextIO

from loseta import texts
from loseta.cli import (
    analyse,
    bench,
    draw,
    engine,
    export,
    facts,
    ladder,
    learn,
    match,
    perft,
    play,
    puzzle,
    puzzles,
    replay,
    serve,
    simulate,
    workers,
)
from loseta.cli.output import INTERRUPTED, OK, complain
from loseta.cli.parser import make_parser, with_help
from loseta.files import file_error
from loseta.game import BadOption, Refusal

COMMANDS = (
    *(
        play,
        puzzle,
        serve,
        workers,
        analyse,
        draw,
        match,
        ladder,
        replay,
        simulate,
        export,
        facts,
        perft,
    ),
    *(engine, learn, puzzles, bench),
)
"""The commands in the order of the help. In each module, `add` adds the command's parser and `run`
runs it."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command. Returns its exit code."""
    _open_closed_streams()
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):  # print ? for characters it cannot encode
            stream.reconfigure(errors="replace")
    given = sys.argv[1:] if arguments is None else list(arguments)
    lang = texts.language(_asked_language(given))
    code = OK
    try:
        code = _run(given, lang)
        sys.stdout.flush()
    except OSError as error:
        _silence(sys.stdout)
        if isinstance(error, BrokenPipeError):  # the reader of our output closed the pipe
            code = OK
        elif code == OK:
            code = complain(file_error(error, lang))
    try:
        sys.stderr.flush()
    except OSError:  # the exit code must suffice
        _silence(sys.stderr)
    return code


def _silence(stream: TextIO) -> None:
    """Discard what is left in the buffer; otherwise flushing it at exit would fail again."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())


def _open_closed_streams() -> None:
    """Open the null device for standard streams that the parent process closed."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115


def _run(arguments: list[str], lang: str) -> int:
    """Run a command and turn its errors into exit codes. Raises OSError without a file name when
    the output cannot be written."""
    args = argparse.Namespace()
    try:
        args = make_parser(lang, COMMANDS).parse_args(arguments)
        args.lang = lang
        run: Callable[[argparse.Namespace], int] = args.run
        return run(args)
    except SystemExit as done:  # argparse has shown the help or complained
        return done.code if isinstance(done.code, int) else OK
    except BadOption as refusal:
        return complain(with_help(refusal.sentence(lang), f"loseta {args.command}", lang))
    except Refusal as refusal:
        return complain(refusal.sentence(lang))
    except OSError as error:
        if error.filename is None:
            raise
        return complain(file_error(error, lang))
    except KeyboardInterrupt:
        return INTERRUPTED


def _asked_language(arguments: Sequence[str]) -> str | None:
    """The value of `--lang`, found before parsing because it decides the language of the help."""
    for position, argument in enumerate(arguments):
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
        if argument == "--lang" and position + 1 < len(arguments):
            return arguments[position + 1]
    return None
