"""docs/envs: one template, tables that are those of the code, examples that run."""

import re
from pathlib import Path

import pytest

from loseta.envs import VERSION

from ..support import ROOT
from .pages import FOLDER, PAGE, written

HEADINGS = ["Specification", "Observation", "Actions", "Rewards", "Ends", "Example", "Versions"]
PAGES = ["pettingzoo", "gymnasium", "vector", "openspiel"]


def read(name: str) -> str:
    return (FOLDER / f"{name}.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", PAGES)
def test_every_page_follows_the_template(name: str) -> None:
    headings = re.findall(r"^## (.*)$", read(name), re.MULTILINE)
    assert [heading for heading in headings if heading in HEADINGS] == HEADINGS
    assert "(observations.md)" in read(name)


@pytest.mark.parametrize("name", PAGES)
def test_the_history_ends_with_the_version(name: str) -> None:
    versions = re.findall(r"^- v(\d+): ", read(name).split("## Versions")[1], re.MULTILINE)
    assert list(map(int, versions)) == list(range(VERSION, -1, -1))
    assert not set(re.findall(r"loseta/\w+-v(\d+)", read(name))) - {str(VERSION)}
    assert f"now **{VERSION}**" in read("README")


@pytest.mark.parametrize("name", PAGES)
def test_the_example_of_ten_lines_runs(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    example = read(name).split("## Example")[1].split("```python\n")[1].split("```")[0]
    assert len(example.strip().splitlines()) <= 12
    exec(compile(example, name, "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


def test_the_example_of_ismcts_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """That of MaskablePPO is run by `test_sb3.py`."""
    (example,) = re.findall(r"```python\n(.*?ISMCTSBot.*?)```", read("openspiel"), re.DOTALL)
    exec(compile(example, "ismcts", "exec"), {"__name__": "__main__"})
    assert capsys.readouterr().out.strip()


def test_the_index_is_that_of_the_code() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert written(page) == page, "python -m tests.envs.pages writes it"


def test_every_page_can_be_found() -> None:
    first = read("README")
    assert all(f"({name}.md)" in first for name in [*PAGES, "observations"])
    assert "docs/envs/README.md" in (ROOT / "README.md").read_text(encoding="utf-8")
    assert "docs/envs/README.md" in (ROOT / "README.es.md").read_text(encoding="utf-8")


def test_no_other_page_lies_there() -> None:
    assert {file.stem for file in Path(FOLDER).glob("*.md")} == {*PAGES, "observations", "README"}
