"""Games that are saved as they are played: the same for any number of jobs, and after any break."""

from __future__ import annotations

import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from loseta.arena import collection as collections
from loseta.arena.collection import Collection, files_in, records_in
from loseta.arena.ladder import Ladder, climb
from loseta.arena.match import Contestant, Plan, match
from loseta.arena.meeting import Meeting
from loseta.arena.series import Series, games
from loseta.arena.simulate import sum_up
from loseta.game import DEALER, complete_options
from loseta.games import GAMES
from loseta.record import verify

from ..support import PATIENCE, QUICK, TITLES, VARIANTS, Call, Options, seats_of
from .unruly import Dying, Illegal, contestant

each_game = pytest.mark.parametrize("name", GAMES)


def series(name: str = "azul", player: str = "random", options: Options | None = None) -> Series:
    game = GAMES[name]
    chosen = complete_options(game, options or {})
    return Series(name, chosen, (player,) * seats_of(game, chosen), "a seed")


def saved(who: Series, folder: Path, count: int, jobs: int = 1) -> tuple[str, dict[str, bytes]]:
    """Fingerprint and files after so many games."""
    with Collection(folder, "games", who.conditions) as kept:
        run = sum_up(games(who, count, jobs, kept), len(who.players))
    return run.fingerprint, contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    ("name", "options"),
    [(g.name, o) for (g, o), title in zip(VARIANTS, TITLES, strict=True) if title in QUICK],
)
def test_a_series_is_saved_as_it_was_played(name: str, options: Options, tmp_path: Path) -> None:
    who = series(name, "greedy", options)
    fingerprint, _ = saved(who, tmp_path, 4)
    assert fingerprint == sum_up(games(who, 4), len(who.players)).fingerprint
    found = [record for path in files_in(tmp_path) for _, record in records_in(path)]
    assert len(found) == 4
    for number, record in enumerate(found):
        assert record.tags["Seed"] == f"a seed/{number}"
        assert verify(record) is None
        assert record.names == list(who.players)
        assert record.final().outcome is not None
        assert "Date" not in record.tags


def test_a_broken_off_series_goes_on_to_the_same_files(tmp_path: Path) -> None:
    who = series()
    whole = saved(who, tmp_path / "whole", 9)
    saved(who, tmp_path / "parts", 4)
    assert saved(who, tmp_path / "parts", 9) == whole
    assert saved(who, tmp_path / "parts", 9) == whole


@pytest.mark.long
def test_any_number_of_jobs_gives_the_same_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(collections, "SHARD", 20)
    who = series()
    alone = saved(who, tmp_path / "1", 70)
    assert len(alone[1]) == 5
    assert saved(who, tmp_path / "3", 70, jobs=3) == alone


