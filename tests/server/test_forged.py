"""Forged cookies, seats, invitations and origins."""

from __future__ import annotations

import json

import httpx
import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from loseta.client import Account
from loseta.server.identity import Keys

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
            async with httpx.AsyncClient(headers=cookie | headers) as http:
                reply = await http.post(f"{url}/tables", json={"game": "azul", "seats": []})
                assert reply.status_code == 403
                assert reply.json()["error"]["code"] == "bad_origin"
            live = f"{url.replace('http', 'ws')}/tables/{party.id}/live"
            with pytest.raises((InvalidStatus, ConnectionClosed)):
                async with connect(live, additional_headers=cookie | headers, proxy=None) as bare:
                    await bare.recv()

    run(test())


def test_our_own_page_may(shared_server: ServerProcess) -> None:
    reply = httpx.post(
        f"{shared_server.url}/api/v1/tables",
        json={},
        headers={"Origin": shared_server.url, "Sec-Fetch-Site": "same-origin"},
    )
    assert reply.json()["error"]["code"] != "bad_origin"


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
