"""What the tests share: the variants of every game, and whole games played quickly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, TypeVar

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import SearchStrategy

from bench.games import NO_VARIANT as NO_VARIANT
from bench.games import VARIANTS as VARIANTS
from bench.games import Options as Options
from bench.games import play_table as play_table
from bench.games import seats_of as seats_of
from bench.games import title as title
from bench.games import variants as variants
from loseta.game import BadText, Game
from loseta.record import Record

T = TypeVar("T")

ROOT = Path(__file__).parent.parent
PATIENCE = 600
"""Seconds for what needs next to none, on a machine that has other things to do."""

Result = tuple[int, str, str]
"""Of a command: exit code, standard output, standard error."""
Call = Callable[..., Result]

TITLES = [title(game, options) for game, options in VARIANTS]
QUICK = {"azul-2-coloured", "azul-4-gray", "duel-starred"}
"""One of each kind, for tests that play for seconds."""


def variants_at_length(quick: set[str]) -> pytest.MarkDecorator:
    """All variants, for such tests: those that are not quick are run by `make test-long`."""
    return pytest.mark.parametrize(
        ("game", "options"),
        [
            pytest.param(*variant, id=title, marks=[] if title in quick else pytest.mark.long)
            for variant, title in zip(VARIANTS, TITLES, strict=True)
        ],
    )


each_variant_at_length = variants_at_length(QUICK)
FEW = 5
"""Examples that are enough for `make test`."""


def for_all(
    strategy: SearchStrategy[T], examples: int, few: int = FEW
) -> Callable[[Callable[[T], None]], Callable[[int], None]]:
    """A property: hypothesis looks for a counterexample among a few, and in `make test-long` among
    so many."""

    def decorate(check: Callable[[T], None]) -> Callable[[int], None]:
        more = [pytest.param(examples, marks=pytest.mark.long)] if examples > few else []

        @pytest.mark.parametrize("examples", [min(examples, few), *more])
        def test(examples: int) -> None:
            slow = [HealthCheck.too_slow]
            limits = settings(deadline=None, max_examples=examples, suppress_health_check=slow)
            limits(given(strategy)(check))()

        test.__name__, test.__doc__ = check.__name__, check.__doc__
        return test

    return decorate


def play_record(
    game: Game, options: Options, seed: str, limit: int | None = None, **tags: str
) -> Record:
    record = play_table(game, options, seed, limit=limit).record
    record.tags |= {"Date": "2024-05-01", **tags}
    return record


def run_loseta(
    *arguments: str | bytes, lang: str = "en", cwd: Path | None = None, **settings: Any
) -> subprocess.CompletedProcess[str]:
    """The command as users call it, in a system of this language."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LC_")}
    return subprocess.run(
        [sys.executable, "-m", "loseta", *arguments],
        env={**kept, "LANG": f"{lang}_XX.UTF-8", "PYTHONUTF8": "1"},
        cwd=cwd,
        text=True,
        stdin=subprocess.DEVNULL,
        timeout=PATIENCE,
        check=False,
        **({"stdout": subprocess.PIPE, "stderr": subprocess.PIPE} | settings),
    )


def large_python(package: str) -> str:
    """A Python that has a package too large for `make test`."""
    if find_spec(package):
        return sys.executable
    large = ROOT / ".venv" / "train" / "bin" / "python"
    if not large.exists():
        pytest.skip(
            f"{package} is neither installed nor in .venv/train, which make test-training makes"
        )
    return str(large)


def check_refusal(error: BadText, text: str) -> None:
    """A refusal points into the text and has a sentence in each language."""
    lines = text.split("\n")
    assert 1 <= error.line <= len(lines)
    assert 1 <= error.column <= len(lines[error.line - 1]) + 1
    english, spanish = error.sentence("en"), error.sentence("es")
    assert english.startswith(f"Line {error.line}, column {error.column}: ")
    assert spanish.startswith(f"Línea {error.line}, columna {error.column}: ")
    assert error.reason.sentence("en") != error.reason.sentence("es")
    assert str(error) == english
