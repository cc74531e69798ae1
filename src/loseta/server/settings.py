"""The server's settings and limits."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from sqlalchemy import make_url

from loseta.server.refusals import Refused

MAY_BE_NONE = ("guests_per_minute", "spectators", "thoughts")
"""Limits that may be zero; all others must be positive."""


@dataclass(frozen=True, slots=True)
class Limits:
    """Limits on what one client may use, so that none can exhaust the server."""

    message_bytes: int = 4_096
    """The largest live message."""
    body_bytes: int = 16_384
    """The largest request body; uploads of records have their own limit."""
    messages: int = 100
    """Live messages in `window` seconds, over one connection."""
    window: float = 20.0
    outbox: int = 100
    """Messages that may be queued for a slow client before it is disconnected; it can
    reconnect."""
    ping_seconds: float = 20.0
    """Seconds between two pings on a live connection, and the time allowed for each answer."""
    connections: int = 5_000
    connections_per_guest: int = 20
    spectators: int = 100
    """Spectators at one table."""
    tables_per_guest: int = 50
    """Tables that a guest has opened and whose games are not over."""
    guests_per_minute: int = 60
    """New guests from one address."""
    budget: int = 400
    """What one guest may spend on requests and messages in `window` seconds (`http/costs.py`). For
    requests without a guest, the budget is that of the address."""
    budget_per_address: int = 4_000
    """What all guests of an address may spend together in `window` seconds."""
    requests_per_address: int = 3_000
    """All requests and handshakes in `window` seconds from one address, files of the page included.
    A whole club may share one address."""
    request_seconds: float = 20.0
    """Seconds within which a client must send a whole request, and read a whole response."""
    header_bytes: int = 32_768
    """The largest header of a request."""
    waiting: int = 1_000
    """The most connections that have sent no whole request yet; beyond that, those that have waited
    longest are closed."""
    thinking_seconds: float = 5.0
    """The longest time that a hint or an analysis may take."""
    thoughts: int = 20
    """Hints and analyses per minute for one guest."""

    idle_seconds: float = 60.0
    """An unused table is unloaded from memory after this."""
    listed_seconds: float = 60.0
    """A table that anybody may join is taken off the list when its host has been away for this, or
    for the increment of its clock if that is longer."""
    absent_seconds: float = 60.0
    """After this, a computer player may stand in for an absent player."""

    def changed(self, settings: dict[str, str]) -> Limits:
        """A copy with the given limits replaced by values parsed from text. Raises Refused for an
        unknown limit or a value that is not allowed."""
        kinds = {item.name: type(getattr(self, item.name)) for item in fields(self)}
        try:
            values = {name: kinds[name](text) for name, text in settings.items()}
        except (KeyError, ValueError):
            raise Refused("bad_limit", allowed=", ".join(kinds)) from None
        for name, value in values.items():
            enough = 0 < value < math.inf or (value == 0 and name in MAY_BE_NONE)
            if not enough:
                raise Refused("bad_limit", allowed=", ".join(kinds))
        return replace(self, **values)


@dataclass(frozen=True, slots=True)
class Settings:
    database: str = ""
    """The URL of the database; empty: a file in the user's data folder."""
    origins: tuple[str, ...] = ()
    """The public origins of this server, and other sites whose pages may talk to it."""
    workers: int = 0
    """Processes for computer players; 0: chosen by the number of cores."""
    prepare: bool = True
    """Whether the computer players are loaded and compiled at startup instead of on first use."""
    limits: Limits = field(default_factory=Limits)
    host: str = ""
    """The name or address that the server listens on."""
    bus: str = ""
    """The URL of the Redis through which several servers with one database notify each other;
    empty: there is one server."""
    remote_workers: bool = False
    """Whether computer players think in the processes of `loseta workers`."""

    def check(self) -> None:
        """Check that the options fit together. Raises Refused if they do not."""
        if self.remote_workers and not self.bus:
            raise Refused("needs_bus", option="--remote-workers")
        if self.bus and not self.database.startswith("postgresql"):
            raise Refused("needs_postgres", option="--bus")

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'tables.db'}"

    def make_folder(self) -> None:
        """Create the default folder of the database, readable by its owner only. Does nothing if a
        database is configured."""
        if not self.database:
            data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            data_folder().chmod(0o700)

    @property
    def database_shown(self) -> str:
        """The URL of the database with its password masked."""
        return make_url(self.database_url).render_as_string(hide_password=True)


def data_folder() -> Path:
    """Loseta's folder for user data (XDG base directories)."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "loseta"
