"""Playing the games of a match, in this process or in several workers.

Both yield the games in the order in which they end, and raise KeyboardInterrupt on Ctrl-C. A worker
has a session of its own: Ctrl-C does not reach it, it is killed together with all processes that
its players have started, and it ends by itself when this process is gone.
"""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Iterator
from ctypes import Array, c_double, c_int
from multiprocessing import connection
from time import monotonic
from types import FrameType

from loseta.arena.plan import Plan
from loseta.arena.referee import Forfeit, Played, Referee, TooSlow, forfeited
from loseta.executors import WorkersFail
from loseta.executors.local import UNIX, interrupt_held
from loseta.players.registry import needs_files

TICK = 0.1
"""Seconds between two checks of silent workers."""
LOST_WORKERS = 3
"""How many workers may die before they call a player; then the match gives up."""
NOBODY = -1

# --- In this process ------------------------------------------------------------------------


def in_process(plan: Plan, first: int = 0) -> Iterator[Played]:
    """Play the games from number `first` on here, one after the other. A player that ends its
    process ends this one, and one that hangs outside of Python cannot be stopped; if that may
    happen, use workers.
    """
    with _alarm_clock() as watch:
        referee = Referee(plan, watch)
        for number in range(first, plan.games):
            with contextlib.redirect_stdout(sys.stderr):  # keeps players' prints out of the output
                played = referee.play(number)
            yield played


LONGEST = 1e8
"""The longest alarm, in seconds: the system refuses very long ones."""


class _Alarm:
    """Interrupts a slow player by the system's timer."""

    def begin(self, seat: int, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST))

    def end(self, seat: int) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


class _NoAlarm:
    """Stands in where there is no timer; `Referee` then checks the time after the move."""

    def begin(self, seat: int, seconds: float) -> None:
        pass

    def end(self, seat: int) -> None:
        pass


@contextlib.contextmanager
def _alarm_clock() -> Iterator[_Alarm | _NoAlarm]:
    if not (UNIX and _in_main_thread()):
        yield _NoAlarm()
        return

    def ring(number: int, frame: FrameType | None) -> None:
        raise TooSlow

    before = signal.signal(signal.SIGALRM, ring)
    try:
        yield _Alarm()
    finally:
        signal.signal(signal.SIGALRM, before)


# --- In several processes -------------------------------------------------------------------


def in_workers(plan: Plan, jobs: int, first: int = 0) -> Iterator[Played]:
    """Play the games from number `first` on in `jobs` workers. Raises WorkersFail."""
    todo = deque(range(first, plan.games))
    workers: list[_Worker] = []
    lost = 0
    with _interrupt_noted() as interrupted:
        try:
            while True:
                while todo and len(workers) < jobs:
                    workers.append(_Worker(plan))
                    workers[-1].give(todo.popleft())
                if not workers:
                    return
                connection.wait([worker.pipe for worker in workers], TICK)
                if interrupted:
                    raise KeyboardInterrupt
                for worker in tuple(workers):
                    played = worker.poll()
                    if played is not None and todo and not worker.gone:
                        worker.give(todo.popleft())
                    elif played is not None or worker.gone:
                        worker.kill()
                        workers.remove(worker)
                    if played is not None:
                        yield played
                    elif worker.gone:
                        lost += 1
                        if lost == LOST_WORKERS:
                            raise WorkersFail
                        todo.appendleft(worker.number)
        finally:
            for worker in workers:
                worker.kill()


class WatchedGames:
    """Plays games of a match in one worker, one at a time; a node of a cluster runs it. It notices
    at once if a player ends its process or hangs, and does not confuse that with a lost node."""

    def __init__(self, plan: Plan) -> None:
        """Raises Refusal and OSError if a player cannot be made on this node, so that no side loses
        games for it."""
        for contestant in (plan.a, plan.b):
            if needs_files(contestant.name):  # a node may lack them
                player = contestant.make(seed="", time=None)
                if hasattr(player, "close"):
                    player.close()
        self._plan = plan
        self._worker: _Worker | None = None

    def __call__(self, number: int) -> Played:
        """Play the game with this number. Raises WorkersFail."""
        for _ in range(LOST_WORKERS):
            worker = self._worker = self._worker or _Worker(self._plan)
            worker.give(number)
            played = None
            while played is None and not worker.gone:
                connection.wait([worker.pipe], TICK)
                played = worker.poll()
            if worker.gone:
                worker.kill()
                self._worker = None
            if played is not None:
                return played
        raise WorkersFail


