"""A live connection: messages are sent at once and in order, even if the client is slow."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest
from starlette.websockets import WebSocket, WebSocketState
from websockets.frames import Frame, Opcode

from loseta.server.http.live_protocol import text_frame
from loseta.server.room.connection import Connection
from loseta.server.settings import Limits

from .servers import run


@pytest.mark.parametrize("size", [0, 1, 125, 126, 127, 65_535, 65_536, 200_000])
def test_a_frame_is_as_the_standard_has_it(size: int) -> None:
    text = ("Ñandú €" * size)[: size // 2] + "x" * (size - size // 2)
    expected = Frame(Opcode.TEXT, text.encode()).serialize(mask=False)
    assert text_frame(text) == expected


class Client:
    """A client's end of a connection, whose network takes what a test lets it take."""

    application_state = WebSocketState.CONNECTED

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.reads = asyncio.Event()
        self.closed: int | None = None
        self.connection = Connection(
            cast(WebSocket, self), "ana", 0, "en", Limits(outbox=5), self._write
        )

    def _write(self, text: str) -> bool:
        if self.reads.is_set():
            self.heard.append(text)
        return self.reads.is_set()

    async def send_text(self, text: str) -> None:
        await self.reads.wait()
        await asyncio.sleep(0)  # others come in between
        self.heard.append(text)

    async def close(self, code: int) -> None:
        self.closed = code


def test_what_can_leave_at_once_does() -> None:
    async def test() -> None:
        client = Client()
        client.reads.set()
        client.connection.send_text("one")
        client.connection.send_text("two")
        assert client.heard == ["one", "two"]
        assert not client.connection.outbox

    run(test())


def test_nothing_overtakes_what_waits() -> None:
    async def test() -> None:
        client = Client()
        pump = asyncio.create_task(client.connection.pump())
        client.connection.send_text("one")
        client.connection.send_text("two")
        await asyncio.sleep(0)
        assert (client.heard, list(client.connection.outbox)) == ([], ["two"])
        client.reads.set()  # the network takes more again; the first is still on its way
        client.connection.send_text("three")
        while len(client.heard) < 2:
            await asyncio.sleep(0)
        client.connection.send_text("four")  # the third is on its way
        while len(client.heard) < 4:
            await asyncio.sleep(0)
        assert client.heard == ["one", "two", "three", "four"]
        await asyncio.sleep(0)
        client.connection.send_text("five")  # nothing waits any more
        assert client.heard[-1] == "five"
        pump.cancel()

    run(test())


def test_who_does_not_keep_up_is_let_go() -> None:
    async def test() -> None:
        client = Client()
        pump: Any = asyncio.create_task(client.connection.pump())
        await asyncio.sleep(0)
        for number in range(6):
            client.connection.send_text(str(number))
        client.reads.set()
        await pump
        assert client.heard == ['{"type":"bye","reason":"slow"}']
        assert client.closed == 1013

    run(test())
