"""Kernels are read by their signatures, and what both games do is written once."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import loseta.kernels.types

KERNELS = Path(loseta.kernels.types.__file__).parent
COMPILED = {"inlined", "inner", "kernel", "_operation"}
SHORT = 2
"""Statements that two games may share by chance."""


def functions(folder: Path) -> Iterator[tuple[str, ast.FunctionDef]]:
    """The compiled functions below a folder."""
    for file in sorted(folder.rglob("*.py")):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef) and COMPILED & {
                each.id for each in node.decorator_list if isinstance(each, ast.Name)
            }:
                yield f"{file.relative_to(folder)}: {node.name}", node


def test_every_parameter_of_a_kernel_has_a_name_for_its_type() -> None:
    unnamed = [
        f"{place}({argument.arg})"
        for place, function in functions(KERNELS)
        for argument in function.args.args
        if argument.annotation is None or ast.unparse(argument.annotation) == "Any"
    ]
    unnamed += [
        place
        for place, function in functions(KERNELS)
        if function.returns is None or ast.unparse(function.returns) == "Any"
    ]
    assert unnamed == []


def statements(function: ast.FunctionDef) -> list[str]:
    """Without the docstring."""
    body = function.body[1:] if ast.get_docstring(function) else function.body
    return [ast.dump(statement) for statement in body]


def test_no_kernel_stands_in_the_folders_of_both_games() -> None:
    azul = {
        "".join(body): place
        for place, function in functions(KERNELS / "azul")
        if len(body := statements(function)) > SHORT
    }
    twins = [
        (azul[text], place)
        for place, function in functions(KERNELS / "duel")
        if (text := "".join(statements(function))) in azul
    ]
    assert twins == []
