"""Calls of the client end with an error if no answer can come any more."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from loseta.client import Account, LiveTable, ServerRefused

from .servers import ServerProcess, run

HTML = "<!doctype html><title>503</title>Service Unavailable"
REFUSAL = {
    "type": "error",
    "id": None,
    "code": "unknown_table",
    "sentence": "There is no such table.",
}


def test_a_table_that_is_gone_when_the_connection_comes_back() -> None:
    async def test() -> None:
        table = LiveTable(Account("http://localhost:1"), "gone")
        asked = asyncio.create_task(table.command("ping"))  # sent once there is a connection
        await asyncio.sleep(0)
        await table._hear(REFUSAL)
        with pytest.raises(ServerRefused, match="no such table"):
            await asked
        with pytest.raises(ServerRefused, match="no such table"):
            await table.command("ping")

    run(test())


def test_a_callback_that_fails_is_told_to_whoever_waits(shared_server: ServerProcess) -> None:
    def fails(message: dict[str, Any]) -> None:
        if message["type"] == "answer":
            raise ValueError("my own mistake")

    async def test() -> None:
        async with Account(shared_server.url) as ana:
            opened = await ana.open_table("azul", ["me", "random"])
            async with ana.sit(opened["table"]["id"]) as seat:
                seat.on_message = fails
                await seat.command("ping")
                with pytest.raises(ValueError, match="my own mistake"):
                    await seat.wait_until(lambda: False)
                with pytest.raises(ValueError, match="my own mistake"):
                    await seat.command("ping")

    run(test())


@pytest.mark.parametrize(
    ("status", "kind", "body"),
    [
        ("503 Service Unavailable", "text/html", HTML),
        ("503 Service Unavailable", "application/json", HTML),
        ("502 Bad Gateway", "application/json", '{"message": "no upstream"}'),
        ("502 Bad Gateway", "application/json", '{"error": "no upstream"}'),
        ("200 OK", "text/html", HTML),
    ],
)
@pytest.mark.parametrize(
    ("lang", "sentence"), [("en", "is not a table server"), ("es", "no es un servidor de mesas")]
)
def test_what_answers_may_be_a_proxy(
    status: str, kind: str, body: str, lang: str, sentence: str
) -> None:
    async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        head = f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(body)}\r\n\r\n"
        writer.write((head + body).encode())
        writer.close()

    async def test() -> None:
        async with await asyncio.start_server(answer, "127.0.0.1", 0) as proxy:
            url = f"http://127.0.0.1:{proxy.sockets[0].getsockname()[1]}"
            with pytest.raises(ServerRefused, match=sentence) as refused:
                async with Account(url, lang=lang):
                    pass
            assert refused.value.code == "no_server"
            assert url in refused.value.sentence
            assert status[:3] in refused.value.sentence

    run(test())
