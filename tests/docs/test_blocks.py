"""Every Python block of the site runs, and so do the commands and the examples in docstrings.

The blocks of a page are one program: a block may use what those before it have made. What talks to
`http://localhost:8000` talks to a server of the tests.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from ..server.servers import ServerProcess
from ..server.servers import shared_server as shared_server
from ..support import PATIENCE, Call
from ..test_docs import PAGES_THAT_RUN
from .pages import SERVER, blocks, commands, docstring_example, read, run_code, site_pages
from .public import load_public

ELSEWHERE = {
    "docs/data.md": "tests/test_docs.py",
    "docs/engine.md": "tests/engine/test_process.py",
    "docs/library.md": "tests/test_library_page.py",
    "docs/pictures.md": "tests/svg/test_documented.py",
    "docs/server.md": "tests/server/test_documented.py",
    "docs/envs/gymnasium.md": "tests/envs/test_pages.py",
    "docs/envs/openspiel.md": "tests/envs/test_pages.py",
    "docs/envs/pettingzoo.md": "tests/envs/test_pages.py",
    "docs/envs/vector.md": "tests/envs/test_pages.py",
}
"""Pages whose examples and commands other tests run, with more to say about them."""
ELSEWHERE |= {f"docs/{page}": "tests/test_docs.py" for page in PAGES_THAT_RUN}
LONG = {
    "docs/reference/client.md",
    "docs/reference/engine.md",
    "docs/reference/envs.md",
    "docs/reference/players.md",
    "docs/tutorial/first-agent.md",
}
"""Pages with examples that learn, compile or need a server."""
NEED_TORCH = {"loseta.envs.sb3"}
"""tests/envs/test_sb3.py runs these where torch is installed."""


def pages_with_python() -> list[Any]:
    return [
        pytest.param(page, marks=[pytest.mark.long] if page in LONG else [])
        for page in site_pages()
        if blocks(read(page), "python") and page not in ELSEWHERE
    ]


@pytest.mark.parametrize("page", pages_with_python())
def test_the_python_of_a_page_runs(
    page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, Any] = {"__name__": "example"}
    for code in blocks(read(page), "python"):
        if SERVER in code:
            server: ServerProcess = request.getfixturevalue("shared_server")
            code = code.replace(SERVER, server.url)
        run_code(code, page, namespace)


def test_the_pages_of_other_tests_have_examples() -> None:
    for page, test in ELSEWHERE.items():
        assert blocks(read(page), "python"), page
        assert Path(page).stem in read(test), page


@pytest.mark.long  # they compile
def test_the_examples_of_the_docstrings_run(shared_server: ServerProcess) -> None:
    examples = {
        name: docstring_example(module.docstring.value)
        for name, module in load_public().items()
        if module.docstring is not None and name not in NEED_TORCH
    }
    assert sum(map(bool, examples.values())) >= 4
    for name, code in examples.items():
        run_code(code.replace(SERVER, shared_server.url), name, {"__name__": "example"})


def pages_with_commands() -> list[str]:
    return [page for page in site_pages() if commands(read(page)) and page not in ELSEWHERE]


@pytest.mark.long
@pytest.mark.parametrize("page", pages_with_commands())
def test_the_commands_of_a_page_succeed(page: str, tmp_path: Path) -> None:
    folder = str(Path(sys.executable).parent)
    for command in commands(read(page)):
        run = subprocess.run(
            ["bash", "-o", "pipefail", "-c", command],
            cwd=tmp_path,
            env={
                **os.environ,
                "PATH": folder + os.pathsep + os.environ["PATH"],
                "XDG_DATA_HOME": str(tmp_path),
            },
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=False,
        )
        assert run.returncode == 0, f"{command}\n{run.stdout}{run.stderr}"


@pytest.mark.long
def test_the_engine_of_the_page_plays_a_match(tmp_path: Path, call: Call) -> None:
    engine = blocks(read("docs/how-to/write-an-engine.md"), "python")[0]
    program = tmp_path / "hasty.py"
    program.write_text(f"{engine}\nmain()\n", encoding="utf-8")
    players = ["--a", f"cmd:{sys.executable} {program}", "--b", "random"]
    code, out, err = call("match", *players, "--games", "2", "--jobs", "1", "--lang", "en")
    assert (code, err) == (0, "")
    assert "2 won, 0 shared, 0 lost" in out


def test_indented_code_of_a_docstring_is_found() -> None:
    text = "A module.\n\n    import math\n\n    x = math.pi\n\nMore words.\n"
    assert docstring_example(text) == "import math\nx = math.pi\n"
    assert docstring_example("Chance.\n\n    w modulo n\n") == ""
