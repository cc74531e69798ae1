"""The page: the files of `loseta/web`, and one document for all of its addresses."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import os
import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from starlette.responses import Response

from loseta.games import GAMES
from loseta.server.http.middleware import language_of
from loseta.server.refusals import Refused

PLACES = {
    "/": "js/pages/home.js",
    "/table/{id}": "js/pages/table.js",
    "/replay": "js/pages/replay.js",
    "/replay/{id}": "js/pages/replay.js",
    "/analysis": "js/pages/analysis.js",
    "/analysis/{id}": "js/pages/analysis.js",
    "/learn": "js/pages/learn.js",
    "/learn/{chapter}": "js/pages/learn.js",
    "/puzzles": "js/pages/puzzles.js",
    "/puzzles/{id}": "js/pages/puzzle.js",
    "/numbers": "js/pages/numbers.js",
    "/mistakes": "js/pages/mistakes.js",
    "/mistakes/{id}": "js/pages/mistakes.js",
}
"""The addresses of the page, with the script that shows each; its router (web/js/main.js) has the
same."""
HOME = PLACES["/"]
INDEX, START, STYLES = "index.html", "js/main.js", "css/all.css"
FRESH = {"Cache-Control": "no-cache"}
"""Browsers may cache a file but must check for a newer one each time."""
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
_STYLE = re.compile(r'^@import url\("([^"]+)"\);', re.MULTILINE)
_IMPORT = re.compile(r"""^(?:import|export)\b[^"']*?from\s+"(\.[^"]+)";""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WebFile:
    body: bytes
    packed: bytes | None
    """Compressed with gzip, if that saves enough."""
    kind: str
    tag: str
    changed: int


class WebFiles:
    """The files below a folder, cached in memory until they change. Only the files that exist at
    startup are ever served, whatever name is requested."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder.resolve()
        self._paths = {
            path.relative_to(self.folder).as_posix(): path
            for path in self.folder.rglob("*")
            if path.is_file()
        }
        self._files: dict[str, WebFile] = {}
        self._documents: dict[tuple[str, str], tuple[WebFile, dict[str, int | None]]] = {}
        """Documents by language and script, with the modification times of the files that each was
        made from."""

    @property
    def kept(self) -> int:
        return len(self._files)

    def _changed(self, name: str) -> int | None:
        """The modification time of a file in nanoseconds; None if it is not one of the page's."""
        try:
            return os.stat(self._paths[name]).st_mtime_ns
        except (KeyError, OSError):
            return None

    def find(self, name: str) -> WebFile | None:
        changed = self._changed(name)
        if changed is None:
            return None
        kept = self._files.get(name)
        if kept is None or kept.changed != changed:
            kept = self._files[name] = _read(self._paths[name], changed)
        return kept

    def modules(self, *names: str) -> list[str]:
        """The given scripts and, recursively, their static imports, so that a browser can fetch
        them all at once."""
        found = list(names)
        for module in found:
            file = self.find(module)
            text = file.body.decode() if file else ""
            for other in _IMPORT.findall(text):
                full = (self.folder / module).parent / other
                named = full.resolve().relative_to(self.folder).as_posix()
                if named not in found:
                    found.append(named)
        return found

    def styles(self) -> list[str]:
        """The files that the style sheet imports."""
        file = self.find(STYLES)
        return _STYLE.findall(file.body.decode()) if file else []

    def shows(self, game: str) -> bool:
        """Whether the page can show a game."""
        return _card(game) in self._paths

    def guides(self, game: str) -> bool:
        """Whether the page has a guided first game for a game."""
        return f"js/games/{game}/guide.js" in self._paths

    def start(self, script: str) -> list[str]:
        """All modules that the page needs to run one of its scripts: the card of each game and,
        except at home, the view of each game."""
        games = [game for game in GAMES if self.shows(game)]
        views = [] if script == HOME else [f"js/games/{game}/index.js" for game in games]
        return self.modules(START, script, *map(_card, games), *views)

    def document(self, lang: str, script: str = HOME) -> WebFile:
        """The document of the page in a language, for addresses shown by `script`. It is made again
        when one of its files changes."""
        file, parts = self._documents.get((lang, script), (None, {}))
        if file is None or any(self._changed(name) != then for name, then in parts.items()):
            modules = self.start(script)
            parts = {name: self._changed(name) for name in (INDEX, STYLES, *modules)}
            file = self._make_document(lang, modules)
            self._documents[lang, script] = file, parts
        return file

    def _make_document(self, lang: str, modules: list[str]) -> WebFile:
        file = self.find(INDEX)
        assert file is not None
        scripts = [f'<link rel="modulepreload" href="/web/{name}">' for name in modules]
        styles = [
            f'<link rel="preload" as="style" href="/web/css/{name}">' for name in self.styles()
        ]
        links = "\n".join(scripts + styles)
        text = file.body.decode().replace('<html lang="en">', f'<html lang="{lang}">', 1)
        text = text.replace("</head>", f"{links}\n</head>", 1)
        return _packed(text.encode(), Path(INDEX), file.changed)


def _card(game: str) -> str:
    return f"js/games/{game}/card.js"


def _read(path: Path, changed: int) -> WebFile:
    return _packed(path.read_bytes(), path, changed)


def _packed(body: bytes, path: Path, changed: int) -> WebFile:
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    packed = gzip.compress(body, 6, mtime=0) if path.suffix in PACKED else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return WebFile(body, packed, kind, tag, changed)


FILES = WebFiles(Path(str(resources.files("loseta") / "web")))


def document(request: Request, script: str = HOME, status: int = 200) -> Response:
    """The document of the page as a response. Its router reads the address by itself."""
    file = FILES.document(language_of(request.headers), script)
    return _answer(request, file, "Accept-Encoding, Accept-Language", status)


def wants_page(request: Request) -> bool:
    """Whether a browser is opening an address, rather than a program fetching data."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def add_page(app: FastAPI) -> None:
    def shows(script: str) -> Callable[[Request], Awaitable[Response]]:
        async def show(request: Request) -> Response:
            return document(request, script)

        return show

    async def send(request: Request, name: str) -> Response:
        file = FILES.find(name)
        if file is None:
            raise Refused("unknown_page")
        return _answer(request, file, "Accept-Encoding")

    for place, script in PLACES.items():
        app.add_api_route(place, shows(script), include_in_schema=False)
    app.add_api_route("/web/{name:path}", send, include_in_schema=False)


def _answer(request: Request, file: WebFile, vary: str, status: int = 200) -> Response:
    headers = {**FRESH, "ETag": file.tag, "Vary": vary}
    if status == 200 and request.headers.get("if-none-match") == file.tag:
        return Response(status_code=304, headers=headers)
    body = file.body
    if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = file.packed
    return Response(body, status, headers=headers, media_type=file.kind)
