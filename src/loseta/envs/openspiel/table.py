"""A game whose chance comes one draw at a time.

The rules draw a whole action of the dealer through a `pick` (`State.deal`). Here each pick is asked
of somebody outside: the draws made so far are given back in order, and where the next one is wanted
the drawing is broken off, to begin anew when it is known. So no rule of dealing is written here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from loseta.envs.openspiel.knowledge import Knowledge
from loseta.game import DEALER, State


class _Wanted(Exception):
    """The next draw is not known yet: its weights."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = tuple(weights)


class Table:
    """A state, and the draws of the dealer's action that is being made."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.draws: list[int] = []
        self.weights: tuple[int, ...] = ()
        """Of the draw that is wanted; none when a seat is to move or the game is over."""
        self._knowledge: list[Knowledge | None] = [None] * state.seats
        self._start = state.copy()
        self._actions: list[Any] = []
        self._deal()

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        """OpenSpiel clones the attributes of a state like this."""
        made = Table.__new__(Table)
        made.state = self.state.copy()
        made.draws = self.draws[:]
        made.weights = self.weights
        made._knowledge = [known and known.copy() for known in self._knowledge]
        made._start = self._start  # never changed
        made._actions = self._actions[:]
        return made

    def draw(self, index: int) -> None:
        """The dealer's next draw."""
        self.draws.append(index)
        self._deal()

    def act(self, action: Any) -> None:
        """An action of the seat to move. Raises IllegalAction."""
        self._apply(action)
        self._deal()

    def _apply(self, action: Any) -> None:
        self.state.apply(action)
        self._actions.append(action)
        for known in self._knowledge:
            if known is not None:
                known.note(action)

    def _deal(self) -> None:
        """Carry out the dealer's action as soon as all its draws are known."""
        self.weights = ()
        while self.state.to_move == DEALER:
            given = iter(self.draws)

            def pick(weights: Sequence[int], given: Any = given) -> int:
                for index in given:
                    return int(index)
                raise _Wanted(weights)

            try:
                action = self.state.deal(pick)
            except _Wanted as wanted:
                self.weights = wanted.weights
                return
            self.draws = []
            self._apply(action)

    def knowledge(self, seat: int) -> str:
        """All that a seat has come to know."""
        known = self._knowledge[seat]
        if known is None:
            known = self._knowledge[seat] = Knowledge(seat, self._start)
            for action in self._actions:
                known.note(action)
        return known.text()
