"""Clients that send too much, too fast, too slowly or nothing do not hold up the others."""

from __future__ import annotations

import asyncio
import json
import socket
from pathlib import Path

import httpx
import pytest

from loseta.client import Account

from .games import Party, code_of
from .servers import ServerProcess, run
from .test_commands import heard, plain


def limited(folder: Path, *limits: str) -> ServerProcess:
    options = [part for limit in limits for part in ("--limit", limit)]
    server = ServerProcess(f"sqlite:///{folder / 'tables.db'}", folder / "log", *options)
    server.start()
    return server


def test_limits(tmp_path: Path) -> None:
    server = limited(
        tmp_path, "messages=30", "tables_per_guest=2", "connections_per_guest=3",
        "guests_per_minute=4", "spectators=1",
    )  # fmt: skip

    async def test() -> None:
        url = server.url
        async with Account(url) as ana, Account(url) as eve:
            opened = await ana.open_table("azul", ["me", "random"], options={"first": "1"})
            await ana.open_table("azul", ["me", "random"])
            again = ana.open_table("azul", ["me", "random"])
            assert await code_of(again) == "too_many_tables"
            table = opened["table"]["id"]
            async with plain(ana, table) as one, plain(ana, table) as two, plain(ana, table):
                await heard(one, "snapshot")
                async with plain(ana, table) as four:
                    assert (await heard(four, "error"))["code"] == "too_many_connections"
                async with plain(eve, table) as watcher:
                    await heard(watcher, "snapshot")
                for number in range(40):
                    await two.send(json.dumps({"type": "ping", "id": str(number)}))
                assert (await heard(two, "error"))["code"] == "slow_down"
                assert (await heard(two, "bye"))["reason"] == "rate"
            async with Account(url), Account(url):
                pass
            reply = httpx.get(f"{url}/api/v1/me", headers={"Accept-Language": "es"})
            assert reply.status_code == 429
            assert reply.json()["error"]["sentence"].startswith("Demasiado rápido")

    try:
        run(test())
    finally:
        server.kill()


@pytest.mark.long
def test_slow_and_silent_clients_hold_nobody_up(tmp_path: Path) -> None:
    """One that never reads is let go; those who play notice nothing."""
    server = limited(tmp_path, "outbox=10", "ping_seconds=0.5")

    async def test() -> None:
        async with Party(server.url, "azul", {"wall": "gray"}) as party:
            host, port = server.url.removeprefix("http://").split(":")
            silent = []
            for _ in range(5):
                raw = socket.create_connection((host, int(port)))
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
                request = (
                    f"GET /api/v1/tables/{party.id}/live HTTP/1.1\r\nHost: {host}:{port}\r\n"
                    f"Cookie: loseta={party.accounts[0].cookie}\r\nUpgrade: websocket\r\n"
                    "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                )
                raw.sendall(request.encode())
                silent.append(raw)
            half_open = socket.create_connection((host, int(port)))
            half_open.sendall(b"GET /api/v1/me HTTP/1.1\r\n")
            await party.play()
            await party.settled()
            assert party.seats[0].over
            async with httpx.AsyncClient() as http:
                while (
                    "loseta_connections 2.0" not in (await http.get(f"{server.url}/metrics")).text
                ):
                    await asyncio.sleep(0.1)
            for each in (*silent, half_open):
                each.close()

    try:
        run(test())
    finally:
        server.kill()


@pytest.mark.long
def test_nobody_takes_the_workers_for_oneself(tmp_path: Path) -> None:
    server = limited(tmp_path, "thoughts=1")

    async def test() -> None:
        async with Account(server.url) as ana:
            opened = await ana.open_table("azul", ["me", "random"], options={"first": "1"})
            async with plain(ana, opened["table"]["id"]) as seat:
                await heard(seat, "snapshot")
                for number in range(7):  # before the first of them can be answered
                    await seat.send(json.dumps({"type": "effects", "id": str(number)}))
                refused = [await heard(seat, "error") for _ in range(3)]
                assert {each["code"] for each in refused} == {"slow_down"}
                assert [each["id"] for each in refused] == ["4", "5", "6"]
                answered = [await heard(seat, "answer") for _ in range(4)]
                assert {each["id"] for each in answered} == {"0", "1", "2", "3"}
            review = {"record": "nonsense"}
            assert await code_of(ana.request("POST", "/reviews", review)) == "bad_text"
            assert await code_of(ana.request("POST", "/reviews", review)) == "slow_down"

    try:
        run(test())
    finally:
        server.kill()
