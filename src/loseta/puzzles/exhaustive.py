"""Exhaustive search of the last round of a game on the rules engine, for positions that alpha-beta
cannot search. Each seat maximises its share of the victory, then its margin."""

from __future__ import annotations

from typing import Any

from loseta.game import State
from loseta.puzzles.lines import Line, play_line
from loseta.puzzles.model import Value

MOST_POSITIONS = 40_000

Payoffs = tuple[tuple[float, int], ...]
"""For each seat, its share of the victory and its margin over the best other seat."""


class TooMany(Exception):
    """There are too many positions to search."""


class Exhaustive:
    """Solves the positions of a round, and caches their values."""

    def __init__(self, most: int = MOST_POSITIONS) -> None:
        self._known: dict[Any, tuple[Payoffs, Any]] = {}
        self._most = most

    def values(self, state: State) -> list[tuple[Any, Value]]:
        """All actions with their values, best first. Raises TooMany."""
        seat = state.to_move
        assert seat is not None
        found = []
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action, check=False)
            share, margin = self._solve(after)[0][seat]
            found.append((action, Value(margin, share)))
        return sorted(found, key=lambda each: (-each[1].win_chance, -each[1].margin))

    def line(self, state: State, action: Any) -> Line:
        """An action, followed by the best play of all seats."""
        now, actions = state.copy(), [action]
        now.apply(action)
        while now.to_move is not None:
            following = self._solve(now)[1]
            actions.append(following)
            now.apply(following)
        return play_line(state, actions)

    def _solve(self, state: State) -> tuple[Payoffs, Any]:
        """The payoffs if all seats play best, and the first action. Raises TooMany."""
        seat = state.to_move
        if seat is None:
            return _payoffs(state), None
        key = state.key()  # type: ignore[attr-defined]
        if key in self._known:
            return self._known[key]
        if len(self._known) >= self._most:
            raise TooMany
        best: tuple[Payoffs, Any] | None = None
        for action in state.legal_actions():
            after = state.copy()
            after.apply(action, check=False)
            payoffs = self._solve(after)[0]
            if best is None or payoffs[seat] > best[0][seat]:
                best = payoffs, action
        assert best is not None
        self._known[key] = best
        return best


def _payoffs(state: State) -> Payoffs:
    outcome = state.outcome
    assert outcome is not None
    scores = outcome.scores
    return tuple(
        (
            (seat in outcome.winners) / len(outcome.winners),
            score - max(other for n, other in enumerate(scores) if n != seat),
        )
        for seat, score in enumerate(scores)
    )
