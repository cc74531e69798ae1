"""The errors of the store."""

from __future__ import annotations


class Conflict(Exception):
    """Another write was first: an event's number is taken, a command's id is used, or a seat is not
    free any more."""


class LeaseLost(Conflict):
    """Another process has the lease of the table now."""


class Unavailable(Exception):
    """The database cannot be read or written. Nothing was acknowledged."""


def is_conflict(sqlstate: str | None) -> bool:
    """Whether PostgreSQL's error code means a conflict: a violated constraint (class 23), a
    deadlock, or a serialization failure."""
    return sqlstate is not None and (sqlstate.startswith("23") or sqlstate in ("40P01", "40001"))
