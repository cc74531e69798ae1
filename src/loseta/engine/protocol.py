"""What the two sides of the line protocol must agree on: its version, its lines, its errors."""

from __future__ import annotations

import threading
from typing import Any, Protocol

from loseta import texts
from loseta.game import ActionError, BadOption, BadText, HiddenInformation, Reason, Refusal
from loseta.players import MissingExtra
from loseta.players.thinking import DealerToMove, GameIsOver, NotEnoughMemory

PROTOCOLS = (1, 2)
"""The versions that are spoken. A new one comes when a client that was right before would be wrong
afterwards; whoever does not ask for one gets the first."""

LONGEST_LINE = 65_536
"""Characters; a longer line is refused unread."""


class Transport(Protocol):
    """Where a session writes to. It is never called by two threads at once."""

    def write(self, line: str) -> None:
        """Send a line at once; it has no line break in it. Raises OSError when that fails."""


class Output:
    """A transport for several threads: lines given together stay together."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._lock = threading.Lock()

    def send(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._transport.write(line)


class Problem(Refusal):
    """A line that cannot be obeyed: a word for programs and a sentence for people."""

    def __init__(self, code: str, key: str, **params: Any) -> None:
        super().__init__(Reason("", f"engine.{key}", params))
        self.code = code


class BadMove(Problem):
    """One of the actions after `moves` or `searchmoves` cannot be played."""

    def __init__(self, number: int, word: str, error: Refusal) -> None:
        super().__init__("action", "bad_move")
        self._params = {"number": number, "word": word}
        self._error = error

    def sentence(self, lang: str = "en") -> str:
        reason = self._error.sentence(lang)
        return texts.say("reason.engine.bad_move", lang, reason=reason, **self._params)


_CODES: dict[type[Refusal], str] = {
    BadText: "position",
    GameIsOver: "over",
    DealerToMove: "dealer",
    HiddenInformation: "hidden",
    MissingExtra: "extra",
    NotEnoughMemory: "memory",
}


def code_of(refusal: Refusal) -> str:
    """The word by which programs know what is wrong."""
    if isinstance(refusal, Problem):
        return refusal.code
    if isinstance(refusal, BadOption):
        return "option" if refusal.reason.key == "no_such_option" else "value"
    if isinstance(refusal, ActionError):
        return "action"
    return _CODES[type(refusal)]
