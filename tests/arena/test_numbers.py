"""The figures of the page “By numbers”: by hand for a tiny set, and as the states of whole games
tell them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from loseta.arena.numbers import Numbers
from loseta.azul import GAME, State
from loseta.game import DEALER, Game, complete_options
from loseta.record import Record, save, write

from ..support import Call, Options, each_variant_at_length, play_record

BLUE, YELLOW, RED, BLACK, WHITE = range(5)


def last_turns(score: int) -> Record:
    """The end of a game: seat 1 takes three blue tiles from a factory with one yellow, fills line 1
    with one of them and completes its row; seat 2, which has this score, takes the yellow one."""
    state = State.new(2, first=0)
    state.phase, state.turn = "offer", 0
    state.sources[3] = (3, 1, 0, 0, 0)
    own, other = state.boards
    own.wall[0] = [-1, YELLOW, RED, BLACK, WHITE]
    own.score, other.score = 10, score
    own.find_open_lines()
    state.bag = [17, 18, 19, 19, 19]
    position = state.to_text()
    record = Record(GAME, complete_options(GAME, {}), ["greedy", "greedy"], position=position)
    for text in ("3B1", "CY1"):
        action = state.parse(text)
        record.actions.append(action)
        state.apply(action)
    # Seat 1: a run of five, two tiles on the floor (-2), a row (+2). Seat 2: a tile alone, the
    # marker (-1).
    assert state.outcome is not None
    assert state.outcome.scores == (15, score)
    return record


def by_hand() -> dict[str, Any]:
    """Of two such games, in which seat 2 ends with 20 points and with 0."""
    return {
        "variant": "azul-2-coloured",
        "game": "azul",
        "options": {"players": "2", "wall": "coloured"},
        "seats": 2,
        "players": "greedy",
        "games": 2,
        "starter": {"won": 0.5, "error": 0.693},  # 1.96 * sqrt(0.5 * 0.5 / 2)
        "points": 12.5,  # 15, 20, 15 and 0
        "winners_points": 17.5,  # 20 and 15
        "rounds": [],
        "completed": {
            "row": [
                {"count": 0, "n": 2, "won": 0.5, "points": 10.0},
                {"count": 1, "n": 2, "won": 0.5, "points": 15.0},
            ],
            "column": [{"count": 0, "n": 4, "won": 0.5, "points": 12.5}],
            "colour": [{"count": 0, "n": 4, "won": 0.5, "points": 12.5}],
        },
        "takes": [{"tiles": [3, 1], "taken": 3, "n": 2, "won": 0.5, "points": 15.0}],
        "lines": [{"line": 1, "n": 2, "won": 0.5, "points": 15.0}],
    }


def test_a_tiny_set_by_hand(tmp_path: Path, call: Call) -> None:
    folder, out = tmp_path / "games", tmp_path / "numbers.json"
    for score in (20, 0):
        save(last_turns(score), folder / f"{score}.txt")
    code, told, _ = call("facts", str(folder), "--numbers", str(out))
    assert (code, told.count("azul-2-coloured")) == (0, 1)
    assert json.loads(out.read_bytes()) == {"format": 1, "sets": [by_hand()]}


def test_only_the_first_games_of_each_file(tmp_path: Path, call: Call) -> None:
    file = tmp_path / "games.txt"
    file.write_text("\n".join(write(last_turns(score)) for score in (20, 0, 0)))
    code, told, _ = call("facts", str(file), "--of-each", "2", "--json")
    assert code == 0
    assert json.loads(told)["facts"][0]["games"] == 2


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_file_that_cannot_be_written_is_told_at_once(
    tmp_path: Path, call: Call, lang: str
) -> None:
    save(last_turns(0), tmp_path / "game.txt")
    code, told, err = call("facts", str(tmp_path), "--numbers", str(tmp_path), lang=lang)
    assert (code, told, err.count("\n")) == (2, "", 1)


@each_variant_at_length
def test_whole_games_are_told_as_their_states_tell_them(game: Game, options: Options) -> None:
    record = play_record(game, options, "numbers")
    numbers = Numbers(record, "random")
    numbers.add(record)
    figures = numbers.figures()
    states = list(record.states())
    final = states[-1]
    assert final.outcome is not None
    for told, number in zip(figures["rounds"], range(1, final.round), strict=True):
        after = next(state for state in states if state.round > number)
        mean = sum(after.scores) / final.seats
        assert (told["round"], told["n"]) == (number, final.seats)
        assert told["points"] == pytest.approx(mean, abs=0.01)
    assert figures["points"] == pytest.approx(sum(final.scores) / final.seats, abs=0.01)
    for kinds in figures["completed"].values():
        assert sum(each["n"] for each in kinds) == final.seats
        assert sum(each["n"] * each["won"] for each in kinds) == pytest.approx(1, abs=0.01)
    (take,), (line,) = figures["takes"], figures["lines"]
    turn = next(s for s, a in zip(states, record.actions, strict=False) if is_take(s, a))
    action = record.actions[states.index(turn)]
    assert turn.to_move is not None
    won = (turn.to_move in final.outcome.winners) / len(final.outcome.winners)
    assert take["won"] == line["won"] == round(won, 4)
    assert take["taken"] in take["tiles"]
    assert sum(take["tiles"]) in (4, 5)
    assert line["line"] in (0, action.line + 1)


def is_take(state: Any, action: Any) -> bool:
    return state.to_move != DEALER and hasattr(action, "source")
