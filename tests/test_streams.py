"""Commands with closed standard streams."""

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


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
@pytest.mark.parametrize(
    "command",
    [
        "--help",
        *(
            pytest.param(command, marks=pytest.mark.long)
            for command in (
                "simulate --games 2",
                "--version",
                "match --help",
                "perft --depth 2 --divide",
            )
        ),
    ],
)
def test_output_that_does_not_fit_on_the_disk_is_no_success(
    command: str, unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = run(f"--lang en {command}", ">/dev/full", tmp_path)
    said = "loseta: the output cannot be written: the disk is full.\n"
    assert (done.returncode, done.stderr) == (2, said)
    done = run(f"--lang es {command}", ">/dev/full", tmp_path)
    said = "loseta: no se puede escribir la salida: el disco está lleno.\n"
    assert (done.returncode, done.stderr) == (2, said)


@pytest.mark.parametrize("command", ["engine", "play --lang en"])
def test_a_conversation_ends_when_nothing_can_be_answered(command: str, tmp_path: Path) -> None:
    said = tmp_path / "said"
    said.write_text("hello\n" * 20, encoding="ascii")
    done = run(command, f"<{said} >/dev/full", tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert "Exception" not in done.stderr


@pytest.mark.parametrize("unbuffered", ["", "1"], ids=["buffered", "unbuffered"])
def test_complaints_that_cannot_be_written_leave_the_exit_code(
    unbuffered: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONUNBUFFERED", unbuffered)
    done = run("match", "2>/dev/full", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
