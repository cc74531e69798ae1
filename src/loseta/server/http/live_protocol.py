"""Uvicorn's websocket protocol with a fast path for sending: one call frames a message and hands it
to the network. Sending through all the usual layers costs as much as carrying out the move that the
message is about."""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

WRITE = "loseta.write"
"""The key, in the extensions of a connection's scope, of the function that sends a text at once and
returns whether it could."""


class LiveProtocol(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])[WRITE] = self._write

    def _write(self, text: str) -> bool:
        """Send a text at once; returns whether that was possible. It is not before the handshake,
        after the end, or while the client reads too slowly. Then the text must be sent through
        ASGI, which waits or raises."""
        is_open = self.handshake_complete and self.conn.state is OPEN
        if not is_open or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(text_frame(text))
        return True


def text_frame(text: str) -> bytes:
    """A text message of a server as one unmasked frame (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 0x10000:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data
