"""Every numbered rule is cited by a test that checks it."""

import ast
import re
from pathlib import Path

import pytest

HOME = {
    "test_setup": [f"D1.{n}" for n in range(1, 12)],
    "test_plates": [f"D2.A{n}" for n in range(1, 7)],
    "test_suns_and_moons": [
        *(f"D2.B{n}" for n in range(1, 5)),
        *(f"D2.C{n}" for n in range(1, 5)),
        *(f"D3.{n}" for n in range(1, 5)),
    ],
    "test_chips": ["D2.D1", "D4.4", "D4.5"],
    "test_turns": ["D2.P1", "D2.E1"],
    "test_tiling": [f"D4.{n}" for n in range(1, 8)],
    "test_scoring": [f"D5.{n}" for n in range(1, 6)],
    "test_next_round": [f"D6.{n}" for n in range(1, 5)],
    "test_end": ["D7.1", "D7.2"],
    "test_tablets": [f"D8.{n}" for n in range(1, 9)],
    "test_hidden": ["D9.1"],
}
"""The file that tests each rule; D10 has no numbers and is tested by test_words."""


def functions_of(file: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if node.name.startswith("test_")]


@pytest.mark.parametrize(("file", "rule"), [(file, rule) for file in HOME for rule in HOME[file]])
def test_every_rule_is_cited_where_its_chapter_is_tested(file: str, rule: str) -> None:
    """D1 to D9: by at least one test of the chapter's own file."""
    cited = [
        node.name
        for node in functions_of(Path(__file__).with_name(f"{file}.py"))
        if re.search(re.escape(rule) + r"(?!\d)", ast.get_docstring(node) or "")
    ]
    assert cited


def test_every_test_says_what_it_checks_and_by_which_rule() -> None:
    """D1 to D10: the name is a sentence, and the docstring begins with a rule number."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in functions_of(file):
            assert node.name.count("_") >= 3, node.name
            assert re.match(r"D[1-9]", ast.get_docstring(node) or ""), node.name
