"""`loseta bench`. What it measures is not asserted, only that it measures."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from bench import envs
from bench.suites import SUITES
from loseta import texts

from .support import ROOT, run_loseta

KEYS = ["name", "value", "unit", "ratio", "against"]
QUICK = ("ai", "envs")


@pytest.mark.parametrize(
    "suite",
    [pytest.param(each, marks=[] if each in QUICK else pytest.mark.long) for each in SUITES],
)
def test_every_suite_prints_one_object_for_each_figure(suite: str, tmp_path: Path) -> None:
    run = run_loseta("bench", suite, "--quick", "--json", cwd=tmp_path)
    assert (run.returncode, run.stderr) == (0, "")
    figures = [json.loads(line) for line in run.stdout.splitlines()]
    assert len(figures) >= 5
    for figure in figures:
        assert list(figure) == KEYS
        assert figure["value"] >= 0
        assert (figure["ratio"] is None) == (figure["against"] is None)
    # The page has nothing beside it to be compared with.
    assert suite == "page" or any(figure["ratio"] for figure in figures)


class SlowAtFirst:
    """A clock, and games whose first step compiles: that takes 1,000 s, every other one 1 ms."""

    def __init__(self) -> None:
        self.now = 0.0
        self.compiled = False
        self.agent_selection = "player_0"
        self.left = 0
        self.count = 10

    def perf_counter(self) -> float:
        return self.now

    process_time = perf_counter

    def step(self, action: object) -> None:
        self.now += 0.001 if self.compiled else 1000.0
        self.compiled = True
        self.left -= 1

    def reset(self, seeds: object = None, *, seed: int = 0) -> None:
        self.left = 50

    def sample(self) -> list[int]:
        return []

    def close(self) -> None:
        pass

    def agent_iter(self) -> Iterator[str]:
        while self.left:
            yield self.agent_selection

    def last(self) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        return {"action_mask": np.ones(3)}, 0.0, False, False, {}


def test_environments_are_compiled_before_the_time_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    games, single = SlowAtFirst(), SlowAtFirst()
    for clock, table in ((games, "BATCHES"), (single, "SINGLES")):
        monkeypatch.setattr(envs, "time", clock)
        monkeypatch.setattr(envs, table, {"azul": lambda *_, clock=clock, **__: clock})
        measure = envs.vectorised if clock is games else envs.one_at_a_time
        for figure in measure(1, 0.02):
            if figure.unit == "us/step":
                assert figure.value == pytest.approx(1000)
            elif figure.unit == "ns/step":
                assert figure.value == pytest.approx(1e6 / games.count)
            elif figure.unit == "steps/s":
                assert figure.value == pytest.approx(1000)


@pytest.mark.parametrize("lang", texts.LANGUAGES)
def test_an_unknown_suite_is_refused(lang: str) -> None:
    run = run_loseta("bench", "coffee", lang=lang)
    assert (run.returncode, run.stdout) == (2, "")
    assert re.fullmatch(r"loseta: [^\n]*coffee[^\n]* engine, ai[^\n]*\n", run.stderr)


def installed_elsewhere(folder: Path, cwd: Path, *arguments: str) -> tuple[int, str]:
    """The command from a copy of the package, without the sources around it."""
    shutil.copytree(ROOT / "src" / "loseta", folder / "site" / "loseta")
    code = (
        f"import sys; sys.path[:] = [{str(folder / 'site')!r}]"
        " + [each for each in sys.path if not each.endswith('src')]\n"
        "import loseta; from loseta.cli import main\n"
        f"assert loseta.__file__.startswith({str(folder)!r})\n"
        f"sys.exit(main({list(arguments)!r}))"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=cwd, capture_output=True, text=True, check=False
    )
    return run.returncode, run.stderr


def test_without_the_sources_one_sentence_says_so(tmp_path: Path) -> None:
    code, err = installed_elsewhere(tmp_path, tmp_path, "bench", "--lang", "en")
    assert code == 2
    assert re.fullmatch(r"loseta: [^\n]*sources[^\n]*\n", err)


def test_the_sources_are_found_in_the_current_folder(tmp_path: Path) -> None:
    code, err = installed_elsewhere(tmp_path, ROOT, "bench", "coffee")
    assert (code, "engine, ai" in err) == (2, True)
