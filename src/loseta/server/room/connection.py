"""A live connection: its outbox, and the limit on incoming messages."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable
from typing import Any

import orjson
from starlette.websockets import WebSocket, WebSocketState

from loseta.game import Refusal
from loseta.server import metrics
from loseta.server.limiter import Bucket
from loseta.server.refusals import error_json
from loseta.server.settings import Limits

GOING_AWAY, POLICY, TRY_LATER, RESTART = 1001, 1008, 1013, 1012


class Connection:
    """A client at a table. `seat` is None for a spectator."""

    def __init__(
        self,
        socket: WebSocket,
        identity: str,
        seat: int | None,
        lang: str,
        limits: Limits,
        write: Callable[[str], bool] = lambda text: False,
    ) -> None:
        """`write` tries to send a text at once and returns whether it could."""
        self._socket = socket
        self._write = write
        self.identity = identity
        self.seat = seat
        self.lang = lang
        self.bucket = Bucket(limits.messages, limits.window)
        self._longest = limits.outbox
        self.outbox: deque[str] = deque()
        """Messages that could not be sent at once."""
        self._sending = False
        """Whether messages from the outbox are being sent; later ones must not overtake them."""
        self._something = asyncio.Event()
        self._closing: int | None = None
        self.closed = asyncio.Event()

    def send(self, message: dict[str, Any]) -> None:
        self.send_text(orjson.dumps(message).decode())

    def send_text(self, text: str) -> None:
        """Send a message at once, or put it into the outbox. A client that falls too far behind is
        disconnected, so that nobody waits for it; it reconnects and gets a snapshot."""
        if self._closing is not None:
            return
        if not self.outbox and not self._sending and self._write(text):
            return
        if len(self.outbox) >= self._longest:
            self.outbox.clear()
            self.close(TRY_LATER, "slow")
            return
        self.outbox.append(text)
        self._something.set()

    def refuse(self, refusal: Refusal, command: str | None) -> None:
        error = error_json(refusal, self.lang)
        metrics.REFUSALS.labels(error["code"]).inc()
        self.send({"type": "error", "id": command, **error})

    def close(self, code: int, reason: str) -> None:
        """Send `bye` after everything in the outbox, then close the connection."""
        if self._closing is None:
            self.outbox.append(orjson.dumps({"type": "bye", "reason": reason}).decode())
            self._closing = code
            self._something.set()

    async def pump(self) -> None:
        """Send messages from the outbox until the connection ends."""
        with contextlib.suppress(Exception):  # after any error, nothing more can be sent
            while True:
                await self._something.wait()
                self._something.clear()
                self._sending = True
                while self.outbox:
                    await self._socket.send_text(self.outbox.popleft())
                self._sending = False
                if self._closing is not None:
                    break
            if self._socket.application_state is WebSocketState.CONNECTED:
                await self._socket.close(self._closing or GOING_AWAY)
        self.closed.set()
