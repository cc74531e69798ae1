"""A program as a player: `cmd:./other --fast`, wherever a player is named."""

from __future__ import annotations

from typing import Any

from loseta.game import A, State
from loseta.players.programs.engine import Engine, number_from
from loseta.players.programs.limit import Limit
from loseta.players.search.budget import Candidate

USUAL_SECONDS = 1.0
"""The default time per move, which is that of the strongest level."""


class ProgramPlayer:
    """A program that plays. It is started at once, and sees only what its seat may know. Raises
    EngineError."""

    def __init__(self, command: str, seed: str = "", time: float | None = None) -> None:
        self._engine = Engine(command)
        self._limit = Limit(time=USUAL_SECONDS if time is None else time)
        self.chosen: Candidate[Any] | None = None
        """Its evaluation of the action that it chose last, if it reported one."""
        self.new_game(seed)

    def new_game(self, seed: str) -> None:
        """Begin a new game, with this seed if the program has an option for one."""
        number = number_from(seed, self._engine.options.get("seed", []))
        if number is not None:
            self._engine.set_option("seed", number)
        self._engine.forget()

    def prepare(self, state: State) -> None:
        """Let the program load or compile what it needs, outside the time of a move."""
        self._engine.play(state, Limit(time=self._limit.time, visits=1))
        self._engine.forget()

    def choose(self, state: State[A]) -> A:
        action = self._engine.play(state, self._limit)
        found = self._engine.thought.candidates if self._engine.thought else ()
        self.chosen = next((each for each in found if each.action == action), None)
        return action

    def close(self) -> None:
        self._engine.close()
