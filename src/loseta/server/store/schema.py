"""The tables of the database. `migrations/` creates them; a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Integer,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

identities = Table(
    "identities",
    METADATA,
    Column("id", String(32), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("created", BigInteger, nullable=False),
)

games = Table(
    "games",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("game", String(16), nullable=False),
    Column("options", JSON, nullable=False),
    Column("seed", String(64), nullable=False),
    Column("host", ForeignKey("identities.id"), nullable=False, index=True),
    Column("created", BigInteger, nullable=False),
    Column("status", String(8), nullable=False, index=True),  # open, playing, over
    Column("private", Boolean, nullable=False),
    Column("hints", Boolean, nullable=False),
    Column("clock", BigInteger),  # milliseconds for each player; none: no clock
    Column("increment", BigInteger),
    Column("result", String(64)),
    Column("ended", String(16)),
    Column("rematch", String(16)),
    Column("due", BigInteger, index=True),  # see `GameLog.due`; none: no clock runs
    Column("summary", JSON(none_as_null=True)),  # for lists of games; none before the start
    Column("start", Text),  # the position that the game begins from; none: a new game
    Column("origin", String(32)),  # the table and the step that the start comes from
    # When an open table expires from the list; none: an invitation is needed.
    Column("listed_until", BigInteger, index=True),
    Column("holder", String(16)),  # the process that has its lease; see `cluster.py`
    Column("epoch", Integer, nullable=False, server_default="0"),  # counts its holders
)

seats = Table(
    "seats",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),
    Column("identity", ForeignKey("identities.id"), index=True),  # none: open, or a computer
    Column("level", String(16)),  # of a computer player
    Column("invitation", Integer, nullable=False),  # counts up to invalidate older links
)

events = Table(
    "events",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("seat", SmallInteger),  # none: the dealer
    Column("text", Text, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("command", String(40)),  # the client's id, on the first event of a command only
    Column("digest", String(16)),  # a hash of the command
    UniqueConstraint("game", "seat", "command"),
)

outages = Table(
    "outages",
    METADATA,
    Column("began", BigInteger, primary_key=True, autoincrement=False),
    Column("ended", BigInteger, nullable=False),
)

settings = Table(
    "settings",
    METADATA,
    Column("name", String(16), primary_key=True),
    Column("value", String(128), nullable=False),
)

processes = Table(
    "processes",
    METADATA,
    Column("id", String(16), primary_key=True),
    Column("version", String(32), nullable=False),
    Column("seen", BigInteger, nullable=False),  # by the database's clock
    Column("hears", Boolean, nullable=False),  # whether the bus reaches it
)

presence = Table(
    "presence",
    METADATA,
    Column("game", ForeignKey("games.id"), primary_key=True),
    Column("seat", SmallInteger, primary_key=True, autoincrement=False),  # -1: spectators
    Column("process", String(16), primary_key=True, index=True),
    Column("connections", Integer, nullable=False),
    Column("at", BigInteger, nullable=False),  # when that last changed
)
