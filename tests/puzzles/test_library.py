"""The puzzles that come with the package."""

from __future__ import annotations

import json
import re
from collections import Counter
from datetime import date, timedelta
from importlib.resources import files

import pytest

from loseta import puzzles, texts
from loseta.azul import State
from loseta.players import Player, make
from loseta.players.levels import LEVELS
from loseta.puzzles import Puzzle, play_line, words
from loseta.puzzles.finder import greedy_choices
from loseta.puzzles.judge import Judge
from loseta.puzzles.library import ENDING
from loseta.puzzles.making import NEAR
from loseta.puzzles.part import accepted, distance, puzzle_part
from loseta.puzzles.verdicts import Verdicts
from tests.puzzles.brute_force import results

LARGEST = 400_000
ALL = [puzzle for variant in puzzles.variants() for puzzle in puzzles.load(variant)]
FEW_TAKES = 6


def test_there_are_puzzles_of_azul_for_two() -> None:
    assert "azul-2-coloured" in puzzles.variants()
    assert len(puzzles.load("azul-2-coloured")) >= 20


def test_files_are_small_and_have_each_puzzle_once() -> None:
    for variant in puzzles.variants():
        file = files("loseta.puzzles").joinpath("data", variant + ENDING)
        assert len(file.read_bytes()) < LARGEST, variant
    assert Counter(puzzle.id for puzzle in ALL).most_common(1)[0][1] == 1


def test_the_page_draws_a_diamond_for_each_level() -> None:
    script = files("loseta").joinpath("web", "js", "puzzles", "parts.js").read_text("utf-8")
    assert re.findall(r"const LEVELS = (\d+);", script) == [str(len(LEVELS))]


def test_lines_can_be_played_and_say_what_is_asked() -> None:
    wrong = []
    for puzzle in ALL:
        start = puzzle.start()
        part = puzzle_part(puzzle.game.name)
        best, second = play_line(start, puzzle.line), play_line(start, puzzle.second)
        checks = {
            "kind": puzzle.kind in part.KINDS,
            "level": 1 <= puzzle.level <= len(LEVELS),
            "asked": len(puzzle.solutions) == puzzle.asked == len(puzzle.also) >= 1,
            "second": second.actions[0] not in accepted(start, best.actions[0]),
            "exact": puzzle.exact == part.is_last_round(start),
            "text": start.to_text() == puzzle.position,
            "json": Puzzle.from_json(puzzle.to_json(), puzzle.variant) == puzzle,
            "words": all(
                words.why(puzzle, best, second, lang) and words.goal(puzzle, lang)
                for lang in texts.LANGUAGES
            ),
        }
        wrong += [(puzzle.id, name) for name, holds in checks.items() if not holds]
    assert not wrong


def test_greedy_plays_something_else() -> None:
    found = [
        puzzle.id
        for puzzle in ALL
        if {action.text for action in greedy_choices(puzzle.start())} & set(puzzle.solutions[0])
    ]
    assert not found


def test_no_puzzle_is_a_near_copy_of_another() -> None:
    for variant in puzzles.variants():
        seen: list[tuple[str, tuple[object, ...]]] = []
        for puzzle in puzzles.load(variant):
            start = puzzle.start()
            features = puzzle_part(start.game.name).features(start)
            near = [other for other, theirs in seen if distance(features, theirs) < NEAR]
            assert not near, (puzzle.id, near)
            seen.append((puzzle.id, features))


def _last_rounds(most_takes: int) -> list[Puzzle]:
    found = []
    for puzzle in ALL:
        start = puzzle.start()
        if puzzle.exact and isinstance(start, State) and start.players == 2:
            takes = sum(count > 0 for source in start.sources for count in source)
            found += [puzzle] if takes <= most_takes else []
    return found


def _is_right_by_brute_force(puzzle: Puzzle) -> None:
    """Every way to the end of the game, on the rules engine."""
    start = puzzle.start()
    assert isinstance(start, State)
    found = results(start)
    right = puzzle.solutions[0]
    best = found[right[0]]
    others = [result for text, result in found.items() if text not in right]
    assert {found[text] for text in right} == {best}, puzzle.id
    assert best > max(others), puzzle.id
    assert best[0] == puzzle.best_value.margin, puzzle.id
    assert max(others)[0] == puzzle.second_value.margin, puzzle.id
    if puzzle.kind == "win":
        assert best > (0, 0) or puzzle.best_value.win_chance == 0.5, puzzle.id
        assert max(others) < best, puzzle.id


def test_last_rounds_are_right_by_brute_force() -> None:
    sample = _last_rounds(4)[:8]
    assert sample
    for puzzle in sample:
        _is_right_by_brute_force(puzzle)


@pytest.mark.long
def test_more_last_rounds_are_right_by_brute_force() -> None:
    for puzzle in _last_rounds(FEW_TAKES)[:60]:
        _is_right_by_brute_force(puzzle)


@pytest.mark.long
@pytest.mark.parametrize("variant", puzzles.variants())
def test_the_others_are_right_by_a_longer_search(variant: str) -> None:
    estimated = [puzzle for puzzle in puzzles.load(variant) if not puzzle.exact]
    wrong = []
    for puzzle in estimated[:: max(1, len(estimated) // 12)]:
        verdicts = Verdicts(Judge(puzzle.game.name))
        verdicts.new_game(77)
        verdict = verdicts.verdict(puzzle.start(), exact=False, times=4)
        if verdict is None or verdict.action.text not in puzzle.solutions[0]:
            wrong.append(puzzle.id)
    assert not wrong


def test_the_days_puzzle_is_the_same_for_all_and_another_each_day() -> None:
    days = [date(2026, 11, 16) + timedelta(n) for n in range(20)]
    found = [puzzles.of_the_day(day).id for day in days]
    assert found == [puzzles.of_the_day(day).id for day in days]
    assert len(set(found)) == len(days)


def test_a_file_with_something_else_is_refused(tmp_path: object) -> None:
    from pathlib import Path

    file = Path(str(tmp_path), "mine.jsonl")
    file.write_text(ALL[0].to_json() + "\n" + json.dumps({"id": "x"}) + "\n")
    with pytest.raises(puzzles.BadPuzzle, match="line 2"):
        puzzles.read(file)
    with pytest.raises(puzzles.UnknownPuzzle, match="nothing"):
        puzzles.find("nothing")
    with pytest.raises(puzzles.UnknownPuzzle, match="azul-2-coloured"):
        puzzles.load("azul-9")


def test_the_measured_level_finds_it_and_a_weak_player_does_not() -> None:
    """A sample of one: the level that stands in the file, by that level itself."""
    hard = next(
        puzzle for puzzle in ALL if puzzle.variant == "azul-2-coloured" and puzzle.level == 5
    )
    player: Player = make("ai:5", seed=f"{hard.id}/0")
    assert player.choose(hard.start()).text in hard.solutions[0]
