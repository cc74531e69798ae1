"""Analysis of positions for scripts: the candidates that `loseta analyse` prints.

`analyse` returns them when the time is up; `stream_analysis` also yields them on the way.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, Generic

from loseta.game import A, BadOption, Reason, State
from loseta.players.search.budget import Budget, Candidate
from loseta.players.thinking import USUAL_MEMORY_MB, ready_thinker
from loseta.players.turn import seat_to_move

if TYPE_CHECKING:
    from loseta.players.search.thinker import Thinker

USUAL_SECONDS = 2.0
USUAL_BEST = 5


@dataclass(frozen=True, slots=True)
class Analysis(Generic[A]):
    """The best actions of a position that a search has found so far."""

    candidates: tuple[Candidate[A], ...]
    """The best first."""
    seconds: float
    """The time since the search began."""
    nodes: int
    """The playouts of this search; of alpha-beta, the nodes."""

    @property
    def best(self) -> Candidate[A]:
        return self.candidates[0]

    @property
    def nodes_per_s(self) -> float:
        return self.nodes / self.seconds if self.seconds > 0 else 0.0


Progress = Callable[[Analysis[A]], None]


def analyse(
    state: State[A],
    *,
    time: float | None = None,
    visits: int | None = None,
    best: int = USUAL_BEST,
    only: Iterable[A | str] | None = None,
    threads: int = 1,
    memory_mb: int = USUAL_MEMORY_MB,
    seed: int = 1,
    thinker: Thinker | None = None,
    progress: Progress[A] | None = None,
    stop: Callable[[], bool] = lambda: False,
) -> Analysis[A]:
    """Analyse the decision of the seat to move, using only what that seat can see.

    `time` (seconds) and `visits` limit the search, whichever is reached first; without both it
    takes two seconds. `best` is how many candidates to return, `only` the actions to choose from.
    With one thread and `visits`, the same seed gives the same answer. For several positions of one
    game pass the same `thinker` (`ready_thinker`), which reuses what it has found; `threads`,
    `memory_mb` and `seed` are then ignored. `progress` is called with the analysis so far; when
    `stop` returns true, the search ends early.

    Raises GameIsOver, DealerToMove, HiddenInformation, IllegalAction and the other errors of a
    text in `only`, BadOption, MissingExtra, NotEnoughMemory.
    """
    job = _Job(state, time, visits, best, only)
    return job.run(thinker or _thinker(job, threads, memory_mb, seed), progress, stop)


def stream_analysis(
    state: State[A],
    *,
    time: float | None = None,
    visits: int | None = None,
    best: int = USUAL_BEST,
    only: Iterable[A | str] | None = None,
    threads: int = 1,
    memory_mb: int = USUAL_MEMORY_MB,
    seed: int = 1,
    thinker: Thinker | None = None,
) -> Generator[Analysis[A], None, None]:
    """Yield analyses while the search goes on, each based on more search than the one before; the
    last is what `analyse` would return. Leaving the loop ends the search. Raises what `analyse`
    raises."""
    job = _Job(state, time, visits, best, only)
    return job.stream(thinker or _thinker(job, threads, memory_mb, seed))


def _thinker(job: _Job[Any], threads: int, memory_mb: int, seed: int) -> Thinker:
    return ready_thinker(job.state, threads=threads, memory_mb=memory_mb, seed=seed)


class _Job(Generic[A]):
    """The checked arguments of an analysis."""

    def __init__(
        self,
        state: State[A],
        time: float | None,
        visits: int | None,
        best: int,
        only: Iterable[A | str] | None,
    ) -> None:
        for name, value in (("time", time), ("visits", visits), ("best", best)):
            if value is not None and not value > 0:
                params = {"name": name, "value": str(value), "allowed": "> 0"}
                raise BadOption(name, Reason("", "bad_option", params))
        self.state = state.view(seat_to_move(state))  # the search gets only what this seat can know
        self._only = None if only is None else choices(self.state, only)
        self._budget = Budget(USUAL_SECONDS if time is visits is None else time, visits)
        self._best = best

    def run(
        self, thinker: Thinker, progress: Progress[A] | None, stop: Callable[[], bool]
    ) -> Analysis[A]:
        clock = self._budget.start()

        def analysis(found: list[Candidate[A]]) -> Analysis[A]:
            return Analysis(tuple(found[: self._best]), clock.elapsed(), thinker.visits)

        def report(found: list[Candidate[A]]) -> None:
            if progress is not None:
                progress(analysis(found))

        found = thinker.think(self.state, self._budget, report, stop, self._best, only=self._only)
        return analysis(found)

    def stream(self, thinker: Thinker) -> Generator[Analysis[A], None, None]:
        """Search in a thread of its own and yield its analyses here."""
        messages: SimpleQueue[Analysis[A] | BaseException | None] = SimpleQueue()
        left = threading.Event()

        def think() -> None:
            try:
                messages.put(self.run(thinker, messages.put, left.is_set))
                messages.put(None)
            except BaseException as error:  # raised again in the thread of the caller
                messages.put(error)

        thread = threading.Thread(target=think, name="loseta-analyses", daemon=True)
        thread.start()
        try:
            while (news := messages.get()) is not None:
                if isinstance(news, BaseException):
                    raise news
                yield news
        finally:
            left.set()
            thread.join()


def choices(state: State[A], only: Iterable[A | str]) -> frozenset[int]:
    """The integers of legal actions that are given as values or texts. Raises the errors of
    `parse`, and BadOption if `only` is empty."""
    chosen = [action if isinstance(action, str) else action.text for action in only]
    if not chosen:
        params = {"name": "only", "value": "", "allowed": "state.legal_actions()"}
        raise BadOption("only", Reason("", "bad_option", params))
    return frozenset(state.parse(text).index for text in chosen)
