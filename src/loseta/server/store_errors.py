"""Database errors as refusals, for clients and for the operator who starts the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError

from loseta.game import Reason, Refusal
from loseta.server.refusals import Refused
from loseta.server.store import Unavailable


@contextmanager
def store_errors() -> Iterator[None]:
    """Turn `Unavailable`, raised by the store, into the refusal `storage`."""
    try:
        yield
    except Unavailable:
        raise Refused("storage") from None


class NoDatabase(Refused):
    """The database cannot be opened. The sentence says why and how to fix it."""

    def __init__(self, url: str, error: BaseException) -> None:
        cause, params = _explained(url, _origin(error))
        Refusal.__init__(self, Reason("", f"server.no_database.{cause}", params))
        self.code = "no_database"


def _origin(error: BaseException) -> BaseException:
    """The innermost error, from the driver or the operating system."""
    while (before := getattr(error, "orig", None) or error.__cause__) is not None:
        error = before
    return error


def _explained(url: str, error: BaseException) -> tuple[str, dict[str, str]]:
    """The key of the sentence that explains an error, and its parameters."""
    try:
        address = make_url(url)
    except ArgumentError:
        return "url", {}
    detail = (str(error) or type(error).__name__).splitlines()[0]
    match address.get_backend_name():
        case "sqlite":
            file = {"file": address.database or ""}
            if address.database in (None, "", ":memory:"):
                return "no_file", {}
            if "not a database" in detail:
                return "foreign", file
            if "is full" in detail or "No space left" in detail:
                return "full", file
            return "file", file | {"detail": detail}
        case "postgresql":
            state = str(getattr(error, "sqlstate", None) or "")
            if state.startswith("28"):  # invalid authorization
                return "refused", {"user": address.username or ""}
            if state == "3D000":  # invalid catalog name
                return "missing", {"name": address.database or ""}
            if isinstance(error, OSError):  # a timeout is one
                return "unreachable", {"address": f"{address.host}:{address.port or 5432}"}
            return "other", {"detail": detail}
        case _:
            return "url", {}
