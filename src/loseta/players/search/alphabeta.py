"""Looking to the end of the round: drives the alpha-beta kernel, on one thread or several.

The threads share what they remember of positions and differ in how deep they begin; whoever sees
the whole round first ends it for all. What is remembered serves the next move of the same round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from typing import Any

import numpy as np

from loseta.kernels import azul_alphabeta as kernel
from loseta.kernels.azul import SEATS, STATE
from loseta.kernels.azul_features import FEATURES
from loseta.kernels.azul_worths import MOST_ACTIONS
from loseta.kernels.tree import REWARDS
from loseta.kernels.value import HIDDEN
from loseta.players.search.budget import Clock

FIRST_WIDTH = 14
WIDEST = 60
MARGIN_SHARE = 0.5
LONGEST_LINE = 12
PATIENCE = 0.05
"""Seconds between two looks at the clock and at whoever may say stop."""
CHOICES = 10
"""A round may end with so many choices on the gray walls."""
NO_LIMIT = 1 << 60
NOTHING_YET = (-1, -1)
ROUND = ("wall", "hues", "score")
"""What tells one round from another."""


@dataclass(frozen=True)
class Reading:
    """An action at the root, what it leads to, and how many nodes were looked at for it."""

    action: int
    win_chance: float
    margin: float
    nodes: int
    line: tuple[int, ...]


class _Mind:
    """What one thread works with."""

    def __init__(self) -> None:
        plies = kernel.DEEPEST + 2
        self.states = np.zeros(plies, STATE)
        self.told = np.zeros(kernel.TOLD, np.int64)
        self.order = (
            np.zeros((SEATS, 5, 5)),
            np.zeros((2, kernel.ACTION_CODES)),
            np.zeros((plies, 2), np.int64),
            np.zeros((plies, MOST_ACTIONS), np.int64),
            np.zeros((plies, MOST_ACTIONS)),
            np.zeros(kernel.ACTION_CODES, np.int8),
        )
        self.work = (
            np.zeros((SEATS, FEATURES), np.float32),
            np.zeros((SEATS, 2 * HIDDEN), np.float32),
            np.zeros((3, SEATS)),
            np.zeros((REWARDS, SEATS)),
        )
        self.best: list[int] = []
        """The best actions so far, and how wide and deep the search was that found them."""
        self.nodes: dict[int, int] = {}
        self.reach = NOTHING_YET
        self.saw_all = False

    def begin(self, root: Any, limit: int, tick: int, salt: int) -> int:
        """How many picks the round has left."""
        self.states[0] = root
        self.told[:] = 0
        self.told[kernel.LIMIT] = limit
        self.told[kernel.TICK] = tick % kernel.TICKS
        self.told[kernel.SALT] = salt
        self.best = []
        self.nodes = {}
        self.reach = NOTHING_YET
        self.saw_all = False
        return int(kernel.prepare(self.states, self.order))

    def remember(self, found: list[int], reach: tuple[int, int]) -> None:
        """What was found is better known than what was found before, of which some may be left."""
        if found:
            self.best = found + [action for action in self.best if action not in found]
            self.reach = reach


class RoundSearch:
    """Alpha-beta to the end of the round, for two players."""

    def __init__(self, threads: int, memory: int) -> None:
        slots = 1 << max(10, (memory // 16).bit_length() - 1)  # a power of two
        self._table = np.zeros(slots, np.int64), np.zeros(slots, np.int64)
        self._minds = [_Mind() for _ in range(threads)]
        self._reader = _Mind()
        self._pool = ThreadPoolExecutor(threads, thread_name_prefix="loseta-look")
        self.forget()

    @property
    def memory(self) -> int:
        return sum(array.nbytes for array in self._table)

    def forget(self) -> None:
        """Know no more than at the start."""
        for array in self._table:
            array.fill(0)
        self._tick = 0
        self._salt = 1
        self._round: Any = None

    def think(
        self,
        root: Any,
        network: Any,
        clock: Clock,
        most: int,
        progress: Callable[[list[Reading]], None] | None,
        stop: Callable[[], bool],
    ) -> list[Reading]:
        """The best actions, at most so many; none if the budget did not suffice for one."""
        self._network = network
        picks = self._begin(root, clock)
        tasks = [
            self._pool.submit(self._deepen, mind, picks, most, 1 + number % 2)
            for number, mind in enumerate(self._minds)
        ]
        try:
            for changed in self._wait(tasks, clock, stop):
                if changed and progress is not None:
                    clock.visits = self._nodes()
                    progress(self._readings(most))
        finally:
            self._stop()
            wait(tasks)
        for task in tasks:
            task.result()
        clock.visits = self._nodes()
        return self._readings(most)

    def _begin(self, root: Any, clock: Clock) -> int:
        g = root[0]
        this_round = (int(g["round"]), int(g["bag"]), *(g[name].tobytes() for name in ROUND))
        if this_round != self._round:
            self._round = this_round
            self._salt += 1
        self._tick += 1
        visits = clock.budget.visits
        limit = NO_LIMIT if visits is None else max(1, visits // len(self._minds))
        return max(mind.begin(g, limit, self._tick, self._salt << 32) for mind in self._minds)

    def _wait(
        self, tasks: list[Future[None]], clock: Clock, stop: Callable[[], bool]
    ) -> Iterator[bool]:
        """Until time is up; now and then, whether something new was found."""
        shown = NOTHING_YET
        while True:
            left = clock.seconds_left()
            _, busy = wait(tasks, min(left, PATIENCE))
            if not busy or clock.seconds_left() <= 0 or stop():
                return
            reach = max(mind.reach for mind in self._minds)
            yield reach != shown
            shown = reach

    def _stop(self) -> None:
        for mind in self._minds:
            mind.told[kernel.STOPPED] = 1

    def _deepen(self, mind: _Mind, picks: int, most: int, depth: int) -> None:
        """Look deeper and deeper at some actions, then at more of them, until all is seen."""
        told = mind.told
        width = FIRST_WIDTH
        while not told[kernel.STOPPED]:
            told[kernel.CUT] = 0
            told[kernel.WIDTH] = width
            mind.remember(self._best(mind, depth, most), (width or WIDEST, depth))
            if told[kernel.STOPPED]:
                return
            if told[kernel.CUT] == 0:
                mind.saw_all = True
                self._stop()
                return
            if depth < picks + CHOICES:
                depth += 1
            elif width == 0:
                return
            else:
                width = 2 * width if 2 * width <= WIDEST else 0
                depth = max(2, picks - 1)
                told[kernel.TICK] = (told[kernel.TICK] + 128) % kernel.TICKS

    def _best(self, mind: _Mind, depth: int, most: int) -> list[int]:
        """The best actions at a depth, in order, as far as there was time."""
        told, barred = mind.told, mind.order[-1]
        found: list[int] = []
        while len(found) < most and not told[kernel.STOPPED]:
            told[kernel.BEST] = -1
            told[kernel.GUESS] = mind.best[len(found)] if len(found) < len(mind.best) else -1
            before = int(told[kernel.NODES])
            kernel.look(
                mind.states,
                0,
                depth,
                int(mind.states[0]["turn"]),
                -1,
                kernel.SCALE + 1,
                told,
                self._table,
                mind.order,
                self._network,
                mind.work,
                MARGIN_SHARE,
            )
            action = int(told[kernel.BEST])
            if action < 0 or (found and told[kernel.STOPPED]):
                break
            found.append(action)
            mind.nodes[action] = mind.nodes.get(action, 0) + int(told[kernel.NODES]) - before
            barred[action] = 1
        barred[:] = 0
        return found

    def _nodes(self) -> int:
        return sum(int(mind.told[kernel.NODES]) for mind in self._minds)

    def _readings(self, most: int) -> list[Reading]:
        """What the thread knows that looked furthest."""
        mind = max(self._minds, key=lambda mind: (mind.saw_all, mind.reach))
        readings = [self.reading(action) for action in mind.best[:most]]
        # The first is what alpha-beta chose; the others may come from different depths.
        return readings[:1] + sorted(readings[1:], key=lambda each: -each.win_chance)

    def reading(self, action: int) -> Reading:
        """What an action leads to, by what is remembered of the positions after it."""
        reader = self._reader  # the threads may still be at work with theirs
        reader.begin(self._minds[0].states[0], 0, 0, self._salt << 32)
        line = np.zeros(LONGEST_LINE, np.int64)
        known = kernel.follow(
            reader.states,
            action,
            reader.told,
            self._table,
            reader.order,
            self._network,
            reader.work,
            MARGIN_SHARE,
            line,
        )
        rewards = reader.work[3]
        seat = int(reader.states[0]["turn"])
        return Reading(
            action,
            float(rewards[1, seat]),
            float(rewards[2, seat]),
            sum(each.nodes.get(action, 0) for each in self._minds),
            tuple(map(int, line[:known])),
        )
