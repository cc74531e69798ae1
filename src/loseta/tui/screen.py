"""The terminal: print within a width, and read lines."""

from __future__ import annotations

import io
import signal
import socket
import sys
import threading
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from rich.console import Console, RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from loseta import texts
from loseta.tui.tiles import BAD

WIDEST = 100
"""The greatest width used: a wider table would not be clearer."""


REPEAT_SECONDS = 0.1
"""How long a signal's handler may take to run before the signal is sent again."""


class Screen:
    def __init__(self, console: Console | None) -> None:
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")  # an unknown character must not stop a game
        self._console = console or Console()
        if self._console.no_color:
            # NO_COLOR means no codes at all; Rich would still send bold and the like.
            self._console = Console(file=self._console.file, color_system=None)
        self._at_keyboard = self._console.file is sys.stdout and sys.stdin.isatty()
        if self._at_keyboard and not self.plain:
            import readline  # noqa: F401  # gives `input` its arrow keys

    @property
    def plain(self) -> bool:
        return self._console.color_system is None

    @property
    def width(self) -> int:
        """The current width; the window may be resized at any time."""
        return min(self._console.width, WIDEST)

    def show(self, *pictures: RenderableType) -> None:
        for picture in pictures:
            self._console.print(
                picture, width=self.width, markup=False, highlight=False, emoji=False
            )

    def rule(self, title: str) -> None:
        self.show(Rule(Text(title, style="bold"), style="bright_black"))

    def tell(self, sentences: Iterable[str], indent: int = 0) -> None:
        for sentence in sentences:
            self.show(Padding(Text(sentence), (0, 0, 0, indent)))

    def tell_file(self, sentence: str) -> None:
        """Print a sentence with a file name or a seed without wrapping it, so that it can be
        copied."""
        self._console.print(Text(sentence), soft_wrap=True)

    def complain(self, sentence: str) -> None:
        self.show(Text(sentence, style=BAD))

    def wipe(self) -> None:
        """Remove everything shown so far, including the scrollback if the terminal allows it."""
        if self.plain:
            self.show("\n" * self._console.height)
        elif self._console.is_terminal:
            self._console.clear()
            self._console.file.write("\x1b[3J")  # the scrollback

    def waiting(self, sentence: str, *, long: bool = False) -> AbstractContextManager[object]:
        """Show a sentence during a wait, if the terminal can erase it again; before a `long` wait,
        print it in any case."""
        if self.plain or not self._console.is_terminal:
            if long:
                self.tell([sentence])
            return nullcontext()
        return self._console.status(Text(sentence))

    def ask(self, prompt: str) -> str:
        """Read a line. Raises EOFError at the end of the input."""
        if self._at_keyboard:
            line = input(prompt)  # readline needs the prompt to redraw the line
        else:
            self._console.print(Text(prompt), end="")
            line = input()
        # Drop codes of arrow keys, so that no sentence repeats them.
        return texts.printable(line, "").strip()


@contextmanager
def signals_like_interrupt() -> Iterator[None]:
    """Treat closing the terminal or terminating the program like Ctrl-C, so that the game is
    saved."""
    main = threading.current_thread()
    if main is not threading.main_thread():
        yield
        return

    handled = threading.Event()

    def interrupt(number: int, frame: object) -> None:
        handled.set()
        for each in before:
            signal.signal(each, signal.SIG_IGN)  # further signals must not disturb the saving
        raise KeyboardInterrupt

    def repeat() -> None:
        """Send a signal again until its handler has run. Python runs no handler while `input`
        waits: a signal interrupts the wait, but one that arrives just before the wait begins would
        stay unhandled until a key is pressed."""
        while number := received.recv(1):
            while number[0] in before and not handled.wait(REPEAT_SECONDS):
                signal.pthread_kill(main.ident or 0, number[0])

    # Windows has only Ctrl-C of these, and no way to interrupt a thread.
    names = [name for name in ("SIGHUP", "SIGINT", "SIGTERM") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in map(signal.Signals.__getitem__, names)}
    received, wakeup = socket.socketpair()
    wakeup.setblocking(False)
    repeater = threading.Thread(target=repeat, daemon=True)
    if hasattr(signal, "pthread_kill"):
        repeater.start()
    wakeup_before = signal.set_wakeup_fd(wakeup.fileno(), warn_on_full_buffer=False)
    for number in before:
        signal.signal(number, interrupt)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
        signal.set_wakeup_fd(wakeup_before)
        wakeup.close()  # ends the thread
        if repeater.is_alive():
            repeater.join()
        received.close()
