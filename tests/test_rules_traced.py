"""Every numbered rule of docs/rules is cited by a test."""

import re
from pathlib import Path

import pytest

from .support import ROOT

NUMBER = r"[A-Z]\d+\.[A-Z]?\d+"
LIST_ITEM = re.compile(rf"^- ({NUMBER})\b", re.MULTILINE)
TABLE_CELL = re.compile(rf"(?<=\| )({NUMBER})\b")

PAGES = sorted((ROOT / "docs" / "rules").glob("*.md"))
TEST_FILES = sorted(file for file in (ROOT / "tests").rglob("test_*.py") if file != Path(__file__))


def rules_in(page: str) -> list[str]:
    """The numbers that a page of rules defines, at the start of list items and table cells."""
    return LIST_ITEM.findall(page) + TABLE_CELL.findall(page)


def uncited(rules: list[str], texts: list[str]) -> list[str]:
    """The rules that none of these texts names."""
    cited = {number for text in texts for number in re.findall(rf"\b{NUMBER}\b", text)}
    return [rule for rule in rules if rule not in cited]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_rule_is_cited_by_a_test(page: Path) -> None:
    rules = rules_in(page.read_text(encoding="utf-8"))
    texts = [file.read_text(encoding="utf-8") for file in TEST_FILES]
    assert rules, "a page of rules without a rule"
    assert len(rules) == len(set(rules)), "a number that is given twice"
    assert uncited(rules, texts) == []


def test_there_is_a_page_of_rules_for_every_game() -> None:
    from loseta.games import GAMES

    assert set(GAMES) <= {page.stem for page in PAGES}


SAMPLE = """
## X1 Setup
- X1.1 One rule, which mentions X9.9.
- X1.10 Another.
- X2.A1 **A, a lettered one.**

| tablet | side a | side b |
|---|---|---|
| 1 | X8.1 each row | X8.5 each colour; see X7.7 |
"""


def test_the_checker_finds_the_numbers_of_list_items_and_of_table_cells() -> None:
    assert rules_in(SAMPLE) == ["X1.1", "X1.10", "X2.A1", "X8.1", "X8.5"]


def test_the_checker_notices_a_rule_that_no_test_cites() -> None:
    rules = rules_in(SAMPLE)
    citing = ["X1.1 and X2.A1", "X8.1 (X8.5)"]
    assert uncited(rules, citing) == ["X1.10"]
    assert uncited(rules, [*citing, "X1.10"]) == []


def test_the_checker_does_not_take_a_longer_number_for_a_shorter_one() -> None:
    assert uncited(["X1.1"], ["X1.10 X1.12 AX1.1 X11.1"]) == ["X1.1"]
