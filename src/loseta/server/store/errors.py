"""What may go wrong with the store."""

from __future__ import annotations


class Conflict(Exception):
    """Somebody else was first: the number is taken, the command known, the seat not free."""


class LeaseLost(Conflict):
    """Another process holds the table now."""


class Unavailable(Exception):
    """The database cannot be written to or read. Nothing was acknowledged."""


def is_conflict(sqlstate: str | None) -> bool:
    """Whether PostgreSQL's code of an error says so: a constraint (class 23), a deadlock, or
    transactions that cannot be put in order."""
    return sqlstate is not None and (sqlstate.startswith("23") or sqlstate in ("40P01", "40001"))
