"""`loseta engine`: the line protocol for other programs on standard input and output."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, BinaryIO

from loseta import texts
from loseta.cli.output import BAD_USAGE, INTERRUPTED, OK
from loseta.cli.parser import Commands

if TYPE_CHECKING:
    from loseta.engine import EngineSession


def add(commands: Commands) -> None:
    commands.add("engine", run, "loseta engine")


def run(args: argparse.Namespace) -> int:
    from loseta.engine import LONGEST_LINE, EngineSession

    if sys.stdin is None:  # closed by the parent process: there is no input
        return OK
    if sys.stdin.isatty() and sys.stderr.isatty():
        print(texts.say("cli.engine.welcome", args.lang), file=sys.stderr)
    session = EngineSession(_StandardOutput(), args.lang)
    code = OK
    try:
        for line in _lines(sys.stdin.buffer, LONGEST_LINE):
            if not session.obey(line):
                break
    except _EndlessLine:
        code = BAD_USAGE
    except KeyboardInterrupt:
        code = INTERRUPTED
    except BrokenPipeError:
        _leave(session, OK)
        raise
    _leave(session, code)
    return code


def _leave(session: EngineSession, code: int) -> None:
    """Close the session. If a thread is still compiling, which cannot be interrupted, end the
    process at once: a normal exit would crash."""
    if not session.close():
        os._exit(code)


class _StandardOutput:
    """Standard output, always in UTF-8 and flushed after each line."""

    def write(self, line: str) -> None:
        sys.stdout.buffer.write(f"{line}\n".encode(errors="replace"))
        sys.stdout.buffer.flush()


ENDLESS = 64 * 2**20
"""Bytes after which a line counts as endless (`loseta engine </dev/zero`)."""


class _EndlessLine(Exception):
    """A line of the input is longer than `ENDLESS`."""


def _lines(source: BinaryIO, longest: int) -> Iterator[str]:
    """Yield lines as they arrive. A line that is too long is cut: its beginning is yielded before
    the rest is read and discarded. Raises _EndlessLine."""
    most = 4 * longest  # UTF-8 has at most four bytes a character
    while piece := source.readline(most):
        yield piece.decode(errors="replace")
        read = 0
        while len(piece) == most and not piece.endswith(b"\n"):
            read += most
            if read > ENDLESS:
                raise _EndlessLine
            piece = source.readline(most)
