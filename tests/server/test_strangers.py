"""Clients without a seat or a cookie: what they may cost, and for how long."""

from __future__ import annotations

import asyncio
import socket
import time
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from loseta.client import Account
from loseta.server.http.addresses import who_is_limited
from loseta.server.http.page import FILES, WebFiles

from .servers import ServerProcess, run
from .test_commands import heard, plain
from .test_limits import limited

# --- The files of the page ------------------------------------------------------------------------


def test_odd_names_are_not_kept() -> None:
    files = WebFiles(FILES.folder)
    known = sum(path.is_file() for path in FILES.folder.rglob("*"))
    for number in range(2_000):
        assert files.find(f"art/x{number}/../pieces.svg") is None
    assert files.find("art/pieces.svg") is not None
    assert files.kept <= known


@pytest.mark.parametrize(
    "name",
    [
        "%00",
        "art/x/../pieces.svg",
        "art/../art/pieces.svg",
        "./index.html",
        "art//pieces.svg",
        "..%2fgate.py",
        "%2e%2e/server/http/middleware.py",
        "/etc/passwd",
        "art",
        "",
        "x" * 5_000,
        "%ff",
    ],
)
def test_only_the_files_of_the_page_are_served(shared_server: ServerProcess, name: str) -> None:
    """Sent as it is: a client of HTTP would tidy up the path."""
    status = _status_of(shared_server.url, f"GET /web/{name} HTTP/1.1\r\nHost: localhost\r\n\r\n")
    assert status == 404


def test_the_document_is_made_once_for_a_language_and_a_kind_of_address(
    shared_server: ServerProcess,
) -> None:
    with httpx.Client(base_url=shared_server.url) as http:
        first = http.get("/table/a", headers={"Accept-Language": "es"})
        assert '<html lang="es">' in first.text
        assert first.headers["content-encoding"] == "gzip"
        tag = first.headers["etag"]
        known = {"Accept-Language": "es", "If-None-Match": tag}
        again = http.get("/table/x", headers=known)
        assert (again.status_code, again.content) == (304, b"")
        other = http.get("/table/b", headers=known | {"Accept-Language": "en"})
        assert other.status_code == 200
        plain_text = http.get(
            "/table/b", headers={"Accept-Language": "es", "Accept-Encoding": "br"}
        )
        assert plain_text.text == first.text


def test_a_document_follows_its_files(tmp_path: Path) -> None:
    """After a change to the page, reloading it is enough; the server need not be restarted."""
    (tmp_path / "js").mkdir()
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "all.css").write_text('@import url("a.css");\n')
    (tmp_path / "index.html").write_text('<html lang="en"><head></head>')
    script = tmp_path / "js" / "main.js"
    script.write_text("")
    (tmp_path / "js" / "b.js").write_text("")
    files = WebFiles(tmp_path)
    first = files.document("en")
    assert files.document("en") is first
    script.write_text('import { b } from "./b.js";\n')
    assert b"/web/js/b.js" in files.document("en").body


# --- How much, and how often ----------------------------------------------------------------------


@pytest.mark.long
def test_many_who_ask_for_the_health_share_one_commit(server: ServerProcess) -> None:
    with httpx.Client(base_url=server.url) as http:
        began = time.monotonic()
        before = _commits(http)
        for _ in range(300):
            assert http.get("/healthz").json()["status"] == "ok"
        # One a second at most, and the server's own note every two seconds.
        seconds = time.monotonic() - began
        assert _commits(http) - before <= 2 + 1.5 * seconds
        assert _commits(http) - before < 300


def _commits(http: httpx.Client) -> float:
    lines = http.get("/metrics").text.splitlines()
    return float(next(x for x in lines if x.startswith("loseta_commit_seconds_count")).split()[1])


@pytest.mark.long
def test_an_address_has_a_limit_for_all_it_asks_for(tmp_path: Path) -> None:
    server = limited(tmp_path, "requests_per_address=40", "window=1000")

    async def test() -> None:
        async with httpx.AsyncClient(base_url=server.url) as http:
            paths = ("/", "/healthz", "/web/js/main.js", "/nowhere", "/metrics", "/api/v1/games")
            codes = [(await http.get(paths[n % len(paths)])).status_code for n in range(60)]
            assert 429 not in codes[:40]
            assert set(codes[45:]) == {429}
            told = await http.get("/", headers={"Accept-Language": "es"})
            assert told.json()["error"]["code"] == "slow_down"
            assert told.json()["error"]["sentence"].startswith("Demasiado rápido")
        live = f"{server.url.replace('http', 'ws')}/api/v1/tables/x/live"
        with pytest.raises(InvalidStatus) as refused:
            await connect(live, proxy=None).__aenter__()
        assert refused.value.response.status_code == 429
        assert b"slow_down" in (refused.value.response.body or b"")

    try:
        run(test())
    finally:
        server.kill()


