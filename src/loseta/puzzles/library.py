"""The puzzles that come with the package, in a file of JSON lines for each variant."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random

from loseta.puzzles.model import BadPuzzle, NoSuchPuzzle, Puzzle, UnknownPuzzle

ENDING = ".jsonl"
USUAL = "azul-2-coloured"
"""The variant of the day's puzzle by default."""
STRIDE = 7919
"""The step from one day's puzzle to the next. It is a large prime, so that every puzzle has its
turn before one comes again, and levels are mixed."""


@cache
def variants() -> tuple[str, ...]:
    """The variants that have puzzles."""
    found = sorted(each.name for each in files("loseta.puzzles").joinpath("data").iterdir())
    return tuple(name.removesuffix(ENDING) for name in found if name.endswith(ENDING))


@cache
def load(variant: str) -> tuple[Puzzle, ...]:
    """The puzzles of a variant, easiest first. Raises UnknownPuzzle."""
    if variant not in variants():
        raise UnknownPuzzle(variant, ", ".join(variants()))
    file = files("loseta.puzzles").joinpath("data", variant + ENDING)
    return parse(file.read_text(encoding="utf-8"), variant, file)


def read(path: Path) -> tuple[Puzzle, ...]:
    """Read the puzzles of any file. Raises BadPuzzle and OSError."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadPuzzle(path, 1) from None
    return parse(text, path.name.removesuffix(ENDING), path)


def parse(text: str, variant: str, file: object) -> tuple[Puzzle, ...]:
    found = []
    for number, line in enumerate(text.splitlines(), start=1):
        try:
            found.append(Puzzle.from_json(line, variant))
        except (ValueError, KeyError, TypeError, AttributeError):
            raise BadPuzzle(file, number) from None
    return tuple(found)


@cache
def _by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for variant in variants() for puzzle in load(variant)}


def find(id_: str) -> Puzzle:
    """The puzzle with this id. Raises UnknownPuzzle."""
    puzzle = _by_id().get(id_)
    if puzzle is None:
        raise UnknownPuzzle(id_)
    return puzzle


def choose(variant: str, kind: str | None, level: int | None, seed: str) -> list[Puzzle]:
    """The puzzles of a variant, optionally of one kind and level, in an order given by the seed.
    Raises UnknownPuzzle and NoSuchPuzzle."""
    found = [
        puzzle
        for puzzle in load(variant)
        if kind in (None, puzzle.kind) and level in (None, puzzle.level)
    ]
    if not found:
        raise NoSuchPuzzle(variant)
    Random(seed).shuffle(found)
    return found


def of_the_day(day: date, variant: str = USUAL) -> Puzzle:
    """The puzzle of a day, which is the same for everybody. Raises UnknownPuzzle."""
    puzzles: Sequence[Puzzle] = load(variant)
    ordered = sorted(puzzles, key=lambda each: each.id)
    return ordered[day.toordinal() * STRIDE % len(ordered)]
