"""The end: every point explained, and the evidence."""

import re
from pathlib import Path

import pytest

from loseta import record
from loseta.arena.table import Table
from loseta.azul import State, Take
from loseta.dealer import seed_hash
from loseta.players import make
from loseta.tui.azul.sheet import sheet_rows
from loseta.tui.azul.trial import Trial
from loseta.tui.azul.view import AzulTerminalView
from loseta.tui.ending import verdict
from loseta.tui.story import story
from loseta.tui.view import Voice

from .terminal import new_table, play_lines, saved_games


def finished(players: int, wall: str, seed: str) -> Table:
    table = new_table(["greedy"] * players, wall, seed)
    player = make("greedy", seed=seed)
    while table.state.to_move is not None:
        table.act(player.choose(table.state))
    return table


@pytest.mark.parametrize("wall", ["coloured", "gray"])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_sheet_adds_up(players: int, wall: str) -> None:
    names = tuple(f"greedy {n}" for n in range(players))
    voice = Voice("en", names)
    for seed in ("a", "b", "c"):
        table = finished(players, wall, seed)
        outcome = table.state.outcome
        assert outcome is not None
        rows = sheet_rows(story(table.record, AzulTerminalView(voice), None), voice)
        for seat in range(players):
            assert sum(sum(row.cells[seat]) for row in rows) == outcome.scores[seat]
        assert len([row for row in rows if row.label.startswith("round ")]) == table.state.round


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_computers_play_to_the_end_by_themselves(
    monkeypatch: pytest.MonkeyPatch, data: Path, lang: str, wall: str
) -> None:
    seats = ["greedy", "random", "greedy"]
    table = new_table(seats, wall)
    said = play_lines(monkeypatch, table, seats, [], lang)
    outcome = table.state.outcome
    assert outcome is not None
    assert re.search(r"total +" + " +".join(map(str, outcome.scores)), said)
    assert re.search(r"(place|puesto) +" + " +".join(map(str, outcome.places)), said)
    assert "greedy 1" in said
    assert "greedy 3" in said
    ended = {"en": "Round 1 is over", "es": "Acaba la ronda 1;"}[lang]
    assert said.count(ended) == 1
    assert f" {table.record.tags['Seed']}\n" in said
    assert said.count(seed_hash("t")) == 2, "before the first draw and at the end"
    [file] = saved_games(data)
    assert f"loseta replay --verify {file}" in said
    assert record.verify(record.load(file)) is None
    assert max(map(len, said.splitlines())) <= 100 or str(file) in max(said.splitlines(), key=len)


def test_a_finished_game_shows_its_end_again(monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    table = finished(2, "coloured", "a")
    said = play_lines(monkeypatch, table, ["human", "greedy"], [])
    assert "the game is over" in said
    assert "A row of a wall is complete" in said


def test_verdicts() -> None:
    english, spanish = Voice("en", ("You", "a", "b")), Voice("es", ("Tú", "a", "b"))
    assert verdict(english, (0,), {0}) == "You win!"
    assert verdict(english, (1,), {0}) == "a wins!"
    assert verdict(english, (1,), {1, 2}) == "a wins!"
    assert verdict(english, (0, 1, 2), {0}) == "You share the victory with a and b!"
    assert verdict(spanish, (0, 2), {0}) == "¡Compartes la victoria con b!"
    assert verdict(spanish, (0, 1, 2), {0, 1}) == "¡Tú, a y b comparten la victoria!"
    assert verdict(english, (1, 2), {0}) == "a and b share the victory!"


def test_every_tile_is_told_with_its_points() -> None:
    """A4.2: both runs of a tile are named."""
    voice = Voice("en", ("A", "B"))
    face = AzulTerminalView(voice)
    told = [
        line
        for seed in ("a", "b", "c")
        for step in story(finished(2, "coloured", seed).record, face, None)
        for line in face.report(step.events)
    ]
    found = [re.findall(r"\+(\d+) \((\d) across and (\d) down\)", line) for line in told]
    both = [tuple(map(int, numbers)) for line in found for numbers in line]
    assert both
    assert all(points == across + down for points, across, down in both)


@pytest.mark.parametrize("wall", ["coloured", "gray"])
def test_a_trial_tells_what_really_happens(wall: str) -> None:
    """The tiles that fall are those that are on the floor line, or would be."""
    table = new_table(["greedy"] * 2, wall)
    player = make("random", seed="x")
    while table.state.to_move is not None:
        state = table.state
        assert isinstance(state, State)
        for action in state.legal_actions():
            trial = Trial(state, action)
            if not isinstance(action, Take) or trial.after.phase != "offer":
                continue
            seat = state.turn
            before, after = state.boards[seat], trial.after.boards[seat]
            marker = trial.after.marker != state.marker and len(before.floor) < 7
            assert len(after.floor) == min(7, len(before.floor) + marker + trial.fallen)
            assert trial.completes == (action.line < 5 and after.is_full(action.line))
            projected = trial.after.projection()[seat], state.projection()[seat]
            now, earlier = (each.points - each.penalty for each in projected)
            assert trial.points == now - earlier
        table.act(player.choose(state))
