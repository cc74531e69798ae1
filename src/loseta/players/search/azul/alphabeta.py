"""Alpha-beta to the end of the round: runs the kernel in one thread or several.

The threads share the transposition table and start at different depths; the first that has searched
the whole round ends the search for all. The next move of the same round reuses the table. Time that
is left goes into rollouts of the next round.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any

import numpy as np

from loseta.azul import action_from_index
from loseta.kernels.azul import FEATURES, STATE
from loseta.kernels.azul import alphabeta as kernel
from loseta.kernels.azul.tables import MOST_ACTIONS, SEATS
from loseta.kernels.game import TILE_VALUES
from loseta.kernels.tree import REWARDS
from loseta.kernels.value import HIDDEN
from loseta.players.search.azul.next_round import NextRound
from loseta.players.search.budget import Candidate, Clock, ranked_below
from loseta.players.search.searcher import LOST, Only, Progress, Stop

FIRST_WIDTH = 14
WIDEST = 60
MARGIN_SHARE = 0.5
LONGEST_LINE = 12
POLL_SECONDS = 0.05
"""The interval at which the clock and `stop` are checked."""
CHOICES = 10
"""The most choices on the gray walls at the end of a round."""
NO_LIMIT = 1 << 60
NO_REACH = (-1, -1)
"""The reach of a thread that has found nothing yet."""
ROUND = ("wall", "colour_masks", "score")
"""The fields of a record that, with round and bag, distinguish one round from another."""
COMPARED = 6
"""How many of the best actions are compared by rollouts."""
CLOSE = 0.06
"""Only actions whose value is within this of the best one are compared."""


class SearchThread:
    """The arrays and results of one thread."""

    def __init__(self) -> None:
        plies = kernel.DEEPEST + 2
        self.states = np.zeros(plies, STATE)
        self.control = np.zeros(kernel.CONTROL_SIZE, np.int64)
        self.excluded = np.zeros(kernel.ACTION_CODES, np.int8)
        self.ordering = (
            np.zeros(TILE_VALUES),
            np.zeros((2, kernel.ACTION_CODES)),
            np.zeros((plies, 2), np.int64),
            np.zeros((plies, MOST_ACTIONS), np.int64),
            np.zeros((plies, MOST_ACTIONS)),
            self.excluded,
        )
        self.work = (
            np.zeros((SEATS, FEATURES), np.float32),
            np.zeros((SEATS, 2 * HIDDEN), np.float32),
            np.zeros((3, SEATS)),
            np.zeros((REWARDS, SEATS)),
        )
        self._clear()

    def _clear(self) -> None:
        self.best: list[int] = []
        """The best actions so far."""
        self.reach = NO_REACH
        """The width and depth of the search that found them."""
        self.nodes: dict[int, int] = {}
        self.saw_all = False

    def begin(self, root: Any, limit: int, generation: int, salt: int) -> int:
        """Set up a search of this position; return how many picks are left."""
        self._clear()
        self.states[0] = root
        self.control[:] = 0
        self.control[kernel.NODE_LIMIT] = limit
        self.control[kernel.GENERATION] = generation % kernel.GENERATIONS
        self.control[kernel.SALT] = salt
        return int(kernel.prepare(self.states, self.ordering))

    def remember(self, found: list[int], reach: tuple[int, int]) -> None:
        """Put newly found actions before those of earlier, shallower searches."""
        if found:
            self.best = found + [action for action in self.best if action not in found]
            self.reach = reach


class AlphaBeta:
    """Alpha-beta to the end of the round, for two players."""

    def __init__(self, threads: int, memory: int) -> None:
        slots = 1 << max(10, (memory // 16).bit_length() - 1)  # a power of two
        self._table = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        self._threads = [SearchThread() for _ in range(threads)]
        self._reader = SearchThread()
        self._left_out = np.zeros(kernel.ACTION_CODES, np.int8)
        """1 for the actions at the root that are not in `only`."""
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="loseta-alphabeta")
        self._next_round = NextRound()
        self.reseed(0)

    @property
    def memory(self) -> int:
        return sum(array.nbytes for array in self._table)

    def reseed(self, seed: int) -> None:
        """Clear the transposition table. Only the rollouts use the seed: alpha-beta has no
        chance."""
        self._next_round.reseed(seed)
        for array in self._table:
            array.fill(0)
        self._generation = 0
        self._salt = 1
        self._round: Any = None

    def think(
        self,
        roots: Any,
        weights: Any,
        clock: Clock,
        most: int,
        progress: Progress | None,
        stop: Stop,
        only: Only = None,
    ) -> list[Candidate]:
        self._network = weights
        self._left_out[:] = only is not None
        self._left_out[list(only or ())] = 0
        picks = self._begin(roots, clock)
        tasks = [
            self._pool.submit(self._deepen, thread, picks, most, 1 + number % 2)
            for number, thread in enumerate(self._threads)
        ]
        self._finish(tasks, clock, most, progress, stop)
        found = self._candidates(most)
        plays = most == 1 and clock.budget.visits is None
        is_lost = bool(found) and found[0].win_chance < LOST
        if plays and not is_lost and clock.seconds_left() > 0 and not stop():
            return self._compare_by_rollouts(found, clock, stop)
        return found

    def _finish(
        self,
        tasks: Sequence[Future[Any]],
        clock: Clock,
        most: int,
        progress: Progress | None,
        stop: Stop,
    ) -> None:
        """Wait for these tasks until the time is up or `stop` returns true, then end them."""
        try:
            for changed in self._wait(tasks, clock, stop):
                if changed and progress is not None:
                    clock.visits = self._nodes()
                    progress(self._candidates(most))
        finally:
            self._stop()
            wait(tasks)
        for task in tasks:
            task.result()
        clock.visits = self._nodes()

    def _compare_by_rollouts(
        self, found: list[Candidate], clock: Clock, stop: Stop
    ) -> list[Candidate]:
        """The best action by rollouts of the next round, if the search has seen all of this one and
        other actions are about as good. Only for timed moves: a level with a number of nodes would
        become stronger, and an analysis shows the values of the search."""
        thread = next((each for each in self._threads if each.saw_all), None)
        if thread is None or not found:
            return found
        thread.control[kernel.STOPPED] = 0
        width, depth = thread.reach
        thread.control[kernel.WIDTH] = 0 if width == WIDEST else width
        task = self._pool.submit(self._best, thread, depth, COMPARED)
        self._finish([task], clock, COMPARED, None, stop)
        first = found[0].action.index
        others = [action for action in task.result() if action != first]
        ends = self._different_ends([first, *others])
        if len(ends) < 2:
            return found
        actions, values, positions = zip(*ends, strict=True)
        seat = int(thread.states[0]["turn"])
        best = self._next_round.best(
            np.concatenate(positions), values, seat, self._network, MARGIN_SHARE, clock, stop
        )
        return found if best == 0 else [self.candidate(actions[best])]

    def _different_ends(self, actions: list[int]) -> list[tuple[int, float, Any]]:
        """Actions that lead to different ends of the round with values close to that of the first
        action: each with its value and its end."""
        reader = self._reader
        ends: dict[bytes, tuple[int, float, Any]] = {}
        least = 0.0
        for action in actions:
            self.candidate(action)
            value = float(reader.work[3][0, reader.states[0]["turn"]])
            if action == actions[0]:
                least = value - CLOSE
            if value >= least:
                end = reader.states[1:2].copy()
                ends.setdefault(end.tobytes(), (action, value, end))
        return list(ends.values())

    def _begin(self, root: Any, clock: Clock) -> int:
        g = root[0]
        this_round = (int(g["round"]), int(g["bag"]), *(g[name].tobytes() for name in ROUND))
        if this_round != self._round:
            self._round = this_round
            self._salt += 1
        self._generation += 1
        visits = clock.budget.visits
        limit = NO_LIMIT if visits is None else max(1, visits // len(self._threads))
        salt = self._salt << 32
        return max(each.begin(g, limit, self._generation, salt) for each in self._threads)

    def _wait(self, tasks: Sequence[Future[Any]], clock: Clock, stop: Stop) -> Iterator[bool]:
        """Wait until the tasks or the time are over, or `stop` returns true. On the way, yield
        whether the search has got further since the last yield."""
        shown = NO_REACH
        while True:
            _, busy = wait(tasks, min(clock.seconds_left(), POLL_SECONDS))
            if not busy or clock.seconds_left() <= 0 or stop():
                return
            reach = max(each.reach for each in self._threads)
            yield reach != shown
            shown = reach

    def _stop(self) -> None:
        for each in self._threads:
            each.control[kernel.STOPPED] = 1

    def _deepen(self, thread: SearchThread, picks: int, most: int, depth: int) -> None:
        """Iterative deepening, first on a few actions of each position, then on more, until the
        whole round has been searched."""
        control = thread.control
        width = FIRST_WIDTH
        while not control[kernel.STOPPED]:
            control[kernel.HORIZON] = 0
            control[kernel.WIDTH] = width
            thread.remember(self._best(thread, depth, most), (width or WIDEST, depth))
            if control[kernel.STOPPED]:
                return
            if control[kernel.HORIZON] == 0:
                thread.saw_all = True
                self._stop()
                return
            if depth < picks + CHOICES:
                depth += 1
            elif width == 0:
                return
            else:
                width = 2 * width if 2 * width <= WIDEST else 0
                depth = max(2, picks - 1)
                half = kernel.GENERATIONS // 2
                control[kernel.GENERATION] = (control[kernel.GENERATION] + half) % (2 * half)

    def _best(self, thread: SearchThread, depth: int, most: int) -> list[int]:
        """The best actions by a search of this depth, the best first; at most `most`, fewer if the
        search was stopped."""
        control = thread.control
        found: list[int] = []
        thread.excluded[:] = self._left_out
        while len(found) < most and not control[kernel.STOPPED]:
            control[kernel.BEST] = -1
            first = thread.best[len(found)] if len(found) < len(thread.best) else -1
            control[kernel.FIRST] = first
            before = int(control[kernel.NODES])
            kernel.negamax(
                thread.states,
                0,
                depth,
                int(thread.states[0]["turn"]),
                -1,
                kernel.SCALE + 1,
                control,
                self._table,
                thread.ordering,
                self._network,
                thread.work,
                MARGIN_SHARE,
            )
            action = int(control[kernel.BEST])
            if action < 0 or (found and control[kernel.STOPPED]):
                break
            found.append(action)
            nodes = int(control[kernel.NODES]) - before
            thread.nodes[action] = thread.nodes.get(action, 0) + nodes
            thread.excluded[action] = 1
        return found

    def _nodes(self) -> int:
        return sum(int(each.control[kernel.NODES]) for each in self._threads)

    def _candidates(self, most: int) -> list[Candidate]:
        """The best actions of the thread that got furthest."""
        thread = max(self._threads, key=lambda each: (each.saw_all, each.reach))
        found = [self.candidate(action) for action in thread.best[:most]]
        # Alpha-beta chose the first among all actions. Some of the others may be from lower depths,
        # which may have overrated them.
        return ranked_below(found[0], found[1:]) if found else []

    def candidate(self, action: int) -> Candidate:
        """An action at the root with its principal variation; visits are nodes."""
        reader = self._reader  # the arrays of the threads may still be in use
        reader.begin(self._threads[0].states[0], 0, 0, self._salt << 32)
        line = np.zeros(LONGEST_LINE, np.int64)
        known = kernel.principal_variation(
            reader.states,
            action,
            reader.control,
            self._table,
            reader.ordering,
            self._network,
            reader.work,
            MARGIN_SHARE,
            line,
        )
        rewards = reader.work[3]
        seat = int(reader.states[0]["turn"])
        return Candidate(
            action=action_from_index(action),
            visits=sum(each.nodes.get(action, 0) for each in self._threads),
            value=float(rewards[2, seat]),
            win_chance=float(rewards[1, seat]),
            line=tuple(map(action_from_index, line[:known].tolist())),
            depth=max(1, *(each.reach[1] for each in self._threads)),
        )
