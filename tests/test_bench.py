"""`loseta bench`. What it measures is not asserted, only that it measures."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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
