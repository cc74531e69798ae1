"""What the search thinks of a position, as exactly as a puzzle needs it."""

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
"""Of a search to the end of the round. One that needs more is given up."""
TREE_VISITS = 1_500
"""Of a tree, where that is what fits."""
IMPRESSION_VISITS = 400
"""Of a tree that shows which positions are worth a longer look."""
LINE_VISITS = 600
"""For each action that a tree judges alone, and for each step of a line."""
MEMORY_MB = 64


@dataclass(frozen=True, slots=True)
class Opinion:
    """The best actions, the best first."""

    candidates: Sequence[Candidate[Any]]
    is_settled: bool
    """Whether the search saw all ways to the end of the round; a tree never does."""


class Judge:
    """Searches positions of one game. The same questions in the same order get the same answers."""

    def __init__(self, game: str) -> None:
        self._thinker: Thinker = make_thinker(game, memory_mb=MEMORY_MB)

    def new_game(self, seed: int) -> None:
        self._thinker.reseed(seed)

    def sees_rounds(self, state: State) -> bool:
        return self._thinker.has_round_search(state)

    def opinion(self, state: State, most: int, times: int = 1) -> Opinion:
        """`times`: how much longer than usual to search."""
        if self.sees_rounds(state):
            budget = Budget(visits=times * ROUND_NODES)
            found = self._thinker.think(state, budget, most=most)
            return Opinion(found, self._thinker.visits <= times * ROUND_NODES)
        some = self._thinker.think(state, Budget(visits=times * TREE_VISITS))[:most]
        return Opinion([self._alone(state, each, times) for each in some], False)

    def impression(self, state: State) -> Sequence[Candidate[Any]]:
        """What a small tree tries most."""
        found: Sequence[Candidate[Any]] = self._thinker.think(
            state, Budget(visits=IMPRESSION_VISITS)
        )
        return found

    def _alone(self, state: State, candidate: Candidate[Any], times: int) -> Candidate[Any]:
        """A tree looks little at what seems worse, and knows little about it: so that all are known
        equally well, each is searched by itself."""
        budget, only = Budget(visits=times * LINE_VISITS), {candidate.action.index}
        return self._thinker.think(state, budget, most=1, only=only)[0]

    def line(self, state: State, action: Any) -> tuple[Line, Value]:
        """An action, and the best play of all after it, to the end of the round or until something
        is drawn; what it comes to for the seat that plays it."""
        seat, now, actions = state.to_move, state.copy(), [action]
        visits = ROUND_NODES if self.sees_rounds(state) else LINE_VISITS
        judged = self._thinker.think(now, Budget(visits=visits), most=1, only={action.index})[0]
        value = Value(judged.value, judged.win_chance)
        now.apply(action)
        while goes_on(now, state.round):
            try:
                judged = self._thinker.think(now, Budget(visits=visits), most=1)[0]
            except HiddenInformation:  # what the other knows is not known here
                break
            if self.sees_rounds(state):
                value = _seen_from(judged, now.to_move == seat)
            actions.append(judged.action)
            now.apply(judged.action)
        return play_line(state, actions), value


def _seen_from(judged: Candidate[Any], own: bool) -> Value:
    """Of two players one wins what the other loses."""
    if own:
        return Value(judged.value, judged.win_chance)
    return Value(-judged.value, 1 - judged.win_chance)
