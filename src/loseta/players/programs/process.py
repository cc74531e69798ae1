"""A program with its pipes: lines go in and come out, and it is always ended and waited for.

Its output is read by a thread, so that waiting for a line can have an end. Nothing it does makes
this process wait for ever or hold more than a little of what it says.
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
"""Bytes; an answer that is longer is none."""
WAITING = 1000
"""Lines that may wait to be read; then the program has to."""
TAIL = 2000
"""Bytes that are kept of what it says on standard error."""
LAST_WORDS = 2.0
"""Seconds for a program that has closed its output to end as well."""


class Program:
    """Started at once. Raises EngineError."""

    def __init__(self, command: str | Sequence[str]) -> None:
        try:
            words = shlex.split(command) if isinstance(command, str) else list(command)
        except ValueError:  # a quotation that does not end
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
        # Also when nobody closes it: at the latest when Python ends.
        self._finalizer = weakref.finalize(self, _end, self._process, self._gone)

    def send(self, line: str) -> None:
        if not self.try_to_send(line):
            raise self._ended()

    def try_to_send(self, line: str) -> bool:
        """False if nobody is there to read it."""
        assert self._process.stdin
        try:
            self._process.stdin.write(line.encode() + b"\n")
            self._process.stdin.flush()
        except (OSError, ValueError):
            return False
        return True

    def read(self, seconds: float | None) -> str | None:
        """Its next line; None when there is none in time."""
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            return None
        if line is None:
            with contextlib.suppress(queue.Full):
                self._lines.put_nowait(None)  # for whoever asks again
            raise self._ended()
        if not line.endswith(b"\n") and len(line) >= LONGEST_LINE:
            raise self.fail("nonsense", text=line[:100].decode(errors="replace"), wanted="ok")
        return line.decode(errors="replace").strip()

    def fail(self, kind: str, **params: object) -> EngineError:
        """End it; what to raise."""
        self.kill()
        return EngineError(kind, self.name, **params)

    def end(self, seconds: float) -> None:
        """Let it end by itself, but not for longer than this."""
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
        """Why nothing more comes."""
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
    """Wait for a place in the queue, as long as somebody may still read it."""
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
    """Kill it if need be, and wait for it, so that nothing of it is left."""
    gone.set()
    process.kill()
    process.wait()
    if process.stdin:
        with contextlib.suppress(OSError):
            process.stdin.close()
