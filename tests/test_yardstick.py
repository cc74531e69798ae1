"""The engine in C++ that the kernels are measured against plays the same game as they do."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest

from bench import kernels, yardstick
from loseta.games import GAMES, part
from loseta.kernels import play

GAMES_EACH = 5000

needs_compiler = pytest.mark.skipif(
    not yardstick.has_compiler(), reason=f"there is no {yardstick.COMPILER}"
)


@needs_compiler
def test_random_games_are_alike() -> None:
    with yardstick.compiled() as program:
        theirs = yardstick.play(program, GAMES_EACH, 1)
    kernel = part("kernels", "azul")
    states = np.zeros(GAMES_EACH, kernel.STATE)
    moves = play.random_games(states, kernel.setup(GAMES["azul"].new()), 2, GAMES_EACH, 1)
    ours = {
        "moves": moves,
        "rounds": int(states["round"].sum()),
        "scores": int(states["score"].sum()),
    }
    for name, value in ours.items():
        sums = getattr(theirs, name)
        variance = sums.squares / GAMES_EACH - (sums.sum / GAMES_EACH) ** 2
        error = sqrt(2 * variance / GAMES_EACH)  # of the difference of two means
        assert abs(value - sums.sum) / GAMES_EACH < 4 * error, name


def test_without_a_compiler_the_figure_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(yardstick, "COMPILER", "no-such-compiler")
    (figure,) = kernels.beside_c(1)
    assert "no no-such-compiler here" in figure.name
    assert figure.ratio is None
