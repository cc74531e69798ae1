"""Uvicorn's HTTP protocol with timeouts for everything that a client begins but does not finish.

Uvicorn closes connections that are idle after a response. But it would keep a connection forever
that never sends a whole request, or sends endless headers.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from loseta.server.settings import Limits

_TOO_LONG = (
    b"HTTP/1.1 431 Request Header Fields Too Large\r\n"
    b"content-length: 0\r\nconnection: close\r\n\r\n"
)


class Waiting:
    """The connections that have not sent a whole request yet. If there are too many, the one that
    has waited longest is closed: an honest client sends its request at once."""

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._connections: dict[TimedHttp, asyncio.TimerHandle] = {}

    def add(self, connection: TimedHttp) -> None:
        """Start the time in which a whole request must arrive. Bytes that trickle in do not extend
        it."""
        if connection in self._connections:
            return
        if len(self._connections) >= self.limits.waiting:
            oldest = next(iter(self._connections))
            self.remove(oldest)
            oldest.transport.abort()
        timer = connection.loop.call_later(self.limits.request_seconds, self._too_late, connection)
        self._connections[connection] = timer

    def remove(self, connection: TimedHttp) -> None:
        timer = self._connections.pop(connection, None)
        if timer is not None:
            timer.cancel()

    def _too_late(self, connection: TimedHttp) -> None:
        self.remove(connection)
        connection.transport.abort()


class TimedHttp(HttpToolsProtocol):
    """One connection. `waiting` is shared by all connections of a server."""

    def __init__(self, *args: Any, waiting: Waiting, **options: Any) -> None:
        super().__init__(*args, **options)
        self._waiting = waiting
        self._header_bytes = 0
        self._in_headers = True
        self._unread_timer: asyncio.TimerHandle | None = None

    # --- Reading ------------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._waiting.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._waiting.remove(self)
        self._cancel_unread_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self.cycle is None or self.cycle.response_complete:
            self._waiting.add(self)  # it was idle after a response
        super().data_received(data)
        if self._in_headers:
            self._header_bytes += len(data)
            too_long = self._header_bytes > self._waiting.limits.header_bytes
            if too_long and not self.transport.is_closing():
                self.transport.write(_TOO_LONG)
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers, self._header_bytes = True, 0

    def on_headers_complete(self) -> None:
        self._in_headers = False
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        super().on_message_complete()
        self._waiting.remove(self)

    def handle_websocket_upgrade(self) -> None:
        self._waiting.remove(self)
        super().handle_websocket_upgrade()

    # --- Writing ------------------------------------------------------------------------------

    def pause_writing(self) -> None:
        """Start the time in which the client must read its response."""
        super().pause_writing()
        self._cancel_unread_timer()
        seconds = self._waiting.limits.request_seconds
        self._unread_timer = self.loop.call_later(seconds, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._cancel_unread_timer()

    def _cancel_unread_timer(self) -> None:
        if self._unread_timer is not None:
            self._unread_timer.cancel()
            self._unread_timer = None

    def timeout_keep_alive_handler(self) -> None:
        """Close an idle connection. That waits for the client to read the rest, so it gets a
        timeout, too."""
        super().timeout_keep_alive_handler()
        if self._unread_timer is None:
            seconds = self._waiting.limits.request_seconds
            self._unread_timer = self.loop.call_later(seconds, self.transport.abort)
