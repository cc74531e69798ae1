"""The long comparison of the twins: it goes on where it stopped, and counts what differs."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from bench import twins
from tests.kernels.twins import Different


def run(monkeypatch: pytest.MonkeyPatch, file: Path, games: int, *variants: str) -> int:
    only = [word for variant in variants for word in ("--only", variant)]
    words = ["twins", "--games", str(games), "--results", str(file), *only]
    monkeypatch.setattr(sys, "argv", words)
    return twins.main()


@pytest.mark.long
def test_every_variant_is_compared_and_written_down(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "twins.txt"
    assert run(monkeypatch, file, 6) == 0
    rows = twins.read(file)
    assert list(rows) == list(twins.VARIANTS)
    for row in rows.values():
        assert (row.games, row.differences) == (6, 0)
        assert row.moves > 6 * 40
    assert "python -m bench.twins --games 6\n" in file.read_text(encoding="utf-8")


def test_it_goes_on_from_the_games_recorded(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "twins.txt"
    played: list[int] = []

    def play(number: int) -> int:
        played.append(number)
        return 10

    monkeypatch.setitem(twins.VARIANTS, "duel", play)
    for games in (3, 5, 5):
        run(monkeypatch, file, games, "duel")
    assert played == [0, 1, 2, 3, 4]
    assert twins.read(file)["duel"].moves == 50
    monkeypatch.setattr(twins, "sources_hash", lambda variant: "another")
    run(monkeypatch, file, 2, "duel")
    assert played == [0, 1, 2, 3, 4, 0, 1]  # old results say nothing of new sources


@pytest.mark.long
def test_several_processes_find_what_one_finds(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(twins, "CHUNK", 2)
    for jobs in (1, 2):
        words = ["twins", "--games", "5", "--only", "azul-2-coloured", "--jobs", str(jobs)]
        monkeypatch.setattr(sys, "argv", [*words, "--results", str(tmp_path / f"{jobs}.txt")])
        assert twins.main() == 0
    one, two = (twins.read(tmp_path / f"{jobs}.txt")["azul-2-coloured"] for jobs in (1, 2))
    assert (one.games, one.moves) == (two.games, two.moves) == (5, one.moves)


def test_what_differs_is_counted_and_told(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def play(number: int) -> int:
        if number == 1:
            raise Different("in this position")
        return 10

    monkeypatch.setitem(twins.VARIANTS, "duel", play)
    assert run(monkeypatch, tmp_path / "twins.txt", 3, "duel") == 1
    assert twins.read(tmp_path / "twins.txt")["duel"].differences == 1
    assert "duel, game 1: in this position" in capsys.readouterr().err


@pytest.mark.parametrize("variant", ["azul-2-coloured", "azul-4-gray"])
def test_a_twin_that_is_wrong_is_found(variant: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """One point too many, once, after some actions."""
    from tests.kernels.azul_twins import AzulTwin

    right = AzulTwin.step
    steps = 0

    def wrong(self: AzulTwin, states: Any, action: Any) -> None:
        nonlocal steps
        right(self, states, action)
        steps += 1
        if steps == 30:
            states["score"][0][1] += 1

    monkeypatch.setattr(AzulTwin, "step", wrong)
    with pytest.raises(Different, match="score"):
        twins.VARIANTS[variant](0)
