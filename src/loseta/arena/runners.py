"""Playing the games of a match, in this process or in several others. Both give the games in the
order in which they end, and raise KeyboardInterrupt on Ctrl-C. A worker process is in a session of
its own: Ctrl-C does not reach it, it is killed with
all that its players have started, and it ends by itself when this process is gone.
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
"""So many workers that die before they ask a player anything are no accident."""
NOBODY = -1

# --- In this process ------------------------------------------------------------------------


def in_process(plan: Plan, first: int = 0) -> Iterator[Played]:
    """One game after the other, here, from a number on. A player that ends its process ends this
    one, and one that hangs outside of Python cannot be stopped; where that may happen, use workers.
    """
    with _alarm_clock() as watch:
        referee = Referee(plan, watch)
        for number in range(first, plan.games):
            with contextlib.redirect_stdout(sys.stderr):  # what a player prints is not the answer
                played = referee.play(number)
            yield played


LONGEST = 1e8
"""Seconds, some years: an alarm clock cannot be set to just anything."""


class _Alarm:
    """The alarm clock of the system interrupts a player."""

    def begin(self, seat: int, seconds: float) -> None:
        signal.setitimer(signal.ITIMER_REAL, min(seconds, LONGEST))

    def end(self, seat: int) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0)


class _NoAlarm:
    """Where there is no alarm clock, the time is looked at after the move."""

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
    """As many games at a time as there are jobs, from a number on. Raises WorkersFail."""
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
    """Games of a match in one worker, one at a time: what a node of a cluster does. If a player
    ends its process or hangs, that is noticed on the spot, and taken for nothing else."""

    def __init__(self, plan: Plan) -> None:
        """Raises Refusal and OSError where a player cannot be made, for which nobody is to lose."""
        for contestant in (plan.a, plan.b):
            if needs_files(contestant.name):  # a node may lack them
                player = contestant.make(seed="", time=None)
                if hasattr(player, "close"):
                    player.close()
        self._plan = plan
        self._worker: _Worker | None = None

    def __call__(self, number: int) -> Played:
        """Raises WorkersFail."""
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
    """A process that plays one game after the other, seen from here."""

    def __init__(self, plan: Plan) -> None:
        context = multiprocessing.get_context("spawn")  # nothing of this process leaks into it
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
        """Let it play a game."""
        self.number = number
        self._asked.value = NOBODY
        with contextlib.suppress(OSError):  # it is gone: the next check notices
            self.pipe.send(number)

    def poll(self) -> Played | None:
        """The game, if it has ended; it has also ended if a player is too slow or the process is
        gone (unless that happened before any player was asked)."""
        ended = not self._process.is_alive()  # asked before the pipe: what it sent last is there
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
            if UNIX:  # its session, with all that its players have started
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
    """Play the games that are asked for, until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if UNIX:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
        os.setsid()
    os.dup2(2, 1)  # what a player prints is not the answer
    sys.stdout = sys.stderr  # written line by line, so that nothing is lost when the worker ends
    threading.Thread(target=_end_with_parent, daemon=True).start()
    referee = Referee(plan, _SharedWatch(times, asked))
    with contextlib.suppress(EOFError, OSError):
        while True:
            pipe.send(referee.play(pipe.recv()))


class _SharedWatch:
    """Tells the match who is thinking and until when. Each seat has a place of its own for its
    deadline (0: it is not thinking) and the seconds it has, so that no moment between two writes
    can accuse the wrong one."""

    def __init__(self, times: Array[c_double], asked: c_int) -> None:
        self._times = times
        self._asked = asked

    def begin(self, seat: int, seconds: float) -> None:
        self._asked.value = seat  # it stays: if the process dies, the seat asked last loses
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
    """Ctrl-C only adds to the list, so that it cannot interrupt at a bad moment."""
    noted: list[bool] = []
    deaf = signal.getsignal(signal.SIGINT) in (signal.SIG_IGN, None)  # we were started like that
    if deaf or not _in_main_thread():
        yield noted
        return
    before = signal.signal(signal.SIGINT, lambda number, frame: noted.append(True))
    try:
        yield noted
    finally:
        signal.signal(signal.SIGINT, before)
