"""The page: the files of `loseta/web`, and one document for all addresses that people can open."""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from dataclasses import dataclass
from importlib import resources
from pathlib import Path

from fastapi import FastAPI, Request
from fastapi.responses import HTMLResponse
from starlette.responses import Response

from loseta.server.gate import language_of
from loseta.server.refusals import Refused

PLACES = ("/", "/table/{id}", "/replay", "/replay/{id}", "/learn", "/learn/{chapter}")
"""What the router of the page knows (web/js/main.js)."""
START = "js/main.js"
FRESH = {"Cache-Control": "no-cache"}
"""A browser may keep a file, but asks each time whether there is a newer one."""
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}
PACKED = {".css", ".html", ".js", ".json", ".svg", ".webmanifest"}
_STYLE = re.compile(r'^@import url\("([^"]+)"\);', re.MULTILINE)
_IMPORT = re.compile(r"""^(?:import|export)\b[^"']*?from\s+"(\.[^"]+)";""", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class WebFile:
    body: bytes
    packed: bytes | None
    """With gzip, where that is worth it."""
    kind: str
    tag: str
    changed: int


class WebFiles:
    """The files below a folder, kept in memory as long as they do not change."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder.resolve()
        self._files: dict[str, WebFile] = {}

    def find(self, name: str) -> WebFile | None:
        path = (self._folder / name).resolve()
        if not path.is_relative_to(self._folder) or not path.is_file():
            return None
        changed = path.stat().st_mtime_ns
        kept = self._files.get(name)
        if kept is None or kept.changed != changed:
            kept = self._files[name] = _read(path, changed)
        return kept

    def modules(self, name: str) -> list[str]:
        """A script and all that it imports at once, so that a browser can fetch them together."""
        found = [name]
        for module in found:
            file = self.find(module)
            text = file.body.decode() if file else ""
            for other in _IMPORT.findall(text):
                full = (self._folder / module).parent / other
                named = full.resolve().relative_to(self._folder).as_posix()
                if named not in found:
                    found.append(named)
        return found

    def styles(self) -> list[str]:
        """The parts of the style sheet."""
        file = self.find("css/all.css")
        return _STYLE.findall(file.body.decode()) if file else []


def _read(path: Path, changed: int) -> WebFile:
    body = path.read_bytes()
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "text/plain"
    packed = gzip.compress(body, 6, mtime=0) if path.suffix in PACKED else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    return WebFile(body, packed, kind, tag, changed)


FILES = WebFiles(Path(str(resources.files("loseta") / "web")))


def document(request: Request, status: int = 200) -> HTMLResponse:
    """The page, which looks at its address itself. It starts in the language asked for."""
    file = FILES.find("index.html")
    assert file is not None
    lang = language_of(request.headers)
    scripts = [f'<link rel="modulepreload" href="/web/{name}">' for name in FILES.modules(START)]
    styles = [f'<link rel="preload" as="style" href="/web/css/{name}">' for name in FILES.styles()]
    links = "\n".join(scripts + styles)
    text = file.body.decode().replace('<html lang="en">', f'<html lang="{lang}">', 1)
    text = text.replace("</head>", f"{links}\n</head>", 1)
    return HTMLResponse(text, status, headers={**FRESH, "Vary": "Accept-Language"})


def wants_page(request: Request) -> bool:
    """Whether somebody looks at an address in a browser, rather than a program asking for data."""
    return request.method == "GET" and "text/html" in request.headers.get("accept", "")


def add_page(app: FastAPI) -> None:
    async def show(request: Request) -> Response:
        return document(request)

    async def send(request: Request, name: str) -> Response:
        file = FILES.find(name)
        if file is None:
            raise Refused("unknown_page")
        headers = {**FRESH, "ETag": file.tag, "Vary": "Accept-Encoding"}
        if request.headers.get("if-none-match") == file.tag:
            return Response(status_code=304, headers=headers)
        if file.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            headers["Content-Encoding"] = "gzip"
            return Response(file.packed, headers=headers, media_type=file.kind)
        return Response(file.body, headers=headers, media_type=file.kind)

    for place in PLACES:
        app.add_api_route(place, show, include_in_schema=False)
    app.add_api_route("/web/{name:path}", send, include_in_schema=False)
