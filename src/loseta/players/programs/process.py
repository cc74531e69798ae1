"""A program with its pipes: it gets and sends lines, and it is always ended and waited for.

A thread reads its output, so that waiting for a line can time out. Whatever the program does, this
process neither waits forever nor stores more than a little of its output.
"""

from __future__ import annotations

import contextlib
import queue
import shlex
import subprocess
import threading
import weakref
from collections.abc import Sequence
from typing import IO

from loseta.game import quoted
from loseta.players.programs.errors import EngineError

LONGEST_LINE = 1 << 20
"""The most bytes of a line; a longer one is an error."""
WAITING = 1000
"""How many unread lines are queued before the program has to wait."""
TAIL = 2000
"""How many of the last bytes of standard error are kept."""
LAST_WORDS = 2.0
"""The seconds that a program has to end after it has closed its output."""


class Program:
    """A running program, which is started at once. Raises EngineError."""

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError:  # an unclosed quotation mark
            words = []
        self.name = quoted(command if isinstance(command, str) else shlex.join(words))
        if not words:
            raise EngineError("start", self.name, why="")
        try:
            self._process = subprocess.Popen(
                words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
            )
        except (OSError, ValueError) as error:
            why = getattr(error, "strerror", None) or str(error)
            raise EngineError("start", self.name, why=why) from None
        assert self._process.stdout
        assert self._process.stderr
        self._lines: queue.Queue[bytes | None] = queue.Queue(WAITING)
        self._said = bytearray()
        self._gone = threading.Event()
        out = (self._process.stdout, self._lines, self._gone)
        self._reader = _thread(_read_lines, *out)
        self._listener = _thread(_keep_tail, self._process.stderr, self._said)
        # Ends the program even if nobody closes it, at the latest when Python exits.
        self._finalizer = weakref.finalize(self, _end, self._process, self._gone)

    def send(self, line: str) -> None:
        if not self.try_to_send(line):
            raise self._ended()

    def try_to_send(self, line: str) -> bool:
        """Send a line; False if the program no longer reads its input."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def read(self, seconds: float | None) -> str | None:
        """Its next line, or None if it does not send one within these seconds. Raises EngineError
        if it has ended or the line is too long."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            with contextlib.suppress(queue.Full):
                self._lines.put_nowait(None)  # for the next call
            raise self._ended()
        if not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
            raise self.fail("nonsense", text=line[:100].decode(errors="replace"), wanted="ok")
        return line.decode(errors="replace").strip()

    def fail(self, kind: str, **params: object) -> EngineError:
        """Kill it, and return the error to raise."""
        self.kill()
        return EngineError(kind, self.name, **params)

    def end(self, seconds: float) -> None:
        """Ask it to quit, and kill it if it has not ended after these seconds."""
        assert self._process.stdin
        self.try_to_send("quit")
        with contextlib.suppress(OSError, ValueError):
            self._process.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.kill()

    def kill(self) -> None:
        self._finalizer()
        for thread in (self._reader, self._listener):
            thread.join(1)  # another process may hold the other end of its pipe

    def _ended(self) -> EngineError:
        """The error for a program that sends nothing more."""
        try:
            code = self._process.wait(LAST_WORDS)
        except subprocess.TimeoutExpired:
            return self.fail("closed_output")
        self.kill()
        last = bytes(self._said).decode(errors="replace").strip().splitlines()
        return EngineError("ended", self.name, exit=code, said=quoted(last[-1]) if last else "")


def _thread(target: object, *arguments: object) -> threading.Thread:
    thread = threading.Thread(
        target=target,  # type: ignore[arg-type]
        args=arguments,
        name="loseta-program",
        daemon=True,
    )
    thread.start()
    return thread


def _read_lines(out: IO[bytes], lines: queue.Queue[bytes | None], gone: threading.Event) -> None:
    with contextlib.suppress(OSError, ValueError), out:
        while line := out.readline(LONGEST_LINE):
            _offer(line, lines, gone)
            if gone.is_set() or (len(line) == LONGEST_LINE and not line.endswith(b"\n")):
                break
    _offer(None, lines, gone)


def _offer(line: bytes | None, lines: queue.Queue[bytes | None], gone: threading.Event) -> None:
    """Wait for room in the queue and put the line; give up when the program is being ended."""
    while True:
        try:
            return lines.put(line, timeout=0.1)
        except queue.Full:
            if gone.is_set():
                return None


def _keep_tail(err: IO[bytes], said: bytearray) -> None:
    with contextlib.suppress(OSError, ValueError), err:
        while piece := err.read1(TAIL):  # type: ignore[attr-defined]
            said += piece
            del said[:-TAIL]


def _end(process: subprocess.Popen[bytes], gone: threading.Event) -> None:
    """Kill it if it still runs, and wait for it, so that no zombie is left."""
    gone.set()
    process.kill()
    process.wait()
    if process.stdin:
        with contextlib.suppress(OSError):
            process.stdin.close()
