"""Forged cookies, seats, invitations and origins."""

from __future__ import annotations

import json
from pathlib import Path

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from loseta.client import Account
from loseta.server.room.keys import Keys

from .games import Party, code_of
from .servers import ServerProcess, run
from .test_commands import heard, plain, to_move


def test_a_cookie_that_we_did_not_sign_is_nobody() -> None:
    ours, theirs = Keys("one"), Keys("two")
    cookie = ours.cookie("ana")
    assert ours.identity(cookie) == "ana"
    assert theirs.identity(cookie) is None
    for forged in (
        "",
        "ana",
        "ana.",
        "." + cookie,
        cookie[:-1],
        "bea" + cookie[3:],
        "é.é",
        "x" * 999,
    ):
        assert ours.identity(forged) is None


def test_an_invitation_is_for_its_table_and_seat_only() -> None:
    keys = Keys("one")
    secret = keys.invitation("t", 1, 0)
    assert keys.is_invitation(secret, "t", 1, 0)
    for other in (("u", 1, 0), ("t", 0, 0), ("t", 1, 1)):
        assert not keys.is_invitation(secret, *other)
    assert not Keys("two").is_invitation(secret, "t", 1, 0)
    assert not keys.is_invitation("é", "t", 1, 0)


def test_a_forged_cookie_gets_no_seat(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            real = party.accounts[0].cookie
            for forged in (real[:-2] + "AA", "0" + real[1:], "nobody", ""):
                headers = {"Cookie": f"loseta={forged}"} if forged else {}
                url = f"{shared_server.url}/api/v1/tables"
                async with httpx.AsyncClient() as http:
                    reply = await http.get(url, headers=headers)
                assert reply.status_code == 401
                live = f"{url.replace('http', 'ws')}/{party.id}/live"
                async with connect(live, additional_headers=headers, proxy=None) as bare:
                    assert (await heard(bare, "error"))["code"] == "no_identity"
                    with pytest.raises(ConnectionClosed):
                        await bare.recv()

    run(test())


def test_nobody_acts_for_another_seat(shared_server: ServerProcess) -> None:
    """There is no field for a seat; one that is sent all the same is refused."""

    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            mover, other = to_move(party)
            ply, action = mover.position["ply"], mover.legal[0]["action"]
            assert await code_of(other.act(action, ply=ply)) == "not_your_turn"
            async with plain(party.accounts[other.you or 0], party.id) as bare:
                await heard(bare, "snapshot")
                command = {"type": "act", "id": "x", "ply": ply, "actions": [action]}
                for field in ("seat", "player", "identity", "you"):
                    await bare.send(json.dumps(command | {field: mover.you}))
                    assert (await heard(bare, "error"))["code"] == "bad_message"
            assert mover.position["ply"] == ply

    run(test())


def test_guessed_invitations_open_no_seat(shared_server: ServerProcess) -> None:
    async def test() -> None:
        async with Account(shared_server.url) as ana, Account(shared_server.url) as eve:
            opened = await ana.open_table("azul", ["me", "open"])
            table, secret = opened["table"]["id"], opened["invitations"]["1"]
            other = await ana.open_table("azul", ["me", "open"])
            wrong = (other["invitations"]["1"], secret[:-1] + "A" * 2, secret.lower(), "x")
            for guess in wrong:
                assert await code_of(eve.join(table, guess)) == "bad_invitation"
            assert await code_of(eve.join("no-such-table", secret)) == "unknown_table"

    run(test())


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://localhost:1"},
        {"Origin": "own, but https"},
        {"Origin": ""},
        {"Sec-Fetch-Site": "cross-site"},
    ],
)
def test_pages_of_others_may_not_speak_for_a_guest(
    shared_server: ServerProcess, headers: dict[str, str]
) -> None:
    async def test() -> None:
        async with Party(shared_server.url, "azul", {}) as party:
            cookie = {"Cookie": f"loseta={party.accounts[0].cookie}"}
            url = f"{shared_server.url}/api/v1"
            if "own" in headers.get("Origin", ""):
                headers["Origin"] = shared_server.url.replace("http", "https")
            async with httpx.AsyncClient(headers=cookie | headers) as http:
                reply = await http.post(f"{url}/tables", json={"game": "azul", "seats": []})
                assert reply.status_code == 403
                assert reply.json()["error"]["code"] == "bad_origin"
            live = f"{url.replace('http', 'ws')}/tables/{party.id}/live"
            with pytest.raises(InvalidStatus) as refused:
                await connect(live, additional_headers=cookie | headers, proxy=None).__aenter__()
            assert refused.value.response.status_code == 403
            assert json.loads(refused.value.response.body or b"")["error"]["code"] == "bad_origin"

    run(test())


