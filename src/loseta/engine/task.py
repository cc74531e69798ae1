"""Searches in the background: one thread for each `go`.

Compilation, at the first start, cannot be interrupted, and a search checks only now and then
whether to stop. So `Task.stop` waits a moment and then sends the answer itself; the thread sends
nothing more and ends when it can.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TYPE_CHECKING, Any

from loseta.engine.protocol import Output, code_of
from loseta.game import Refusal, State
from loseta.players import make
from loseta.players.levels import Effort, Level
from loseta.players.search.budget import MOST, Budget, Candidate

if TYPE_CHECKING:
    from loseta.players.search.thinker import Thinker

PATIENCE = 0.06
"""Seconds that `stop` waits for the search to notice it."""

EVERY = 0.25
"""Seconds between two reports."""

STAND_IN = "greedy"
"""The player that chooses the action if the search has found nothing yet."""

MakeThinker = Callable[..., "Thinker"]


class Thinkers:
    """The thinkers of a session, one for each game, all with the same settings.

    A thinker is used by one thread at a time.
    """

    def __init__(self, make_thinker: MakeThinker, **settings: Any) -> None:
        self._make = make_thinker
        self._settings = settings
        self._ready: dict[str, Thinker] = {}
        self.random = Random(settings.get("seed"))
        """The generator for the random choices of careless levels."""
        self.lock = threading.Lock()

    def is_ready(self, state: State) -> bool:
        return state.game.name in self._ready and not self.lock.locked()

    def get(self, state: State) -> Thinker:
        name = state.game.name
        if name not in self._ready:
            self._ready[name] = self._make(state, **self._settings)
        return self._ready[name]


@dataclass(frozen=True, slots=True)
class Order:
    """A search to be done: the position, the budget and how to report."""

    state: State
    budget: Budget
    until_stopped: bool
    best: int
    """How many candidates to report."""
    lang: str
    only: frozenset[int] | None = None
    """The integers of the actions to choose from."""
    level: Level | None = None
    """The strength to play at; None for the greatest."""
    protocol: int = 1


class Task:
    """A search in its own thread: it reports, and ends with one line, `best` or `failed`."""

    def __init__(self, order: Order, thinkers: Thinkers, output: Output) -> None:
        self._order = order
        self._thinkers = thinkers
        self._output = output
        self._stop = threading.Event()
        self._ended = threading.Event()
        self._lock = threading.Lock()
        """Held while lines are sent, so that none is sent after the end."""
        self._thinker: Thinker | None = None
        self._found: Sequence[Candidate] = ()
        self._began = self._reported = 0.0
        self._thread = threading.Thread(target=self._run, name="loseta-thinks", daemon=True)

    def start(self) -> None:
        self._thread.start()

    @property
    def thinking(self) -> bool:
        """Whether the last line has not been sent yet."""
        with self._lock:
            return not self._ended.is_set()

    def stop(self) -> None:
        """End with the best action so far. When this returns, the last line has been sent."""
        self._stop.set()
        if not self._ended.wait(PATIENCE):
            self._end(self._last_lines(self._found))
        with self._lock:
            pass  # wait for the thread, which may be sending its last lines

    def abandon(self) -> None:
        """End without sending another line."""
        self._stop.set()
        with self._lock:
            self._ended.set()

    def gone(self, patience: float) -> bool:
        """Whether the thread has ended, or does so within these seconds."""
        self._thread.join(patience)
        return not self._thread.is_alive()

    # --- In the thread ---

    def _run(self) -> None:
        order = self._order
        try:
            if not self._thinkers.is_ready(order.state):
                self._say("info preparing")
            with self._thinkers.lock:
                self._thinker = thinker = self._thinkers.get(order.state)
                if self._stop.is_set():
                    return
                effort = self._effort(thinker)
                most = MOST if effort.carelessness else order.best
                self._began = time.perf_counter()
                found = thinker.think(
                    order.state,
                    effort.budget,
                    self._report,
                    self._stop.is_set,
                    most,
                    only=order.only,
                )
                chosen = effort.choose(found, self._thinkers.random)
            if order.until_stopped:  # even if the search is already complete
                self._stop.wait()
            self._end(self._last_lines(found, chosen))
        except Refusal as refusal:
            self._end([f"failed {code_of(refusal)} {refusal.sentence(order.lang)}"])
        except Exception as error:  # a bug must not leave the other program waiting
            self._end([f"failed internal {type(error).__name__}: {' '.join(str(error).split())}"])

    def _effort(self, thinker: Thinker) -> Effort:
        """The effort of the level, if there is one, within the budget of the order."""
        order = self._order
        if order.level is None:
            return Effort(order.budget)
        effort = order.level.effort(order.state.seats, thinker.has_round_search(order.state))
        return replace(effort, budget=order.budget.and_at_most(effort.budget))

    def _report(self, found: Sequence[Candidate]) -> None:
        self._found = found
        now = time.perf_counter()
        if now - self._reported >= EVERY:
            self._reported = now
            self._say(*self._reports(found))

    # --- Lines ---

    def _reports(self, found: Sequence[Candidate]) -> list[str]:
        seconds = time.perf_counter() - self._began
        assert self._thinker is not None
        total = self._thinker.visits
        pace = f"nps {total / max(seconds, 1e-3):.0f} " if self._order.protocol > 1 else ""
        return [
            f"info time {seconds:.3f} total {total} {pace}rank {rank} visits {candidate.visits} "
            f"{self._depth(candidate)}win {candidate.win_chance:.4f} value {candidate.value:.2f} "
            f"line {' '.join(action.text for action in candidate.line)}"
            for rank, candidate in enumerate(found[: self._order.best], start=1)
        ]

    def _depth(self, candidate: Candidate) -> str:
        return f"depth {candidate.depth} " if self._order.protocol > 1 else ""

    def _last_lines(self, found: Sequence[Candidate], chosen: Candidate | None = None) -> list[str]:
        if found:
            return [*self._reports(found), f"best {(chosen or found[0]).action.text}"]
        if self._order.only is not None:
            legal = self._order.state.legal_actions()
            return [f"best {next(a.text for a in legal if a.index in self._order.only)}"]
        return [f"best {make(STAND_IN).choose(self._order.state).text}"]

    def _say(self, *lines: str) -> None:
        with self._lock:
            if not self._ended.is_set():
                self._send(lines)

    def _end(self, lines: Sequence[str]) -> None:
        with self._lock:
            if not self._ended.is_set():
                self._ended.set()
                self._send(lines)

    def _send(self, lines: Sequence[str]) -> None:
        try:
            self._output.send(*lines)
        except OSError:  # the other side is gone; the conversation itself will notice
            self._stop.set()
