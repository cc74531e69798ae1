"""What is on the pages: their code, their commands, and how it is run."""

from __future__ import annotations

import ast
import asyncio
import re
from typing import Any

from ..support import ROOT

DOCS = ROOT / "docs"
BLOCK = re.compile(r"^```(\w*)[^\n]*\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = "$ loseta "
SERVER = "http://localhost:8000"
"""The address of the server that examples talk to."""


def blocks(page: str, language: str) -> list[str]:
    return [code for info, code in BLOCK.findall(page) if info == language]


def commands(page: str) -> list[str]:
    lines = [line for block in blocks(page, "console") for line in block.splitlines()]
    return [line.removeprefix("$ ") for line in lines if line.startswith(COMMAND)]


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


def site_pages() -> list[str]:
    """The pages of the site, as paths in the repository."""
    return sorted(str(page.relative_to(ROOT)) for page in DOCS.rglob("*.md"))


def run_code(code: str, name: str, namespace: dict[str, Any]) -> None:
    """Run a block as a console of asyncio would: `await` may stand anywhere."""
    flags = ast.PyCF_ALLOW_TOP_LEVEL_AWAIT
    result = eval(compile(code, name, "exec", flags=flags), namespace)
    if result is not None:
        asyncio.run(result)


def docstring_example(docstring: str) -> str:
    """The indented lines of a docstring, which the site shows as code; nothing if they are none
    (a formula imports nothing)."""
    lines = [line[4:] for line in docstring.splitlines() if line.startswith("    ")]
    return "\n".join(lines) + "\n" if any("import " in line for line in lines) else ""
