"""`loseta ladder` as users call it."""

from __future__ import annotations

import contextlib
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from ..support import PATIENCE, Call, run_loseta

FEW = ["ladder", "--players-list", "random,greedy,ai:1", "--games", "4"]


@pytest.mark.parametrize(
    ("players", "games"),
    [("random,greedy", 4), pytest.param("random,greedy,ai:1", 12, marks=pytest.mark.long)],
)
def test_programs_get_one_object(players: str, games: int) -> None:
    run = run_loseta(*FEW, "--players-list", players, "--jobs", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert told["games"] == games
    assert [row["player"] for row in told["ratings"]][-1] == "random"
    assert not told["interrupted"]


@pytest.mark.long
def test_a_page_gets_a_table_with_the_command() -> None:
    duel = ["--game", "duel", "--first", "1", "--time", "0.5", "--seed", "x"]
    run = run_loseta(*FEW, *duel, "--jobs", "1", "--markdown")
    assert (run.returncode, run.stderr) == (0, "")
    command = (
        "`loseta ladder --game duel --first 1 --players-list random,greedy,ai:1 "
        "--games 4 --time 0.5 --seed x`"
    )
    assert command in run.stdout
    assert "| `greedy` | 1000 |" in run.stdout


@pytest.mark.long
def test_it_goes_on_with_what_is_saved(tmp_path: Path) -> None:
    file = str(tmp_path / "results")
    for games, total in (("2", 6), ("6", 18)):
        run = run_loseta(*FEW, "--games", games, "--save", file, "--jobs", "1", "--json")
        assert json.loads(run.stdout)["games"] == total
    before = Path(file).read_text(encoding="utf-8")
    again = run_loseta(*FEW, "--games", "6", "--save", file)
    assert again.stdout.startswith("Ladder of azul")
    fewer = ["ladder", "--players-list", "random,greedy", "--games", "6", "--save", file]
    assert json.loads(run_loseta(*fewer, "--json").stdout)["games"] == 6
    assert Path(file).read_text(encoding="utf-8") == before


BAD_USAGE = {
    "one player": ["ladder", "--players-list", "greedy"],
    "nobody": ["ladder", "--players-list", ""],
    "the same twice": ["ladder", "--players-list", "greedy,greedy"],
    "an unknown player": ["ladder", "--players-list", "greedy,nobody"],
    "a person": ["ladder", "--players-list", "greedy,human"],
    "no games": [*FEW, "--games", "0"],
    "no jobs": [*FEW, "--jobs", "0"],
    "no time": [*FEW, "--time", "0"],
    "more time than the limit": [*FEW, "--time", "3", "--limit", "2"],
    "an option of another game": [*FEW, "--game", "duel", "--wall", "gray"],
    "a file that cannot be written": [*FEW, "--save", "/nowhere/at/all"],
    "a folder": [*FEW, "--save", "/"],
    "another file": [*FEW, "--save", __file__],
}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize("case", BAD_USAGE)
def test_bad_usage_gets_one_sentence(case: str, lang: str, call: Call) -> None:
    code, out, err = call(*BAD_USAGE[case], lang=lang)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("loseta: ")


@pytest.mark.long
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_prints_what_is_known(jobs: str, tmp_path: Path) -> None:
    file = tmp_path / "results"
    arguments = ["ladder", "--players-list", "random,greedy,ai:1,ai:2", "--games", "300"]
    process = subprocess.Popen(
        [sys.executable, "-m", "loseta", *arguments, "--jobs", jobs, "--save", str(file)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    deadline = time.monotonic() + PATIENCE
    while not file.exists() or len(file.read_text(encoding="utf-8").splitlines()) < 2:
        assert time.monotonic() < deadline
        time.sleep(0.05)
    # Python ignores an interrupt that hits while it clears something up, and says so; then a
    # person would press the keys again.
    for _ in range(8):
        process.send_signal(signal.SIGINT)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(timeout=20)
            break
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert err == "" or err.startswith("Exception ignored")
    assert "greedy" in out
    assert len(file.read_text(encoding="utf-8").splitlines()) >= 2


def test_without_numpy_one_sentence_says_what_to_install() -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "from loseta.cli import main\n"
        "sys.exit(main(['ladder', '--players-list', 'random,greedy', '--games', '2']))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (2, "")
    assert "loseta[ai]" in run.stderr
    assert run.stderr.count("\n") == 1
