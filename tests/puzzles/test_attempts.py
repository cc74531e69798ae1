"""Trying to solve a puzzle."""

from __future__ import annotations

import pytest

from loseta import puzzles
from loseta.game import IllegalAction
from loseta.puzzles import NothingAsked, Puzzle, Solving, attempt, play_line, words

ALL = puzzles.load("azul-2-coloured")
LONG = next(puzzle for puzzle in ALL if puzzle.asked > 1)


def test_the_solution_is_right_step_by_step() -> None:
    steps = [texts[0] for texts in LONG.solutions]
    for n in range(1, len(steps) + 1):
        result = attempt(LONG, steps[:n])
        assert result.is_right
        assert result.is_solved == (n == len(steps))
    whole = [*result.played, result.action, *(result.answer or ())]
    assert tuple(action.text for action in whole) == LONG.line


def test_after_a_right_step_the_others_answer() -> None:
    solving = Solving(LONG)
    result = solving.judge(LONG.solutions[0][0])
    assert solving.state.to_move == LONG.seat
    assert result.answer
    texts = [action.text for action in result.answer]
    assert texts == list(LONG.line[1 : 1 + len(texts)])


def test_the_second_best_is_refuted_by_its_line() -> None:
    for puzzle in ALL:
        result = attempt(puzzle, [puzzle.second[0]])
        assert not result.is_right
        refuted = play_line(result.before, [result.action, *(result.answer or ())])
        best = play_line(puzzle.start(), puzzle.line)
        assert refuted.texts == puzzle.second
        if puzzle.exact:
            assert refuted.margin(puzzle.seat) < best.margin(puzzle.seat) or puzzle.kind == "win"


def test_an_equal_factory_is_as_good_and_the_line_goes_on() -> None:
    found = [puzzle for puzzle in ALL if puzzle.also[0]]
    for puzzle in found:
        same = puzzle.also[0][0]
        result = attempt(puzzle, [same])
        assert result.is_right
        line = play_line(puzzle.start(), [result.action, *(result.answer or ())])
        stored = play_line(puzzle.start(), puzzle.line[: len(line.actions)])
        assert line.after == stored.after


def test_what_is_not_asked_or_not_legal_is_refused() -> None:
    steps = [texts[0] for texts in LONG.solutions]
    with pytest.raises(NothingAsked):
        attempt(LONG, [*steps, steps[0]])
    with pytest.raises(NothingAsked):
        attempt(LONG, [LONG.second[0], steps[0]])
    with pytest.raises(IllegalAction):
        attempt(LONG, [_illegal(LONG)])


def _illegal(puzzle: Puzzle) -> str:
    legal = {action.text for action in puzzle.start().legal_actions()}
    return next(text for text in ("1B1", "1Y1", "1R1", "1K1", "1W1") if text not in legal)


def test_what_is_said_does_not_contradict_the_solution() -> None:
    """Points of a round that is not the last may be fewer in the better line."""
    for puzzle in ALL:
        best, second = (play_line(puzzle.start(), each) for each in (puzzle.line, puzzle.second))
        said = words.why(puzzle, best, second, "en")
        assert ("chance" in said) == (not puzzle.exact)
        if best.margin(puzzle.seat) < second.margin(puzzle.seat):
            assert "ends" not in words.difference(puzzle, best, second, "en")
