"""The reference has every public name, each with a docstring and in an example that runs."""

from __future__ import annotations

import ast
import re

import pytest

from ..support import ROOT
from .pages import blocks, read, site_pages
from .public import load_public, public_names, referenced

INTERNAL = {"arena", "cli", "kernels", "learning", "server", "tui"}
"""Packages of the program itself, for which no promise is made."""


def test_every_public_package_is_in_the_reference() -> None:
    """A package that lists names for others by `__all__` is public, unless it is said to be not."""
    found = set()
    for file in (ROOT / "src" / "loseta").glob("*/__init__.py"):
        if file.parent.name not in INTERNAL and "__all__" in file.read_text(encoding="utf-8"):
            found.add(f"loseta.{file.parent.name}")
    for file in (ROOT / "src" / "loseta").glob("*.py"):
        if file.stem != "__init__" and "\n__all__" in file.read_text(encoding="utf-8"):
            found.add(f"loseta.{file.stem}")
    assert len(found) >= 6
    assert not found - set(referenced())


@pytest.mark.parametrize("name", referenced())
def test_every_public_name_has_a_docstring(name: str) -> None:
    """Without one, the site would leave it out."""
    module = load_public()[name]
    assert module.has_docstring
    names = public_names(module)
    assert names
    assert [each for each in names if not module[each].has_docstring] == []


@pytest.mark.parametrize("name", referenced())
def test_every_public_name_is_in_an_example(name: str) -> None:
    """Modules of `loseta.envs` have pages of their own: there it is enough to use the module."""
    code = "\n".join(blocks(referenced()[name], "python"))
    used = {node.id for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Name)}
    used |= {node.attr for node in ast.walk(ast.parse(code)) if isinstance(node, ast.Attribute)}
    if name.startswith("loseta.envs."):
        assert name.rpartition(".")[2] in code
    else:
        assert sorted(set(public_names(load_public()[name])) - used) == []


def test_every_page_of_the_reference_is_listed() -> None:
    index = (ROOT / "docs/reference/index.md").read_text(encoding="utf-8")
    listed = set(re.findall(r"\((\w+)\.md\)", index))
    assert listed == {page.stem for page in (ROOT / "docs/reference").glob("*.md")} - {"index"}


def test_what_the_pages_import_is_in_the_reference() -> None:
    """What is not listed there may change, so that no example may need it."""
    modules = {*referenced(), "loseta", "loseta.envs"}
    for page in site_pages():
        for node in ast.walk(ast.parse("\n".join(blocks(read(page), "python")))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("loseta"):
                assert node.module in modules, f"{page}: {node.module}"
            if isinstance(node, ast.Import):
                names = [each.name for each in node.names if each.name.startswith("loseta")]
                assert modules.issuperset(names), f"{page}: {names}"
