"""Which action is best and which is second, by the search that fits the position."""

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
"""The share of its visits that a tree gives to an action that is clearly best."""
CONFIRMING, CONFIRMING_TREE = 2, 4
"""How many times longer the search is that confirms a verdict; trees need more."""
CONFIRMED_LEAD = 0.015
"""By what chance to win the best action must still lead after the longer search of a tree."""
MOST_RIVALS = 6
"""Lines that are compared if each needs a tree of its own."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The best action, and the best one that is not equal to it."""

    action: Any
    value: Value
    second: Any
    second_value: Value
    others: Sequence[Any] = ()
    """Those after the second, as far as they are known."""


class Verdicts:
    """Alpha-beta to the end of the round in Azul for two. Otherwise a tree, and an exhaustive
    search in the last round."""

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
        """The choice of a short tree search, which may save a long one; None where alpha-beta
        searches."""
        if self._judge.sees_rounds(state):
            return None
        best, *others = self._judge.impression(state)
        seen = best.visits + sum(each.visits for each in others)
        return best.action if best.visits >= FAVOURED * seen else UNDECIDED

    def verdict(self, state: State, exact: bool, times: int = 1) -> Verdict | None:
        """None if the search cannot be completed, or does not agree with itself."""
        if exact and not self._judge.sees_rounds(state):
            return self._tried_out(state)
        if self._judge.sees_rounds(state):
            opinion = self._judge.opinion(state, 2, times)
            return _verdict(state, opinion.candidates) if opinion.is_settled else None
        opinion = self._judge.opinion(state, MOST_RIVALS + 2, times)
        ranked = sorted(opinion.candidates, key=lambda each: -each.win_chance)
        if ranked[0].action != opinion.candidates[0].action:
            return None  # the most visited action is not the best when searched alone
        return _verdict(state, ranked)

    def line(self, state: State, action: Any, exact: bool) -> tuple[Line, Value]:
        """An action with the best play of all seats after it, and its value."""
        if exact and not self._judge.sees_rounds(state):
            values = dict(self._exhaustive.values(state))
            return self._exhaustive.line(state, action), values[action]
        return self._judge.line(state, action)

    def confirm(self, state: State, verdict: Verdict, exact: bool) -> bool:
        """Whether a new and longer search says the same."""
        sees_rounds = self._judge.sees_rounds(state)
        if exact and not sees_rounds:
            return True  # nothing was left out
        self._judge.new_game(self._seed + 1)
        again = self.verdict(state, exact, times=CONFIRMING if sees_rounds else CONFIRMING_TREE)
        self._judge.new_game(self._seed)
        if again is None or again.action != verdict.action:
            return False
        lead = again.value.win_chance - again.second_value.win_chance
        return exact or lead > (0 if sees_rounds else CONFIRMED_LEAD)

    def rivals(self, state: State, right: Sequence[Any], verdict: Verdict) -> Sequence[Any]:
        """The other actions, besides the second, that must not reach what the puzzle is about."""
        if self._judge.sees_rounds(state):
            return [
                action
                for action in state.legal_actions()
                if action not in right and action != verdict.second
            ]
        return verdict.others[:MOST_RIVALS]

    def _tried_out(self, state: State) -> Verdict | None:
        self._exhaustive = Exhaustive()  # results from another position are of little use
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
