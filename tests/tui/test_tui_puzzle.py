"""Solving puzzles at the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO

import pytest
from rich.console import Console

from loseta import puzzles
from loseta.puzzles import Puzzle
from loseta.tui.puzzle import PuzzleSession

AZUL = puzzles.load("azul-2-coloured")
LONG = next(puzzle for puzzle in AZUL if puzzle.asked > 1)
SOLVED = [texts[0] for texts in LONG.solutions]


def type_lines(
    monkeypatch: pytest.MonkeyPatch, given: Sequence[Puzzle], lines: Sequence[str], lang: str = "en"
) -> str:
    typed: Iterator[str] = iter(lines)

    def read(prompt: str = "") -> str:
        try:
            return next(typed)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", read)
    output = StringIO()
    assert PuzzleSession(given, lang, Console(file=output, width=100)).run() == 0
    return output.getvalue()


def test_right_decisions_solve_it(monkeypatch: pytest.MonkeyPatch) -> None:
    said = type_lines(monkeypatch, [LONG], SOLVED)
    assert f"Decision 1 of {LONG.asked}." in said
    assert f"{SOLVED[-1]} is right." in said
    assert "The best line" in said or "The chance to win" in said
    assert "Solved: 1 of 1." in said


def test_a_wrong_one_is_refuted_and_may_be_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    said = type_lines(monkeypatch, [LONG], [LONG.second[0], *SOLVED])
    assert f"{LONG.second[0]} is not the best. What happens:" in said
    assert "Solved: 1 of 1." in said


def test_the_menus_lead_to_an_action(monkeypatch: pytest.MonkeyPatch) -> None:
    said = type_lines(monkeypatch, [LONG], ["1", "0", "1", "F"])
    assert "Where to?" in said
    assert "is right." in said or "is not the best." in said


def test_hints_go_on_and_the_solution_shows_both_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    said = type_lines(
        monkeypatch,
        [LONG, AZUL[0]],
        ["pista", "hint", "hint", "hint", "why", "why 9B1", "ayuda", "", "solución", "salir"],
        "es",
    )
    assert said.count("Mira") >= 1
    assert "La mejor:" in said
    assert "La segunda:" in said
    assert "(regla A1.1)" in said
    assert "Resueltos: 0 de 1." in said


def test_nonsense_is_answered_and_the_next_puzzle_comes(monkeypatch: pytest.MonkeyPatch) -> None:
    said = type_lines(monkeypatch, [LONG, AZUL[0]], ["what?", "next", "", "quit"])
    assert AZUL[0].id in said
    assert "Solved: 0 of 2." in said
