"""The wheel as a user gets it: in an environment of its own, far from the clone, on every Python
that is supported. Needs a package index."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from .support import PATIENCE, ROOT

pytestmark = pytest.mark.long

VERSIONS = ("3.11", "3.12", "3.13")


def interpreter(version: str) -> str | None:
    """A Python of this version: the one that runs the tests, one on the path, or one of pyenv."""
    if "{}.{}".format(*sys.version_info) == version:
        return sys.executable
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv")) / "versions"
    found: list[str | Path | None] = [shutil.which(f"python{version}")]
    found += pyenv.glob(f"{version}.*/bin/python{version}")
    for candidate in filter(None, found):
        # A shim of pyenv is on the path also where its Python is not.
        tried = subprocess.run(
            [str(candidate), "-c", "import venv"],
            capture_output=True,
            timeout=PATIENCE,
            check=False,
        )
        if tried.returncode == 0:
            return str(candidate)
    return None


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True, timeout=PATIENCE)
    (file,) = folder.glob("*.whl")
    return file


class Installed:
    """The command `loseta` of an environment, and a home of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.command = folder / "venv" / "bin" / "loseta"
        kept = {name: os.environ[name] for name in ("PATH", "TMPDIR") if name in os.environ}
        self.environment = {**kept, "HOME": str(folder), "LANG": "en_XX.UTF-8", "PYTHONUTF8": "1"}

    def run(self, *arguments: str, typed: str = "") -> str:
        """What a command says; it must succeed."""
        done = subprocess.run(
            [self.command, *arguments],
            cwd=self.folder,
            env=self.environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=3 * PATIENCE,  # it compiles everything anew
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout


def install(wheel: Path, python: str, folder: Path) -> Installed:
    subprocess.run([python, "-m", "venv", folder / "venv"], check=True, timeout=PATIENCE)
    pip = [str(folder / "venv" / "bin" / "python"), "-m", "pip", "install", "--quiet"]
    done = subprocess.run(
        [*pip, "--disable-pip-version-check", "--no-compile", f"{wheel}[ai,server]"],
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return Installed(folder)


@pytest.mark.parametrize("version", VERSIONS)
def test_the_wheel_plays_serves_and_measures(version: str, wheel: Path, tmp_path: Path) -> None:
    """One test for each Python, for installing takes longest."""
    python = interpreter(version)
    if python is None:
        pytest.skip(f"Python {version} is not installed here: the wheel is not tested on it.")
    installed = install(wheel, python, tmp_path)
    check_that_it_is_installed(installed, version)
    check_play(installed)
    check_match(installed)
    check_serve(installed)
    check_bench(installed)
    shutil.rmtree(tmp_path / "venv")


def check_that_it_is_installed(installed: Installed, version: str) -> None:
    code = "import loseta, sys; print(loseta.__file__, *sys.version_info[:2], sep='|')"
    said = subprocess.run(
        [installed.folder / "venv" / "bin" / "python", "-c", code],
        cwd=installed.folder,
        env=installed.environment,
        capture_output=True,
        text=True,
        check=True,
        timeout=PATIENCE,
    ).stdout
    place, *numbers = said.strip().split("|")
    assert Path(place).is_relative_to(installed.folder)
    assert ".".join(numbers) == version


def check_play(installed: Installed) -> None:
    said = installed.run("play", "--seats", "human,greedy", "--first", "1", typed="1\n1\nquit\n")
    assert "Which tiles do you take?" in said
    assert "The game is saved" in said


def check_match(installed: Installed) -> None:
    said = installed.run("match", "--a", "ai:1", "--b", "random", "--games", "2", "--jobs", "1")
    assert "2 games" in said


def check_serve(installed: Installed) -> None:
    with subprocess.Popen(
        [installed.command, "serve", "--port", "0", "--no-prepare"],
        cwd=installed.folder,
        env=installed.environment,
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found
            for path in ("healthz", "", "web/js/main.js"):
                with urllib.request.urlopen(found[0] + path, timeout=PATIENCE) as answer:
                    assert answer.status == 200, path
        finally:
            server.send_signal(signal.SIGINT)
        assert "Everything is stored" in server.stdout.read()
    assert server.returncode == 0


def check_bench(installed: Installed) -> None:
    lines = installed.run("bench", "engine", "--quick", "--json").splitlines()
    names = [json.loads(line)["name"] for line in lines]
    assert any("azul-2-coloured" in name for name in names)
