"""The examples of docs/notation.md are what the readers read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from loseta.games import GAMES
from loseta.record import read, write

from .support import Call

NOTATION = (Path(__file__).parent.parent / "docs" / "notation.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"^```\n(.*?)^```", NOTATION, re.DOTALL | re.MULTILINE)
POSITIONS = [b.strip() for b in BLOCKS if b.partition(" ")[0] in GAMES]
RECORDS = [b for b in BLOCKS if b.startswith("[Loseta ")]


def test_there_is_an_example_of_everything() -> None:
    assert {text.partition(" ")[0] for text in POSITIONS} == set(GAMES)
    assert RECORDS


@pytest.mark.parametrize("text", POSITIONS)
def test_an_example_of_a_position_reads_back(text: str) -> None:
    game = GAMES[text.partition(" ")[0]]
    assert game.state_from_text(text).to_text() == text


@pytest.mark.parametrize("text", RECORDS)
def test_an_example_of_a_record_reads_back(text: str) -> None:
    record = read(text)
    assert record.actions
    assert read(write(record)) == record


def test_the_example_with_variations_uses_all_there_is() -> None:
    nodes = [node for text in RECORDS for node in read(text).walk()]
    assert max(node.depth for node in nodes) == 2
    assert any(node.evaluation and node.comment for node in nodes)
    assert any(node.depth and node.action.text.startswith("deal:") for node in nodes)


def test_the_page_tells_the_integers_of_the_seats() -> None:
    """The numbers in the text are those of the code."""
    azul, duel = GAMES["azul"], GAMES["duel"]
    assert azul.action_from_text("2:4").index == (2 - 1) * 5 + (4 - 1)
    assert azul.action_from_text("3R4").index == 25 + (3 * 5 + 2) * 6 + 3
    assert azul.action_from_text("CKF").index == 25 + 3 * 6 + 5
    firsts = {"LB1": 0, "/BY": 210, "+B": 350, "draw": 360, "stop": 361, "P1": 362, "keep:1": 380}
    firsts |= {"under:1": 398, "@1n": 416, "1:1": 452, "$B": 488, "$.": 498, "$-": 499}
    assert {text: duel.action_from_text(text).index for text in firsts} == firsts


def test_no_page_has_a_gap_left_to_fill() -> None:
    root = Path(__file__).parent.parent
    for page in (*root.glob("*.md"), *root.glob("docs/**/*.md")):
        lines = page.read_text(encoding="utf-8").splitlines()
        assert not [line for line in lines if re.fullmatch("[A-Z_]{4,}", line)], page


PAGES_THAT_RUN = ["records.md"]
"""Their blocks follow from each other, and run as one script in a folder of their own."""


@pytest.mark.parametrize("name", PAGES_THAT_RUN)
def test_the_python_of_a_page_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    page = (Path(__file__).parent.parent / "docs" / name).read_text(encoding="utf-8")
    examples = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    assert examples
    monkeypatch.chdir(tmp_path)
    exec(compile("\n".join(examples), name, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


@pytest.mark.parametrize(
    ("games", "player"), [("2", "random"), pytest.param("30", "greedy", marks=pytest.mark.long)]
)
def test_the_page_about_data_runs(
    games: str,
    player: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    call: Call,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Its commands make a data set, a smaller one here, which its questions are asked of."""
    page = (Path(__file__).parent.parent / "docs" / "data.md").read_text(encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    fewer = page.replace("--games 100000", f"--games {games}").replace("--jobs 8", "--jobs 1")
    commands = re.findall(r"^\$ loseta (.*)$", fewer.replace("greedy", player), re.MULTILINE)
    assert len(commands) >= 4
    for command in commands:
        code, out, err = call(*command.split())
        assert (code, err) == (0, ""), command
        assert out
    names: dict[str, Any] = {"__name__": "__main__"}
    for example in re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE):
        assert len(example.strip().splitlines()) <= 10
        exec(compile(example, "data.md", "exec"), names)
        assert "azul-2-coloured" in capsys.readouterr().out
    check_columns(names)


def check_columns(names: dict[str, Any]) -> None:
    """The expression of the page counts complete columns as the position tells them."""
    seats = names["seats"].filter(names["pl"].col("game") == "azul")
    counted = seats.select(names["pl"].sum_horizontal(names["full"])).to_series().to_list()
    walls = [
        row["final"].split(f"seat{row['seat']}=")[1].split()[0].split(":")[2].split(",")
        for row in seats.to_dicts()
    ]
    assert counted == [sum("." not in column for column in zip(*w, strict=True)) for w in walls]


def test_the_example_of_samples_runs(capsys: pytest.CaptureFixture[str]) -> None:
    page = (Path(__file__).parent.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    (example,) = re.findall(r"^```python\n(.*?)^```", page, re.DOTALL | re.MULTILINE)
    exec(compile(example, "architecture.md", "exec"), {})
    assert len(capsys.readouterr().out.splitlines()) == 5
