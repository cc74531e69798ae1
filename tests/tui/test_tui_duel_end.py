"""The end of a game of Azul Duel: every point explained."""

import re

import pytest

from loseta.arena.table import Table
from loseta.duel import State
from loseta.players import make
from loseta.tui.duel.sheet import sheet_rows
from loseta.tui.story import story

from .duel_games import face, games, state_of
from .terminal import new_table, play_lines
from .test_tui_table import drawn


def finished(name: str, seed: str) -> Table:
    table = new_table([name] * 2, seed=seed, game="duel")
    player = make(name, seed=seed)
    while table.state.to_move is not None:
        table.act(player.choose(table.state))
    return table


@pytest.mark.parametrize("name", ["random", "greedy", "curious"])
def test_the_sheet_adds_up(name: str) -> None:
    given = 0
    for seed in ("a", "b", "c"):
        *_, table = games(seed) if name == "curious" else [finished(name, seed)]
        state = state_of(table)
        assert state.outcome is not None
        rows = sheet_rows(state, story(table.record, face(), None), face().voice)
        assert len([row for row in rows if row.label.startswith("round ")]) == 5
        for seat, score in enumerate(state.outcome.scores):
            assert sum(sum(row.cells[seat]) for row in rows) == score
            for scored, row in zip(state.tablet_points(seat), rows[7:], strict=False):
                assert row.cells[seat] == (scored.points,)
                assert row.counts[seat] == scored.count
        given += rows[-1].label.startswith("a score never")
    assert given or name != "random"


@pytest.mark.parametrize("lang", ["en", "es"])
def test_computers_play_to_the_end_by_themselves(
    monkeypatch: pytest.MonkeyPatch, lang: str
) -> None:
    seats = ["greedy", "random"]
    table = new_table(seats, game="duel")
    said = play_lines(monkeypatch, table, seats, [], lang)
    outcome = table.state.outcome
    assert outcome is not None
    assert re.search(r"total +" + " +".join(map(str, outcome.scores)), said)
    assert re.search(r"(place|puesto) +" + " +".join(map(str, outcome.places)), said)
    for round_ in range(1, 6):
        assert {"en": f"Round {round_} is over.", "es": f"Acaba la ronda {round_}."}[lang] in said
    assert {"en": "scoring tablets: ", "es": "tablas de puntuación: "}[lang] in said
    assert all(len(line) <= 100 or ".txt" in line for line in said.splitlines())


@pytest.mark.parametrize("holder", [0, 1])
def test_a_tie_is_explained(holder: int) -> None:
    """D7.2: it goes to the holder of the starting-player tile."""
    state = state_of(finished("random", "a"))
    text = re.sub(r"seat([12])=\d+:", r"seat\1=17:", state.to_text())
    tied = State.from_text(re.sub(r"start=\w+", f"start={holder + 1}", text))
    name = ("Ana", "Berta")[holder]
    english = face().ending(tied)
    assert "Both have 17 points, and a tie goes to the holder of the starting-pl" in english
    assert english.endswith(f": {name} (D7.2).")
    assert f"Empate a 17 puntos; gana quien tiene la loseta de artista inicial: {name}" in (
        face("es").ending(tied)
    )


def test_the_sheet_is_readable() -> None:
    *_, table = games("a")
    state = state_of(table)
    lines = drawn(face("es").end_sheet(state, story(table.record, face("es"), None)), 100)
    assert max(map(len, lines)) <= 100
    assert any("losetas, especiales, placas, perdidos" in line for line in lines)
    assert any(re.match(r" ?ronda 5( +[+−]?\d+){8}$", line) for line in lines)
    assert any(re.search(r"\d × ", line) for line in lines)


def test_waiting_lines_are_not_projected_after_the_end() -> None:
    lines = drawn(face().table(state_of(finished("random", "a")), 100), 100)
    assert not any("points →" in line or "to take" in line for line in lines)
