"""What the tests share: the variants of every game, and whole games played quickly."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from loseta.arena.table import Table
from loseta.game import BadText, Game
from loseta.games import GAMES
from loseta.players import make
from loseta.record import Record

ROOT = Path(__file__).parent.parent
NO_VARIANT = frozenset({"first"})
"""Options that change who starts, and no rule."""

PATIENCE = 600
"""Seconds for what needs next to none, on a machine that has other things to do."""

Options = dict[str, str]
Result = tuple[int, str, str]
"""Of a command: exit code, standard output, standard error."""
Call = Callable[..., Result]


def variants(game: Game) -> Iterator[Options]:
    """Every combination of the options that make a variant of a game."""
    chosen = [option for option in game.options if option.name not in NO_VARIANT]
    for values in product(*(representatives(option.values) for option in chosen)):
        yield {option.name: value for option, value in zip(chosen, values, strict=True)}


def representatives(values: Sequence[str]) -> list[str]:
    """All values, but of those that are put together (`rows+border+corners`) only as many as it
    takes to have each part once."""
    chosen = [value for value in values if "+" not in value]
    composed = [value.split("+") for value in values if "+" in value]
    missing = {part for parts in composed for part in parts}
    while missing:
        best = max(composed, key=lambda parts: len(missing.intersection(parts)))
        chosen.append("+".join(best))
        missing.difference_update(best)
    return chosen


def title(game: Game, options: Options) -> str:
    """A variant in a few words: `azul-3-gray`."""
    return "-".join((game.name, *options.values()))


VARIANTS: list[tuple[Game, Options]] = [
    (game, options) for game in GAMES.values() for options in variants(game)
]
TITLES = [title(game, options) for game, options in VARIANTS]
QUICK = {"azul-2-coloured", "azul-4-gray", "duel-starred"}
"""One of each kind, for tests that play for seconds."""
each_variant_at_length = pytest.mark.parametrize(
    ("game", "options"),
    [
        pytest.param(*variant, id=title, marks=[] if title in QUICK else pytest.mark.long)
        for variant, title in zip(VARIANTS, TITLES, strict=True)
    ],
)
"""All variants, for such tests: those that are not quick are run by `make test-long`."""


def seats_of(game: Game, options: Options) -> int:
    seats: int = game.new(**options).seats
    return seats


def play_table(
    game: Game,
    options: Options,
    seed: str,
    players: list[str] | None = None,
    limit: int | None = None,
) -> Table:
    """A table after a whole game, or after so many actions of the seats."""
    players = players or ["random"] * seats_of(game, options)
    seats = [make(name, seed=f"{seed}/{seat}") for seat, name in enumerate(players)]
    table = Table.new(game, options, players, seed)
    played = 0
    while (seat := table.state.to_move) is not None and played != limit:
        table.act(seats[seat].choose(table.state))
        played += 1
    return table


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
