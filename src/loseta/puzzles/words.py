"""Sentences about puzzles: the goal, the hints, and why the solution is right."""

from __future__ import annotations

from typing import Any

from loseta import texts
from loseta.game import State
from loseta.puzzles.lines import Line
from loseta.puzzles.model import Puzzle
from loseta.puzzles.part import puzzle_part


def kind_name(kind: str, lang: str) -> str:
    return texts.say(f"puzzle.kind.{kind}", lang)


def goal(puzzle: Puzzle, lang: str) -> str:
    """What to look for, without revealing where."""
    said = texts.say(f"puzzle.goal.{puzzle.kind}", lang)
    if puzzle.exact and puzzle.kind != "win":
        said += " " + texts.say("puzzle.last_round", lang)
    return said


def hints(state: State, action: Any, lang: str) -> list[str]:
    """The hints for an action, from its area to the whole action."""
    game = state.game.name
    areas = puzzle_part(game).areas(state, action)
    return [texts.say(f"puzzle.{game}.hint.{area.key}", lang, **area.words) for area in areas]


def why(puzzle: Puzzle, best: Line, second: Line, lang: str) -> str:
    """Why the best line is better than the second."""
    reasons = [] if puzzle.kind == "win" else [_reason(puzzle, lang)]
    if puzzle.exact:
        return " ".join([*reasons, difference(puzzle, best, second, lang)])
    chances = [puzzle.best_value.win_chance, puzzle.second_value.win_chance]
    percentages = dict(
        zip(("best", "second"), (round(100 * each) for each in chances), strict=True)
    )
    return " ".join([*reasons, texts.say("puzzle.chances", lang, **percentages)])


def difference(puzzle: Puzzle, best: Line, other: Line, lang: str) -> str:
    """How two lines end, compared. Before the last round, the points so far may contradict the
    value of the position; then they are not mentioned."""
    known = puzzle.exact or (best.is_complete and other.is_complete)
    if not (known and best.margin(puzzle.seat) >= other.margin(puzzle.seat)):
        return texts.say("puzzle.later", lang)
    ends = (_end(line, puzzle.seat, lang) for line in (best, other))
    return texts.say("puzzle.difference", lang, **dict(zip(("best", "other"), ends, strict=True)))


def _end(line: Line, seat: int, lang: str) -> str:
    margin, share = line.margin(seat), line.win_share(seat)
    if share is None:
        key = "ahead" if margin > 0 else "behind" if margin < 0 else "level"
    else:
        key = "won" if share == 1 else "lost" if share == 0 else "shared"
        if margin == 0 and share in (0, 1):
            key = f"tie.{key}"
    return texts.say(f"puzzle.end.{key}", lang, n=abs(margin))


def _reason(puzzle: Puzzle, lang: str) -> str:
    facts, key = puzzle.facts, puzzle.kind
    if "take" in facts:
        key += ".taken" if facts["take"] else ".left"
    named = puzzle_part(puzzle.game.name).in_words(facts)
    return texts.say(f"puzzle.why.{key}", lang, **named)
