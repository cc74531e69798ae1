"""Games without a network: a course and the rulings on it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from loseta.games import game_named
from loseta.server.clock import Clock
from loseta.server.course import Course, Happening
from loseta.server.rulings import Ruling
from loseta.server.store import EventRow

from .games import VARIANTS


class Play:
    """A course with all events it was made of."""

    def __init__(
        self,
        kind: str,
        seed: str = "1",
        levels: dict[int, str] | None = None,
        clock: tuple[int, int] | None = None,
    ) -> None:
        self.game, self.options = VARIANTS[kind]
        self.seed = seed
        self._levels = levels or {}
        self._clock = clock
        self.now = 1_000
        self.course = self.fresh()
        self.rows: list[EventRow] = []
        self.happened: list[Happening] = []
        self.do(lambda ruling: ruling.start())

    def fresh(self) -> Course:
        game = game_named(self.game)
        seats = game.new(**self.options).seats
        clock = Clock(seats, *self._clock) if self._clock else None
        return Course(game, self.options, self.seed, self._levels, clock)

    def do(self, decide: Callable[[Ruling], None]) -> list[Happening]:
        ruling = Ruling(self.course, self.now)
        decide(ruling)
        self.rows += [each.row for each in ruling.made]
        self.happened += ruling.made
        return ruling.made

    def act(self, seat: int, *texts: str) -> list[Happening]:
        return self.do(lambda ruling: ruling.act(seat, self.course.ply, texts))

    def replayed(self) -> Course:
        """The course that its events make."""
        course = self.fresh()
        for row in self.rows:
            course.fold(row)
        return course

    def random_steps(self, chance: random.Random, most: int = 10_000) -> Iterator[int]:
        """Play at random; after each step the seat that acted."""
        for _ in range(most):
            waiting = sorted(self.course.waiting())
            if not waiting:
                return
            seat = chance.choice(waiting)
            legal = self.course.state_for(seat).legal_actions()
            self.act(seat, chance.choice(legal).text)
            yield seat


def everything(course: Course) -> dict[str, Any]:
    """All that a course knows, to compare two of them."""
    clock = course.clock.left if course.clock else None
    return {
        "state": course.state.to_text(),
        "number": course.number,
        "at": course.at,
        "steps": [(step.number, step.seat, step.action.text) for step in course.steps],
        "choices": course.choices,
        "undecided": course.undecided,
        "out": course.out,
        "stand_ins": course.stand_ins,
        "asked": course.asked,
        "ending": course.ending,
        "rematch": (course.rematch, course.declined),
        "waiting": course.waiting(),
        "clock": clock,
        "next draw": course.dealer.below(2**32 - 1),
    }
