"""The documentation site: it builds without a warning and needs nothing from elsewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from ..support import PATIENCE, ROOT
from .public import load_public, public_names

pytestmark = pytest.mark.long  # it takes some seconds to build

FETCHED = {
    "audio": "src",
    "embed": "src",
    "iframe": "src",
    "img": "src",
    "link": "href",
    "object": "data",
    "script": "src",
    "source": "src",
    "video": "src",
}
"""What a browser loads by itself, and by which attribute. It does not follow `a`."""
IN_CSS = re.compile(r"(?:url\(|@import\s+)[\"']?\s*((?:https?:)?//[^\"')\s]+)")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site") / "site"
    command = ["-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    assert "WARNING" not in built.stderr, built.stderr
    return folder


class Page(HTMLParser):
    """What a page fetches, where it can be jumped to, and in which language it is."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.fetched: list[str] = []
        self.ids: set[str] = set()
        self.lang = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        if tag in FETCHED and FETCHED[tag] in given and given.get("rel") != "alternate":
            self.fetched.append(given[FETCHED[tag]])
        self.fetched += [part.split()[0] for part in given.get("srcset", "").split(",") if part]
        self.ids.add(given.get("id", ""))
        if tag == "html":
            self.lang = given["lang"]


def page(file: Path) -> Page:
    return Page(file.read_text(encoding="utf-8"))


def external(address: str) -> bool:
    return bool(re.match(r"(?:https?:)?//", address))


def test_no_page_fetches_anything_from_elsewhere(site: Path) -> None:
    files = list(site.rglob("*.html"))
    assert len(files) > 30
    found = {str(file.relative_to(site)): page(file).fetched for file in files}
    assert all(found.values())
    assert {name: [a for a in parts if external(a)] for name, parts in found.items()} == {
        name: [] for name in found
    }


def test_no_style_fetches_anything_from_elsewhere(site: Path) -> None:
    styles = list(site.rglob("*.css")) + list(site.rglob("*.svg"))
    assert styles
    for style in styles:
        assert IN_CSS.findall(style.read_text(encoding="utf-8")) == [], style


def test_what_a_page_fetches_is_there(site: Path) -> None:
    for file in site.rglob("*.html"):
        if file.name == "404.html":  # the server's, from its root
            continue
        for address in page(file).fetched:
            path = address.partition("?")[0].partition("#")[0]
            if path and not external(path) and not path.startswith("data:"):
                assert (file.parent / path).exists(), f"{file}: {address}"


def test_the_check_finds_what_is_fetched() -> None:
    text = '<html lang="en"><script src="https://cdn.example/x.js"></script><a href="//x">'
    assert list(filter(external, Page(text).fetched)) == ["https://cdn.example/x.js"]
    assert IN_CSS.findall('a{b:url("https://x.example/f.woff2")}') == ["https://x.example/f.woff2"]


def test_every_public_name_can_be_jumped_to(site: Path) -> None:
    ids = set().union(*(page(file).ids for file in (site / "reference").glob("*.html")))
    for name, module in load_public().items():
        missing = [each for each in public_names(module) if f"{name}.{each}" not in ids]
        assert missing == [], name


def test_pages_say_their_language(site: Path) -> None:
    assert page(site / "index.html").lang == "en"
    spanish = list((site / "es").glob("*.html"))
    assert len(spanish) >= 5
    assert {page(file).lang for file in spanish} == {"es"}
    assert "Tabla de contenidos" in (site / "es" / "reglas.html").read_text(encoding="utf-8")
