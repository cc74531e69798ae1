"""Games without a network: a log and the handlers of its commands."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import Any

from loseta.games import game_named
from loseta.server.match.clock import Clock
from loseta.server.match.command_handlers import CommandHandlers
from loseta.server.match.log import GameLog
from loseta.server.match.recent_events import AppliedEvent
from loseta.server.store import EventRow

from .games import VARIANTS


class Play:
    """A log with all events it was made of."""

    def __init__(
        self,
        kind: str,
        seed: str = "1",
        levels: dict[int, str] | None = None,
        clock: tuple[int, int] | None = None,
        start: str | None = None,
    ) -> None:
        self.game, self.options = VARIANTS[kind]
        self.seed = seed
        self._start = start
        self._levels = levels or {}
        self._clock = clock
        self.now = 1_000
        self.log = self.fresh()
        self.rows: list[EventRow] = []
        self.applied: list[AppliedEvent] = []
        self.do(lambda handlers: handlers.start())

    def fresh(self) -> GameLog:
        game = game_named(self.game)
        seats = game.new(**self.options).seats
        clock = Clock(seats, *self._clock) if self._clock else None
        return GameLog(game, self.options, self.seed, self._levels, clock, self._start)

    def do(self, decide: Callable[[CommandHandlers], None]) -> list[AppliedEvent]:
        handlers = CommandHandlers(self.log, self.now)
        decide(handlers)
        self.rows += [each.row for each in handlers.new_events]
        self.applied += handlers.new_events
        return handlers.new_events

    def act(self, seat: int, *texts: str) -> list[AppliedEvent]:
        return self.do(lambda handlers: handlers.act(seat, self.log.ply, texts))

    def replayed(self) -> GameLog:
        """The log that its events make."""
        log = self.fresh()
        for row in self.rows:
            log.apply_event(row)
        return log

    def random_steps(self, chance: random.Random, most: int = 10_000) -> Iterator[int]:
        """Play at random; after each step the seat that acted."""
        for _ in range(most):
            waiting = sorted(self.log.waiting())
            if not waiting:
                return
            seat = chance.choice(waiting)
            legal = self.log.state_for(seat).legal_actions()
            self.act(seat, chance.choice(legal).text)
            yield seat


def everything(log: GameLog) -> dict[str, Any]:
    """All that a log knows, to compare two of them."""
    clock = log.clock.left if log.clock else None
    return {
        "state": log.state.to_text(),
        "number": log.number,
        "at": log.at,
        "steps": [(step.number, step.seat, step.action.text) for step in log.steps],
        "choices": log.choices,
        "undecided": log.undecided,
        "out": log.out,
        "stand_ins": log.stand_ins,
        "asked": log.asked,
        "ending": log.ending,
        "rematch": (log.rematch.accepted, log.rematch.declined),
        "waiting": log.waiting(),
        "clock": clock,
        "next draw": log.dealer.below(2**32 - 1),
    }
