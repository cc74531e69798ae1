"""Every numbered rule is cited by a test that checks it."""

import ast
import re
from pathlib import Path

import pytest

LAST = {1: 7, 2: 11, 3: 5, 4: 3, 5: 5, 6: 4, 7: 5, 8: 1}
"""The last number of each chapter of the rules."""

RULES = [f"A{chapter}.{n}" for chapter in LAST for n in range(1, LAST[chapter] + 1)]
HOME = {
    1: "test_setup",
    2: "test_offer",
    3: "test_tiling",
    4: "test_scoring",
    5: "test_next_round",
    6: "test_end",
    7: "test_gray_wall",
    8: "test_public",
}


def functions_of(file: Path) -> list[ast.FunctionDef]:
    tree = ast.parse(file.read_text(encoding="utf-8"))
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [node for node in functions if node.name.startswith("test_")]


@pytest.mark.parametrize("rule", RULES)
def test_every_rule_is_cited_where_its_chapter_is_tested(rule: str) -> None:
    """A1.1 to A8.1: by at least one test of the chapter's own file."""
    file = Path(__file__).with_name(HOME[int(rule[1])] + ".py")
    cited = [
        node.name
        for node in functions_of(file)
        if re.search(re.escape(rule) + r"(?!\d)", ast.get_docstring(node) or "")
    ]
    assert cited


def test_every_test_says_what_it_checks_and_by_which_rule() -> None:
    """A1 to A9: the name is a sentence, and the docstring begins with a rule number."""
    for file in sorted(Path(__file__).parent.glob("test_*.py")):
        for node in functions_of(file):
            assert node.name.count("_") >= 3, node.name
            assert re.match(r"A[1-9]", ast.get_docstring(node) or ""), node.name
