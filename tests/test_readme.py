"""What the pages show works: code runs, commands succeed, links lead somewhere.

Fenced blocks marked `python` are run as scripts, the lines of `console` blocks that start with
`$ loseta` as commands, one after the other in a folder of their own. Blocks that need a person are
marked `sh` and are not run.
"""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from .docs.pages import BLOCK, blocks, commands, read
from .support import PATIENCE, ROOT

READMES = ["README.md", "README.es.md"]
LINK = re.compile(r"!?\[[^\]]*\]\(<?([^)\s>]+)>?[^)]*\)|(?:src|href)=\"([^\"]+)\"")


@pytest.mark.parametrize("name", READMES)
def test_the_python_of_the_readme_runs(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for code in blocks(read(name), "python"):
        exec(compile(code, name, "exec"), {"__name__": "__main__"})


@pytest.mark.long
def test_the_commands_of_the_readme_succeed(tmp_path: Path) -> None:
    """They are the same in both languages, as another test says."""
    folder = str(Path(sys.executable).parent)
    for command in commands(read(READMES[0])):
        run = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": folder + os.pathsep + os.environ["PATH"]},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"


@pytest.mark.parametrize("name", READMES)
def test_the_readme_shows_both_python_and_commands(name: str) -> None:
    assert blocks(read(name), "python")
    assert commands(read(name))


def test_both_readmes_show_the_same_code() -> None:
    english, spanish = map(read, READMES)
    assert commands(english) == commands(spanish)
    assert len(blocks(english, "python")) == len(blocks(spanish, "python"))


FIGURES = {
    "Azul, 2 {}": ("azul-2-coloured moves", "azul-2-coloured kernel"),
    "Azul, 2 {}, {}": ("azul-2-gray moves", "azul-2-gray kernel"),
    "Azul, 4 {}": ("azul-4-coloured moves", "azul-4-coloured kernel"),
    "Azul Duel": ("duel-starred games", "duel kernel"),
}
"""By the rows of the table: what `loseta bench engine` calls them."""
WORDS = {"README.md": ("players", "gray wall"), "README.es.md": ("jugadores", "pared gris")}


def measured() -> dict[str, float]:
    """The figures of `loseta bench engine` in docs/speed.md, the first of each name."""
    found: dict[str, float] = {}
    for name, figure, millions in re.findall(
        r"^(\S.*?) {2,}([\d,.]+) (M )?\w+/s", read("docs/speed.md"), re.MULTILINE
    ):
        found.setdefault(name, float(figure.replace(",", "")) * (1_000_000 if millions else 1))
    return found


@pytest.mark.parametrize("name", READMES)
def test_the_figures_are_those_of_the_command(name: str) -> None:
    """To two places: the page says `loseta bench engine`, and docs/speed.md is what it printed."""
    assert "`loseta bench engine`" in read(name)
    for title, bench in FIGURES.items():
        row = next(
            line
            for line in read(name).splitlines()
            if line.startswith(f"| {title.format(*WORDS[name])} |")
        )
        for cell, figure in zip(row.split("|")[2:4], bench, strict=True):
            number, *words = cell.split()
            separators = "," if name == "README.md" else "."
            shown = float(number.replace(separators, "").replace(",", "."))
            shown *= 1_000_000 if words[0].startswith("mill") else 1
            assert shown == pytest.approx(measured()[figure], rel=0.01), (title, figure)


def pages() -> list[Path]:
    found = ROOT.rglob("*.md")
    return sorted(
        page
        for page in found
        if not any(
            part.startswith(".") or part == "node_modules" for part in page.relative_to(ROOT).parts
        )
    )


def broken_links(page: Path) -> list[str]:
    """The relative links of a page that lead to no file."""
    text = BLOCK.sub("", page.read_text(encoding="utf-8"))
    text = re.sub(r"`[^`\n]*`", "", text)
    targets = [first or second for first, second in LINK.findall(text)]
    return [
        target
        for target in targets
        if not re.match(r"[a-z]+:|#|//", target)
        and not (page.parent / target.split("#")[0]).exists()
    ]


@pytest.mark.parametrize("page", pages(), ids=lambda page: str(page.relative_to(ROOT)))
def test_every_relative_link_leads_to_a_file(page: Path) -> None:
    assert broken_links(page) == []


def test_the_checks_find_blocks_commands_and_broken_links(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text(
        "```console\n$ loseta simulate\ngames 1\n$ ls\n```\n```python\nx = 1\n```\n"
        "[good](page.md#top) [web](https://example.org) [bad](gone.md) `[code](no.md)`\n"
        '<img src="no.svg">\n',
        encoding="utf-8",
    )
    text = page.read_text(encoding="utf-8")
    assert commands(text) == ["loseta simulate"]
    assert blocks(text, "python") == ["x = 1\n"]
    assert broken_links(page) == ["gone.md", "no.svg"]
