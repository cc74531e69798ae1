"""The public names: what the reference of the site has to have."""

from __future__ import annotations

import re
from functools import cache

import griffe

from ..support import ROOT
from .pages import DOCS

DIRECTIVE = re.compile(r"^::: (\S+)$", re.MULTILINE)


def referenced() -> dict[str, str]:
    """The modules that the reference shows, with the text of the page that does."""
    found: dict[str, str] = {}
    for page in sorted((DOCS / "reference").glob("*.md")):
        text = page.read_text(encoding="utf-8")
        found |= dict.fromkeys(DIRECTIVE.findall(text), text)
    return found


@cache
def load_public() -> dict[str, griffe.Module]:
    """The same modules as they are read for the site: without being imported."""
    loader = griffe.GriffeLoader(search_paths=[ROOT / "src"])
    loader.load("loseta")
    loader.resolve_aliases()
    found = {}
    for name in referenced():
        module = loader.modules_collection[name]
        assert isinstance(module, griffe.Module)
        found[name] = module
    return found


def public_names(module: griffe.Module) -> list[str]:
    """Those of `__all__`; without one, the functions and classes that it defines."""
    if module.exports is not None:
        return [str(name) for name in module.exports]
    return [
        name
        for name, member in module.members.items()
        if not name.startswith("_")
        and not member.is_alias
        and (member.is_class or member.is_function)
    ]