@pytest.mark.long
def test_kill_and_interruption_lose_no_game_that_had_ended(tmp_path: Path) -> None:
    def command(folder: Path) -> list[str]:
        words = ["simulate", "--games", "1500", "--player", "greedy", "--save", str(folder)]
        return [sys.executable, "-m", "loseta", *words, "--json"]

    broken = tmp_path / "broken"
    for sign in (signal.SIGKILL, signal.SIGINT):
        process = subprocess.Popen(command(broken), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        began, before = time.monotonic(), size(broken)
        while size(broken) <= before and time.monotonic() - began < PATIENCE:
            time.sleep(0.05)
        process.send_signal(sign)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == (-9 if sign == signal.SIGKILL else 130)
    runs = [
        subprocess.run(command(folder), capture_output=True, check=True, timeout=PATIENCE)
        for folder in (broken, tmp_path / "whole")
    ]
    prints = [json.loads(run.stdout)["fingerprint"] for run in runs]
    assert prints[0] == prints[1]
    assert contents(broken) == contents(tmp_path / "whole")


def size(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.glob("*.part"))


# --- Matches and ladders --------------------------------------------------------------------


def plan(games_asked: int = 6, **settings: object) -> Plan:
    a, b = map(Contestant.named, ("greedy", "random"))
    return Plan(a, b, games_asked, records=True, **settings)  # type: ignore[arg-type]


def test_a_match_is_saved_and_goes_on(tmp_path: Path) -> None:
    whole = plan()
    with Collection(tmp_path / "whole", "m", whole.conditions) as kept:
        first = match(whole, collection=kept)
    with Collection(tmp_path / "parts", "m", plan(2).conditions) as kept:
        match(plan(2), collection=kept)
    with Collection(tmp_path / "parts", "m", whole.conditions) as kept:
        again = match(whole, collection=kept)
    assert contents(tmp_path / "whole") == contents(tmp_path / "parts")
    results = [[(p.number, p.share, p.scores) for p in r.counted] for r in (first, again)]
    assert results[0] == results[1]
    (path,) = files_in(tmp_path / "whole")
    found = [record for _, record in records_in(path)]
    assert [record.names for record in found] == [["greedy", "random"], ["random", "greedy"]] * 3
    assert all(verify(record) is None for record in found)


@pytest.mark.parametrize("jobs", [1, pytest.param(2, marks=pytest.mark.long)])
def test_a_match_that_stops_early_keeps_what_counts(tmp_path: Path, jobs: int) -> None:
    with Collection(tmp_path, "m", plan(100).conditions) as kept:
        result = match(plan(100), jobs, stop=True, collection=kept)
        assert result.stopped_early
        assert kept.count == result.games < 100
        again = match(plan(100), jobs, stop=True, collection=kept)
    assert again.games == result.games


def test_a_lost_game_is_saved_and_stays_lost(tmp_path: Path) -> None:
    unruly = Plan(contestant(Illegal), Contestant.named("random"), 2, records=True)
    with Collection(tmp_path, "m", unruly.conditions) as kept:
        first = match(unruly, collection=kept)
        again = match(unruly, collection=kept)
    assert [f.kind for f in first.forfeits] == [f.kind for f in again.forfeits] == ["illegal"] * 2
    assert [(f.seat, f.side, f.detail) for f in first.forfeits] == [
        (f.seat, f.side, f.detail) for f in again.forfeits
    ]
    assert [p.share for p in again.counted] == [0, 0]
    (path,) = files_in(tmp_path)
    for seat, (_, record) in enumerate(records_in(path)):
        assert record.tags["Termination"] == "forfeit"
        assert record.tags["Winners"] == str(2 - seat)
        assert record.tags["Forfeit"].startswith(f"{seat + 1} illegal")


@pytest.mark.long
def test_a_game_whose_process_died_is_saved_without_its_moves(tmp_path: Path) -> None:
    dying = Plan(contestant(Dying), Contestant.named("random"), 2, records=True)
    with Collection(tmp_path, "m", dying.conditions) as kept:
        result = match(dying, 2, collection=kept)
        again = match(dying, 2, collection=kept)
    assert [f.kind for f in result.forfeits] == [f.kind for f in again.forfeits] == ["died"] * 2
    (path,) = files_in(tmp_path)
    assert [record.actions for _, record in records_in(path)] == [[], []]


def test_a_ladder_keeps_its_games_and_plays_none_of_them_again(tmp_path: Path) -> None:
    pytest.importorskip("numpy")
    ladder = Ladder(("random", "greedy"), 4, records=True)
    first: list[Meeting] = []
    assert climb(ladder, first, folder=tmp_path)
    files = contents(tmp_path)
    assert sorted(files) == [
        "azul-2-coloured-greedy-random-0-000000000.txt.gz",
        "azul-2-coloured-greedy-random-0.json",
    ]
    again: list[Meeting] = []
    assert climb(ladder, again, folder=tmp_path)
    assert contents(tmp_path) == files
    assert [(m.won, m.scored) for m in again] == [(m.won, m.scored) for m in first]
    assert again[0].moves == (0, 0)  # it was not played, and tells nothing of the time


# --- Win chances ----------------------------------------------------------------------------


@each_game
def test_win_chances_stand_beside_the_actions(name: str, tmp_path: Path, call: Call) -> None:
    pytest.importorskip("numba")
    arguments = ["--game", name, "--games", "1", "--save", str(tmp_path), "--win-chances"]
    code, _, err = call("simulate", *arguments, "--seats", "ai:1,random")
    assert (code, err) == (0, "")
    (path,) = files_in(tmp_path)
    ((_, record),) = records_in(path)
    movers = [state.to_move for state in record.states()]
    assert record.evaluations
    assert {movers[number] for number in record.evaluations} == {0}
    assert all(0 <= each.win_chance <= 1 for each in record.evaluations.values())
    assert gzip.decompress(path.read_bytes()).startswith(b'[Loseta "1"]')
    choices = [
        number
        for number, state in enumerate(record.states())
        if state.to_move == 0 != DEALER and len(state.legal_actions()) > 1
    ]
    assert sorted(record.evaluations) == choices


# --- The commands ---------------------------------------------------------------------------


def test_the_commands_save(tmp_path: Path, call: Call) -> None:
    sizes = {"simulate": ["--games", "3"], "match": ["--a", "greedy", "--b", "random"]}
    sizes["match"] += ["--games", "4", "--jobs", "1"]
    for command, words in sizes.items():
        folder = str(tmp_path / command)
        first = call(command, *words, "--save", folder)
        assert first[0] == 0
        files = contents(tmp_path / command)
        assert set(files) == {"azul-2-coloured.json", "azul-2-coloured-000000000.txt.gz"}
        assert call(command, *words, "--save", folder)[0] == 0
        assert contents(tmp_path / command) == files
        for lang, word in (("en", "seed"), ("es", "seed")):
            code, out, err = call(command, *words, "--save", folder, "--seed", "2", lang=lang)
            assert (code, out) == (2, "")
            assert word in err
            assert err.count("\n") == 1
        assert contents(tmp_path / command) == files


def test_the_ladder_saves(tmp_path: Path, call: Call) -> None:
    pytest.importorskip("numpy")
    words = ["ladder", "--players-list", "random,greedy", "--games", "2", "--jobs", "1"]
    assert call(*words, "--save-games", str(tmp_path))[0] == 0
    assert len(files_in(tmp_path)) == 1


def test_all_variants_are_simulated_by_one_command(tmp_path: Path, call: Call) -> None:
    code, out, _ = call(
        "simulate", "--all-variants", "--games", "1", "--save", str(tmp_path), "--json"
    )
    assert code == 0
    told = [json.loads(line) for line in out.splitlines()]
    assert [each["variant"] for each in told] == [
        *(f"azul-{n}-{wall}" for n in (2, 3, 4) for wall in ("coloured", "gray")),
        *(f"duel-{tablets}" for tablets in ("starred", "random-3", "random-4")),
    ]
    assert len(files_in(tmp_path)) == 9


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (["simulate", "--all-variants", "--wall", "gray"], "wall"),
        (["simulate", "--engine", "kernel", "--save", "x"], "--engine"),
        (["simulate", "--win-chances"], "--save"),
        (["simulate", "--player", "greedy", "--seats", "greedy,random"], "--seats"),
        (["match", "--a", "greedy", "--b", "random", "--win-chances"], "--save"),
        (["ladder", "--win-chances"], "--save-games"),
    ],
)
def test_what_does_not_go_together_is_refused(words: list[str], option: str, call: Call) -> None:
    (code, out, english), (_, _, spanish) = (call(*words, lang=lang) for lang in ("en", "es"))
    assert (code, out) == (2, "")
    assert option in english
    assert english.count("\n") == 1
    assert english != spanish


def test_one_name_stands_for_everybody(call: Call) -> None:
    _, out, _ = call("simulate", "--players", "3", "--games", "1", "--player", "greedy")
    assert out.count("(greedy)") == 3
