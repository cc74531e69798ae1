"""How the server starts, without a process of its own."""

from __future__ import annotations

import asyncio
import gc
from typing import Any

import pytest
import uvicorn

from loseta.server.room.lobby import Lobby
from loseta.server.serve import _Server


def test_what_is_loaded_is_not_searched_for_garbage(monkeypatch: pytest.MonkeyPatch) -> None:
    class Nothing:
        async def open(self) -> None: ...

    async def listen(*_: Any) -> None: ...

    async def app(*_: Any) -> None: ...

    monkeypatch.setattr(uvicorn.Server, "startup", listen)
    lobby: Lobby = Nothing()  # type: ignore[assignment]
    ready: list[int] = []
    server = _Server(uvicorn.Config(app), lobby, lambda: ready.append(gc.get_freeze_count()))
    try:
        asyncio.run(server.startup())
        assert len(gc.get_objects()) < ready[0], "the rest is what came since"
    finally:
        gc.unfreeze()
