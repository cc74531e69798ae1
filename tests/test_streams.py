"""Commands whose standard streams somebody has closed."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest


def run(arguments: str, closed: str, home: Path) -> subprocess.CompletedProcess[str]:
    command = f"{shlex.quote(sys.executable)} -m loseta {arguments} {closed}"
    environment = {**os.environ, "XDG_DATA_HOME": str(home), "LANG": "C.UTF-8"}
    return subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=False, env=environment
    )


@pytest.mark.parametrize("command", ["match --a random --b random", "simulate"])
def test_without_a_place_for_complaints_there_is_a_result(command: str, tmp_path: Path) -> None:
    done = run(f"{command} --games 2 --json", "2>&-", tmp_path)
    assert done.returncode == 0
    assert json.loads(done.stdout)["games"] == 2


@pytest.mark.parametrize("command", ["simulate --games 2", "match --a random --b random --games 2"])
def test_without_a_place_for_the_result_nothing_is_said(command: str, tmp_path: Path) -> None:
    done = run(command, ">&-", tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_without_anybody_at_the_keyboard_a_game_ends(tmp_path: Path) -> None:
    done = run("play --lang en", "<&-", tmp_path)
    assert "Traceback" not in done.stderr
