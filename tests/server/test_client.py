"""The client for programs tells whoever waits when nothing more will come."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from loseta.client import Account, LiveTable, ServerRefused

from .servers import ServerProcess, run

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
