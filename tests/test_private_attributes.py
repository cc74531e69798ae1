"""Tests assign to no private attribute of the package: where one would need to, the code takes the
replaced object as an argument."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
SUSPECT = re.compile(r"(?<!\bself)(?<!\bcls)\._[a-z]|attr\(|patch")
"""What files without any such assignment hardly have: most need not be parsed."""


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")


def foreign_modules(tree: ast.Module) -> set[str]:
    """The names of imported modules from outside the project, whose private attributes are not
    checked."""
    return {
        alias.asname or alias.name.partition(".")[0]
        for node in ast.walk(tree)
        if isinstance(node, ast.Import)
        for alias in node.names
        if not alias.name.startswith(("loseta", "tests"))
    }


def root(node: ast.expr) -> str:
    """The name that a chain of attributes and indices begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def reaches_in(target: ast.expr, foreign: set[str]) -> bool:
    """Whether somebody else's private attribute lies on the way to what is assigned to."""
    if root(target) in foreign:
        return False
    node = target
    while isinstance(node, ast.Attribute | ast.Subscript):
        if isinstance(node, ast.Attribute) and is_private(node.attr):
            own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not own:
                return True
        node = node.value
    return False


def targets(node: ast.AST) -> Iterator[ast.expr]:
    match node:
        case ast.Assign():
            for target in node.targets:
                yield from target.elts if isinstance(target, ast.Tuple) else [target]
        case ast.AugAssign() | ast.AnnAssign():
            yield node.target
        case ast.Delete():
            yield from node.targets


def patches(call: ast.Call, foreign: set[str]) -> bool:
    """`monkeypatch.setattr(thing, "_name", …)`, `setattr(thing, "_name", …)` and by a path."""
    function = call.func.attr if isinstance(call.func, ast.Attribute) else root(call.func)
    if function not in ("setattr", "delattr", "patch", "object") or not call.args:
        return False
    if root(call.args[0]) in foreign:
        return False
    texts = [each.value for each in call.args[:2] if isinstance(each, ast.Constant)]
    return any(is_private(part) for text in texts for part in str(text).split("."))


def private_assignments(source: str) -> list[int]:
    """The lines that assign to private attributes of others."""
    if not SUSPECT.search(source):
        return []
    tree = ast.parse(source)
    foreign = foreign_modules(tree)
    return sorted(
        node.lineno
        for node in ast.walk(tree)
        if (isinstance(node, ast.Call) and patches(node, foreign))
        or any(reaches_in(target, foreign) for target in targets(node))
        if hasattr(node, "lineno")
    )


def test_no_test_assigns_to_a_private_attribute() -> None:
    found = [
        f"{path.relative_to(TESTS)}:{line}"
        for path in sorted(TESTS.rglob("*.py"))
        for line in private_assignments(path.read_text(encoding="utf-8"))
    ]
    assert found == []


@pytest.mark.parametrize(
    "line",
    [
        "store._write = fails",
        "lobby.store._committer.write = fails",
        "pool._jobs[0] = None",
        "pool._busy += 1",
        "a, pool._busy = 1, 2",
        "self.pool._busy = 2",
        "del pool._jobs[0]",
        "setattr(pool, '_busy', 2)",
        "monkeypatch.setattr(Committer, '_try', watched)",
        "monkeypatch.setattr('loseta.server.workers.pool.Pool._next', watched)",
    ],
)
def test_such_assignments_are_found(line: str) -> None:
    assert private_assignments(line) == [1]


@pytest.mark.parametrize(
    "lines",
    [
        "self._busy = 2",
        "self._cluster.hears = True",
        "pool.busy = 2",
        "busy = pool._busy",
        "import asyncio\nmonkeypatch.setattr(asyncio.Handle, '_run', watched)",
        "monkeypatch.setattr(pool, 'size', 2)",
    ],
)
def test_others_are_not(lines: str) -> None:
    assert private_assignments(lines) == []
