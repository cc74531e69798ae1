"""Attempts to solve a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from loseta.game import Reason, Refusal, State
from loseta.puzzles.model import Puzzle
from loseta.puzzles.part import PuzzlePart, accepted, puzzle_part


class NothingAsked(Refusal):
    """There are more decisions than the puzzle asks for, or one after a mistake."""

    def __init__(self) -> None:
        super().__init__(Reason("", "puzzle.nothing_asked"))


@dataclass(frozen=True, slots=True)
class Attempt:
    """The result of trying a decision."""

    puzzle: Puzzle
    played: tuple[Any, ...]
    """The actions of all seats before it, from the puzzle's start."""
    before: State
    action: Any
    is_right: bool
    is_solved: bool
    answer: tuple[Any, ...] | None
    """The actions that follow, up to the solver's next decision, or to the end of the line once the
    puzzle is solved. After a mistake, the actions that refute it; None if they are not known."""


def attempt(puzzle: Puzzle, tried: Sequence[str]) -> Attempt:
    """Judge the last of the solver's decisions; all before it must be right. Raises NothingAsked
    and the errors of `State.parse`."""
    solving = Solving(puzzle)
    for text in tried[:-1]:
        solving.find(text)
    return solving.judge(tried[-1])


class Solving:
    """A puzzle that is being solved. If the solver takes from another of several equal factories,
    the stored lines are adapted."""

    def __init__(self, puzzle: Puzzle) -> None:
        self.puzzle = puzzle
        self.state = puzzle.start()
        """The position of the next decision."""
        self.step = 0
        """The number of decisions found so far."""
        self.played: list[Any] = []
        self._part: PuzzlePart = puzzle_part(puzzle.game.name)
        read = puzzle.game.action_from_text
        self._rest = [read(text) for text in puzzle.line]

    @property
    def best(self) -> Any:
        """The action to be found next. Raises NothingAsked."""
        if self.step >= self.puzzle.asked:
            raise NothingAsked
        return self._rest[0]

    def judge(self, text: str) -> Attempt:
        """Judge an action, and play it if it is right. Raises NothingAsked and the errors of
        `State.parse`."""
        best = self.best
        before, played, step = self.state.copy(), tuple(self.played), self.step
        action = self.state.parse(text)
        if action not in accepted(self.state, best):
            refuted = self._refutation(action) if step == 0 else None
            return Attempt(self.puzzle, played, before, action, False, False, refuted)
        self._take(action)
        solved = self.step == self.puzzle.asked
        answer = tuple(self.played[len(played) + 1 :])
        return Attempt(self.puzzle, played, before, action, True, solved, answer)

    def find(self, text: str) -> None:
        """Play an action that must be right. Raises NothingAsked if it is not."""
        if not self.judge(text).is_right:
            raise NothingAsked

    def _take(self, action: Any) -> None:
        best = self._rest[0]
        if action != best:
            self._rest = [self._part.exchanged(each, best, action) for each in self._rest]
        self.step += 1
        self._play()
        last = self.step == self.puzzle.asked
        while self._rest and (last or self.state.to_move != self.puzzle.seat):
            self._play()

    def _play(self) -> None:
        action = self._rest.pop(0)
        self.state.apply(action)
        self.played.append(action)

    def _refutation(self, action: Any) -> tuple[Any, ...] | None:
        """The stored line of the second-best action; None for any other mistake."""
        read = self.puzzle.game.action_from_text
        second, *rest = (read(text) for text in self.puzzle.second)
        if action not in accepted(self.state, second):
            return None
        if action == second:
            return tuple(rest)
        return tuple(self._part.exchanged(each, second, action) for each in rest)