def test_our_own_page_may(shared_server: ServerProcess) -> None:
    reply = httpx.post(
        f"{shared_server.url}/api/v1/tables",
        json={},
        headers={"Origin": shared_server.url, "Sec-Fetch-Site": "same-origin"},
    )
    assert reply.json()["error"]["code"] != "bad_origin"


def test_behind_a_proxy_that_speaks_https(shared_server: ServerProcess) -> None:
    """The page is at https, the proxy comes by http and says so."""
    proxied = {"Host": "localhost", "X-Forwarded-Proto": "https"}
    for origin, refused in (("https://localhost", False), ("http://localhost", True)):
        reply = httpx.post(
            f"{shared_server.url}/api/v1/tables", json={}, headers=proxied | {"Origin": origin}
        )
        assert (reply.json()["error"]["code"] == "bad_origin") is refused, origin


@pytest.mark.parametrize(
    "host",
    [
        *("localhost", "localhost.", "LOCALHOST:8000", "127.0.0.1:8000", "[::1]:8000"),
        *("tower", "tower:8000", "tower.local", "tower.lan:80", "a.localhost", "192.0.2.7"),
    ],
)
def test_names_that_no_stranger_can_own(shared_server: ServerProcess, host: str) -> None:
    assert httpx.get(f"{shared_server.url}/healthz", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize(
    "host",
    [
        *("evil.example", "evil.example:8000", "127.0.0.1.evil.example", "evillocal.com"),
        *("local.evil.com", "a@localhost", "localhost/", "localhost:x", "localhost:99999"),
        *("[::1", "", "x.1.2.3.4"),
    ],
)
def test_names_of_strangers_that_point_here(shared_server: ServerProcess, host: str) -> None:
    """DNS rebinding: the page of evil.example must not read what is here."""
    with httpx.Client(base_url=shared_server.url, headers={"Host": host}) as http:
        for path in ("/", "/api/v1/me", "/web/js/main.js"):
            reply = http.get(path, headers={"Accept-Language": "es"})
            assert reply.status_code == 421
            assert reply.json()["error"]["code"] == "bad_host"
            assert "--origin" in reply.json()["error"]["sentence"]
        assert "set-cookie" not in reply.headers


@pytest.mark.long
def test_a_name_that_was_allowed(tmp_path: Path) -> None:
    server = ServerProcess(
        f"sqlite:///{tmp_path / 'tables.db'}", tmp_path / "log", "--origin", "https://Club.example/"
    )
    server.start()

    async def test() -> None:
        headers = {"Host": "club.example", "X-Forwarded-Proto": "https"}
        async with httpx.AsyncClient(base_url=server.url, headers=headers) as http:
            cookie = (await http.get("/api/v1/me")).headers["set-cookie"]
            assert "Secure" in cookie
            own = {"Origin": "https://club.example"}
            reply = await http.post("/api/v1/tables", json={}, headers=own)
            assert reply.json()["error"]["code"] == "bad_message"
        async with httpx.AsyncClient(base_url=server.url) as http:
            reply = await http.post("/api/v1/tables", json={}, headers=own)
            assert reply.json()["error"]["code"] == "bad_message", "another site that is allowed"

    try:
        run(test())
    finally:
        server.kill()


def test_every_answer_is_protected(shared_server: ServerProcess) -> None:
    for path in ("/", "/api/v1/me", "/nowhere", "/healthz"):
        headers = httpx.get(shared_server.url + path).headers
        assert "default-src 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert headers["x-frame-options"] == "DENY"
    cookie = httpx.get(f"{shared_server.url}/api/v1/me").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
