"""How a server is set up, and what it allows."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass, field, fields, replace
from pathlib import Path

from sqlalchemy import make_url

from loseta.server.refusals import Refused

MAY_BE_NONE = ("guests_per_minute", "spectators", "thoughts")
"""Limits that may be zero; of all else there must be some."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What one client may use, so that there is enough for all."""

    message_bytes: int = 4_096
    """Of a live message."""
    body_bytes: int = 16_384
    """Of a request; uploads of records have their own limit."""
    messages: int = 100
    """Live messages in `window` seconds, over one connection."""
    window: float = 20.0
    outbox: int = 100
    """Messages that may wait for a slow client before it is let go; it can come back."""
    ping_seconds: float = 20.0
    """A connection is asked so often whether it is still there, and has as long to answer."""
    connections: int = 5_000
    connections_per_guest: int = 20
    spectators: int = 100
    """At one table."""
    tables_per_guest: int = 50
    """Tables opened and not over."""
    guests_per_minute: int = 60
    """New guests from one address."""
    budget: int = 400
    """What one guest may spend on requests and messages in `window` seconds (`http/costs.py`); an
    address, on what needs no guest."""
    budget_per_address: int = 4_000
    """What all guests of an address may spend together in `window` seconds."""
    requests_per_address: int = 3_000
    """All requests and handshakes in `window` seconds from one address, files of the page included.
    There may be a whole club behind it."""
    request_seconds: float = 20.0
    """In so many a request must have arrived as a whole, and an answer be read."""
    header_bytes: int = 32_768
    """Of a request."""
    waiting: int = 1_000
    """Connections without a request; if there are more, those that have waited longest go."""
    thinking_seconds: float = 5.0
    """The longest hint or analysis."""
    thoughts: int = 20
    """Hints and analyses in a minute, for one guest."""

    idle_seconds: float = 60.0
    """A table without anybody at it leaves the memory after this."""
    listed_seconds: float = 60.0
    """A table that anybody may join leaves the list when its host has been away for this, or for
    the increment of its clock if that is longer."""
    absent_seconds: float = 60.0
    """After this a computer player may go on for somebody who is not there."""

    def changed(self, settings: dict[str, str]) -> Limits:
        """With some of them set from texts. Raises Refused."""
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
    """Its URL; empty: a file in the user's data folder."""
    origins: tuple[str, ...] = ()
    """Sites by whose names this server is reached, or whose pages may talk to it."""
    workers: int = 0
    """Processes for computer players; 0: as many as there are cores to spare."""
    prepare: bool = True
    """Whether the computer players are made ready at the start, before anybody needs them."""
    limits: Limits = field(default_factory=Limits)
    host: str = ""
    """The name that it listens at."""
    bus: str = ""
    """The URL of the Redis by which several servers with one database hear of each other; empty:
    there is one server."""
    remote_workers: bool = False
    """Whether computer players think in the processes of `loseta workers`."""

    def check(self) -> None:
        """Raises Refused for what does not go together."""
        if self.remote_workers and not self.bus:
            raise Refused("needs_bus", option="--remote-workers")
        if self.bus and not self.database.startswith("postgresql"):
            raise Refused("needs_postgres", option="--bus")

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite:///{data_folder() / 'tables.db'}"

    def make_folder(self) -> None:
        """The default folder of the database is for its owner only."""
        if not self.database:
            data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
            data_folder().chmod(0o700)

    @property
    def database_shown(self) -> str:
        """The URL without a password."""
        return make_url(self.database_url).render_as_string(hide_password=True)


def data_folder() -> Path:
    """The user's folder for what programs keep (XDG base directories)."""
    data = os.environ.get("XDG_DATA_HOME", "")
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "loseta"
