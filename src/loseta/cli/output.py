"""Exit codes, error messages and progress, shared by all commands."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from contextlib import suppress

OK = 0
FAILED = 1
"""A check failed."""
BAD_USAGE = 2
"""Bad usage or bad input."""
INTERRUPTED = 130


def complain(sentence: str, code: int = BAD_USAGE) -> int:
    """Print what is wrong to standard error. Returns the exit code."""
    with suppress(OSError):  # if it cannot be printed, the exit code must suffice
        print(f"loseta: {sentence}", file=sys.stderr)
    return code


def progress(total: int) -> Callable[[int], None]:
    """A function that shows the progress of `total` items; on a terminal only."""
    if not sys.stderr.isatty():
        return lambda done: None

    def show(done: int) -> None:
        if done == total:
            print("\r\033[K", end="", file=sys.stderr)
        elif done * 100 // total != (done - 1) * 100 // total:
            print(f"\r{done * 100 // total:3} %", end="", file=sys.stderr, flush=True)

    return show


class LiveLine:
    """A line of standard error that each `show` overwrites; on a terminal only."""

    def __init__(self) -> None:
        self.shown = sys.stderr.isatty()

    def show(self, text: str) -> None:
        if self.shown:
            width = shutil.get_terminal_size().columns - 1  # the last column would wrap
            print(f"\r\033[K{text[:width]}", end="", file=sys.stderr, flush=True)

    def wipe(self) -> None:
        self.show("")
