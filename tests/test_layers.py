"""The architecture: imports point downwards, and only a game's own package knows its name."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from loseta.games import GAMES

from .support import ROOT

PACKAGE = ROOT / "src" / "loseta"
NAMES = {"azul", "duel", *GAMES}
SHARED = [
    file
    for file in sorted(PACKAGE.rglob("*.py"))
    if file.relative_to(PACKAGE).parts[0] not in NAMES
]


def test_imports_point_downwards() -> None:
    command = Path(sys.executable).with_name("lint-imports")
    run = subprocess.run(
        [command, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stdout + run.stderr


def comparisons(tree: ast.AST) -> Iterator[ast.AST]:
    """Whatever is compared with something: by ==, !=, in, or as a case of a match."""
    for node in ast.walk(tree):
        match node:
            case ast.Compare(left=left, comparators=others):
                for part in (left, *others):
                    yield from ast.walk(part)
            case ast.MatchValue(value=value):
                yield value


def names_compared(source: str) -> list[str]:
    """The names of games that a source compares something with."""
    return [
        node.value
        for node in comparisons(ast.parse(source))
        if isinstance(node, ast.Constant) and node.value in NAMES
    ]


def test_no_shared_code_asks_which_game_it_is() -> None:
    assert len(SHARED) > 100
    compared = {file: names_compared(file.read_text(encoding="utf-8")) for file in SHARED}
    assert {file: names for file, names in compared.items() if names} == {}


@pytest.mark.parametrize(
    "source",
    [
        'x == "azul"',
        '"duel" != x',
        'x in ("azul", "chess")',
        'match x:\n    case "duel":\n        pass',
    ],
)
def test_the_check_would_notice_such_a_question(source: str) -> None:
    assert names_compared(source)


def test_the_check_leaves_other_uses_of_a_name_alone() -> None:
    assert names_compared('GAMES["azul"]\nplay(game="duel")\nx == "gray"') == []


LIGHT = "import sys; before = set(sys.modules); import {}; print(*set(sys.modules) - before)"


def modules_loaded_by(names: str) -> set[str]:
    run = subprocess.run(
        [sys.executable, "-c", LIGHT.format(names)], capture_output=True, text=True, check=True
    )
    return {name.split(".")[0] for name in run.stdout.split()}


def test_the_rules_load_nothing_but_the_standard_library_and_little_of_it() -> None:
    games = ", ".join(f"loseta.{name}" for name in GAMES)
    loaded = modules_loaded_by(f"loseta, {games}")
    assert loaded - sys.stdlib_module_names == {"loseta"}
    assert not loaded & {"argparse", "asyncio", "unittest", "sqlite3", "ssl", "tkinter"}


@pytest.mark.parametrize("name", ["record", "dealer", "players", "arena.table", "cli"])
def test_nothing_from_outside_is_loaded_before_it_is_used(name: str) -> None:
    assert modules_loaded_by(f"loseta.{name}") - sys.stdlib_module_names == {"loseta"}
