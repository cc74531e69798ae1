"""Websockets as uvicorn speaks them, with a short way out: a message of the server is framed and
handed to the network by one call. Through the layers that a message otherwise passes, sending one
costs as much as carrying out the move that it tells of."""

from __future__ import annotations

from typing import Any, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Request
from websockets.protocol import OPEN

WRITE = "loseta.write"
"""An extension in the scope of a connection: a function that sends a text, or says that it cannot
at the moment."""


class LiveProtocol(WebSocketsSansIOProtocol):
    def handle_connect(self, event: Request) -> None:
        super().handle_connect(event)
        if self.response.status_code == 101:
            cast(dict[str, Any], self.scope["extensions"])[WRITE] = self._write

    def _write(self, text: str) -> bool:
        """Whether it was sent. It is not before the handshake, after the end, or while the client
        has too much to read; then it must be sent through ASGI, which waits or raises."""
        is_open = self.handshake_complete and self.conn.state is OPEN
        if not is_open or self.close_sent or self.disconnected or not self.writable.is_set():
            return False
        self.transport.write(text_frame(text))
        return True


def text_frame(text: str) -> bytes:
    """A whole text message of a server, in one frame without a mask (RFC 6455, 5.2)."""
    data = text.encode()
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 0x10000:
        return b"\x81\x7e" + size.to_bytes(2) + data
    return b"\x81\x7f" + size.to_bytes(8) + data
