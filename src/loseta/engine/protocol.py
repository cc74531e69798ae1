"""Versions, lines and errors of the line protocol."""

from __future__ import annotations

import threading
from typing import Any, Protocol

from loseta import texts
from loseta.game import ActionError, BadOption, BadText, HiddenInformation, Reason, Refusal
from loseta.players import MissingExtra
from loseta.players.thinking import NotEnoughMemory
from loseta.players.turn import DealerToMove, GameIsOver

PROTOCOLS = (1, 2)
"""The supported versions. A change that breaks correct clients makes a new version; clients that do
not ask for one get the first."""

LONGEST_LINE = 65_536
"""The most characters of a line; a longer one is refused unread."""


class Transport(Protocol):
    """The destination of a session's answers. It is never called by two threads at once."""

    def write(self, line: str) -> None:
        """Send a line, which contains no line break, at once. Raises OSError on failure."""


class Output:
    """A thread-safe transport: lines sent together stay together."""

    def __init__(self, transport: Transport) -> None:
        self._transport = transport
        self._lock = threading.Lock()

    def send(self, *lines: str) -> None:
        with self._lock:
            for line in lines:
                self._transport.write(line)


class Problem(Refusal):
    """A line that cannot be obeyed: a code for programs and a sentence for people."""

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
    """The error code of a refusal, for programs."""
    if isinstance(refusal, Problem):
        return refusal.code
    if isinstance(refusal, BadOption):
        return "option" if refusal.reason.key == "no_such_option" else "value"
    if isinstance(refusal, ActionError):
        return "action"
    return _CODES[type(refusal)]