class _Worker:
    """A handle on a process that plays one game after the other."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")  # inherits nothing from this process
        self._plan = plan
        self._times = context.RawArray(c_double, 2 * plan.seats)
        self._asked = context.RawValue(c_int, NOBODY)
        self.pipe, its_end = context.Pipe()
        self._process = context.Process(
            target=_serve, args=(plan, its_end, self._times, self._asked), daemon=True
        )
        with interrupt_held():
            self._process.start()
        its_end.close()
        self.number = NOBODY
        self.gone = False

    def give(self, number: int) -> None:
        """Let the worker play a game."""
        self.number = number
        self._asked.value = NOBODY
        with contextlib.suppress(OSError):  # the worker is gone, which the next poll notices
            self.pipe.send(number)

    def poll(self) -> Played | None:
        """The game, if it has ended. It has also ended, as a forfeit, if a player is too slow, or
        if the process is gone, unless no player had been called yet."""
        ended = not self._process.is_alive()  # before the pipe, so that its last message is read
        with contextlib.suppress(EOFError, OSError):
            if self.pipe.poll():
                played: Played = self.pipe.recv()
                return played
            if not ended:
                return self._too_slow()
        self.gone = True
        self._process.join(1)
        seat = self._asked.value
        return None if seat == NOBODY else self._lost(seat, "died", str(self._process.exitcode))

    def _too_slow(self) -> Played | None:
        now = monotonic()
        for seat in range(self._plan.seats):
            deadline, seconds = self._times[2 * seat : 2 * seat + 2]
            if 0 < deadline < now:
                self.gone = True
                return self._lost(seat, "slow", f"{seconds:g}")
        return None

    def _lost(self, seat: int, kind: str, detail: str) -> Played:
        side = self._plan.side(self.number, seat)
        return forfeited(Forfeit(self.number, seat, side, kind, detail))

    def kill(self) -> None:
        if self._process.is_alive():
            if UNIX:  # its session, with all processes that its players have started
                with contextlib.suppress(OSError):
                    os.killpg(self._process.pid or 0, signal.SIGKILL)
            self._process.kill()
        self._process.join()
        self._process.close()
        self.pipe.close()


# --- In a worker ----------------------------------------------------------------------------


def _serve(
    plan: Plan,
    pipe: connection.Connection[Played, int],
    times: Array[c_double],
    asked: c_int,
) -> None:
    """Play the games whose numbers come through the pipe, until it is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if UNIX:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.setsid()
    os.dup2(2, 1)  # keeps players' prints out of the output
    sys.stdout = sys.stderr  # line-buffered, so that nothing is lost when the worker is killed
    threading.Thread(target=_end_with_parent, daemon=True).start()
    referee = Referee(plan, _SharedWatch(times, asked))
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(referee.play(pipe.recv()))


class _SharedWatch:
    """Shows the parent, in shared memory, which seat is thinking and until when. Each seat has
    slots of its own for its deadline (0: it is not thinking) and its seconds, so that the parent
    never blames the wrong seat between two writes."""

    def __init__(self, times: Array[c_double], asked: c_int) -> None:
        self._times = times
        self._asked = asked

    def begin(self, seat: int, seconds: float) -> None:
        self._asked.value = seat  # never reset: if the process dies, the last called seat loses
        self._times[2 * seat + 1] = seconds
        self._times[2 * seat] = monotonic() + seconds

    def end(self, seat: int) -> None:
        self._times[2 * seat] = 0.0


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    connection.wait([parent.sentinel])
    if UNIX:
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


# --- Ctrl-C ---------------------------------------------------------------------------------


def _in_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()


@contextlib.contextmanager
def _interrupt_noted() -> Iterator[list[bool]]:
    """Make Ctrl-C only add to the list, so that it cannot interrupt at a bad moment."""
    noted: list[bool] = []
    ignored = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None)  # by the parent process
    if ignored or not _in_main_thread():
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.append(True))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
