"""Random games of Azul in plain C++ (`azul.cpp`), compiled for this machine: what the kernels are
measured against."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

COMPILER = "g++"
OPTIONS = ("-std=c++17", "-O3", "-march=native")
SOURCE = Path(__file__).with_name("azul.cpp")


@dataclass(frozen=True, slots=True)
class Sums:
    """Over all games, of a number and of its square."""

    sum: int
    squares: int


@dataclass(frozen=True, slots=True)
class Games:
    """What so many random games for two on the coloured wall came to."""

    seconds: float
    """Of the processor."""
    moves: Sums
    rounds: Sums
    scores: Sums
    """Of both players together."""


def has_compiler() -> bool:
    return shutil.which(COMPILER) is not None


@contextmanager
def compiled() -> Iterator[Path]:
    """The program, for as long as it is needed. Needs the compiler."""
    with tempfile.TemporaryDirectory(prefix="loseta-") as folder:
        program = Path(folder) / "azul"
        subprocess.run([COMPILER, *OPTIONS, "-o", program, SOURCE], check=True)
        yield program


def play(program: Path, games: int, seed: int) -> Games:
    run = subprocess.run(
        [program, str(games), str(seed)], check=True, capture_output=True, text=True
    )
    printed = {name: values for name, *values in map(str.split, run.stdout.splitlines())}
    moves, rounds, scores = (
        Sums(*map(int, printed[name])) for name in ("moves", "rounds", "scores")
    )
    return Games(float(printed["seconds"][0]), moves, rounds, scores)
