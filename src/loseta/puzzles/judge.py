"""Search positions as thoroughly as puzzles need."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loseta.game import HiddenInformation, State
from loseta.players.search.budget import Budget, Candidate
from loseta.players.search.thinker import Thinker, make_thinker
from loseta.puzzles.lines import Line, goes_on, play_line
from loseta.puzzles.model import Value

ROUND_NODES = 200_000
"""The most nodes of a search to the end of the round; one that needs more is given up."""
TREE_VISITS = 1_500
"""The visits of a tree search, used where no search reaches the end of the round."""
IMPRESSION_VISITS = 400
"""The visits of a small tree that shows whether a position is worth a longer search."""
LINE_VISITS = 600
"""The visits for each action that is searched alone, and for each step of a line."""
MEMORY_MB = 64


@dataclass(frozen=True, slots=True)
class Opinion:
    """The best actions of a position. A search of the round ranks them; a tree orders them by
    visits."""

    candidates: Sequence[Candidate[Any]]
    is_settled: bool
    """Whether the search covered the whole rest of the round; a tree never does."""


class Judge:
    """Searches positions of one game. The same calls in the same order give the same results."""

    def __init__(self, game: str) -> None:
        self._thinker: Thinker = make_thinker(game, memory_mb=MEMORY_MB)

    def new_game(self, seed: int) -> None:
        self._thinker.reseed(seed)

    def sees_rounds(self, state: State) -> bool:
        return self._thinker.has_round_search(state)

    def opinion(self, state: State, most: int, times: int = 1) -> Opinion:
        """Search for the `most` best actions, `times` as long as usual."""
        if self.sees_rounds(state):
            budget = Budget(visits=times * ROUND_NODES)
            found = self._thinker.think(state, budget, most=most)
            return Opinion(found, self._thinker.visits <= times * ROUND_NODES)
        some = self._thinker.think(state, Budget(visits=times * TREE_VISITS))[:most]
        return Opinion([self._alone(state, each, times) for each in some], False)

    def impression(self, state: State) -> Sequence[Candidate[Any]]:
        """The actions of a small tree, most visited first."""
        found: Sequence[Candidate[Any]] = self._thinker.think(
            state, Budget(visits=IMPRESSION_VISITS)
        )
        return found

    def _alone(self, state: State, candidate: Candidate[Any], times: int) -> Candidate[Any]:
        """Search one action alone. A tree hardly visits actions that seem worse, so it would not
        evaluate them as well as the best."""
        budget, only = Budget(visits=times * LINE_VISITS), {candidate.action.index}
        return self._thinker.think(state, budget, most=1, only=only)[0]

    def line(self, state: State, action: Any) -> tuple[Line, Value]:
        """An action followed by the best play of all seats, to the end of the round or the next
        draw, and its value for the seat that plays it."""
        seat, now, actions = state.to_move, state.copy(), [action]
        visits = ROUND_NODES if self.sees_rounds(state) else LINE_VISITS
        judged = self._thinker.think(now, Budget(visits=visits), most=1, only={action.index})[0]
        value = Value(judged.value, judged.win_chance)
        now.apply(action)
        while goes_on(now, state.round):
            try:
                judged = self._thinker.think(now, Budget(visits=visits), most=1)[0]
            except HiddenInformation:  # the search needs plates that only the other seat knows
                break
            if self.sees_rounds(state):
                value = _seen_from(judged, now.to_move == seat)
            actions.append(judged.action)
            now.apply(judged.action)
        return play_line(state, actions), value


def _seen_from(judged: Candidate[Any], own: bool) -> Value:
    """A search result as a value for one side of a game of two, which is zero-sum. `own`: whether
    the result is already for that side."""
    if own:
        return Value(judged.value, judged.win_chance)
    return Value(-judged.value, 1 - judged.win_chance)
