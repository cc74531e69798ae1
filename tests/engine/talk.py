"""A conversation without a process, and thinkers that do as a test wants."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

from loseta.engine import EngineSession
from loseta.game import State
from loseta.players.search.budget import Budget, Candidate

DEAL = "first:1 deal:BBYY,RRKK,BYWW,BRKW,YRKW"
OPENING = f"position start moves {DEAL}"
EVENTS = ("info", "best", "failed")


class Wire:
    """A transport in memory: what was written, and waiting for it."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self._changed = threading.Condition()

    def write(self, line: str) -> None:
        assert "\n" not in line
        with self._changed:
            self.lines.append(line)
            self._changed.notify_all()

    def wait_for(self, start: str, since: int = 0, seconds: float = 60) -> str:
        """The first line from there on that starts like this."""

        def found() -> str | None:
            return next((line for line in self.lines[since:] if line.startswith(start)), None)

        with self._changed:
            line = self._changed.wait_for(found, seconds)
        assert line, (start, self.lines)
        return line


class FakeThinker:
    """Finds the legal actions in their order, one visit each millisecond."""

    def __init__(self, **settings: Any) -> None:
        self.settings = settings
        self.visits = 0

    def has_round_search(self, state: State) -> bool:
        return False

    def think(
        self,
        state: State,
        budget: Budget,
        progress: Callable[[list[Candidate]], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
        most: int = 3,
        only: frozenset[int] | None = None,
    ) -> list[Candidate]:
        began = time.perf_counter()
        self.visits = 0
        legal = state.legal_actions()
        asked = [action for action in legal if only is None or action.index in only]
        while True:
            self.visits += 1
            found = [
                Candidate(
                    action, max(0, self.visits - rank), 1.5 - rank, 0.5 - rank / 100, (action,)
                )
                for rank, action in enumerate(asked[:most])
            ]
            spent = time.perf_counter() - began >= (budget.seconds or 1e9)
            if spent or self.visits == budget.visits or stop():
                return found
            if progress is not None:
                progress(found)
            time.sleep(0.001)


class Talk:
    """A session with its wire."""

    def __init__(self, make_thinker: Any = None, lang: str = "en") -> None:
        self.wire = Wire()
        self.made: list[dict[str, Any]] = []
        self.session = EngineSession(self.wire, lang, make_thinker or self._make)
        self.open = True

    def _make(self, state: State, **settings: Any) -> Any:
        self.made.append(settings)
        return FakeThinker(**settings)

    def say(self, line: str) -> list[str]:
        """Send a line; what was written until it was answered."""
        before = len(self.wire.lines)
        self.open = self.session.obey(line)
        return self.wire.lines[before:]

    def do(self, *lines: str) -> None:
        """Send lines that must succeed."""
        for line in lines:
            assert "ok" in self.say(line), line

    def start(self) -> None:
        self.do("newgame azul", OPENING)

    def error(self, line: str) -> str:
        """Send a line that must fail; the code."""
        *rest, last = self.answer(line)
        word, code, sentence = last.split(" ", 2)
        assert (word, rest) == ("error", [])
        assert sentence
        return code

    def answer(self, line: str) -> list[str]:
        """Send a line; its answer, without what thinking brings meanwhile."""
        return [each for each in self.say(line) if not each.startswith(EVENTS)]

    def position(self) -> str:
        return self.answer("show")[0]
