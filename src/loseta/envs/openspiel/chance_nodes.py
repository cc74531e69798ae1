"""A game in which each single draw of the dealer is a chance node.

The rules draw a whole action of the dealer by calling `pick` (`State.deal`). Here the outcomes come
from outside: `pick` repeats the draws made so far and interrupts the rules at the next one; once
its outcome is known, the rules start the deal again. So this module contains no rules of dealing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import takewhile
from typing import Any

from loseta.envs.openspiel.knowledge import Knowledge
from loseta.game import DEALER, State


class _Wanted(Exception):
    """The outcome of the next draw is not known yet; `weights` are those of its outcomes."""

    def __init__(self, weights: Sequence[int]) -> None:
        super().__init__()
        self.weights = tuple(weights)


def _dealt(state: State, draws: Iterable[int], complete: bool = False) -> Any:
    """The dealer's action that these draws make. If it needs more draws, raises _Wanted or, with
    `complete`, uses the first possible outcome of each."""
    given = iter(draws)

    def pick(weights: Sequence[int]) -> int:
        for index in given:
            return index
        if complete:
            return next(index for index, weight in enumerate(weights) if weight)
        raise _Wanted(weights)

    return state.deal(pick)


def draws_for(state: State, action: Any, usual: Sequence[int]) -> Sequence[int]:
    """Draws that make a given action of the dealer: the `usual` ones if they do, otherwise found
    greedily, one draw after the other, by agreement with the action."""
    with suppress(_Wanted, IndexError):
        if _dealt(state, usual) == action:
            return usual
    draws: list[int] = []
    while True:
        try:
            assert _dealt(state, draws) == action
            return draws
        except _Wanted as wanted:
            agreed = {
                index: _agreement(_dealt(state, [*draws, index], complete=True), action)
                for index, weight in enumerate(wanted.weights)
                if weight
            }
            draws.append(max(agreed, key=agreed.__getitem__))


def _agreement(one: Any, other: Any) -> int:
    """How many leading parts of two actions' texts are equal."""
    pairs = zip(*(re.split("[:,/]", action.text) for action in (one, other)), strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


class GameWithChanceNodes:
    """A state, and the draws made so far for the dealer's next action."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.draws: list[int] = []
        self.weights: tuple[int, ...] = ()
        """The weights of the next draw; empty when a seat is to move or the game is over."""
        self._knowledge: list[Knowledge | None] = [None] * state.seats
        self._start = state.copy()
        self._actions: list[Any] = []
        self._drawn: list[tuple[int, ...]] = []
        """The draws that made each action; empty for an action of a seat."""
        self._deal()

    def __deepcopy__(self, memo: dict[int, Any]) -> GameWithChanceNodes:
        """Copy the game: OpenSpiel clones the attributes of a state this way."""
        made = GameWithChanceNodes.__new__(GameWithChanceNodes)
        made.state = self.state.copy()
        made.draws = self.draws[:]
        made.weights = self.weights
        made._knowledge = [known and known.copy() for known in self._knowledge]
        made._start = self._start  # never changed
        made._actions = self._actions[:]
        made._drawn = self._drawn[:]
        return made

    def draw(self, index: int) -> None:
        """Set the outcome of the dealer's next draw."""
        self.draws.append(index)
        self._deal()

    def act(self, action: Any) -> None:
        """Play an action of the seat to move. Raises IllegalAction."""
        self._apply(action)
        self._deal()

    def _apply(self, action: Any) -> None:
        self.state.apply(action)
        self._actions.append(action)
        self._drawn.append(tuple(self.draws))
        self.draws = []
        for known in self._knowledge:
            if known is not None:
                known.note(action)

    def _deal(self) -> None:
        """Carry out the dealer's actions whose draws are all known."""
        self.weights = ()
        while self.state.to_move == DEALER:
            try:
                action = _dealt(self.state, self.draws)
            except _Wanted as wanted:
                self.weights = wanted.weights
                return
            self._apply(action)

    @property
    def actions(self) -> Sequence[Any]:
        """All actions played so far, including the dealer's."""
        return self._actions

    def other_course(
        self, make: Callable[[State, Sequence[Any]], Sequence[Any]]
    ) -> Iterator[tuple[Any, tuple[int, ...]]]:
        """The actions that `make` derives from this game's, each with the draws that made the
        original."""
        return zip(make(self._start, self._actions), self._drawn, strict=True)

    def knowledge(self, seat: int) -> str:
        """Everything a seat has learned, as a text."""
        known = self._knowledge[seat]
        if known is None:
            known = self._knowledge[seat] = Knowledge(seat, self._start)
            for action in self._actions:
                known.note(action)
        return known.text()
