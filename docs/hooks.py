"""What MkDocs has to know of this repository: `mkdocs.yml` names this file.

The pages are written to be read in the repository, so that some of their links lead out of `docs/`.
Here the site gets what they lead to, and the links are changed accordingly.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).parent.parent
PAGES = ("CONTRIBUTING.md", "CHANGELOG.md")
"""Pages of the site that do not lie in `docs/`."""
ICON = "src/loseta/web/icons/icon.svg"
LINK = re.compile(r"\[(?P<text>[^\]]*)\]\((?P<path>[^)\s#:]+)(?P<place>#[^)\s]*)?\)")


def on_config(config: MkDocsConfig) -> None:
    """Leave out of the menu what is not there. (What is there and not in the menu is an error.)"""
    config.nav = _present(config.nav or [])


def _present(entry: Any) -> Any:
    match entry:
        case list():
            return [kept for kept in map(_present, entry) if kept]
        case dict():
            return {title: kept for title, part in entry.items() if (kept := _present(part))}
        case _:
            there = (ROOT / "docs" / entry).exists() or entry in PAGES
            return entry if there else None


def on_files(files: Files, config: MkDocsConfig) -> None:
    """Add what the pages link to outside of `docs/`."""
    for name in PAGES:
        files.append(File.generated(config, name, abs_src_path=str(ROOT / name)))
    icon = File.generated(config, "assets/icon.svg", abs_src_path=str(ROOT / ICON))
    files.append(icon)
    for page in list(files.documentation_pages()):
        for link in LINK.finditer(Path(page.abs_src_path or "").read_text(encoding="utf-8")):
            source = _leads_to(page.src_uri, link["path"])
            name = _in_site(source)
            if (ROOT / source).is_file() and files.get_file_from_path(name) is None:
                files.append(File.generated(config, name, abs_src_path=str(ROOT / source)))


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    """Let links lead to where things are in the site; a link to a folder becomes plain text."""
    here = page.file.src_uri

    def changed(link: re.Match[str]) -> str:
        source = _leads_to(here, link["path"])
        if (ROOT / source).is_dir():
            return link["text"]
        if not (ROOT / source).is_file():
            return link[0]  # MkDocs says what is wrong
        path = posixpath.relpath(_in_site(source), posixpath.dirname(here) or ".")
        return f"[{link['text']}]({path}{link['place'] or ''})"

    return LINK.sub(changed, markdown)


def on_page_context(context: dict[str, Any], page: Page, config: MkDocsConfig, nav: Any) -> None:
    """Pages in Spanish have Spanish around them."""
    config.theme["language"] = "es" if page.file.src_uri.startswith("es/") else "en"


def _leads_to(page: str, path: str) -> str:
    """Where a link of a page leads to, as a path in the repository."""
    folder = "" if page in PAGES else posixpath.join("docs", posixpath.dirname(page))
    return posixpath.normpath(posixpath.join(folder, path))


def _in_site(source: str) -> str:
    """Where a file of the repository is in the site."""
    if source.startswith("docs/"):
        return source.removeprefix("docs/")
    if source == "README.md":
        return "index.md"
    if source == "README.es.md":
        return "es/index.md"
    return source if source in PAGES else f"files/{source}"
