"""How the server sends the page: small, fresh, guarded, and nothing from outside its folder."""

from __future__ import annotations

import re

import httpx
import pytest

from loseta.games import GAMES
from loseta.server.http.page import FILES, PLACES

from ..server.servers import ServerProcess
from ..support import ROOT

WEB = ROOT / "src" / "loseta" / "web"


def test_the_page_is_there_at_each_of_its_addresses(shared_server: ServerProcess) -> None:
    for place in PLACES:
        path = re.sub(r"\{\w+\}", "any", place)
        answer = httpx.get(shared_server.url + path, headers={"Accept": "text/html"})
        assert answer.status_code == 200
        assert "js/main.js" in answer.text
        assert "default-src 'none'" in answer.headers["content-security-policy"]


def test_a_lost_visitor_gets_the_page_and_a_program_an_error(shared_server: ServerProcess) -> None:
    url = f"{shared_server.url}/no/such/page"
    assert httpx.get(url, headers={"Accept": "text/html"}).status_code == 404
    assert "js/main.js" in httpx.get(url, headers={"Accept": "text/html"}).text
    assert httpx.get(url).json()["error"]["code"] == "unknown_page"
    api = f"{shared_server.url}/api/v1/nothing"
    assert httpx.get(api, headers={"Accept": "text/html"}).json()["error"]["code"] == "unknown_page"


def test_all_scripts_of_the_start_are_fetched_together() -> None:
    modules = FILES.modules("js/main.js")
    assert "js/core/h.js" in modules
    assert "js/pages/home.js" in modules
    assert "js/pages/table.js" not in modules, "fetched when it is wanted"
    assert all((WEB / name).is_file() for name in modules)
    assert "tokens.css" in FILES.styles()
    assert {path.name for path in (WEB / "css").glob("*.css")} == {*FILES.styles(), "all.css"}


def test_a_page_is_told_at_once_of_all_that_its_address_needs() -> None:
    """A script that another names would be fetched one round trip later."""
    cards = {f"js/games/{game}/card.js" for game in GAMES}
    views = {f"js/games/{game}/index.js" for game in GAMES}
    for script in PLACES.values():
        modules = FILES.start(script)
        assert {"js/main.js", script, *cards} <= set(modules)
        assert all((WEB / name).is_file() for name in modules)
        assert len(modules) == len(set(modules))
    assert views <= set(FILES.start("js/pages/table.js"))
    assert not views & set(FILES.start("js/pages/home.js")), "fetched when home has been shown"


def test_the_document_names_the_scripts_of_its_address(shared_server: ServerProcess) -> None:
    for place, script in PLACES.items():
        path = re.sub(r"\{\w+\}", "any", place)
        text = httpx.get(shared_server.url + path, headers={"Accept": "text/html"}).text
        hints = re.findall(r'rel="modulepreload" href="/web/([^"]+)"', text)
        assert hints == FILES.start(script)


def test_files_are_packed_and_sent_again_only_when_they_have_changed(
    shared_server: ServerProcess,
) -> None:
    url = f"{shared_server.url}/web/art/pieces.svg"
    first = httpx.get(url)
    assert first.headers["content-type"] == "image/svg+xml"
    assert first.headers["content-encoding"] == "gzip"
    assert first.headers["cache-control"] == "no-cache"
    again = httpx.get(url, headers={"If-None-Match": first.headers["etag"]})
    assert again.status_code == 304
    plain = httpx.get(url, headers={"Accept-Encoding": "identity"})
    assert plain.content == first.content


@pytest.mark.parametrize(
    "path", ["../__init__.py", "%2e%2e/__init__.py", "..%2f__init__.py", "js", "", "js/none.js"]
)
def test_nothing_outside_the_folder(shared_server: ServerProcess, path: str) -> None:
    answer = httpx.get(f"{shared_server.url}/web/{path}")
    assert answer.status_code == 404


@pytest.mark.parametrize("language", ["en", "es"])
def test_everything_together_is_small(language: str) -> None:
    """Under 400 kB for all that a visitor could ever load in one language, packed as it is sent."""
    total = 0
    for path in WEB.rglob("*"):
        elsewhere = path.parent.is_relative_to(WEB / "locales") and path.stem != language
        if path.is_file() and path.suffix != ".png" and not elsewhere:
            file = FILES.find(path.relative_to(WEB).as_posix())
            assert file is not None
            total += len(file.packed or file.body)
    assert total < 400_000


def test_nothing_is_loaded_from_elsewhere() -> None:
    for path in WEB.rglob("*"):
        if path.suffix in {".js", ".css", ".html", ".svg", ".json", ".webmanifest"}:
            text = path.read_text(encoding="utf-8")
            found = [
                url for url in re.findall(r"https?://[^\s\"'`)]+", text) if "w3.org" not in url
            ]
            assert found == [], path


def test_the_page_can_be_installed(shared_server: ServerProcess) -> None:
    answer = httpx.get(f"{shared_server.url}/web/manifest.webmanifest")
    assert answer.headers["content-type"].startswith("application/manifest+json")
    manifest = answer.json()
    assert {"name", "short_name", "start_url", "display", "icons"} <= manifest.keys()
    sizes = set()
    for icon in manifest["icons"]:
        picture = httpx.get(shared_server.url + icon["src"])
        assert picture.headers["content-type"] == icon["type"]
        if icon["type"] == "image/png":
            sizes.add(int.from_bytes(picture.content[16:20]))  # the width, in its header
    assert sizes == {192, 512}
