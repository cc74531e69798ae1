"""`cmd:PROGRAM` wherever a player has a name."""

from __future__ import annotations

import io
import json
import shlex
import sys
from pathlib import Path

import pytest

from loseta import record
from loseta.arena.collection import files_in, records_in
from loseta.arena.match import Contestant, Plan, match
from loseta.game import IllegalAction
from loseta.games import GAMES
from loseta.players import EngineError, UnknownPlayer, make

from ..support import ROOT, Call, play_table, run_loseta

OTHER = "cmd:" + shlex.join([sys.executable, str(ROOT / "examples" / "random_engine.py")])
OURS = "cmd:" + shlex.join([sys.executable, "-m", "loseta", "engine"])


def bad(how: str) -> str:
    program = ROOT / "tests" / "engine" / "bad_engine.py"
    return "cmd:" + shlex.join([sys.executable, str(program), how])


@pytest.mark.parametrize(
    ("game", "jobs"),
    [
        ("azul", "1"),
        ("duel", "2"),
        pytest.param("azul", "2", marks=pytest.mark.long),
        pytest.param("duel", "1", marks=pytest.mark.long),
    ],
)
def test_a_program_plays_a_match(game: str, jobs: str) -> None:
    arguments = ("--a", "greedy", "--b", OTHER, "--game", game, "--games", "2", "--jobs", jobs)
    run = run_loseta("match", *arguments, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert (told["games"], told["wins"], told["forfeits"]) == (2, 2, [])
    assert told["b"] == OTHER


def test_a_program_may_have_several_seats() -> None:
    plan = Plan(
        Contestant.named("greedy"), Contestant.named(OTHER), 3, options={"players": "3"}, time=0.1
    )
    result = match(plan)
    assert (result.games, result.forfeits) == (3, [])


def test_what_a_program_does_wrong_costs_it_the_game_and_is_said_in_words(call: Call) -> None:
    for how, words in {"plays what is no action": "does not speak", "dies": "has ended"}.items():
        arguments = ("match", "--a", bad(how), "--b", "random", "--games", "2", "--jobs", "1")
        for lang, said in {"en": "The program “", "es": "El programa «"}.items():
            code, out, err = call(*arguments, lang=lang)
            assert (code, err) == (0, "")
            assert out.count(said) == 2
        _, out, _ = call(*arguments, "--json")
        told = json.loads(out)
        assert (told["wins"], told["losses"]) == (0, 2)
        assert {each["kind"] for each in told["forfeits"]} == {"program"}
        assert all(words in each["why"] for each in told["forfeits"])


def test_a_program_that_cannot_be_started_is_refused_before_anything_is_played(call: Call) -> None:
    gone = "cmd:./no/such/program"
    commands = (
        ("match", "--a", gone, "--b", "random"),
        ("ladder", "--players-list", f"random,{gone}"),
        ("simulate", "--seats", f"random,{gone}"),
        ("play", "--seats", f"random,{gone}"),
    )
    for command in commands:
        for lang, said in {"en": "cannot be started", "es": "No se puede iniciar"}.items():
            code, out, err = call(*command, lang=lang)
            assert (code, out) == (2, ""), command
            assert said in err
            assert len(err.splitlines()) == 1


def test_a_program_in_a_simulation_and_in_the_terminal(call: Call) -> None:
    code, out, err = call("simulate", "--seats", f"greedy,{OTHER}", "--games", "2", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out)["games"] == 2
    code, out, err = call("play", "duel", "--seats", f"greedy,{OTHER}", "--seed", "1")
    assert (code, err) == (0, "")


@pytest.mark.long
def test_a_program_on_the_ladder() -> None:
    names = f"random,greedy,{OTHER}"
    run = run_loseta("ladder", "--players-list", names, "--games", "2", "--jobs", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert {each["player"] for each in json.loads(run.stdout)["ratings"]} == set(names.split(","))


@pytest.mark.long
def test_our_own_engine_as_a_player() -> None:
    """It has an option for a seed, prepares, and moves in time."""
    plan = Plan(Contestant.named(OURS), Contestant.named("greedy"), 2, time=0.01)
    result = match(plan)
    assert (result.games, result.forfeits) == (2, [])
    assert result.wins >= 1


@pytest.mark.long
def test_what_a_program_thinks_is_kept_with_its_games(tmp_path: Path) -> None:
    arguments = ("--a", OURS, "--b", "random", "--games", "2", "--time", "0.01", "--jobs", "1")
    run = run_loseta("match", *arguments, "--save", str(tmp_path / "games"), "--win-chances")
    assert (run.returncode, run.stderr) == (0, "")
    games = [game for file in files_in(tmp_path / "games") for _, game in records_in(file)]
    assert len(games) == 2
    for seat, game in enumerate(games):
        movers = [state.to_move for state in game.states()]
        assert game.evaluations
        assert {movers[number] for number in game.evaluations} == {seat}


def test_a_saved_game_starts_no_program(tmp_path: Path, call: Call) -> None:
    """A file from somebody else must not start a program."""
    table = play_table(GAMES["azul"], {}, "saved", limit=6)
    mark = tmp_path / "started"
    table.record.names = ["greedy", f"cmd:touch {mark}"]
    file = tmp_path / "game.txt"
    record.save(table.record, file)
    call("play", "--resume", str(file))
    assert not mark.exists()


def test_a_player_by_its_name_in_python() -> None:
    state = play_table(GAMES["azul"], {}, "named", limit=5).state
    player = make(OTHER)
    assert player.choose(state) in state.legal_actions()
    with pytest.raises(EngineError):
        make("cmd:")
    with pytest.raises(UnknownPlayer, match="cmd:PROGRAM"):
        make("hal")
    assert not issubclass(EngineError, IllegalAction)


@pytest.mark.parametrize("lang", ["en", "es"])
def test_a_game_in_the_terminal_outlives_its_program(
    lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call: Call
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", io.StringIO("2R2\n"))
    arguments = ("--seats", f"human,{bad('dies')}", "--seed", "1", "--first", "1")
    code, out, err = call("play", "azul", *arguments, lang=lang)
    said = {"en": "has ended (exit code 3)", "es": "ha terminado (código 3)"}[lang]
    assert (code, err) == (1, "")
    assert said in " ".join(out.split())
    (saved,) = tmp_path.rglob("azul-*.txt")
    assert record.load(saved).actions[-1].text == "2R2"


@pytest.mark.long
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_program_that_hangs_loses_by_the_limit(jobs: str) -> None:
    slow = bad("hangs after a move")
    arguments = ("--a", slow, "--b", "random", "--time", "0.1", "--limit", "2", "--games", "2")
    run = run_loseta("match", *arguments, "--jobs", jobs, "--json")
    assert (run.returncode, run.stderr) == (0, "")
    assert [each["kind"] for each in json.loads(run.stdout)["forfeits"]] == ["slow", "slow"]
