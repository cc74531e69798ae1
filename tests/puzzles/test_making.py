"""Making files of puzzles."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from loseta.cli import main
from loseta.puzzles import Value, read
from loseta.puzzles.finder import Finds, is_clear
from loseta.puzzles.library import load
from loseta.puzzles.making import Harvest, Order, OtherPuzzles, make_puzzles

AZUL = {"players": "2", "wall": "coloured"}


def test_a_near_copy_and_too_many_of_a_kind_are_not_kept() -> None:
    one, *others = load("azul-2-coloured")
    other = next(each for each in others if each.kind == one.kind)
    harvest = Harvest(Order("azul", AZUL, 2))
    harvest.add(Finds(0, 5, {"close": 4}, (one,)))
    harvest.add(Finds(1, 5, {"close": 4}, (one,)))
    assert harvest.rejected == {"close": 8, "enough_of_kind": 1}
    harvest = Harvest(Order("azul", AZUL, 4))
    harvest.add(Finds(0, 5, {}, (one, one, other)))
    assert harvest.puzzles == [one, other]
    assert harvest.rejected == {"near_copy": 1}
    assert (harvest.games, harvest.looked) == (1, 5)


def test_what_is_clear() -> None:
    won, lost = Value(1, 1.0), Value(0, 0.0)
    assert is_clear(won, lost, exact=True)
    assert is_clear(Value(7, 1.0), Value(5, 1.0), exact=True)
    assert not is_clear(Value(7, 1.0), Value(6, 1.0), exact=True)
    assert is_clear(Value(3, 0.6), Value(1, 0.5), exact=False)
    assert not is_clear(Value(3, 0.6), Value(1, 0.55), exact=False)
    assert not is_clear(Value(3, 0.6), Value(2, 0.5), exact=False)


def test_other_puzzles_are_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(load("azul-2-coloured")[0].to_json() + "\n")
    with pytest.raises(OtherPuzzles):
        make_puzzles(Order("azul", AZUL, 2), file)
    assert len(read(file)) == 1


@pytest.mark.long
def test_the_file_is_the_same_for_any_jobs_and_after_an_interruption(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole, apart, again = (tmp_path / f"{name}.jsonl" for name in ("whole", "apart", "again"))
    arguments = ["puzzles", "make", "--count", "2", "--seed", "test", "--out"]
    assert main([*arguments, str(whole)]) == 0
    said = capsys.readouterr().out
    assert "2 puzzles from" in said
    assert re.search(r"This run took \d+:\d\d minutes \(--jobs 1\)\.", said)
    assert "no action is clearly best" in said
    assert main([*arguments, str(apart), "--jobs", "2"]) == 0
    assert apart.read_bytes() == whole.read_bytes()

    kept = tmp_path / "whole.jsonl.games"
    first, *games = kept.read_text().splitlines(keepends=True)
    again.with_name("again.jsonl.games").write_text(first + games[0] + games[-1][:40])
    assert main([*arguments, str(again)]) == 0
    assert again.read_bytes() == whole.read_bytes()
    assert again.with_name("again.jsonl.games").read_text() == kept.read_text()

    assert main([*arguments, str(whole), "--wall", "gray"]) == 2
    assert "differs" in capsys.readouterr().err
