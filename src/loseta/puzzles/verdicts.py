"""Determine the best and the second-best action, with the search that fits the position."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loseta.game import State
from loseta.players import Candidate
from loseta.puzzles.exhaustive import Exhaustive, TooMany
from loseta.puzzles.judge import Judge
from loseta.puzzles.lines import Line
from loseta.puzzles.model import Value
from loseta.puzzles.part import accepted

UNDECIDED = "undecided"
FAVOURED = 0.5
"""The least share of a tree's visits that makes an action its favourite."""
CONFIRMING, CONFIRMING_TREE = 2, 4
"""How many times longer the search that confirms a verdict takes; trees need more."""
CONFIRMED_LEAD = 0.015
"""The win chance by which the best action must still lead after a tree's longer search."""
MOST_RIVALS = 6
"""The most other lines to compare if each needs a tree of its own."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best action, and the best of those that are not equal to it."""

    action: Any
    value: Value
    second: Any
    second_value: Value
    others: Sequence[Any] = ()
    """The actions after the second, if the search ranked them."""


class Verdicts:
    """Verdicts by alpha-beta to the end of the round in Azul for two; otherwise by a tree, and by
    an exhaustive search in the last round."""

    def __init__(self, judge: Judge) -> None:
        self._judge = judge
        self._seed = 1

    def new_game(self, seed: int) -> None:
        self._seed = seed
        self._judge.new_game(seed)
        self._exhaustive = Exhaustive()

    def sees_rounds(self, state: State) -> bool:
        return self._judge.sees_rounds(state)

    def favourite(self, state: State) -> Any:
        """The favourite of a short tree search, which may make a long one unnecessary, or
        UNDECIDED. None if alpha-beta searches the position."""
        if self._judge.sees_rounds(state):
            return None
        best, *others = self._judge.impression(state)
        seen = best.visits + sum(each.visits for each in others)
        return best.action if best.visits >= FAVOURED * seen else UNDECIDED

    def verdict(self, state: State, exact: bool, times: int = 1) -> Verdict | None:
        """The verdict of a search, `times` as long as usual. None if the search cannot be completed
        or contradicts itself."""
        if exact and not self._judge.sees_rounds(state):
            return self._search_exhaustively(state)
        if self._judge.sees_rounds(state):
            opinion = self._judge.opinion(state, 2, times)
            return _verdict(state, opinion.candidates) if opinion.is_settled else None
        opinion = self._judge.opinion(state, MOST_RIVALS + 2, times)
        ranked = sorted(opinion.candidates, key=lambda each: -each.win_chance)
        if ranked[0].action != opinion.candidates[0].action:
            return None  # searched alone, the most visited action is not the best
        return _verdict(state, ranked)

    def line(self, state: State, action: Any, exact: bool) -> tuple[Line, Value]:
        """An action followed by the best play of all seats, and its value."""
        if exact and not self._judge.sees_rounds(state):
            values = dict(self._exhaustive.values(state))
            return self._exhaustive.line(state, action), values[action]
        return self._judge.line(state, action)

    def confirm(self, state: State, verdict: Verdict, exact: bool) -> bool:
        """Whether a new, longer search agrees with a verdict."""
        sees_rounds = self._judge.sees_rounds(state)
        if exact and not sees_rounds:
            return True  # the search was exhaustive
        self._judge.new_game(self._seed + 1)
        again = self.verdict(state, exact, times=CONFIRMING if sees_rounds else CONFIRMING_TREE)
        self._judge.new_game(self._seed)
        if again is None or again.action != verdict.action:
            return False
        lead = again.value.win_chance - again.second_value.win_chance
        return exact or lead > (0 if sees_rounds else CONFIRMED_LEAD)

    def rivals(self, state: State, right: Sequence[Any], verdict: Verdict) -> Sequence[Any]:
        """The other wrong actions, besides the second, that must not achieve the puzzle's goal."""
        if self._judge.sees_rounds(state):
            return [
                action
                for action in state.legal_actions()
                if action not in right and action != verdict.second
            ]
        return verdict.others[:MOST_RIVALS]

    def _search_exhaustively(self, state: State) -> Verdict | None:
        self._exhaustive = Exhaustive()  # cached results of other positions are of little use
        try:
            values = self._exhaustive.values(state)
        except TooMany:
            return None
        same = accepted(state, values[0][0])
        others = [(action, value) for action, value in values if action not in same]
        if not others:
            return None
        rest = tuple(action for action, _ in others[1:])
        return Verdict(*values[0], *others[0], rest)


def _verdict(state: State, candidates: Sequence[Candidate[Any]]) -> Verdict | None:
    best, *others = candidates
    same = accepted(state, best.action)
    others = [each for each in others if each.action not in same]
    if not others:
        return None
    second = others[0]
    return Verdict(
        best.action,
        Value(best.value, best.win_chance),
        second.action,
        Value(second.value, second.win_chance),
        tuple(each.action for each in others[1:]),
    )
