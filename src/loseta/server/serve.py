"""Runs one server process until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import signal
import socket
from collections.abc import Callable
from functools import partial
from types import FrameType
from typing import cast

import uvicorn
from sqlalchemy.exc import SQLAlchemyError

from loseta.game import Reason, Refusal
from loseta.server import logs
from loseta.server.http.app import make_app
from loseta.server.http.live_protocol import LiveProtocol
from loseta.server.http.timeouts import TimedHttp, Waiting
from loseta.server.refusals import Refused
from loseta.server.room.lobby import Lobby
from loseta.server.settings import Limits, Settings
from loseta.server.store import Conflict, InUse, NewerDatabase, Unavailable
from loseta.server.store_errors import NoDatabase


class _Server(uvicorn.Server):
    """Opens the lobby before it listens, calls `ready` once it does, and notifies the clients
    before it closes their connections."""

    def __init__(self, config: uvicorn.Config, lobby: Lobby, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._lobby = lobby
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        try:
            await self._lobby.open()
        except InUse:
            await self._lobby.close()
            raise Refused("in_use") from None
        except NewerDatabase:
            await self._lobby.close()
            raise Refused("newer_database") from None
        except (SQLAlchemyError, Conflict, Unavailable, OSError) as error:
            await self._lobby.close()
            raise NoDatabase(self._lobby.settings.database_url, error) from error
        await super().startup(sockets)
        # The loaded modules stay: scanning them for garbage again and again would delay all
        # players. So would full collections, which scan all tables and take 0.1 s for 500 of them.
        # Python's thresholds start one every few thousand moves; with these it is seven times less
        # often.
        gc.collect()
        gc.freeze()
        gc.set_threshold(2_000, 25, 10)
        self._ready()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Shut down gracefully on the first signal, at once on a further Ctrl-C."""
        self.force_exit = self.should_exit and sig == signal.SIGINT
        self.should_exit = True

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._lobby.say_goodbye()
        await super().shutdown(sockets)
        await self._lobby.close()


def listen(host: str, port: int, shared: bool = False) -> socket.socket:
    """A listening socket. `shared`: other sockets may listen on the same port (SO_REUSEPORT).
    Raises OSError if the port is taken, OverflowError if the number is out of range."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    found = socket.socket(family, socket.SOCK_STREAM)
    found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        found.bind((host, port))
    except (OSError, OverflowError):
        found.close()
        raise
    found.listen(2048)
    found.setblocking(False)
    return found


def listen_together(host: str, port: int, count: int) -> list[socket.socket]:
    """Several listening sockets on one port. Raises OSError if the port is taken, even by sockets
    that would share it."""
    with listen(host, port) as alone:
        port = alone.getsockname()[1]
    return [listen(host, port, shared=True) for _ in range(count)]


def _allow_open_files(limits: Limits) -> None:
    """Raise the limit on open files to fit all connections; many systems start at 1,024."""
    try:
        import resource
    except ModuleNotFoundError:  # Windows has no such limit
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = limits.connections + limits.waiting + 256
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def run(settings: Settings, listening: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until SIGTERM or Ctrl-C. Raises Refusal when the database cannot be opened."""
    logs.set_up()
    _allow_open_files(settings.limits)
    try:
        settings.make_folder()
        lobby = Lobby(settings)
    except ModuleNotFoundError as error:
        if error.name == "asyncpg":
            extra = {"name": "PostgreSQL", "extra": "loseta[postgres]"}
            raise Refusal(Reason("", "missing_extra", extra)) from None
        raise NoDatabase(settings.database_url, error) from error
    except (SQLAlchemyError, OSError) as error:  # an unknown kind of database, or no folder
        raise NoDatabase(settings.database_url, error) from error
    config = uvicorn.Config(
        make_app(lobby),
        lifespan="off",
        log_config=None,
        access_log=False,
        http=cast(type[asyncio.Protocol], partial(TimedHttp, waiting=Waiting(settings.limits))),
        ws=LiveProtocol,
        ws_max_size=max(settings.limits.message_bytes, 4096) * 4,
        ws_ping_interval=settings.limits.ping_seconds,
        ws_ping_timeout=settings.limits.ping_seconds,
        ws_per_message_deflate=False,  # its buffers are larger than a table
        timeout_graceful_shutdown=5,
        server_header=False,
        date_header=False,
    )
    server = _Server(config, lobby, ready)
    with asyncio.Runner(loop_factory=config.get_loop_factory()) as runner:
        runner.run(server.serve([listening]))
