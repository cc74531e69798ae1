"""Compiled code is kept, but never older than its sources, and wherever there is room for it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numba
import pytest
from numba.core import event

import loseta
from loseta.kernels import compiled

from ..support import PATIENCE

CODE = (
    "import numpy as np\n"
    "from loseta.kernels.azul import STATE\n"
    "from loseta.kernels.play import random_games\n"
    "from loseta.kernels.compiled import cache_folder\n"
    "print(random_games(np.zeros(1, STATE), (2, 0), 2, 3, 1), cache_folder())"
)


def start(environment: dict[str, str]) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", CODE],
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def outcome(process: subprocess.Popen[str]) -> list[str]:
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 0, err
    return out.split()


@pytest.mark.long
def test_two_that_start_at_once_do_not_disturb_each_other(tmp_path: Path) -> None:
    environment = {"XDG_CACHE_HOME": str(tmp_path)}
    both = [start(environment), start(environment)]
    first, second = map(outcome, both)
    assert first == second
    assert first[1].startswith(str(tmp_path))
    assert outcome(start(environment)) == first  # and what they left can be used


@pytest.mark.long
def test_another_clone_of_the_same_sources_compiles_nothing(tmp_path: Path) -> None:
    cache = {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    first = outcome(start(cache))
    written = {file: file.stat().st_mtime_ns for file in Path(first[1]).rglob("*.nb?")}
    clone = tmp_path / "clone" / "loseta"
    package = Path(loseta.__file__).parent
    shutil.copytree(package, clone, ignore=shutil.ignore_patterns("__pycache__"))
    assert outcome(start({**cache, "PYTHONPATH": str(clone.parent)})) == first
    now = {file: file.stat().st_mtime_ns for file in Path(first[1]).rglob("*.nb?")}
    assert written
    assert now == written


@pytest.mark.long
def test_a_home_that_cannot_be_written_is_no_hindrance() -> None:
    moves, folder = outcome(start({"XDG_CACHE_HOME": os.devnull}))
    assert int(moves) > 0
    assert not folder.startswith(os.devnull)


@pytest.mark.long
def test_a_change_of_any_source_starts_an_empty_cache(tmp_path: Path) -> None:
    """Of the kernels, of the rules, and of the faces of the components."""
    package = Path(loseta.__file__).parent
    copy = tmp_path / "src" / "loseta"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {"PYTHONPATH": str(tmp_path / "src"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    hashes = set()
    ask = "from loseta.kernels.compiled import sources_hash; print(sources_hash())"
    for changed in (None, "kernels/bits.py", "azul/rules.py", "duel/components.toml"):
        if changed:
            with (copy / changed).open("a", encoding="utf-8") as file:
                file.write("\n# changed\n")
        run = subprocess.run(
            [sys.executable, "-c", ask],
            env={**os.environ, **environment},
            capture_output=True,
            text=True,
            check=True,
        )
        hashes.add(run.stdout)
    assert len(hashes) == 4
    assert compiled.sources_hash() + "\n" in hashes


def folder_used(base: Path, name: str, days_ago: float) -> Path:
    folder = base / "loseta" / f"kernels-{name}"
    folder.mkdir(parents=True)
    folder.joinpath("kernel.nbc").write_bytes(b"compiled")
    then = time.time() - days_ago * 24 * 3600
    os.utime(folder, (then, then))
    return folder


def test_old_versions_go_and_recent_ones_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of many versions the last few stay, and all that may still be running."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    fresh = [folder_used(tmp_path, f"fresh{n}", 0.1 + n / 100) for n in range(compiled.KEPT + 2)]
    old = [folder_used(tmp_path, f"old{n}", 2 + n) for n in range(3)]
    other = tmp_path / "loseta" / "something-else"
    other.mkdir()
    os.utime(other, (0, 0))
    here = compiled.cache_folder()
    assert all(folder.is_dir() for folder in (*fresh, other, here))
    assert not any(folder.exists() for folder in old)


def test_a_few_old_versions_stay_and_each_use_counts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    old = [folder_used(tmp_path, f"old{n}", 40 + n) for n in range(compiled.KEPT)]
    own = folder_used(tmp_path, compiled.sources_hash(), 100)
    assert compiled.cache_folder() == own
    assert (own / "kernel.nbc").exists()
    assert time.time() - own.stat().st_mtime < 3600
    assert all(folder.is_dir() for folder in old)


@compiled.inner
def doubled(number: int) -> int:
    return 2 * number


@compiled.inner
def doubled_twice(number: int) -> int:
    return doubled(doubled(number))


@numba.njit(nogil=True)
def six_times(number: int) -> int:
    return doubled(number) + doubled_twice(number)


def test_a_part_of_kernels_is_compiled_once_whoever_calls_it() -> None:
    listener: Any = event.RecordingListener()  # type: ignore[no-untyped-call]
    with event.install_listener("numba:compile", listener):
        assert six_times(7) == 42
    begun = [each for _, each in listener.buffer if each.is_start]
    assert [each.data["dispatcher"].py_func.__name__ for each in begun] == [
        "six_times",
        "doubled",
        "doubled_twice",
    ]


def test_python_may_call_a_part_of_kernels() -> None:
    assert doubled_twice(7) == 28
