"""Every block of docs/library.md runs as it stands, and says what the page says."""

from __future__ import annotations

import re

import pytest

from .support import ROOT

PAGE = (ROOT / "docs" / "library.md").read_text(encoding="utf-8")
BLOCKS = dict(re.findall(r"^## ([^\n]+)\n(?:(?!^## ).)*?^```python\n(.*?)^```", PAGE, re.M | re.S))


def test_every_block_is_here() -> None:
    assert len(BLOCKS) == PAGE.count("```python")
    assert {"States and actions", "Types", "Going back", "Analysis"} <= set(BLOCKS)


@pytest.mark.parametrize("title", BLOCKS)
def test_a_block_runs(title: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(BLOCKS[title], "library.md", "exec", dont_inherit=True), {"__name__": "library"})
    out = capsys.readouterr().out
    for said in re.findall(r"^print\(.*\)  # (.*)$", BLOCKS[title], re.MULTILINE):
        assert said in out
