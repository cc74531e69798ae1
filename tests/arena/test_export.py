"""Records as tables: a row a decision, or a row a seat."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from loseta.arena import export as module
from loseta.arena.collection import files_in
from loseta.arena.export import export
from loseta.arena.facts import read_facts
from loseta.arena.rows import COLUMNS, DECISION, SEAT, decision_rows, seat_rows
from loseta.arena.variants import title
from loseta.game import DEALER, Game
from loseta.record import Evaluation, Record, read, save, write

from ..support import TITLES, VARIANTS, Call, Options, play_record

each_variant = pytest.mark.parametrize(("game", "options"), VARIANTS, ids=TITLES)


@each_variant
def test_a_row_tells_its_decision(game: Game, options: Options) -> None:
    record = play_record(game, options, "rows")
    states = list(record.states())
    seat_plies = [ply for ply, state in enumerate(states[:-1]) if state.to_move != DEALER]
    record.evaluations[seat_plies[3]] = Evaluation(0.25)
    rows = decision_rows(record, "x:0")
    assert [row["ply"] for row in rows] == seat_plies
    outcome = states[-1].outcome
    assert outcome is not None
    for row in rows:
        state = states[row["ply"]]
        assert state.to_move is not None
        assert set(row) == set(DECISION)
        assert row["position"] == state.to_text()
        assert row["action"] == record.actions[row["ply"]].text
        assert row["legal_actions"] == len(state.legal_actions())
        assert (row["seat"], row["round"]) == (state.to_move + 1, state.round)
        assert row["player"] == record.names[state.to_move]
        assert row["variant"] == title(game, record.options)
        assert row["score"] == outcome.scores[state.to_move]
        won = (state.to_move in outcome.winners) / len(outcome.winners)
        assert row["won"] == won
        assert row["result"] == "-".join(map(str, outcome.scores))
    assert [row["win_chance"] for row in rows[:5]] == [None, None, None, 0.25, None]


@each_variant
def test_a_row_tells_its_seat(game: Game, options: Options) -> None:
    record = play_record(game, options, "rows")
    final = record.final()
    assert final.outcome is not None
    rows = seat_rows(record, "x:0")
    assert [row["seat"] for row in rows] == list(range(1, final.seats + 1))
    assert sum(row["started"] for row in rows) == 1
    assert sum(row["won"] for row in rows) == pytest.approx(1)
    assert tuple(row["place"] for row in rows) == final.outcome.places
    assert {row["final"] for row in rows} == {final.to_text()}
    decided = [state.to_move for state in record.states() if state.to_move not in (None, DEALER)]
    assert [row["decisions"] for row in rows] == [decided.count(n) for n in range(final.seats)]
    assert all(set(row) == set(SEAT) for row in rows)
    drawn = [action.text for action in record.actions if action.text.startswith("first:")]
    assert [f"first:{row['seat']}" for row in rows if row["started"]] == drawn


def test_a_game_that_is_not_over_has_no_score() -> None:
    record = play_record(VARIANTS[0][0], VARIANTS[0][1], "open", limit=5)
    for row in decision_rows(record, "x:0") + seat_rows(record, "x:0"):
        assert (row["result"], row["score"], row["won"]) == ("*", None, None)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number, (game, options) in enumerate(VARIANTS[:3] + VARIANTS[-1:]):
        record = play_record(game, options, f"file {number}")
        record.evaluations[len(record.actions) - 1] = Evaluation(0.5)
        record.names[0] = 'Ana "la, reina"'
        save(record, tmp_path / "games" / f"{number}.txt")
    return tmp_path / "games"


def loaded(path: Path) -> list[dict[str, Any]]:
    if path.suffix == ".jsonl":
        return [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    if path.suffix == ".csv":
        with path.open(encoding="utf-8", newline="") as opened:
            return list(csv.DictReader(opened))
    from pyarrow import parquet

    rows: list[dict[str, Any]] = parquet.read_table(path).to_pylist()
    return rows


@pytest.mark.parametrize("per", ["decisions", "seats"])
@pytest.mark.parametrize("ending", ["parquet", "csv", "jsonl"])
def test_every_format_tells_the_same(
    folder: Path, tmp_path: Path, ending: str, per: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "GROUP", 100)  # several groups of rows
    out = tmp_path / f"out.{ending}"
    games, count = export(files_in(folder), out, per)
    make = {"decisions": decision_rows, "seats": seat_rows}[per]
    records = [(path.stem, read(path.read_text("utf-8"))) for path in files_in(folder)]
    right = [row for name, record in records for row in make(record, f"{name}:0")]
    found = loaded(out)
    assert (games, count) == (4, len(right)) == (len(records), len(found))
    if ending == "csv":
        shown = [{k: "" if v is None else str(v) for k, v in row.items()} for row in right]
        assert found == shown
    else:
        assert found == right
    assert list(found[0]) == list(COLUMNS[per])


def test_positions_can_be_left_out(folder: Path, tmp_path: Path, call: Call) -> None:
    out = tmp_path / "out.jsonl"
    assert call("export", str(folder), "--out", str(out), "--no-positions")[0] == 0
    assert "position" not in loaded(out)[0]
    code, told, _ = call("export", str(folder), "--per", "seats", "--out", str(out), "--json")
    assert code == 0
    assert json.loads(told) == {"games": 4, "rows": 9, "bytes": out.stat().st_size}


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_bad_record_leaves_the_old_table(
    folder: Path, tmp_path: Path, call: Call, lang: str
) -> None:
    out = tmp_path / "out.csv"
    out.write_text("old")
    text = (folder / "1.txt").read_text("utf-8")
    (folder / "1.txt").write_text(text.replace("deal:", "ideal:"))
    code, told, err = call("export", str(folder), "--out", str(out), lang=lang)
    assert (code, told) == (2, "")
    assert "1.txt" in err
    assert err.count("\n") == 1
    assert out.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["games", "out.csv"]


@pytest.mark.parametrize("lang", ["en", "es"])
def test_without_pyarrow_it_says_what_to_install(
    folder: Path, tmp_path: Path, call: Call, lang: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, _, err = call("export", str(folder), "--out", str(tmp_path / "x.parquet"), lang=lang)
    assert code == 2
    assert 'pip install "loseta[data]"' in err


def test_a_folder_without_records_is_refused(tmp_path: Path, call: Call) -> None:
    for words in (["export", "--out", "x.csv"], ["facts"]):
        said = {call(*words, str(tmp_path), lang=lang)[2] for lang in ("en", "es")}
        assert len(said) == 2
        assert all(str(tmp_path) in each for each in said)


# --- Facts ----------------------------------------------------------------------------------


def test_facts_are_those_of_the_games(tmp_path: Path) -> None:
    records: list[Record] = [play_record(*VARIANTS[0], f"facts {n}") for n in range(6)]
    text = "\n".join(write(record) for record in records)
    open_game = write(play_record(*VARIANTS[0], "open", limit=3))
    (tmp_path / "games.txt").write_text(f"{text}\n{open_game}")
    told = read_facts(files_in(tmp_path))
    (found,), unfinished = told.facts, told.unfinished
    assert unfinished == 1
    figures = found.figures()
    outcomes = [record.final().outcome for record in records]
    scores = [outcome.scores for outcome in outcomes if outcome]
    assert figures["games"] == 6
    assert figures["points"] == pytest.approx(sum(map(sum, scores)) / 12)
    assert figures["most_points"] == max(map(max, scores))
    assert figures["winners_points"] == pytest.approx(sum(map(max, scores)) / 6)
    rows = [row for record in records for row in seat_rows(record, "") if row["started"]]
    assert figures["starter"] == pytest.approx(sum(row["won"] for row in rows) / 6)


def test_facts_are_told_as_a_table(folder: Path, call: Call) -> None:
    code, out, _ = call("facts", str(folder), "--markdown")
    assert code == 0
    head, line, *rows = out.splitlines()
    assert head.startswith("| variant | players | games |")
    assert set(line) <= set("|-: ")
    assert len(rows) == 4
    assert "gana quien empieza" in call("facts", str(folder), lang="es")[1]
    told = json.loads(call("facts", str(folder), "--json")[1])
    assert len(told["facts"]) == 4