def test_whoever_has_many_addresses_is_limited_as_one() -> None:
    assert who_is_limited("192.0.2.1") == "192.0.2.1"
    assert who_is_limited("::ffff:192.0.2.1") == "192.0.2.1"
    assert who_is_limited("2001:db8:1:2::3") == who_is_limited("2001:db8:1:2:ffff::9")
    assert who_is_limited("2001:db8:1:2::3") != who_is_limited("2001:db8:1:3::3")
    assert who_is_limited("testclient") == "testclient"


# --- How long -------------------------------------------------------------------------------------

HALVES = {
    "nothing": b"",
    "empty lines": b"\r\n\r\n",
    "half a line": b"GET / HT",
    "half the headers": b"GET / HTTP/1.1\r\nHost: localhost\r\nX-A: b",
    "half a body": b"PUT /api/v1/me HTTP/1.1\r\nHost: localhost\r\nContent-Length: 90\r\n\r\n{",
    "half a chunk": (
        b"PUT /api/v1/me HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n9\r\n{"
    ),
    "an answered request": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n",
    "one and a half": b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nGET / HT",
}


@pytest.mark.long
def test_requests_that_never_end_are_closed(tmp_path: Path) -> None:
    """Also those that trickle; a live connection in which nobody says anything stays."""
    server = limited(tmp_path, "request_seconds=1")

    async def test() -> None:
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "open"])
            async with plain(ana, opened["table"]["id"]) as silent:
                await heard(silent, "snapshot")
                ends = [_until_closed(server.url, half) for half in HALVES.values()]
                ends.append(_until_closed(server.url, b"GET / HTTP/1.1\r\n", b"X: y\r\n"))
                body = HALVES["half a body"]
                ends.append(_until_closed(server.url, body, b" "))
                await asyncio.gather(*ends)
                await silent.send('{"type": "ping", "id": "1"}')
                assert (await heard(silent, "answer"))["id"] == "1"

    try:
        run(test(), seconds=60)
    finally:
        server.kill()


async def _until_closed(url: str, begin: bytes, trickle: bytes = b"") -> None:
    """Send a part of a request, then a little from time to time, until the server ends it."""
    host, port = url.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    writer.write(begin)
    ended = asyncio.create_task(_end_of(reader))
    for _ in range(80):  # fewer than the body that was announced
        await asyncio.wait([ended], timeout=0.4)
        if ended.done():
            break
        writer.write(trickle)
    assert ended.done(), begin
    writer.close()


async def _end_of(reader: asyncio.StreamReader) -> None:
    try:
        while await reader.read(65_536):
            pass
    except ConnectionError:
        return


def test_headers_without_end_are_refused(shared_server: ServerProcess) -> None:
    endless = "GET / HTTP/1.1\r\nHost: localhost\r\n" + "X-A: " + "b" * 200_000
    assert _status_of(shared_server.url, endless) == 431


@pytest.mark.long
def test_those_who_wait_longest_make_room(tmp_path: Path) -> None:
    """Thousands of half-open requests keep nobody out, and are not kept either."""
    server = limited(tmp_path, "waiting=20")

    async def test() -> None:
        host, port = server.url.removeprefix("http://").split(":")
        half = [await asyncio.open_connection(host, int(port)) for _ in range(60)]
        for _, writer in half:
            writer.write(b"GET / HTTP/1.1\r\n")
        async with httpx.AsyncClient(base_url=server.url) as http:
            assert (await http.get("/healthz")).status_code == 200
        for reader, _ in half[:39]:
            await _end_of(reader)
        for _, writer in half:
            writer.close()

    try:
        run(test(), seconds=60)
    finally:
        server.kill()


def _status_of(url: str, request: str) -> int:
    host, port = url.removeprefix("http://").split(":")
    with socket.create_connection((host, int(port)), timeout=60) as raw:
        raw.sendall(request.encode())
        return int(raw.recv(4096).split()[1])
