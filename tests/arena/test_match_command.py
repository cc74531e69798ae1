"""`loseta match` as users call it."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys

import pytest

from loseta import texts
from loseta.cli import main

from ..support import PATIENCE, run_loseta

KEYS = [
    "game",
    "a",
    "b",
    "games",
    "wins",
    "draws",
    "losses",
    "mean_score_a",
    "mean_score_b",
    "elo",
    "elo_low",
    "elo_high",
    "ms_per_move_a",
    "ms_per_move_b",
]
BETWEEN = ["match", "--a", "greedy", "--b", "random"]
FOR_LONG = [*BETWEEN, "--games", "4000"]


def test_programs_get_the_promised_keys_and_nothing_else_is_printed() -> None:
    run = run_loseta(*BETWEEN, "--games", "11", "--jobs", "2", "--json")
    assert (run.returncode, run.stderr) == (0, "")
    told = json.loads(run.stdout)
    assert list(told)[: len(KEYS)] == KEYS
    assert (told["game"], told["a"], told["b"]) == ("azul", "greedy", "random")
    assert (told["games"], told["games_asked"]) == (12, 11)
    assert told["wins"] == 12
    assert told["elo"] is told["elo_high"] is None
    assert told["elo_low"] == pytest.approx(54.1)  # 6 pairs all won
    assert told["options"] == {"players": "2", "wall": "coloured", "first": "random"}
    assert (told["seed"], told["stopped_early"], told["interrupted"]) == ("1", False, False)


@pytest.mark.long
def test_the_jobs_do_not_change_what_is_printed_but_the_times() -> None:
    arguments = ["match", "--a", "greedy", "--b", "greedy", "--games", "20", "--json"]
    told = [json.loads(run_loseta(*arguments, "--jobs", jobs).stdout) for jobs in ("1", "2")]
    for figures in told:
        assert figures.pop("ms_per_move_a") > 0
        assert figures.pop("ms_per_move_b") > 0
    assert told[0] == told[1]
    assert told[0]["elo_low"] < told[0]["elo"] < told[0]["elo_high"]


SAID = {
    "en": [
        "azul, greedy against random: 8 games, 4 pairs on the same deals with the seats swapped",
        r"greedy: 8 won, 0 shared, 0 lost \(100.0 %\)",
        r"points on average: greedy \d+\.\d, random \d+\.\d",
        r"Elo difference: > \+?-?\d+ \(95 %\)",
        r"milliseconds a move: greedy \d+\.\d+, random \d+\.\d+",
        "It is undecided who is stronger.",
    ],
    "es": [
        "azul, greedy contra random: 8 partidas, 4 parejas con los mismos sorteos y los asientos "
        "cambiados",
        r"greedy: 8 ganadas, 0 compartidas, 0 perdidas \(100,0 %\)",
        r"puntos de media: greedy \d+,\d, random \d+,\d",
        r"Diferencia Elo: > \+?-?\d+ \(95 %\)",
        r"milisegundos por jugada: greedy \d+,\d+, random \d+,\d+",
        "No está decidido quién es más fuerte.",
    ],
}


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_people_read_the_result_in_their_language(lang: str) -> None:
    run = run_loseta(*BETWEEN, "--games", "8", "--jobs", "1", lang=lang)
    assert (run.returncode, run.stderr) == (0, "")
    for line, expected in zip(run.stdout.splitlines(), SAID[lang], strict=True):
        assert re.fullmatch(expected, line), line


@pytest.mark.long
def test_larger_tables_and_other_games() -> None:
    three = run_loseta(*BETWEEN, "--games", "10", "--players", "3", "--wall", "gray").stdout
    assert three.startswith("10 games were asked for; 12 will be played")
    assert "12 games, 4 groups of 3 on the same deals" in three
    duel = ["--game", "duel", "--tablets", "random-4", "--games", "100", "--stop"]
    stopped = run_loseta(*BETWEEN, *duel).stdout
    assert stopped.startswith("Decided after 22 of 100 games.")
    assert stopped.endswith("greedy is stronger.\n")
    mirror = run_loseta("match", "--a", "random", "--b", "random", "--games", "2", "--players", "2")
    assert "random (A) against random (B)" in mirror.stdout


def test_no_game_is_no_accident() -> None:
    run = run_loseta(*BETWEEN, "--games", "0")
    assert (run.returncode, run.stdout, run.stderr) == (0, "No game counts.\n", "")


BAD_USAGE = {
    "one player only": ["match", "--a", "greedy"],
    "an unknown player": ["match", "--a", "greedy", "--b", "nobody"],
    "a person": ["match", "--a", "human", "--b", "greedy"],
    "no jobs": [*BETWEEN, "--jobs", "0"],
    "no time": [*BETWEEN, "--time", "0"],
    "no number": [*BETWEEN, "--time", "nan"],
    "no end": [*BETWEEN, "--limit", "inf"],
    "other digits": [*BETWEEN, "--limit", "٣"],
    "more time than the limit": [*BETWEEN, "--time", "3", "--limit", "2"],
    "too many players": [*BETWEEN, "--players", "5"],
    "an option of another game": [*BETWEEN, "--game", "duel", "--wall", "gray"],
}


@pytest.mark.parametrize("arguments", BAD_USAGE.values(), ids=BAD_USAGE)
def test_bad_usage_is_refused_in_one_sentence_in_both_languages(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    said = set()
    for lang in texts.LANGUAGES:
        assert main([*arguments, "--lang", lang]) == 2
        written = capsys.readouterr()
        assert written.out == ""
        assert re.fullmatch(r"loseta: [^\n]+\n", written.err)
        said.add(written.err)
    assert len(said) == 2


# --- Interrupted ----------------------------------------------------------------------------


class Running:
    """The command with its standard error on a terminal, in a session of its own."""

    def __init__(self, *arguments: str) -> None:
        self._terminal, its_end = os.openpty()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "loseta", *FOR_LONG, *arguments],
            stdout=subprocess.PIPE,
            stderr=its_end,
            text=True,
            start_new_session=True,
        )
        os.close(its_end)
        self.shown = ""

    def wait_for(self, progress: str) -> None:
        while progress not in self.shown:
            assert self._read()

    def _read(self) -> bool:
        """False once nobody holds the terminal, neither the command nor what it has started."""
        ready, _, _ = select.select([self._terminal], [], [], PATIENCE)
        assert ready, "a process is left"
        try:
            self.shown += os.read(self._terminal, 1000).decode()
        except OSError:
            return False
        return True

    def end(self, how: signal.Signals) -> tuple[int, str]:
        """Exit code and output; all processes are gone then."""
        os.killpg(self._process.pid, how)
        out, _ = self._process.communicate(timeout=PATIENCE)
        while self._read():
            pass
        os.close(self._terminal)
        return self._process.returncode, out


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_ends_all_processes_and_prints_what_was_played(jobs: str) -> None:
    run = Running("--jobs", jobs)
    run.wait_for("  1 %")
    code, out = run.end(signal.SIGINT)
    assert code == 130
    assert re.match(r"Interrupted after \d+ of 4000 games", out)
    assert "greedy is stronger." in out
    assert re.fullmatch(r"(\r *\d+ %)+\r\x1b\[K", run.shown)


def test_ctrl_c_while_the_workers_start_leaves_programs_with_one_object() -> None:
    run = Running("--jobs", "4", "--json")
    run.wait_for("  0 %")
    code, out = run.end(signal.SIGINT)
    told = json.loads(out)
    assert code == 130
    assert told["interrupted"] is True
    assert told["games"] % 2 == 0
    assert "Traceback" not in run.shown


def test_workers_do_not_survive_the_match() -> None:
    run = Running("--jobs", "2")
    run.wait_for("  1 %")
    assert run.end(signal.SIGKILL) == (-signal.SIGKILL, "")


@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_a_limit_may_be_as_long_as_one_likes(jobs: str) -> None:
    done = run_loseta(
        *("match", "--a", "random", "--b", "random", "--games", "2"),
        *("--limit", "1e19", "--jobs", jobs, "--json"),
    )
    assert done.returncode == 0
    assert "OverflowError" not in done.stdout + done.stderr
